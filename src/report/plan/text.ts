// A plan in the terminal: what needs a person first, then the changes by file, then the counts, the forecast and the
// next command. An empty plan is one line.

import { groupLines, type Placed } from '../groups.ts';
import { headLines, nextLine } from '../head-text.ts';
import { changeItem, verdictItem } from '../items.ts';
import { paragraph, type Layout } from '../layout.ts';
import { leaverLine } from '../leavers.ts';
import { count, counts, duration } from '../words.ts';
import { decisionLines, unreadableLines } from './decisions.ts';
import { deliveryLines } from './delivery.ts';
import type { PlanDocument } from './document.ts';
import { passWords } from './exact-commands.ts';
import type { PlanFacts } from './facts.ts';
import { pinNotes, searchedLine } from './pins.ts';
import { reliesLines } from './relies.ts';
import type { ReportChange, ReportVerdict } from './rows.ts';
import { costLine, countsLine, nothingToDo, objectCount } from './totals.ts';
import { warningLines } from './warnings.ts';

export function planLines(document: PlanDocument, layout: Layout): string[] {
  if (nothingToSay(document)) return quietLines(document, layout);
  const facts = counts([
    [document.files.length, 'file'],
    [objectCount(document.summary), 'object'],
  ]);
  return [
    ...headLines(document, `${facts}, read in ${duration(document.durationMs)}`, layout),
    '',
    ...decisionLines(document, layout),
    ...unreadableLines(document, layout),
    ...groupLines([...placedChanges(document, layout), ...placedVerdicts(document)], layout),
    ...warningLines(document.warnings, layout),
    ...remarkLines(document, layout),
    ...closingLines(document, layout),
  ];
}

/** A plan without changes is one line; the count of leavers and the warnings follow it. */
function quietLines(document: PlanDocument, layout: Layout): string[] {
  const warnings = warningLines(document.warnings, layout);
  const spaced = warnings.length === 0 ? [] : ['', ...warnings.slice(0, -1)];
  return [...paragraph(nothingToDo(document), layout), ...leaverLine(document.leavers, layout), ...spaced];
}

/** Classes of verdicts for which a plan is more than one line, even without a change. */
const ALWAYS_SHOWN: ReadonlySet<ReportVerdict['class']> = new Set(['decision', 'unreadable', 'kept']);
/** Classes of verdicts that are listed among the changes of their file: nothing is written, and this is why. */
const AMONG_CHANGES: ReadonlySet<ReportVerdict['class']> = new Set(['consumed', 'kept', 'platform']);

function nothingToSay({ changes, guards, verdicts }: PlanFacts): boolean {
  const isShown = verdicts.some((verdict) => ALWAYS_SHOWN.has(verdict.class));
  return changes.length === 0 && !isShown && guards.every((guard) => guard.passed);
}

function placedChanges({ changes, offboarding }: PlanFacts, { verbose }: Layout): Placed[] {
  const before = new Set(changes.flatMap((each) => (each.kind === 'user' ? each.after : [])));
  // A change of a pin because its user leaves is a note under that user, not a row of its own.
  const isNote = ({ pin, action, fields, address }: ReportChange): boolean =>
    pin !== null && action === 'update' && fields.length === 1 && before.has(address);
  const shown = changes.filter((each) => verbose || !isNote(each));
  return shown.map((change) => ({
    address: change.address,
    source: change.source,
    item: changeItem(change, pinNotes(change.address, offboarding), verbose),
  }));
}

function placedVerdicts({ verdicts }: PlanFacts): Placed[] {
  const shown = verdicts.filter((verdict) => AMONG_CHANGES.has(verdict.class));
  return shown.map((verdict) => ({ address: verdict.address, source: verdict.source, item: verdictItem(verdict) }));
}

function remarkLines(document: PlanDocument, layout: Layout): string[] {
  const lines = [
    assumedRemark(document),
    ...leaverLine(document.leavers, layout),
    searchedLine(document.offboarding),
    passedRemark(document),
    partRemark(document),
    ...reliesLines(document.relies, layout),
  ].filter((line) => line !== '');
  return lines.length === 0 ? [] : [...lines.flatMap((line) => paragraph(line, layout)), ''];
}

function assumedRemark({ verdicts }: PlanFacts): string {
  const assumed = verdicts.filter((verdict) => verdict.class === 'assumed').length;
  if (assumed === 0) return '';
  const whose = count(assumed, 'user');
  return `Not verifiable: names, templates and e-mails of ${whose} (the service does not show them; assumed since creation)`;
}

function passedRemark({ guards, command }: PlanDocument): string {
  const passed = guards.flatMap((guard) => (guard.passed && guard.pass !== null ? [guard.pass] : []));
  return passed.length === 0 ? '' : `Passed by ${passWords(command, passed.join(', '))}`;
}

function partRemark({ approval }: PlanFacts): string {
  if (approval.part === 'whole') return '';
  const own = approval.changes.filter(({ part }) => part === approval.part).length;
  return `Approved is the ${approval.part} part, ${own} of ${count(approval.changes.length, 'change')}; the others are left as they are`;
}

function closingLines(document: PlanDocument, layout: Layout): string[] {
  const { style } = layout;
  const nothingChanged = document.command === 'plan' ? 'Nothing was changed.' : '';
  const cost = [costLine(document), nothingChanged].filter((each) => each !== '').join(' ');
  return [
    ...paragraph(countsLine(document.summary), layout).map(style.bold),
    ...paragraph(cost, layout),
    ...deliveryLines(document.forecast, layout),
    ...document.exactly.map(({ why, command }) => `${why}:  ${style.bold(command)}`),
    ...nextLine(document, layout),
  ];
}
