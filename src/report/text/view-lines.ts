// A view as lines of a terminal: the first sentences, the groups, warnings, what was left alone, when records are delivered, how
// far to trust it, and the commands. Colour only repeats what words say.

import { headLines } from '../words/head-text.ts';
import { paragraph, type Layout } from '../words/layout.ts';
import { duration, moment } from '../words/words.ts';
import type { DriftView, PlanView, ReportView, ViewSentence } from '../view/view.ts';
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

/** The verdict in bold, each stop on a line of its own; below them what does not come from the files, and the rest. */
function summaryLines(sentences: readonly ViewSentence[], layout: Layout): string[] {
  const { style } = layout;
  const isStop = ({ about, tone }: ViewSentence): boolean => about === 'stops' && tone === 'stops';
  const isLoud = ({ about }: ViewSentence): boolean => about === 'verdict' || about === 'stops' || about === 'reading';
  const others = sentences.filter((each) => !isLoud(each));
  const paint = { quiet: style.good, changes: (text: string) => text, stops: style.danger }[toneOf(sentences)];
  const joined = (each: readonly ViewSentence[]): string[] =>
    each.length === 0 ? [] : paragraph(each.map(({ text }) => text).join('  '), layout);
  const loud = Map.groupBy(sentences.filter(isLoud), (each) => (isStop(each) ? each.text : ''));
  const bold = [...loud.values()].flatMap(joined);
  return [...bold.map((line) => style.bold(paint(line))), ...joined(others)];
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

function planTail(view: PlanView, layout: Layout): string[] {
  const { warnings, delivery, trust, relies, next, onMerge } = view;
  const facts = view.facts.length === 0 ? [] : paragraph(view.facts.join('.  '), layout);
  const commands = [...view.approve, ...(next === null ? [] : [next])];
  return spaced([
    delivery === null ? [] : deliveryLines(delivery, layout),
    warningLines(warnings, layout),
    facts,
    [...trustLines(trust, layout), ...reliesLines(relies, layout)],
    [
      ...closing(view, layout),
      ...(onMerge === null ? [] : paragraph(`After the merge: ${onMerge}`, layout)),
      ...commandLines(commands, layout),
    ],
  ]);
}

function driftTail(view: DriftView, layout: Layout): string[] {
  const { trust, certainty, waysOut } = view;
  const fields = layout.verbose ? certainty.flatMap((each) => paragraph(`  ${each}`, layout)) : [];
  return [
    ...trust.flatMap(({ text }) => paragraph(text, layout)),
    ...fields,
    ...closing(view, layout),
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
