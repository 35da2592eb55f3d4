// `muster why` as a view: what the next plan does, then the history in its order, then what the three that decide do not agree on. All
// that each of them says is folded.

import { facts, sentences, table, type ReportView, type ViewFact, type ViewSection } from '../view/section.ts';
import type { NamedValue, ReportTask } from '../documents/known.ts';
import { placeOf } from '../words/layout.ts';
import { attempts, comparedText, fieldText, localTime, secondSystem, subject, timeIn } from '../words/words.ts';
import { lookupView } from './lookup.ts';
import { isMasked, knownSections, maskedSentence, pin, taskSections, zoneOf } from './sections.ts';
import type { WhyDocument } from '../documents/document.ts';
import type { NextFacts, StoryFacts } from '../documents/lookup-facts.ts';

export function whyView(document: WhyDocument): ReportView {
  const { story, tasks, at, remarks, showsValues } = document;
  const folded = showsValues !== true;
  const title = `Next plan for ${subject(story.address)}`;
  return lookupView(document, `${title}: ${doesWords(story.next)}`, [
    facts(title, nextFacts(story.next, zoneOf(story)), { aside: placeOf(story.declared?.source ?? null) }),
    ...history(story),
    ...differences(story, tasks),
    ...sentences([seenWords(document), recordedWords(story)]),
    ...sentences([story.uncommitted ? 'A line that declares it is not committed yet.' : '', ...remarks]),
    ...presence(story, secondSystem(document.target)),
    ...taskSections(tasks, { title: 'Seen', at, folded }),
    ...knownSections(story, folded),
    ...maskedSentence(isMasked(story, tasks)),
  ]);
}

/** What is seen now, in one sentence. */
function seenWords({ story, tasks, at, target }: WhyDocument): string {
  const { presence: found } = story;
  if (found !== null) {
    const { service, backend } = found;
    return `Seen: ${service} in the service, ${backend === 'unknown' ? 'not known' : backend} in ${secondSystem(target)}.`;
  }
  if (tasks.length === 0) return unseen(story);
  const each = tasks.map((task) => {
    const pinned = task.preferredAgent === null ? 'for any agent' : `for ${pin(task, at)}`;
    return `${task.previewRecordId}, ${task.workedState} after ${attempts(task.workAttempts)}, ${pinned}`;
  });
  return `Seen: ${each.join('; ')}.`;
}

function recordedWords(story: StoryFacts): string {
  const { recorded: found, declared } = story;
  if (found === null) return '';
  const from = declared === null ? '; no file declares it' : '';
  return `Recorded ${found.removedAt === null ? 'since' : 'until'} ${timeIn(found.removedAt ?? found.recordedAt, zoneOf(story))}${from}.`;
}

/** Of what two of the three say, only what they do not agree on. */
function differences(story: StoryFacts, [task, ...twins]: readonly ReportTask[]): ViewSection[] {
  if (task === undefined || twins.length > 0) return [];
  const { recorded: kept, declared } = story;
  const shown = (name: string, given: string | null): string => valueOf(name, given, zoneOf(story));
  const seen = new Map<string, string>(COMPARED.map((name) => [name, shown(name, task[name])]));
  const named = (values: readonly NamedValue[] = []): ReadonlyMap<string, string> =>
    new Map(values.flatMap(({ name, value }) => (value === null ? [] : [[name, shown(name, value)]])));
  const [ours, file] = [named(kept?.values), named(declared?.values)];
  const rows = COMPARED.flatMap((name) => {
    const said = [seen, ours, file].map((each) => each.get(name));
    const known = said.filter((each) => each !== undefined);
    return new Set(known).size < 2 ? [] : [[name, ...said.map((each) => each ?? '-')]];
  });
  if (rows.length === 0) return [];
  const columns = ['', 'seen', 'recorded', 'declared'];
  return [table({ title: 'What differs', columns, rows })];
}

const COMPARED = ['previewRecordId', 'preferredAgent', 'skillQueue', 'nextEarliestWorkTime'] as const;

function valueOf(name: string, given: string | null, zone: string | null): string {
  return given === null ? 'none' : name === 'nextEarliestWorkTime' ? timeIn(given, zone) : given;
}

function doesWords({ answer, reason, writes }: NextFacts): string {
  if (answer === 'none') return reason;
  return writes.length > 0 ? `${answer}: ${reason}` : reason;
}

function nextFacts(next: NextFacts, zone: string | null): ViewFact[] {
  const { code, fields, writes } = next;
  const shown = fields.map((each) => (writes.length > 0 ? fieldText : comparedText)(each, zone)).join(', ');
  return [
    { name: 'does', text: doesWords(next) },
    ...(shown === '' ? [] : [{ name: 'fields', text: shown }]),
    ...(writes.length === 0 ? [] : [{ name: 'requests', text: writes.join(', ') }]),
    ...(code === null ? [] : [{ name: 'code', text: `${code} (muster explain ${code})` }]),
  ];
}

/** Within one run, seconds tell what came first. */
function second(at: string, zone: string | null): string {
  return `${localTime(at, zone)}${at.slice(16, 19)}${zone === null ? ' UTC' : ''}`;
}

function history(story: StoryFacts): ViewSection[] {
  const { events, journal } = story;
  const zone = zoneOf(story);
  const clocks = zone === null ? '' : `, on the clocks of ${zone}`;
  const title = `${journal ? 'History' : 'History, as far as it is kept'}${clocks}`;
  if (events.length === 0) return sentences([`${title}: nothing yet.`]);
  const told = events.map(({ at, text }) => ({ name: second(at, zone), text }));
  return [facts(title, told)];
}

function presence({ presence: found }: StoryFacts, system: string): ViewSection[] {
  if (found === null) return [];
  const { service, backend, connectUserId, unproven } = found;
  const unknown = unproven === null ? 'not shown' : `not proven: backendStatus is ${unproven}`;
  const sides = [
    { name: 'in the service', text: service },
    { name: `in ${system}`, text: backend === 'unknown' ? unknown : backend },
    { name: 'connectUserId', text: connectUserId ?? 'none' },
  ];
  return [facts('Seen', sides, { folded: true })];
}

function unseen({ next }: StoryFacts): string {
  return next.answer === 'unknown' || next.answer === 'unreadable' ? 'Seen: could not be read.' : 'Seen: nothing.';
}
