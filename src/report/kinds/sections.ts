// Sections that look-ups share: what is declared, what is recorded, one task with every field that the service shows.

import type { SourcePosition } from '../../model/address.ts';
import { PUBLIC_TASK_FIELDS, TASK_FIELDS } from '../../model/task-fields.ts';
import { placeOf } from '../words/layout.ts';
import { sentences, type ViewFact, type ViewSection } from '../view/section.ts';
import { moment, pairText } from '../words/words.ts';
import type { KnownFacts, NamedValue } from '../documents/known.ts';
import type { ReportTask } from '../documents/task.ts';

export const MASKED = '(masked)';

interface EndWords {
  readonly remarks: readonly string[];
  /** Of the line that declares it. */
  readonly line?: string;
}

/** What is recorded and declared, that values are masked where they are, and what else is to be said. */
export function endSections(
  known: KnownFacts,
  tasks: readonly ReportTask[],
  { remarks, line = '' }: EndWords,
): ViewSection[] {
  const values = [...tasks.flatMap(({ items }) => items), ...(known.declared?.values ?? [])];
  return [
    ...recorded(known),
    ...declared(known),
    ...sentences([line]),
    ...maskedSentence(values.some(({ masked }) => masked)),
    ...sentences(remarks),
  ];
}

function declared({ declared: found }: KnownFacts): ViewSection[] {
  if (found === null) return sentences(['Declared: by no file.']);
  return [{ kind: 'facts', title: 'Declared', aside: placeOf(found.source), facts: found.values.map(factOf) }];
}

function recorded({ recorded: found, open, copySince }: KnownFacts): ViewSection[] {
  const more = [
    ...open.map(({ action, at }) => ({ name: 'open write', text: `${action}, left at ${moment(at)}` })),
    ...(copySince === null ? [] : [{ name: 'full copy kept', text: `since ${moment(copySince)}` }]),
  ];
  if (found === null) {
    if (more.length === 0) return sentences(['Recorded: nothing.']);
    return [{ kind: 'facts', title: 'Recorded: nothing yet', aside: '', facts: more }];
  }
  const { recordedAt, removedAt, values, fields } = found;
  const sent = { name: 'fields sent', text: fields.length === 0 ? 'none' : fields.join(', ') };
  const title = removedAt === null ? 'Recorded' : `Recorded as removed, or seen gone, ${moment(removedAt)}`;
  return [
    { kind: 'facts', title, aside: `since ${moment(recordedAt)}`, facts: [...values.map(factOf), sent, ...more] },
  ];
}

function factOf({ name, value, masked }: NamedValue): ViewFact {
  return { name, text: masked ? MASKED : (value ?? 'none') };
}

/** What is shown without its values; nothing where values are shown or there are none. */
export function maskedSentence(isMasked: boolean): ViewSection[] {
  return sentences([isMasked ? 'Values of people are masked; --show-values shows them on your own terminal.' : '']);
}

/** `at`: when the report was made. */
export function taskSection(task: ReportTask, title: string, at: string): ViewSection {
  const facts = [
    ...PUBLIC_TASK_FIELDS.map((name) => ({ name, text: name === 'preferredAgent' ? pin(task, at) : said(task, name) })),
    ...task.items.map(({ key, value, displayOrder, masked }) => ({
      name: `item${displayOrder === null ? '' : ` ${displayOrder}`}`,
      text: `${key}: ${masked ? MASKED : (value ?? '')}`,
    })),
  ];
  return { kind: 'facts', title, aside: '', facts };
}

function said(task: ReportTask, name: (typeof PUBLIC_TASK_FIELDS)[number]): string {
  const value = task[name];
  if (value === null) return 'none';
  if (typeof value === 'object') return pairText(value) || 'none';
  const isTime = TASK_FIELDS[name].kind === 'time';
  return isTime ? String(value).replace('T', ' ').replace('Z', ' UTC') : String(value);
}

/** The service clears it half an hour after the task became deliverable ("Preferred-agent rule"). */
function pin({ preferredAgent, pinLapsesAt }: ReportTask, at: string): string {
  if (preferredAgent === null) return 'none';
  if (pinLapsesAt === null) return preferredAgent;
  const isOver = Date.parse(pinLapsesAt) <= Date.parse(at);
  return `${preferredAgent}; ${isOver ? 'should have lapsed' : 'lapses'} ${moment(pinLapsesAt)} unless delivered`;
}

const NONE = '-';

const COLUMNS: Readonly<Record<string, (task: ReportTask) => string>> = {
  clientId: ({ clientId }) => clientId,
  workedState: ({ workedState }) => workedState,
  attempts: ({ workAttempts }) => String(workAttempts),
  skillQueue: ({ skillQueue }) => skillQueue ?? NONE,
  preferredAgent: ({ preferredAgent }) => preferredAgent ?? NONE,
  earliest: ({ nextEarliestWorkTime: earliest }) => (earliest === null ? NONE : moment(earliest)),
  declared: ({ declared: source, recorded: isOurs }) => standing(source, isOurs),
  previewRecordId: ({ previewRecordId }) => previewRecordId,
};

/** Columns that say nothing of any task are left out. */
export function taskTable(tasks: readonly ReportTask[], title: string): ViewSection {
  const said = Object.entries(COLUMNS).filter(([, cell]) => tasks.some((task) => cell(task) !== NONE));
  const rows = tasks.map((task) => said.map(([, cell]) => cell(task)));
  return { kind: 'table', title, columns: said.map(([name]) => name), rows, below: [], folded: false };
}

function standing(source: SourcePosition | null, isOurs: boolean): string {
  return source === null ? (isOurs ? 'recorded only' : 'not ours') : placeOf(source);
}
