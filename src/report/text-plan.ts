// A plan in the terminal: what needs a person first, then the changes by file, then the counts, the forecast and the
// next command (design section 10). An empty plan is one line.

import type { ReportChange, ReportGuard, ReportVerdict } from './document-rows.ts';
import type { ReportDocument } from './document-shape.ts';
import { passWords } from './exactly.ts';
import { foldItems } from './fold.ts';
import { groupLines, type Placed } from './groups.ts';
import { changeItem, verdictItem } from './items.ts';
import { paragraph, section, type Layout, type Row } from './layout.ts';
import { changeCount } from './next.ts';
import { reliesLines } from './text-relies.ts';
import { deliveryLines } from './text-delivery.ts';
import { leaverLine, pinNotes, searchedLine } from './text-leavers.ts';
import { warningLines } from './text-warnings.ts';
import { headLines, nextLine, route } from './text-parts.ts';
import { count, counts, duration, estimated, subject, tally } from './words.ts';

export function planLines(document: ReportDocument, layout: Layout): string[] {
  if (nothingToSay(document)) return quietLines(document, layout);
  const facts = counts([
    [document.files.length, 'file'],
    [objects(document), 'object'],
  ]);
  return [
    ...headLines(document, `${facts}, read in ${duration(document.durationMs)}`, layout),
    '',
    ...decisionLines(document, layout),
    ...unreadableLines(document, layout),
    ...groupLines(placed(document, layout), layout),
    ...warningLines(document, layout),
    ...remarks(document, layout),
    ...closing(document, layout),
  ];
}

/** Nothing to do is one line; what was verified and what is warned of all the same stand below it. */
function quietLines(document: ReportDocument, layout: Layout): string[] {
  const warnings = warningLines(document, layout);
  const spaced = warnings.length === 0 ? [] : ['', ...warnings.slice(0, -1)];
  return [...paragraph(nothingToDo(document), layout), ...leaverLine(document, layout), ...spaced];
}

function nothingToSay({ changes, guards, verdicts }: ReportDocument): boolean {
  const loud = verdicts.some(({ class: kind }) => kind === 'decision' || kind === 'unreadable' || kind === 'kept');
  return changes.length === 0 && !loud && guards.every((guard) => guard.passed);
}

export function nothingToDo(document: ReportDocument): string {
  const { changes } = document.summary;
  const total = objects(document);
  if (total === 0 && document.only !== null) return `Nothing to do: no object fits --only ${document.only}.`;
  if (total === 0 && document.command === 'destroy') {
    return `Nothing to destroy: nothing is recorded in ${route(document)}.`;
  }
  const consumed = changes.consumed > 0 ? `; ${count(changes.consumed, 'record')} worked and closed` : '';
  const verb = total === 1 ? 'is' : 'are';
  const subjectOf = total === 0 ? 'nothing is declared and nothing is recorded' : `${count(total, 'object')} ${verb}`;
  const state = total === 0 ? '' : ' as declared';
  return `Nothing to do: ${subjectOf}${state} in ${route(document)}${consumed} (${count(document.requests.observed, 'request')}, ${duration(document.durationMs)}).`;
}

/** Everything the plan looked at. */
function objects({ summary }: ReportDocument): number {
  const { unchanged, consumed } = summary.changes;
  return changeCount(summary) + unchanged + consumed + summary.decisions + summary.unreadable;
}

export function decisionLines(document: ReportDocument, layout: Layout): string[] {
  const { command } = document;
  const guards = document.guards.filter((guard) => !guard.passed).map((guard) => guardRow(guard, command));
  const verdicts = document.verdicts.filter((verdict) => verdict.class === 'decision');
  const rows = [...guards, ...verdictRows(verdicts, document, layout)];
  return section({ title: 'Needs a decision', rows }, layout);
}

function guardRow({ code, text, advice, pass }: ReportGuard, command: string): Row {
  const note = pass === null ? `stops apply. ${advice}` : `stops apply; pass with ${passWords(command, pass)}`;
  const name = code.replace(/^guard-/u, '');
  return { symbol: '!', subject: name, detail: text, place: '', notes: [{ symbol: ' ', text: note }] };
}

function unreadableLines(document: ReportDocument, layout: Layout): string[] {
  const verdicts = document.verdicts.filter((verdict) => verdict.class === 'unreadable');
  const { asked, answered } = document.coverage;
  const title = `Could not be read: nothing is concluded (${answered} of ${asked} answered)`;
  return section({ title, rows: verdictRows(verdicts, document, layout) }, layout);
}

/** Outside the groups: each row names campaign and file itself, and says how to go on. */
function verdictRows(verdicts: readonly ReportVerdict[], document: ReportDocument, layout: Layout): Row[] {
  const items = verdicts.map((verdict) => ({
    ...verdictItem(verdict),
    name: subject(verdict.address).replace(/^(user|record) /u, ''),
    notes: [
      ...pinNotes(verdict.address, document),
      ...(verdict.advice === null ? [] : [{ symbol: ' ' as const, text: verdict.advice }]),
    ],
  }));
  return foldItems(items, layout, { fileInHeading: false });
}

function placed(document: ReportDocument, layout: Layout): Placed[] {
  const noted = new Set(document.changes.flatMap((each) => (each.kind === 'user' ? each.after : [])));
  const isNote = ({ pin, action, fields, address }: ReportChange): boolean =>
    pin !== null && action === 'update' && fields.length === 1 && noted.has(address);
  const shown = document.changes.filter((each) => layout.verbose || !isNote(each));
  const changes = shown.map((change) => ({
    address: change.address,
    source: change.source,
    item: changeItem(change, pinNotes(change.address, document), layout.verbose),
  }));
  const quiet = document.verdicts.filter(({ class: kind }) => ['consumed', 'kept', 'platform'].includes(kind));
  const verdicts = quiet.map((verdict) => ({
    address: verdict.address,
    source: verdict.source,
    item: verdictItem(verdict),
  }));
  return [...changes, ...verdicts];
}

function remarks(document: ReportDocument, layout: Layout): string[] {
  const assumed = document.verdicts.filter((verdict) => verdict.class === 'assumed').length;
  const passed = document.guards.flatMap((guard) => (guard.passed && guard.pass !== null ? [guard.pass] : []));
  const lines = [
    assumed === 0
      ? ''
      : `Not verifiable: names, templates and e-mails of ${count(assumed, 'user')} (the service does not show them; assumed since creation)`,
    ...leaverLine(document, layout),
    searchedLine(document),
    passed.length === 0 ? '' : `Passed by ${passWords(document.command, passed.join(', '))}`,
    partRemark(document),
  ].filter((line) => line !== '');
  const all = [...lines, ...reliesLines(document, layout)];
  return all.length === 0 ? [] : [...all.flatMap((line) => paragraph(line, layout)), ''];
}

function partRemark({ approval }: ReportDocument): string {
  if (approval === null || approval.part === 'whole') return '';
  const own = approval.changes.filter(({ part }) => part === approval.part).length;
  return `Approved is the ${approval.part} part, ${own} of ${count(approval.changes.length, 'change')}; the others are left as they are`;
}

function countsLine(document: ReportDocument): string {
  const { changes, decisions, unreadable } = document.summary;
  const todo = tally([
    [changes.create, 'to create'],
    [changes.update, 'to update'],
    [changes.replace, 'to replace'],
    [changes.move, 'to move'],
    [changes.adopt, 'to adopt'],
    [changes.delete, 'to delete'],
    [changes.forget, 'to release'],
  ]);
  const quiet = tally([
    [changes.consumed, 'consumed'],
    [changes.unchanged, 'unchanged'],
  ]);
  const open = tally([
    [decisions, 'left out until decided'],
    [unreadable, 'not readable'],
  ]);
  return [todo || 'Nothing to do', open, quiet].filter((part) => part !== '').join('; ');
}

function closing(document: ReportDocument, layout: Layout): string[] {
  const { style } = layout;
  const asked = document.command === 'plan' ? 'Nothing was changed.' : '';
  const cost = [document.changes.length === 0 ? '' : `${budget(document)}.`, asked]
    .filter((each) => each !== '')
    .join(' ');
  const exact = document.exactly.map(({ why, command }) => `${why}:  ${style.bold(command)}`);
  const lines = [...deliveryLines(document, layout), ...exact, ...nextLine(document, layout)];
  const totals = paragraph(countsLine(document), layout).map(style.bold);
  return [...totals, ...paragraph(cost, layout), ...lines];
}

/** Exact apart from retries; the engine of Pulumi reads each object once more by itself. */
function budget({ requests, estimateMs, command, changes }: ReportDocument): string {
  const { apply, reads, writes } = requests;
  if (apply === 0) return 'apply sends no request';
  const span = estimateMs === null ? '' : estimated(estimateMs);
  const time = span === '' ? '' : `, ${span.startsWith('under') ? '' : 'about '}${span}`;
  const isMost = changes.some(({ behaviorIfInBackend }) => behaviorIfInBackend === 'FAIL-then-ALLOW');
  const most = isMost ? 'up to ' : '';
  const about = command === 'pulumi' ? 'about ' : most;
  const parts = counts([
    [reads, 'read'],
    [writes, 'write'],
  ]);
  return `apply sends ${about}${count(apply, 'request')} (${parts})${time}`;
}
