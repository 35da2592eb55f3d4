// Declarations of all files -> DesiredState, with the rules that concern several files. Pure; throws all findings at
// once.

import type { DesiredState } from '../../model/state.ts';
import { checkPeopleData } from '../declarations/people-data.ts';
import type { SameNumberPolicy, Target } from '../../model/target.ts';
import { warnOfNearAgents } from '../declarations/agents.ts';
import { gatherCampaigns } from '../declarations/campaigns.ts';
import type { Declarations } from '../declarations/declare.ts';
import { reportOtherPins } from '../declarations/elsewhere.ts';
import { openRules } from '../declarations/delivery.ts';
import { checkPartitions, withinPartition } from './partitions.ts';
import type { Findings } from '../text/findings.ts';
import { desiredRecords } from '../declarations/records.ts';
import { desiredUsers, leaversOf } from '../declarations/users.ts';

export interface Assembly {
  readonly declarations: Declarations;
  readonly files: readonly string[];
  /** See DesiredState. */
  readonly content: string;
  readonly target: Target;
  /** Of muster.yaml; left out: its default. */
  readonly sameNumber?: SameNumberPolicy | undefined;
  readonly findings: Findings;
}

export function assemble({
  declarations,
  files,
  content,
  target,
  findings,
  sameNumber = 'warn',
}: Assembly): DesiredState {
  const leavers = leaversOf(declarations.users);
  const rules = openRules({ leavers, findings });
  const users = desiredUsers(declarations.users, { target, leavers, findings });
  const gathered = gatherCampaigns(declarations.campaigns, rules);
  const records = gathered.flatMap((campaign) => desiredRecords(campaign, rules));
  const others = gathered.flatMap((campaign) => campaign.others);
  for (const each of others) reportOtherPins(each, leavers, findings);
  warnOfNearAgents(users, records, findings);
  checkPeopleData({ users, records }, sameNumber, findings);
  const campaigns = gathered.map(({ campaign }) => campaign);
  const whole = { users, campaigns, records, files, content, warnings: findings.warnings };
  if (target.split) checkPartitions(whole, target.split, findings);
  findings.stop();
  return withinPartition(whole, target, others);
}
