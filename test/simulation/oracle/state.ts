// What a run could know by its recorded state, where that was lost, is an older copy, or lies in another clone (docs/state.md, "State that is
// not here"): what no run that it tells of has written, and of which the service shows no sign either.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { lineOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';

/** Whether no run that its recorded state tells of has written this task. */
export function isForgotten(id: number, run: PlayedRun, evidence: Evidence): boolean {
  return writersOf(id, evidence).every((writer) => writer >= run.run || !run.knows.has(writer));
}

/**
 * A declared record with our marker that recorded state does not tell of, in that campaign; where it tells of nothing, any in any of the files.
 * A search for the marker of a stack names it: under a name that muster.yaml does not say, only a reading of the very id shows one, and
 * where a spreadsheet changed the ids of a first list, a search for all markers.
 */
export function hasSign(campaignName: string, run: PlayedRun, evidence: Evidence): boolean {
  const wrote = new Set(evidence.changes.flatMap(({ request }) => evidence.requests.get(request ?? 0)?.run ?? []));
  const isBlank = ![...run.knows].some((each) => each < run.run && wrote.has(each));
  const searched = new Set(run.files.campaigns.map((each) => each.campaignName));
  const names = namesOf(run, evidence);
  return [...run.before.tasks.values()].some(
    (task) =>
      markerOf(task) !== undefined &&
      task.state !== 'REMOVED' &&
      ((isBlank && searched.has(task.campaignName) && names.some((name) => markerOf(task)?.startsWith(name))) ||
        (task.campaignName === campaignName && isNamed(task, run))) &&
      isForgotten(task.id, run, evidence),
  );
}

/** By the id of a line, or by what a spreadsheet makes of it (files.ts). */
function isNamed({ campaignName, clientId }: Task, { files }: PlayedRun): boolean {
  return [clientId, `'${clientId}`].some((id) => lineOf(files, campaignName, id) !== null);
}

const markerOf = ({ items }: Task): string | undefined => items.find(({ key }) => key === 'musterStack')?.value;

/** What the project is called in that run, and what muster.yaml says that it was called before (clones.ts). */
function namesOf({ from }: PlayedRun, { life }: Evidence): string[] {
  let now = 'contact-centre';
  let former: string[] = [];
  const before: string[] = [];
  for (const entry of life.log.slice(0, from)) {
    if (entry.kind === 'state' && entry.name === 'named') former = [...before];
    if (entry.kind !== 'state' || entry.name !== 'renamed') continue;
    former = entry.detail['isNamed'] === true ? [...former, now] : former;
    before.push(now);
    now = `${now}-new`;
  }
  return [now, ...former].map((name) => `${name}.`);
}

function writersOf(id: number, { changes, requests }: Evidence): number[] {
  return changes.flatMap((each) => (each.id === id ? (requests.get(each.request ?? 0)?.run ?? []) : []));
}
