// docs/offboarding.md: a person leaves whose tasks were pinned by hand, once with a successor and once with a task that is not ours.

import { projectFile, applied, happens, user, writeInto, writeProject } from './scene.ts';
import type { Stage } from '../demo/stage.ts';

const ANA = 'ana.ruiz@example.com';
const BEN = 'ben.haas@example.com';
const TEAM = 'teams/renewals.yaml';
const LISTS = 'campaigns/lists.yaml';

const team = (ben: string): string => `users:\n${user(ANA)}\n${ben}`;
const leaver = (offboard: string): string => `  - loginUserId: ${BEN}\n    ensure: absent\n    offboard: ${offboard}\n`;

const LIST = `campaigns:
  - campaignName: Summer
    defaults: { skillQueue: renewals, timeZone: Europe/Madrid }
    records:
      - clientId: S-1
        nextEarliestWorkTime: 2030-12-02T09:15:00+01:00
      - clientId: S-2
        nextEarliestWorkTime: 2030-12-02T09:30:00+01:00
      - clientId: S-3
  - campaignName: Winter
    defaults: { skillQueue: renewals, timeZone: Europe/Madrid }
    records:
      - clientId: W-1
`;

/** Ben has four open tasks that no file pins to him, and began one of them. */
async function pinned(stage: Stage): Promise<void> {
  const policy = 'policy:\n  offboard: { campaigns: [Walk-ins] }\n';
  writeProject(stage, { 'muster.yaml': projectFile(policy), [TEAM]: team(user(BEN)), [LISTS]: LIST });
  await applied(stage);
  await happens(stage, 'work', 'Summer', 'S-3', '--agent', BEN, '--state', 'WORKED');
  for (const [campaign, clientId] of [
    ['Summer', 'S-1'],
    ['Summer', 'S-2'],
    ['Summer', 'S-3'],
    ['Winter', 'W-1'],
  ] as const) {
    await happens(stage, 'change-record', campaign, clientId, '--preferred-agent', BEN);
  }
}

export async function leaving(stage: Stage): Promise<void> {
  await pinned(stage);
  writeInto(stage, TEAM, team(leaver(`{ reassignTo: ${ANA} }`)));
  await stage.call(['muster', 'plan'], {
    name: 'leaver-plan',
    only: [/^contact-centre/u, /^People/u, /^Customers/u, /^Not known/u],
  });
  await stage.call(['muster', 'apply', '--auto-approve', '--quiet'], { name: 'leaver-apply' });
  await stage.call(['muster', 'drift'], { name: 'leavers-verified' });
}

export async function stopped(stage: Stage): Promise<void> {
  await pinned(stage);
  writeInto(stage, 'intake.csv', 'Id,Name\nX-7,Olga Novak\n');
  await happens(stage, 'intake', 'Walk-ins', 'intake.csv');
  await happens(stage, 'change-record', 'Walk-ins', 'X-7', '--preferred-agent', BEN);
  writeInto(stage, TEAM, team(leaver('block')));
  await stage.call(['muster', 'plan'], { name: 'leaver-stopped', only: [/^contact-centre/u, /^1\. /u] });
}

const FORECAST_LIST = `campaigns:
  - campaignName: Summer
    defaults: { skillQueue: renewals, timeZone: Europe/Madrid, preferredAgent: ${BEN} }
    records:
      - clientId: S-1
        nextEarliestWorkTime: 2030-12-02T09:15:00+01:00
      - clientId: S-2
        nextEarliestWorkTime: 2030-12-02T09:30:00+01:00
      - clientId: S-3
      - clientId: S-4
  - campaignName: Winter
    records:
      - clientId: W-1
        preferredAgent: ${BEN}
        nextEarliestWorkTime: 2025-12-01T08:00:00+01:00
`;

export async function forecast(stage: Stage): Promise<void> {
  writeProject(stage, { 'muster.yaml': projectFile(), [TEAM]: team(user(BEN)), [LISTS]: FORECAST_LIST });
  await applied(stage, '--only', 'user:*');
  await stage.call(['muster', 'plan'], { name: 'forecast' });
}
