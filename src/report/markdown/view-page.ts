// The view of a plan, an apply or a drift report -> a page. What a reviewer must see stands open, in the order of the groups; what
// only adds, what was done and how far to trust it is folded.

import { sentenceText, tally } from '../words/words.ts';
import type {
  GroupId,
  PlanView,
  ReportView,
  ViewCommand,
  ViewGroup,
  ViewRow,
  ViewSentence,
  ViewWarning,
} from '../view/view.ts';
import {
  cell,
  named,
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

const FOLDED: ReadonlySet<GroupId> = new Set([
  'additions',
  'kept',
  'left',
  'skipped',
  'done',
  'expected',
  'ignored',
  'rules',
]);
const COLUMNS = ['', 'what', 'where', 'why'] as const;

export function viewPage(view: ReportView, link: FileLink): Pick<Page, 'verdict' | 'lead' | 'tables' | 'blocks'> {
  const { summary } = view;
  const loud = summary.filter(({ about, tone }) => about !== 'warnings' && tone === 'stops');
  const others = summary.filter((each) => !loud.includes(each));
  const lead = [
    ...loud.map((each) => `**${words(each.text)}**${allowedBy(each)}`),
    ...(others.length === 0 ? [] : [others.map(({ text }) => words(text)).join(' ')]),
    ...view.facts.map(words),
  ];
  return {
    verdict: summary.map(sentenceText).join(' '),
    lead: [...lead, ...(view.kind === 'plan' ? mergeLine(view) : [])],
    tables: [
      ...view.groups.map((group) => groupTable(group, link)),
      ...(view.kind === 'plan' ? warningTable(view.warnings, link) : []),
    ],
    blocks: blocksOf(view),
  };
}

function allowedBy({ allowedBy: how }: ViewSentence): string {
  return how === null
    ? ''
    : ` Nothing is sent unless ${value(how)} is given (see “How to apply it”); if it is not wanted, change the files.`;
}

/** A reader who decides whether to merge is told what that does, and otherwise that nobody said it. */
function mergeLine({ onMerge, groups }: PlanView): string[] {
  if (onMerge !== null) return [`On merge: ${words(onMerge)}`];
  if (groups.length === 0) return [];
  return [`On merge: this report does not know. The workflow can say it here, in ${value('MUSTER_ON_MERGE')}.`];
}

export function groupTable({ id, title, count, rows }: ViewGroup, link: FileLink): PageTable {
  const open = !FOLDED.has(id);
  const size = id === 'additions' ? verbsOf(rows) : count.toLocaleString('en');
  return { title: `${title} (${size})`, open, columns: COLUMNS, rows: rows.map((each) => rowOf(each, link)) };
}

/** `190 create, 1 move`: the group is folded, and a reader counts what the first lines announce. */
function verbsOf(rows: readonly ViewRow[]): string {
  const byVerb = Map.groupBy(rows, ({ verb }) => verb);
  const objects = (own: readonly ViewRow[]): number =>
    own.reduce((sum, { members }) => sum + Math.max(1, members.length), 0);
  return tally([...byVerb].map(([verb, own]) => [objects(own), verb] as const));
}

function rowOf(each: ViewRow, link: FileLink): PageRow {
  const { symbol, verb, subject, details, notes, members } = each;
  const [first] = members;
  const single = members.length === 1;
  const why = [
    ...details.map(cell),
    ...(single && first?.reason ? [cell(first.reason)] : []),
    ...notes.map(({ tone, text }) => (tone === 'warning' ? `**!** ${cell(text)}` : cell(text))),
  ];
  const places = placesOf(each, link);
  const names = members.map(({ name }) => name);
  return {
    objects: Math.max(1, members.length),
    line: (most) => {
      const what = [valueCell(subject), ...(single ? [] : [named(names, most)])];
      return row([`\`${symbol}\` ${cell(verb)}`, what.join('<br>'), places, why.filter(Boolean).join('<br>')]);
    },
  };
}

/** `teams/a.yaml:3`; of several `:3-5` where each of these lines is one of them, and else `:3 … 133`. */
function placesOf({ members }: ViewRow, link: FileLink): string {
  const places = members.flatMap(({ place }) => place ?? []);
  const [first] = places;
  if (first === undefined) return '';
  const lines = places.filter(({ file }) => file === first.file).map(({ line }) => line);
  const [from, to] = [Math.min(...lines), Math.max(...lines)];
  const between = to - from < new Set(lines).size ? '-' : ' … ';
  const shown = `${first.file}:${from}${from === to ? '' : `${between}${to}`}`;
  return placeCell(shown, { file: first.file, line: from }, link);
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

function blocksOf(view: ReportView): PageBlock[] {
  const trust = view.trust.map(({ text, how }) => `- ${words(text)}${how === null ? '' : `: ${value(how)}`}`);
  const closing = view.closing.map((each) => `- ${words(each)}`);
  switch (view.kind) {
    case 'plan':
      return [
        ...block('What this plan relies on; when agents get the records', [
          ...trust,
          ...deliveryLines(view),
          ...closing,
        ]),
        ...block('How to apply it', commandLines([...view.approve, ...(view.next === null ? [] : [view.next])])),
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

function deliveryLines({ delivery }: PlanView): string[] {
  if (delivery === null) return [];
  const rows = delivery.rows.map(({ when, records, zones }) => {
    const shown = zones.map((each) => `${each.records.toLocaleString('en')} ${each.zone}`).join(', ');
    return `- ${words(`${when}: ${records.toLocaleString('en')}`)}${shown === '' ? '' : ` (${words(shown)})`}`;
  });
  return [
    `- ${delivery.records.toLocaleString('en')} records, ${delivery.pinned.toLocaleString('en')} pinned, can be delivered:`,
  ].concat(
    rows.map((each) => `  ${each}`),
    delivery.notes.map((each) => `- ${words(each)}`),
  );
}

export function commandLines(commands: readonly ViewCommand[]): string[] {
  return commands.map(({ label, command }) => `- ${words(label)}: ${value(command)}`);
}
