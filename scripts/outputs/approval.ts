// docs/approval.md: four people leave and one joins; the plan of now is held against the approved one, and one part is applied alone.

import type { Stage } from '../demo/stage.ts';
import { applied, projectFile, user, writeInto, writeProject } from './scene.ts';

const TEAM = 'teams/people.yaml';
const STAY = ['ana.ruiz@example.com', 'bianca.rossi@example.com'];
const LEAVE = ['ben.haas@example.com', 'carlos.mendez@example.com', 'dina.aziz@example.com', 'erik.berg@example.com'];
const JOINER = 'mia.keller@example.com';

const team = (...people: readonly string[]): string => `users:\n${people.map((login) => user(login)).join('')}`;

/** Everybody is there; the file says who stays and who comes. */
async function edited(stage: Stage, manage: 'muster' | 'pulumi'): Promise<void> {
  writeProject(stage, { 'muster.yaml': projectFile(), [TEAM]: team(...STAY, ...LEAVE) });
  if (manage === 'muster') await applied(stage);
  else await stage.call(['pulumi', 'up', '--yes', '--skip-preview', '--suppress-progress'], { silent: true });
  writeInto(stage, TEAM, team(...STAY, JOINER));
}

export async function approved(stage: Stage): Promise<void> {
  await edited(stage, 'muster');
  const verdict = [/^contact-centre/u, /^(?:When \d|all \d|apply:)/u];
  const plan = await stage.report(['muster', 'plan', '--out', 'json=plan.json'], { name: 'plan', only: verdict });
  writeInto(stage, TEAM, team(...STAY));
  await stage.call(['muster', 'apply', '--fingerprint', '@plan.json'], { name: 'stale', exit: 13 });
  writeInto(stage, TEAM, team(...STAY, JOINER));
  const additions = plan.approval?.fingerprint.additions?.slice(0, 16) ?? '';
  await stage.call(['muster', 'apply', '--fingerprint', additions, '--quiet'], { name: 'part' });
}

export async function approvedWithPulumi(stage: Stage): Promise<void> {
  await stage.call(['pulumi', 'stack', 'init', 'sandbox'], { silent: true });
  await edited(stage, 'pulumi');
  const only = [/^ {4}(?:When \d|all \d|apply:)/u];
  await stage.call(['pulumi', 'preview', '--suppress-progress'], { name: 'pulumi-preview', only });
}
