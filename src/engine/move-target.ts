// A deliberate move: recorded state of one tenant or stack is said to be about another one from now on, because a host, a company
// or a project was renamed. Nothing can prove that, so the objects are looked at there, and a person decides.

import { identityOf } from './lineage.ts';
import { memoryIn, withLedger } from './ledger-home.ts';
import { planWith } from './survey.ts';
import type { Run } from './run.ts';
import type { Survey } from './survey.ts';
import { isSameIdentity } from '../model/identity.ts';
import type { Identity } from '../model/identity.ts';
import type { ObservedUser, RecordedUser } from '../model/user.ts';
import { ownerOf } from '../reconcile/owner.ts';

/** How many recorded objects show themselves there as recorded, under their id alone, as others, not at all, or cannot be read. */
export interface FoundThere {
  readonly same: number;
  /** There, and no connectUserId is known on both sides: nothing tells whether it is the same user. */
  readonly unproven: number;
  readonly other: number;
  readonly absent: number;
  readonly unread: number;
}

export interface TargetMove {
  readonly from: Identity;
  readonly to: Identity;
  readonly users: FoundThere;
  readonly records: FoundThere;
}

/** `same`: nothing recorded, or it speaks of this target already. `declined`: the answer was not yes. */
export type MoveResult = 'same' | 'declined' | 'moved';

/** Reads only, until `approve` says yes; then recorded state speaks of the target as muster.yaml has it. Throws `locked`. */
export async function moveTarget(run: Run, approve: (move: TargetMove) => Promise<boolean>): Promise<MoveResult> {
  return withLedger(run, async (ledger) => {
    const to = identityOf(run);
    const memory = await memoryIn(ledger);
    const [from] = memory.identities;
    if (from === undefined || isSameIdentity(from, to)) return 'same';
    const { target } = run;
    const believed = { ...target, formerTenants: [from.tenant], formerStacks: [...target.formerStacks, from.stack] };
    const survey = await planWith({ ...run, target: believed }, memory);
    if (!(await approve({ from, to, ...foundThere(survey) }))) return 'declined';
    await ledger.bind(to);
    return 'moved';
  });
}

type Fate = keyof FoundThere;

/** A user is the same with the same connectUserId, a record by its marker or its previewRecordId. */
function foundThere({ seen, lineage }: Pick<Survey, 'seen' | 'lineage'>): Pick<TargetMove, 'users' | 'records'> {
  const { recorded, observed } = seen;
  const [users, records]: [Fate[], Fate[]] = [[], []];
  for (const object of recorded.objects.values()) {
    if (object.kind === 'user') {
      users.push(userThere(object, observed.users.get(object.address)));
    } else if (object.consumed === null) {
      const { presence = 'unknown', tasks = [] } = observed.records.get(object.address) ?? {};
      const facts = { ...object, lineage, recorded: object };
      const isSame = tasks.some((task) => ownerOf(task, facts).kind === 'ours');
      records.push(presence === 'unknown' ? 'unread' : presence === 'absent' ? 'absent' : isSame ? 'same' : 'other');
    }
  }
  return { users: counted(users), records: counted(records) };
}

function userThere({ connectUserId: before }: RecordedUser, seen: ObservedUser | undefined): Fate {
  if (seen === undefined || seen.service === 'unknown') return 'unread';
  if (seen.service === 'absent') return 'absent';
  if (before === null || seen.connectUserId === null) return 'unproven';
  return before === seen.connectUserId ? 'same' : 'other';
}

function counted(fates: readonly Fate[]): FoundThere {
  const of = (wanted: Fate): number => fates.filter((fate) => fate === wanted).length;
  return { same: of('same'), unproven: of('unproven'), other: of('other'), absent: of('absent'), unread: of('unread') };
}
