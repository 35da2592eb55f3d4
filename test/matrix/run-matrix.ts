// Plays scenarios under profiles, several at a time, and keeps what came of each for the summary.

import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OpenDoor } from './door.ts';
import { HARMS } from './observer.ts';
import type { Harm } from './observer.ts';
import { playScenario } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';
import { Story } from './story.ts';
import type { Outcome } from './story.ts';
import type { Profile } from './switch-values.ts';

export interface Played extends Outcome {
  readonly scenario: string;
  readonly profile: string;
}

/** Stories under way at once: most of their waiting is for the disk and for each other's answers. */
const AT_ONCE = 4;

/** What is played: one environment, seen through one door. */
export interface Case {
  readonly profile: Profile;
  readonly openDoor: OpenDoor;
}

export async function playAll(name: string, scenario: Scenario, cases: readonly Case[]): Promise<Played[]> {
  const played: Played[] = [];
  const waiting = cases.entries();
  const work = async (): Promise<void> => {
    for (const [index, each] of waiting) played[index] = await playOne(name, scenario, each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return played;
}

async function playOne(name: string, scenario: Scenario, { profile, openDoor }: Case): Promise<Played> {
  const began = performance.now();
  const story = await Story.open(profile, openDoor);
  try {
    await playScenario(story, scenario);
  } catch (error) {
    story.fail(`the story broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const outcome = await story.close();
  return { scenario: name, profile: profile.name, ...outcome, ms: Math.round(performance.now() - began) };
}

/** Where the summary goes: MUSTER_MATRIX_REPORT, or a folder for temporary files. */
export function writeSummary(name: string, played: readonly Played[], ms: number): string {
  const folder = process.env['MUSTER_MATRIX_REPORT'] ?? join(tmpdir(), 'muster-matrix');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  const summary = {
    stories: played.length,
    runs: sum(played, (each) => each.runs),
    requests: sum(played, (each) => each.requests),
    seconds: Math.round(ms / 100) / 10,
    slowest: played
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 5)
      .map((each) => `${each.ms} ms: ${titleOf(each)}`),
    harms: harmTable(played),
    unknowable: played.flatMap((each) => each.unknowable.map((text) => `${titleOf(each)}: ${text}`)),
    broken: played.flatMap((each) => each.broken.map((text) => `${titleOf(each)}: ${text}`)),
  };
  writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
  return path;
}

/** Scenario -> how often each harm was done. */
export function harmTable(played: readonly Played[]): Record<string, Record<Harm, number>> {
  const rows = [...Map.groupBy(played, (each) => each.scenario)].map(([scenario, stories]) => [
    scenario,
    Object.fromEntries(HARMS.map((harm) => [harm, sum(stories, (each) => each.harms[harm])])),
  ]);
  return Object.fromEntries(rows) as Record<string, Record<Harm, number>>;
}

export function titleOf({ scenario, profile }: Pick<Played, 'scenario' | 'profile'>): string {
  return `${scenario} under ${profile}`;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
