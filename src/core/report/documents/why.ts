// The story of one object -> its document: its events in their order (commits, writes of runs, what was recorded, what the service shows,
// drift), what is seen now, and what the next plan does with it. Only what is kept somewhere is told, each with the time that stands there.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import { iso, type ReportContext } from '../words/head.ts';
import { shownFields } from '../words/redact.ts';
import { whyChange } from '../words/why-change.ts';
import { whyVerdict } from '../words/why-verdict.ts';
import { attempts, secondSystem, VERBS } from '../words/words.ts';
import type { WhyDocument } from './document.ts';
import { knownFacts, personalValues, reportTask, type ReportTask, withoutValues, standingOf } from './known.ts';
import type { NextFacts, ReportCommit, StoryEvent, StoryFacts } from './lookup-facts.ts';
import { beginLookup } from './lookup.ts';
import { pinLapsesAt } from '../../model/record.ts';
import type { Story } from '../../reconcile/looked-up.ts';

export function whyDocument(story: Story, context: ReportContext): WhyDocument {
  const { address, known, commits, writes, next } = story;
  const { showValues = false } = context;
  const values = showValues ? [] : personalValues(known.desired);
  const shown = commits.commits.map((each) => ({
    ...each,
    at: iso(each.at),
    subject: withoutValues(each.subject, values) === each.subject ? each.subject : HIDDEN_SUBJECT,
  }));
  const { presence, tasks } = seenIn(story, showValues);
  const unread = next.problem !== null || next.verdict?.class === 'unreadable';
  return {
    ...beginLookup(story, context, { remarks: writes === null ? [NO_JOURNAL] : [], unread }),
    kind: 'why',
    story: {
      address,
      ...knownFacts(known, showValues),
      commit: shown[0] ?? null,
      uncommitted: commits.uncommitted,
      events: eventsOf(story, shown, tasks),
      journal: writes !== null,
      presence,
      next: nextFacts(story, secondSystem(story.target)),
    },
    tasks,
    ...(showValues && { showsValues: true }),
  };
}

const HIDDEN_SUBJECT = '(subject hidden: it holds a personal value)';

const NO_JOURNAL =
  'The state is a Pulumi stack: it keeps the last write of each object, not the writes before it (`pulumi stack history` lists the updates).';

type SeenFacts = Pick<StoryFacts, 'presence'> & Pick<WhyDocument, 'tasks'>;

function seenIn({ known: { desired, recorded }, next }: Story, showValues: boolean): SeenFacts {
  const observed = next.problem === null ? next.observed : null;
  if (observed === null) return { presence: null, tasks: [] };
  if (!('tasks' in observed)) {
    const { service, backend, connectUserId, unproven = null } = observed;
    return { presence: { service, backend, connectUserId, unproven }, tasks: [] };
  }
  const record = isRecord(desired) ? desired.campaign : isRecord(recorded) ? recorded : null;
  const { campaignName, clientIdFieldName } = record ?? { campaignName: '', clientIdFieldName: 'Id' };
  const place = { campaignName, clientIdFieldName, showValues, standing: standingOf({ desired, recorded }) };
  return { presence: null, tasks: observed.tasks.map((task) => reportTask(task, place)) };
}

const NOTHING = { cause: null, code: null, fields: [], writes: [] };

function nextFacts({ known, next }: Story, system: string): NextFacts {
  if (next.problem !== null) {
    const { code, message } = next.problem;
    return { ...NOTHING, answer: 'unknown', code, reason: `There is no plan: ${message}` };
  }
  const { change, verdict } = next;
  if (change !== null) {
    const { action, cause, fields, writes } = change;
    const why = { cause: cause.kind, reason: whyChange(change, system), code: null };
    return { answer: action, ...why, fields: shownFields(fields), writes };
  }
  if (verdict !== null) {
    const { code, fields, reason } = verdict;
    const why = { cause: reason.kind, reason: whyVerdict(verdict, system), code };
    return { answer: verdict.class, ...why, fields: shownFields(fields), writes: [] };
  }
  return { ...NOTHING, answer: 'none', reason: nothingToDo(known) };
}

function nothingToDo({ desired, recorded }: Story['known']): string {
  if (desired !== null) return 'Nothing: it is as the file says.';
  if (recorded?.removedAt !== undefined)
    return 'Nothing: it was removed, and muster looks for some days whether it stays away.';
  return recorded === null ? 'Nothing: it is neither declared nor recorded.' : 'Nothing.';
}

function eventsOf(story: Story, commits: readonly ReportCommit[], tasks: readonly ReportTask[]): readonly StoryEvent[] {
  const events = [
    ...commits.map((commit, index) => ofCommit(story, commit, index)),
    ...(story.writes ?? []).map((write, index, all) => ofWrite(write, story, all.slice(0, index).findLast(isRecorded))),
    ...ofRecorded(story),
    ...tasks.flatMap(ofTask),
    ...ofSightings(story),
  ];
  return events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Of several commits of one entry the newest has the index 0. */
function ofCommit({ known }: Story, { commit, at, subject }: ReportCommit, index: number): StoryEvent {
  const declared = index === 0 ? 'its entry was last changed by' : 'a part of its entry comes from';
  const what = known.desired === null ? 'its id was last changed in the files by' : declared;
  return { at, by: 'git', text: `${what} commit ${commit.slice(0, 10)}: ${subject}` };
}

type Write = NonNullable<Story['writes']>[number];
const isRecorded = ({ outcome }: Write): boolean => outcome === 'recorded';

function ofWrite(write: Write, story: Story, before?: Write): StoryEvent {
  const { action, outcome, at } = write;
  const { address } = story;
  const place = action === 'move' ? moveWords(write, address) : '';
  // When it was sent: what the service says of it comes after, also where the answer was lost and a later run settled it.
  const sent = { at: iso(at), by: 'run' } as const;
  if (outcome === null)
    return { ...sent, text: `${action}${place} sent and not settled: the next run settles it by reading` };
  if (outcome === 'left') return { ...sent, text: `${action}${place} was not done; the state stayed as it was` };
  return { ...sent, text: `${VERBS[action].done}${place}${changedWords(write, story, before)}` };
}

/** What an update changed, of what was recorded before it: names of fields, as recorded state keeps no values. */
function changedWords(write: Write, story: Story, before?: Write): string {
  const [old, now] = [before?.proposed?.digests, write.proposed?.digests];
  if (write.action !== 'update' || old === undefined || now === undefined) return '';
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
  // The same as before was sent: somebody, or the platform by its own rules, had changed it there.
  const what = names.length > 0 ? names.join(', ') : 'set again as it was recorded';
  return `: ${what}${wasPinOver(write.at, story, before) ? '; the 30 minutes of its pin were over' : ''}`;
}

/**
 * Of the pin that was sent before, while the task that is shown now is the recorded one and has the time that it had then. Counted from that
 * write, too: whether a pin set later starts its minutes anew is open (pin-start).
 */
function wasPinOver(at: number, { known: { recorded }, next }: Story, before?: Write): boolean {
  const sent = before?.proposed;
  const observed = next.problem === null ? next.observed : null;
  if (!isRecord(sent) || !isRecord(recorded) || !sent.preferredAgent || !observed || !('tasks' in observed))
    return false;
  const task = observed.tasks.find(({ previewRecordId }) => previewRecordId === recorded.previewRecordId);
  const isSameTime = sent.digests['nextEarliestWorkTime'] === recorded.digests['nextEarliestWorkTime'];
  if (task === undefined || !isSameTime || before === undefined) return false;
  return at >= pinLapsesAt({ ...task, createdTime: Math.max(task.createdTime ?? 0, before.at) });
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
    ...(consumed === null ? [] : [{ at: iso(consumed.at), by, text: `seen finished (${consumed.how})` }]),
    ...(removedAt === undefined ? [] : [{ at: iso(removedAt), by, text: 'removed, or seen gone' }]),
  ];
}

function ofTask(task: ReportTask): StoryEvent[] {
  const { previewRecordId, createdTime, lastAttemptTime, lastAttemptAgent, workAttempts, workedState } = task;
  const by = 'service' as const;
  const worked = `delivered to ${lastAttemptAgent ?? 'an agent'}: ${attempts(workAttempts)}, ${workedState} now`;
  return [
    ...(createdTime === null ? [] : [{ at: createdTime, by, text: `added as ${previewRecordId}` }]),
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
