// Sections that look-ups share: what is declared, what is recorded, one task with every field that the service shows.

import { PUBLIC_TASK_FIELDS, TASK_FIELDS } from '../../model/task-fields.ts';
import { placeOf } from '../words/layout.ts';
import { facts, sentences, table, type ViewFact, type ViewSection } from '../view/section.ts';
import { pairText, timeIn } from '../words/words.ts';
import type { KnownFacts, NamedValue, ReportTask } from '../documents/known.ts';

export const MASKED = '(masked)';

/** What is recorded and declared; each folded where only what differs is to be read. */
export function knownSections(known: KnownFacts, folded: boolean): ViewSection[] {
  return [...recorded(known, folded), ...declared(known, folded)];
}

/** Whose clocks a reader of the files has: those of the record, where they name its zone. */
export function zoneOf({ declared: found }: Pick<KnownFacts, 'declared'>): string | null {
  return found?.values.find(({ name }) => name === 'timeZone')?.value ?? null;
}

export function isMasked(known: KnownFacts, tasks: readonly ReportTask[]): boolean {
  const values = [...tasks.flatMap(({ items }) => items), ...(known.declared?.values ?? [])];
  return values.some(({ masked }) => masked);
}

function declared(known: KnownFacts, folded: boolean): ViewSection[] {
  const { declared: found } = known;
  if (found === null) return sentences(['Declared: by no file.']);
  const values = found.values.map((each) => factOf(each, zoneOf(known)));
  return [facts('Declared', values, { aside: placeOf(found.source), folded })];
}

function recorded(known: KnownFacts, folded: boolean): ViewSection[] {
  const { recorded: found, open, copySince } = known;
  const zone = zoneOf(known);
  const more = [
    ...open.map(({ action, at }) => ({ name: 'open write', text: `${action}, left at ${timeIn(at, zone)}` })),
    ...(copySince === null ? [] : [{ name: 'full copy kept', text: `since ${timeIn(copySince, zone)}` }]),
  ];
  if (found === null) {
    if (more.length === 0) return sentences(['Recorded: nothing.']);
    return [facts('Recorded: nothing yet', more)];
  }
  const { recordedAt, removedAt, fields } = found;
  const sent = { name: 'fields sent', text: fields.length === 0 ? 'none' : fields.join(', ') };
  const title = removedAt === null ? 'Recorded' : `Recorded as removed, or seen gone, ${timeIn(removedAt, zone)}`;
  const values = found.values.map((each) => factOf(each, zone));
  const how = { aside: `since ${timeIn(recordedAt, zone)}`, folded: folded && more.length === 0 };
  return [facts(title, [...values, sent, ...more], how)];
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/u;

/** What stands in a data item is not ours to word. */
function factOf({ name, value, masked }: NamedValue, zone: string | null): ViewFact {
  if (masked || value === null) return { name, text: masked ? MASKED : 'none' };
  return { name, text: name.startsWith('data.') ? value : value.replace(TIME, (time) => timeIn(time, zone)) };
}

/** What is shown without its values; nothing where values are shown or there are none. */
export function maskedSentence(isAny: boolean): ViewSection[] {
  return sentences([isAny ? 'Values of people are masked; --show-values shows them on your own terminal.' : '']);
}

/** Numbered, where there are several. `at`: when the report was made. */
export function taskSections(
  tasks: readonly ReportTask[],
  { title, ...how }: { readonly title: string; readonly at: string; readonly folded: boolean },
): ViewSection[] {
  const of = (index: number): string => (tasks.length === 1 ? '' : `: ${index + 1} of ${tasks.length}`);
  return tasks.map((task, index) => taskSection(task, { title: title + of(index), ...how }));
}

function taskSection(
  task: ReportTask,
  { title, at, folded }: { readonly title: string; readonly at: string; readonly folded: boolean },
): ViewSection {
  const shown = [
    ...PUBLIC_TASK_FIELDS.map((name) => ({ name, text: name === 'preferredAgent' ? pin(task, at) : said(task, name) })),
    ...task.items.map(({ key, value, displayOrder, masked }) => ({
      name: `item${displayOrder === null ? '' : ` ${displayOrder}`}`,
      text: `${key}: ${masked ? MASKED : (value ?? '')}`,
    })),
  ];
  return facts(title, shown, { folded });
}

function said(task: ReportTask, name: (typeof PUBLIC_TASK_FIELDS)[number]): string {
  const value = task[name];
  if (value === null) return 'none';
  if (typeof value === 'object') return pairText(value) || 'none';
  const isTime = TASK_FIELDS[name].kind === 'time';
  return isTime ? timeIn(String(value), task.zone) : String(value);
}

/** The service clears it half an hour after the task became deliverable ("Preferred-agent rule"). */
export function pin({ preferredAgent, pinLapsesAt, zone }: ReportTask, at: string): string {
  if (preferredAgent === null) return 'none';
  if (pinLapsesAt === null) return preferredAgent;
  const isOver = Date.parse(pinLapsesAt) <= Date.parse(at);
  return `${preferredAgent}; ${isOver ? 'should have lapsed' : 'lapses'} ${timeIn(pinLapsesAt, zone)} unless delivered`;
}

const NONE = '-';

/** The most important first: a narrow terminal leaves out the last. */
const COLUMNS: Readonly<Record<string, (task: ReportTask) => string>> = {
  campaign: ({ campaignName }) => campaignName,
  clientId: ({ clientId }) => clientId,
  state: ({ workedState }) => workedState,
  agent: ({ preferredAgent }) => preferredAgent ?? NONE,
  earliest: ({ nextEarliestWorkTime: earliest, zone }) => (earliest === null ? NONE : timeIn(earliest, zone)),
  attempts: ({ workAttempts }) => String(workAttempts),
  queue: ({ skillQueue }) => skillQueue ?? NONE,
  declared: ({ declared: source, recorded: isOurs }) => placeOf(source) || (isOurs ? 'recorded only' : 'not ours'),
  previewRecordId: ({ previewRecordId }) => previewRecordId,
};

/** Columns that say nothing of any task are left out, and the campaign where one was searched. */
export function taskTable(tasks: readonly ReportTask[], campaigns: readonly string[], asked: string): ViewSection {
  const said = Object.entries(COLUMNS).filter(
    ([name, cell]) => tasks.some((task) => cell(task) !== NONE) && (campaigns.length > 1 || name !== 'campaign'),
  );
  const rows = tasks.map((task) => said.map(([, cell]) => cell(task)));
  const title = `${campaigns.join(', ')}: ${asked}`;
  return table({ title, columns: said.map(([name]) => name), rows }, { narrows: true });
}
