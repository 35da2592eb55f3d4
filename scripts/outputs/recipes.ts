// docs/recipes.md: what comes up in a week, each on a small project of its own.

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { commit, git } from '../demo/stage.ts';
import type { Stage } from '../demo/stage.ts';
import { applied, happens, projectFile, user, writeInto, writeProject } from './scene.ts';

const ANA = 'ana.ruiz@example.com';
const BEN = 'ben.haas@example.com';
const EVA = 'eva.sanz@example.com';
const TEAM = 'teams/renewals.yaml';
const LISTS = 'campaigns/lists.yaml';
const HEAD = [/^contact-centre/u, /^\d\. /u, /^People/u, /^Customers/u];

const people = (...logins: readonly string[]): string => `users:\n${logins.map((login) => user(login)).join('\n')}`;

/** `rows`: clientId -> agent, with the lines that stand below it. */
function list(campaignName: string, rows: Readonly<Record<string, string>>): string {
  const records = Object.entries(rows).map(
    ([clientId, agent]) => `      - clientId: ${clientId}\n        preferredAgent: ${agent}\n`,
  );
  return `  - campaignName: ${campaignName}
    defaults: { skillQueue: renewals, timeZone: Europe/Madrid }
    records:
${records.join('')}`;
}

const lists = (...parts: readonly string[]): string => `campaigns:\n${parts.join('')}`;

async function declared(stage: Stage, team: string, campaigns: string): Promise<void> {
  writeProject(stage, { 'muster.yaml': projectFile(), [TEAM]: team, [LISTS]: campaigns });
  await applied(stage);
}

export async function onLeave(stage: Stage): Promise<void> {
  const tasks = (agent: string): string =>
    lists(list('Summer', { 'S-1': agent, 'S-2': agent, 'S-3': BEN }), list('Winter', { 'W-1': agent }));
  await declared(stage, people(ANA, BEN), tasks(ANA));
  await happens(stage, 'work', 'Summer', 'S-2', '--agent', ANA, '--state', 'WORKED');
  writeInto(stage, LISTS, tasks(BEN));
  await stage.call(['muster', 'plan'], { name: 'on-leave', only: HEAD });
}

export async function newLogin(stage: Stage): Promise<void> {
  const tasks = (agent: string): string => lists(list('Summer', { 'S-1': agent, 'S-2': BEN }));
  await declared(stage, people(EVA, BEN), tasks(EVA));
  const married = 'eva.roth@example.com';
  const leaver = `  - loginUserId: ${EVA}\n    ensure: absent\n    offboard: { reassignTo: ${married} }\n`;
  writeInto(stage, TEAM, `${people(married, BEN)}\n${leaver}`);
  writeInto(stage, LISTS, tasks(married));
  await stage.call(['muster', 'plan'], { name: 'new-login', only: HEAD });
}

export async function takenBack(stage: Stage): Promise<void> {
  await declared(stage, people(ANA, BEN), lists(list('Summer', { 'S-1': ANA, 'S-2': ANA, 'S-3': ANA })));
  commit(stage, 'Three tasks');
  writeInto(stage, LISTS, lists(list('Summer', { 'S-1': BEN, 'S-2': BEN })));
  commit(stage, 'Ben takes over, and S-3 goes');
  await applied(stage);
  await happens(stage, 'work', 'Summer', 'S-2', '--agent', BEN, '--state', 'COMPLETED');
  git(stage, 'revert', '--no-edit', 'HEAD');
  await stage.call(['muster', 'plan'], { name: 'taken-back', only: [...HEAD, /^\d+ objects/u] });
}

export async function twoRepositories(stage: Stage): Promise<void> {
  await declared(stage, people(ANA), lists(list('Summer', { 'S-1': ANA })));
  // The other team: a name and a recorded state of its own, on the same tenant.
  rmSync(join(stage.folder, '.muster/ledger'), { recursive: true });
  rmSync(join(stage.folder, '.muster/keys'), { recursive: true });
  writeProject(stage, {
    'muster.yaml': projectFile().replace('contact-centre', 'winback'),
    [TEAM]: people(BEN),
    [LISTS]: lists(list('Summer', { 'S-1': BEN }), list('Winter', { 'W-1': BEN })),
  });
  await stage.call(['muster', 'plan'], { name: 'two-repositories', only: [/^winback/u, ...HEAD.slice(1)] });
}

export async function summerTime(stage: Stage): Promise<void> {
  await declared(stage, people(ANA), lists(list('Summer', { 'S-0': ANA })));
  const from = (day: string, zone: string): string =>
    `${ANA}\n        nextEarliestWorkTime: 2031-03-${day}T09:00:00${zone}`;
  const rows = { 'S-0': ANA, 'S-1': from('28', '+01:00'), 'S-2': from('31', '+01:00'), 'S-3': from('31', '+02:00') };
  writeInto(stage, LISTS, lists(list('Summer', rows)));
  await stage.call(['muster', 'plan'], { name: 'summer-time', only: [/^Customers/u, /^When/u] });
}
