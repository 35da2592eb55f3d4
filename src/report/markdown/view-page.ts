// The view of a plan, an apply or a drift report -> a page. What a reviewer must see stands open, in the order of the groups: first
// what waits for an answer. Values, what else is sent, commands and fingerprints are folded, and whatever is long.

import type { ChangePart } from '../../model/parts.ts';
import { zonesText } from '../view/delivery.ts';
import type { PlanView, ReportView, ViewCommand, ViewMember, ViewQuestion, ViewWarning } from '../view/view.ts';
import { fieldText, PART_WORDS } from '../words/words.ts';
import { COLUMNS, groupTable, MOST_OPEN } from './group-tables.ts';
import {
  cell,
  placeCell,
  row,
  value,
  valueCell,
  words,
  type FileLink,
  type PageBlock,
  type Page,
  type PageRow,
  type PageTable,
} from './page.ts';

/** More changes than this are not listed once more with their values. */
const MOST_DETAILED = 100;

export function viewPage(
  view: ReportView,
  link: FileLink,
): Pick<Page, 'verdict' | 'state' | 'lead' | 'tables' | 'blocks'> {
  const { summary, facts } = view;
  const verdict = summary.map(({ text }) => text).join(' ');
  const blocks = blocksOf(view);
  const groups = view.groups.map((group) => groupTable(group, link));
  if (view.kind !== 'plan') {
    const loud = summary.filter(({ tone }) => tone === 'stops').map(({ text }) => `**${words(text)}**`);
    const others = summary.filter(({ tone }) => tone !== 'stops').map(({ text }) => words(text));
    const lead = [...loud, ...(others.length === 0 ? [] : [others.join(' ')]), ...facts.map(words)];
    return { verdict, lead, tables: groups.flatMap(shortened), blocks };
  }
  const [first, ...rest] = summary;
  const sign = { stops: '⛔ ', changes: '✅ ', quiet: '' }[first?.tone ?? 'quiet'];
  const others = rest.map(({ text, tone }) => (tone === 'stops' ? `**${words(text)}**` : words(text))).join(' ');
  return {
    verdict,
    state: { sign, text: first?.text ?? '' },
    lead: [others, ...facts.map(words)].filter((each) => each !== ''),
    tables: [
      ...questionTable(view.questions, link),
      ...deliveryTable(view).flatMap(shortened),
      ...warningTable(view.warnings, link),
      ...groups.flatMap(shortened),
      ...mergeTable(view),
      ...detailTable(view),
    ],
    blocks,
  };
}

/** The first rows open, the others folded. */
function shortened(table: PageTable): PageTable[] {
  const { rows, open, title } = table;
  if (!open || rows.length <= 2 * MOST_OPEN) return [table];
  const rest = rows.slice(MOST_OPEN);
  const name = `${title}: the other ${rest.length.toLocaleString('en')} rows`;
  return [
    { ...table, rows: rows.slice(0, MOST_OPEN) },
    { title: name, open: false, columns: table.columns, rows: rest },
  ];
}

function questionTable(questions: readonly ViewQuestion[], link: FileLink): PageTable[] {
  if (questions.length === 0) return [];
  const rows = questions.map((each, index): PageRow => {
    const objects = Math.max(1, each.about.length);
    return { objects, line: (most) => questionText(each, { number: index + 1, most, link }) };
  });
  return [{ title: 'Needs an answer', open: true, columns: [], rows }];
}

const MOST_NAMED = 8;

interface QuestionLayout {
  readonly number: number;
  readonly most: number;
  readonly link: FileLink;
}

function questionText({ ask, about, why, answers }: ViewQuestion, { number, most, link }: QuestionLayout): string {
  const shown = about.slice(0, Math.min(most, MOST_NAMED));
  const more = about.length - shown.length;
  const names = [
    ...shown.map((each) => namedAt(each, link)),
    ...(more > 0 ? [`${more.toLocaleString('en')} more`] : []),
  ];
  const act = (each: ViewQuestion['answers'][number]): string =>
    [words(each.act), each.words === null ? '' : value(each.words)].filter(Boolean).join(' ');
  return [
    `${number}. **${words(ask)}** ${names.join(', ')}`.trim(),
    ...why.map((text) => `   - ${words(text)}`),
    ...answers.map((each) => `   - **${words(each.answer)}** → ${act(each)}`),
  ].join('\n');
}

function namedAt({ subject, place }: ViewMember, link: FileLink): string {
  return place === null
    ? value(subject)
    : `${value(subject)} (${placeCell(`${place.file}:${place.line}`, place, link).replaceAll('\\|', '|')})`;
}

/** A reader who decides whether to merge is told what that does, and otherwise that nobody said it. */
function mergeTable({ onMerge, approve, groups, isBlocked }: PlanView): PageTable[] {
  if (onMerge === null && groups.length === 0 && approve.length === 0) return [];
  const also = isBlocked
    ? ' If it applies, it stops at the same questions: whoever runs it gives the answers that are not given in the files.'
    : '';
  const unsaid = `This report sends nothing. What the merge sends is up to this repository’s workflow, which does not say it here (it would set ${value('MUSTER_ON_MERGE')}).${also}`;
  const below = [onMerge === null ? unsaid : words(onMerge)];
  return [{ title: 'After the merge', open: true, columns: [], rows: [], below }];
}

const goesWith = (part: ChangePart): string => (part === 'removals' ? 'takes away or re-pins' : PART_WORDS[part]);

/** Each change by its address: what it is approved with, each public value, what else is sent. */
function detailTable({ groups }: PlanView): PageTable[] {
  const members = groups
    .flatMap(({ rows }) => rows.flatMap((each) => each.members))
    .filter(({ part }) => part !== null);
  if (members.length === 0 || members.length > MOST_DETAILED) return [];
  const rows = members.map((member): PageRow => {
    const values = [...member.fields.map(fieldText), member.reason].filter((text) => text !== '').map(cell);
    return {
      objects: 1,
      line: () =>
        row([valueCell(member.address ?? ''), member.part === null ? '' : goesWith(member.part), values.join('<br>')]),
    };
  });
  const title = 'Every change by its id: the command below that it goes with, values, what else is sent';
  return [{ title, open: false, columns: ['id', 'goes with what', 'values'], rows }];
}

function warningTable(warnings: readonly ViewWarning[], link: FileLink): PageTable[] {
  const own = warnings.filter(({ inRow }) => !inRow);
  if (own.length === 0) return [];
  const rows = own.map(({ code, text, subject, place }): PageRow => {
    const where = place === null ? '' : placeCell(`${place.file}:${place.line}`, place, link);
    return { objects: 1, line: () => row(['**!**', cell(subject ?? ''), where, `${cell(text)} (${valueCell(code)})`]) };
  });
  return [{ title: `Warnings (${own.length.toLocaleString('en')})`, open: true, columns: COLUMNS, rows }];
}

const BY_HAND =
  'A part can go before the rest is answered: each command sends only what it names, needs only the answers that it holds, and is refused when the plan is another by then.\n';

function blocksOf(view: ReportView): PageBlock[] {
  const trust = view.trust.map(({ text, how }) => `- ${words(text)}${how === null ? '' : `: ${value(how)}`}`);
  const closing = view.closing.map((each) => `- ${words(each)}`);
  switch (view.kind) {
    case 'plan':
      return [
        ...block('What this plan relies on', [...trust, ...closing]),
        ...block('By hand: the commands, with the fingerprint of each part', [
          BY_HAND,
          ...commandLines([...view.approve, ...(view.next === null ? [] : [view.next])]),
        ]),
      ];
    case 'apply':
      return block('How to go on', [...trust, ...closing, ...commandLines(view.next === null ? [] : [view.next])]);
    case 'drift':
      return [
        ...block('How to go on', commandLines(view.waysOut)),
        ...block('What this report relies on', [
          ...trust,
          ...closing,
          ...view.certainty.map((each) => `- ${words(each)}`),
        ]),
      ];
    default:
      return view satisfies never;
  }
}

function block(title: string, lines: readonly string[]): PageBlock[] {
  return lines.length === 0 ? [] : [{ title, lines }];
}

function deliveryTable({ delivery }: PlanView): PageTable[] {
  if (delivery === null) return [];
  const rows = delivery.rows.map(({ when, records, tasks, zones }): PageRow => {
    const which = tasks.map(cell).join('<br>');
    const line = row([cell(when), records.toLocaleString('en'), which, cell(zonesText({ zones }))]);
    return { objects: records, line: () => line };
  });
  const title = `When customers can be called (${delivery.records.toLocaleString('en')})`;
  return [
    {
      title,
      open: true,
      columns: ['from', 'tasks', 'which', 'on the clocks'],
      rows,
      below: [delivery.pinned, ...delivery.notes].filter((each) => each !== '').map(words),
    },
  ];
}

export function commandLines(commands: readonly ViewCommand[]): string[] {
  return commands.map(({ label, command }) => `- ${words(label)}: ${value(command)}`);
}
