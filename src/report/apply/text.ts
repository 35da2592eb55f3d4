// What an apply did: what is not done and not settled first, then the counts. A full success is two lines.

import { foldItems, type Item } from '../fold.ts';
import { groupLines, type Placed } from '../groups.ts';
import { headLines, nextLine } from '../head-text.ts';
import { symbolOf } from '../items.ts';
import { paragraph, section, type Layout } from '../layout.ts';
import { leaverLine } from '../leavers.ts';
import { decisionLines } from '../plan/decisions.ts';
import { nothingToDo } from '../plan/totals.ts';
import { count, duration, longName, shortName, tally } from '../words.ts';
import type { ApplyDocument, ReportSettlement } from './document.ts';

export function applyLines(document: ApplyDocument, layout: Layout): string[] {
  const { changes, stopped, summary } = document;
  if (changes.length === 0 && summary.decisions + summary.unreadable === 0 && stopped === null) {
    return [...paragraph(nothingToDo(document), layout), ...leaverLine(document.leavers, layout)];
  }
  const facts = `${summary.settlements.applied} of ${count(changes.length, 'change')} done in ${duration(document.durationMs)}`;
  return [
    ...headLines(document, facts, layout),
    '',
    ...stoppedLines(document, layout),
    ...openLines('unresolved', document, layout),
    ...openLines('failed', document, layout),
    ...openLines('skipped', document, layout),
    ...leftLines(document, layout),
    ...decisionLines({ ...document, guards: [] }, layout),
    ...doneLines(document, layout),
    ...leaverLine(document.leavers, layout),
    ...paragraph(countsLine(document), layout).map(layout.style.bold),
    ...nextLine(document, layout),
  ];
}

function stoppedLines({ stopped }: ApplyDocument, layout: Layout): string[] {
  if (stopped === null) return [];
  const notes = [{ symbol: ' ' as const, text: stopped.advice }];
  const row = { symbol: '!' as const, subject: stopped.code, detail: stopped.message, place: '', notes };
  return section({ title: 'The run was stopped', rows: [row] }, layout);
}

const OPEN = {
  unresolved: 'Not settled: the next run reads before it writes',
  failed: 'Failed',
  skipped: 'Not tried',
} as const;

function openLines(outcome: keyof typeof OPEN, document: ApplyDocument, layout: Layout): string[] {
  const items = document.settlements.filter((each) => each.outcome === outcome && !isLeft(each)).map(problemItem);
  const rows = foldItems(items, layout, { fileInHeading: false });
  return section({ title: OPEN[outcome], rows }, layout);
}

function leftLines({ settlements }: ApplyDocument, layout: Layout): string[] {
  const items = settlements.filter(isLeft).map((each) => ({ ...problemItem(each), symbol: '=' as const, notes: [] }));
  return section(
    { title: 'Left for approval: the other parts', rows: foldItems(items, layout, { fileInHeading: false }) },
    layout,
  );
}

function isLeft({ problem }: ReportSettlement): boolean {
  return problem?.code === 'left-for-approval';
}

function problemItem(settlement: ReportSettlement): Item {
  const { address, kind, action, source, problem } = settlement;
  const code = problem?.code ?? 'internal';
  return {
    symbol: '!',
    kind,
    name: longName(address),
    detail: `${action}: ${problem?.message ?? ''}`,
    like: `${action} ${code}`,
    common: `${action}: ${code}`,
    source,
    notes: problem === null ? [] : [{ symbol: ' ', text: problem.advice }],
  };
}

/** Only with --verbose, or where there is a note: the plan above has listed the changes already. */
function doneLines(document: ApplyDocument, layout: Layout): string[] {
  const applied = document.settlements.filter((each) => each.outcome === 'applied');
  const placed = applied
    .filter((each) => layout.verbose || each.note !== null)
    .map((each): Placed => ({ address: each.address, source: each.source, item: doneItem(each) }));
  return groupLines(placed, layout);
}

function doneItem({ address, kind, action, source, note }: ReportSettlement): Item {
  const word = PAST[action];
  return {
    symbol: symbolOf(action, 1),
    kind,
    name: shortName(address),
    detail: note === null ? word : `${word}: ${note}`,
    like: `${action} ${note ?? ''}`,
    common: word,
    source,
    notes: [],
  };
}

const PAST: Readonly<Record<ReportSettlement['action'], string>> = {
  create: 'created',
  restore: 'restored',
  update: 'updated',
  replace: 'replaced',
  move: 'moved',
  adopt: 'adopted',
  delete: 'deleted',
  forget: 'released',
};

function countsLine({ settlements, summary }: ApplyDocument): string {
  const applied = settlements.filter((each) => each.outcome === 'applied');
  const done = Object.entries(PAST).map(
    ([action, word]) => [applied.filter((each) => each.action === action).length, word] as const,
  );
  const { unresolved, failed, skipped } = summary.settlements;
  const left = settlements.filter(isLeft).length;
  const open = tally([
    [failed, 'failed'],
    [unresolved, 'not settled'],
    [skipped - left, 'not tried'],
    [left, 'left for approval'],
    [summary.decisions, 'left out until decided'],
    [summary.unreadable, 'not readable'],
  ]);
  const nothing = failed + unresolved > 0 ? 'No change was finished' : 'Nothing was changed';
  return [tally(done) || nothing, open].filter((part) => part !== '').join('; ');
}
