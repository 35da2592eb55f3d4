// A view as lines of a terminal: the first sentences, the groups, warnings, what was left alone, when records are delivered, how
// far to trust it, and the commands. Colour only repeats what words say.

import { headLines } from '../words/head-text.ts';
import { paragraph, type Layout } from '../words/layout.ts';
import { duration, moment } from '../words/words.ts';
import type { DriftView, PlanView, ReportView, ViewCommand, ViewSentence } from '../view/view.ts';
import { groupedLines, shownRows } from './group-lines.ts';
import { questionLines } from './question-lines.ts';
import { commandLines, deliveryLines, reliesLines, trustLines, warningLines } from './tail-lines.ts';
import { isFolded, namesIn } from './row-lines.ts';

export function viewLines(view: ReportView, layout: Layout): string[] {
  const [first] = view.summary;
  const isQuiet = view.summary.length === 1 && first?.tone === 'quiet';
  const head = isQuiet ? summaryLines(view.summary, layout) : loudHead(view, layout);
  const questions = view.kind === 'plan' ? questionLines(view.questions, layout) : [];
  const body = [...questions, ...groupedLines(view.groups, layout), ...tailLines(view, layout)];
  return [...head, ...(body.length > 0 && !isQuiet ? [''] : []), ...body];
}

/** Where nothing could be read, those are the first words; else the place, then the verdict. */
function loudHead(view: ReportView, layout: Layout): string[] {
  const unread = view.summary.filter(({ about, tone }) => about === 'reading' && tone === 'stops');
  const rest = view.summary.filter((each) => !unread.includes(each));
  return [...summaryLines(unread, layout), ...headLines(view, readWords(view), layout), ...summaryLines(rest, layout)];
}

function readWords({ coverage, durationMs, kind, at }: ReportView): string {
  const { asked, answered } = coverage;
  if (kind === 'drift') return moment(at);
  if (kind === 'apply') return '';
  return `read ${answered.toLocaleString('en')} of ${asked.toLocaleString('en')} in ${duration(durationMs)}`;
}

/** Each stop on a line of its own, in bold as the verdict; after it what does not come from the files, and the rest. */
function summaryLines(sentences: readonly ViewSentence[], layout: Layout): string[] {
  const { style } = layout;
  const paint = { quiet: style.good, changes: (text: string) => text, stops: style.danger }[toneOf(sentences)];
  const isLoud = ({ about }: ViewSentence): boolean => about === 'verdict' || about === 'stops' || about === 'reading';
  const isAlone = ({ about, tone }: ViewSentence): boolean => about === 'stops' && tone === 'stops';
  // Word by word: the lines are broken after it.
  const loud = (text: string): string =>
    text
      .split(' ')
      .map((word) => style.bold(paint(word)))
      .join(' ');
  const lines = Map.groupBy(sentences, (each) =>
    isAlone(each) && sentences.filter(isAlone).length > 1 ? each.text : '',
  );
  return [...lines.values()].flatMap((each) =>
    paragraph(each.map((one) => (isLoud(one) ? loud(one.text) : one.text)).join('  '), layout),
  );
}

function toneOf(sentences: readonly ViewSentence[]): ViewSentence['tone'] {
  const tones = sentences.map(({ tone }) => tone);
  if (tones.includes('stops')) return 'stops';
  return tones.includes('changes') ? 'changes' : 'quiet';
}

function tailLines(view: ReportView, layout: Layout): string[] {
  const facts = view.facts.flatMap((fact) => paragraph(fact, layout));
  switch (view.kind) {
    case 'plan':
      return planTail(view, layout);
    case 'apply':
      return [...facts, ...closing(view, layout), ...(view.next === null ? [] : commandLines([view.next], layout))];
    case 'drift':
      return [...facts, ...driftTail(view, layout)];
    default:
      return view satisfies never;
  }
}

/** What every plan would say again stands in the verbose one. */
function planTail(view: PlanView, layout: Layout): string[] {
  const { warnings, delivery, trust, relies, onMerge, last } = view;
  const { verbose } = layout;
  const facts = [...(verbose ? view.numbers : []), ...view.facts].join('.  ');
  const merge = onMerge === null ? [] : paragraph(`After the merge: ${onMerge}`, layout);
  return spaced([
    warningLines(warnings, layout),
    verbose ? [...trustLines(trust, layout), ...reliesLines(relies, layout)] : [],
    [
      ...(delivery === null ? [] : deliveryLines(delivery, layout)),
      ...(facts === '' ? [] : paragraph(facts, layout)),
      ...(verbose ? closing(view, layout) : hint(view, layout)),
      ...merge,
      ...commandLines(planCommands(view, layout), layout),
      ...(last === null ? [] : paragraph(last, layout).map(layout.style.bold)),
    ],
  ]);
}

/** The whole by its fingerprint; its parts where they are asked for. */
function planCommands({ approve, next }: PlanView, { verbose, parts = false }: Layout): ViewCommand[] {
  const all = [...approve, ...(next === null ? [] : [next])];
  const whole = approve.filter(({ part }) => part === 'whole');
  if (verbose || parts || whole.length === 0) return all;
  const apart = { label: 'in parts', command: 'muster plan --parts', part: null };
  return approve.length > 1 ? [...whole, apart] : whole;
}

function driftTail(view: DriftView, layout: Layout): string[] {
  const { trust, certainty, waysOut } = view;
  const fields = layout.verbose ? certainty.flatMap((each) => paragraph(`  ${each}`, layout)) : [];
  return [
    ...(layout.verbose ? trust.flatMap(({ text }) => paragraph(text, layout)) : []),
    ...fields,
    ...(layout.verbose ? closing(view, layout) : hint(view, layout)),
    ...commandLines(waysOut, layout),
  ];
}

function closing(view: ReportView, layout: Layout): string[] {
  const said = [...view.closing, ...gitWords(view)].join('  ');
  return [...(said === '' ? [] : [said]), ...hint(view, layout)].flatMap((each) => paragraph(each, layout));
}

function gitWords({ git, kind, closing: said }: ReportView): string[] {
  if (git === null || kind === 'apply' || said.length === 0) return [];
  const since = git.dirty ? ', with changes since' : '';
  return [`Files of commit ${git.commit.slice(0, 12)} (tree ${git.tree.slice(0, 12)})${since}.`];
}

/** Once, and only where something is hidden. */
function hint({ groups }: ReportView, layout: Layout): string[] {
  const hidden = groups
    .flatMap((group) => shownRows(group, layout))
    .some((row) => isFolded(row, layout) && namesIn(row, layout).hidden > 0);
  return hidden ? [`${layout.listAll ?? '--verbose'} lists every object.`] : [];
}

/** Blocks with a blank line between them. */
function spaced(blocks: readonly (readonly string[])[]): string[] {
  const full = blocks.filter((block) => block.length > 0);
  return full.flatMap((block, index) => (index === 0 ? [...block] : ['', ...block]));
}
