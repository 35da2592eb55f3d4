// doctor in the terminal: one line a check, with how to go on under it; then the open points, measured ones first.

import type { Check } from '../../model/check.ts';
import { headLines, nextLine } from '../head-text.ts';
import { columns, paragraph, wrapped, type Layout } from '../layout.ts';
import { count, duration, tally } from '../words.ts';
import type { DoctorDocument, ReportPoint, ReportProbe } from './document.ts';

export function doctorLines(document: DoctorDocument, layout: Layout): string[] {
  return [
    ...headLines(document, `looked at in ${duration(document.durationMs)}`, layout),
    '',
    ...document.checks.flatMap((check) => checkLines(check, layout)),
    '',
    ...(document.probe === null ? [] : probeLines(document.probe, layout)),
    layout.style.bold(countsLine(document.checks)),
    ...nextLine(document, layout),
  ];
}

const MARKS = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const;
const MARK_WIDTH = 7;
const NAME_WIDTH = 12;

function checkLines({ status, name, text, advice, code }: Check, layout: Layout): string[] {
  const { style } = layout;
  const paint = { ok: style.good, warning: style.change, failed: style.danger, skipped: style.dim }[status];
  const head = `  ${paint(MARKS[status])}${' '.repeat(MARK_WIDTH - columns(MARKS[status]))}  ${name.padEnd(NAME_WIDTH)}`;
  const start = 2 + MARK_WIDTH + 2 + NAME_WIDTH;
  const room = Math.max(24, layout.width - start);
  const label = code === null ? text : `${text} [${code}]`;
  const [first = '', ...rest] = wrapped(label, room);
  const notes = advice === null ? [] : wrapped(advice, room).map((line) => style.dim(line));
  return [head + first, ...[...rest, ...notes].map((line) => ' '.repeat(start) + line)];
}

function probeLines(probe: ReportProbe, layout: Layout): string[] {
  const known = probe.points.filter(({ how }) => how !== 'assumed');
  const open = probe.points.filter(({ how }) => how === 'assumed');
  const shown = layout.verbose ? open : [];
  const { style } = layout;
  return [
    style.bold('Points the interface documents leave open'),
    ...known.flatMap((point) => pointLines(point, layout)),
    ...shown.flatMap((point) => pointLines(point, layout)),
    ...(open.length > 0 && !layout.verbose ? [`  ${count(open.length, 'point')} unknown (--verbose says why)`] : []),
    '',
    ...probe.changed.flatMap(({ id, before, after }) =>
      paragraph(`Changed: ${id} was ${before} and is ${after} now [profile-changed]`, layout).map(style.danger),
    ),
    ...probe.stuck.flatMap(({ campaignName, clientId }) =>
      paragraph(`Left behind: ${clientId} in ${campaignName} [probe-leftover]`, layout).map(style.danger),
    ),
    ...probe.stuckUsers.flatMap((login) =>
      paragraph(`Left behind: the test user ${login} [probe-leftover]`, layout).map(style.danger),
    ),
    fileLine(probe),
    '',
  ];
}

function pointLines({ id, question, answer, how, evidence, lastSeen }: ReportPoint, layout: Layout): string[] {
  const start = 16;
  const room = Math.max(24, layout.width - start);
  const [first = '', ...rest] = wrapped(`${question}: ${answer}`, room);
  const by = how === 'assumed' ? evidence : `${evidence} (${how}, ${lastSeen ?? ''})`;
  const notes = layout.verbose || how === 'assumed' ? wrapped(by, room) : [];
  return [`  ${id.padEnd(start - 2)}${first}`, ...rest.map((line) => ' '.repeat(start) + line)].concat(
    notes.map((line) => ' '.repeat(start) + layout.style.dim(line)),
  );
}

function fileLine({ path, written, differs }: ReportProbe): string {
  if (written) return `${path} was written.`;
  return differs ? `${path} would change; --write puts it down.` : `${path} says the same.`;
}

function countsLine(checks: readonly Check[]): string {
  const of = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  return tally([
    [of('failed'), 'failed'],
    [of('warning'), of('warning') === 1 ? 'warning' : 'warnings'],
    [of('ok'), 'ok'],
    [of('skipped'), 'not tried'],
  ]);
}
