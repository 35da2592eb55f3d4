// What happened to one object, in its order: commits, writes of runs, what was recorded, what the service shows, drift. Only what
// is kept somewhere is told, each with the time that stands there.

import type { Story } from '../../lookup/story.ts';
import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import { PIN_LAPSE_MS } from '../../model/time.ts';
import { iso } from '../words/head.ts';
import { attempts } from '../words/words.ts';
import type { ReportTask } from './known.ts';

export interface ReportCommit {
  readonly commit: string;
  readonly at: string;
  /** Declared personal values in it are masked. */
  readonly subject: string;
}

export interface StoryEvent {
  readonly at: string;
  /** Who says so. */
  readonly by: 'git' | 'run' | 'recorded' | 'service' | 'drift';
  readonly text: string;
}

export function eventsOf(
  story: Story,
  commits: readonly ReportCommit[],
  tasks: readonly ReportTask[],
): readonly StoryEvent[] {
  const events = [
    ...commits.map((commit, index) => ofCommit(story, commit, index)),
    ...(story.writes ?? []).map((write, index, all) => ofWrite(write, story, lastRecorded(all.slice(0, index)))),
    ...ofRecorded(story),
    ...tasks.flatMap(ofTask),
    ...ofSightings(story),
  ];
  return events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Of several commits of one entry the newest has the index 0. */
function ofCommit({ known }: Story, { commit, at, subject }: ReportCommit, index: number): StoryEvent {
  const declared = index === 0 ? 'declared as it is by' : 'a part of its entry is of';
  const what = known.desired === null ? 'its id was last changed in the files by' : declared;
  return { at, by: 'git', text: `${what} commit ${commit.slice(0, 10)}: ${subject}` };
}

const DONE: Readonly<Record<Action, string>> = {
  create: 'created',
  restore: 'given access again',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  adopt: 'adopted',
  forget: 'released',
  move: 'moved',
};

type Write = NonNullable<Story['writes']>[number];

function ofWrite(write: Write, { address }: Story, before?: Write): StoryEvent {
  const { action, outcome, at } = write;
  const place = action === 'move' ? moveWords(write, address) : '';
  // When it was sent: what the service says of it comes after, also where the answer was lost and a later run settled it.
  const sent = { at: iso(at), by: 'run' } as const;
  switch (outcome) {
    case null:
      return { ...sent, text: `${action}${place} sent and not settled: the next run settles it by reading` };
    case 'left':
      return { ...sent, text: `${action}${place} was not done; recorded state stayed as it was` };
    case 'recorded':
    case 'removed':
      return { ...sent, text: `${DONE[action]}${place}${changedWords(write, before)}` };
    default:
      return outcome satisfies never;
  }
}

function lastRecorded(writes: readonly Write[]): Write | undefined {
  return writes.findLast(({ outcome }) => outcome === 'recorded');
}

/** What an update changed, of what was recorded before it: names of fields, as recorded state keeps no values. */
function changedWords({ action, proposed, at }: Write, before?: Write): string {
  const [old, now] = [before?.proposed?.digests, proposed?.digests];
  if (action !== 'update' || old === undefined || now === undefined) return '';
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
  if (names.length > 0) return `: ${names.join(', ')}`;
  // The same as before was sent: somebody, or the platform by its own rules, had changed it there.
  const isPinned = isRecord(proposed) && !!proposed.preferredAgent;
  const isOver = isPinned && at - (before?.at ?? at) > PIN_LAPSE_MS;
  return `: set again as it was recorded${isOver ? '; the 30 minutes of a pin had passed since the write before' : ''}`;
}

function moveWords({ fromCampaign, address: to }: Write, address: string): string {
  if (to === address) return ` here from ${fromCampaign ?? 'another campaign'}`;
  const target = parseAddress(to);
  return ` away to ${isRecord(target) ? target.campaignName : to}`;
}

/** What a write of a run recorded is told with that write. */
function ofRecorded({ known: { recorded }, writes }: Story): StoryEvent[] {
  if (recorded === null) return [];
  const { recordedAt, removedAt } = recorded;
  const by = 'recorded' as const;
  const consumed = isRecord(recorded) ? recorded.consumed : null;
  const made = isUser(recorded) ? recorded.provenance.service : recorded.provenance;
  const isTold = writes?.some(({ outcome, closedAt }) => outcome === 'recorded' && (closedAt ?? 0) >= recordedAt);
  return [
    ...(isTold === true ? [] : [{ at: iso(recordedAt), by, text: `recorded as it is now (${made})` }]),
    ...(consumed === null ? [] : [{ at: iso(consumed.at), by, text: `seen used up (${consumed.how}): consumed` }]),
    ...(removedAt === undefined ? [] : [{ at: iso(removedAt), by, text: 'removed, or seen gone' }]),
  ];
}

function ofTask(task: ReportTask): StoryEvent[] {
  const { previewRecordId, createdTime, lastAttemptTime, lastAttemptAgent, workAttempts, workedState } = task;
  const by = 'service' as const;
  const worked = `delivered to ${lastAttemptAgent ?? 'an agent'}: ${attempts(workAttempts)}, ${workedState} now`;
  return [
    ...(createdTime === null ? [] : [{ at: createdTime, by, text: `task added as ${previewRecordId}` }]),
    ...(lastAttemptTime === null ? [] : [{ at: lastAttemptTime, by, text: worked }]),
  ];
}

function ofSightings({ sightings }: Story): StoryEvent[] {
  return sightings.flatMap(({ class: kind, fields, first, last }) => {
    const what = `drift: ${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`;
    const seen = { at: iso(first), by: 'drift' as const, text: `${what}, first seen` };
    return last === first ? [seen] : [seen, { ...seen, at: iso(last), text: `${what}, seen again` }];
  });
}
