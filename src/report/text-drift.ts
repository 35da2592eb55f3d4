// A drift report: what alarms first, then what could not be read, then what is expected, then how much was verified.

import type { Certainty } from '../reconcile/finding.ts';
import type { ReportFinding, ReportRule } from './document-rows.ts';
import type { ReportDocument } from './document-shape.ts';
import { groupLines, type Placed } from './groups.ts';
import { findingItem } from './items.ts';
import { paragraph, placeOf, section, type Layout, type Row } from './layout.ts';
import { leaverLine } from './text-leavers.ts';
import { headLines, nextLine, route } from './text-parts.ts';
import { count, duration, moment, tally } from './words.ts';

export function driftLines(document: ReportDocument, layout: Layout): string[] {
  const { coverage, findings, summary } = document;
  if (document.heartbeat !== null) return paragraph(heartbeatLine(document, document.heartbeat), layout);
  const complete = coverage.answered >= coverage.asked && summary.unreadable === 0;
  const after = [
    ...ruleLines(document, layout),
    ...verifiedLines(document, layout),
    ...leaverLine(document, layout),
    ...remarkLines(document, layout),
  ];
  if (findings.length === 0 && complete) return [...paragraph(noDrift(document), layout), ...after];
  const facts = `${coverage.answered} of ${coverage.asked} read in ${duration(document.durationMs)}, ${moment(document.at)}`;
  return [
    ...headLines(document, facts, layout),
    '',
    ...findingLines(findings, layout),
    ...after,
    ...paragraph(countsLine(document, complete), layout).map(layout.style.bold),
    'Nothing was changed.',
    ...nextLine(document, layout),
  ];
}

function findingLines(findings: readonly ReportFinding[], layout: Layout): string[] {
  const unread = findings.filter((each) => each.class === 'unreadable');
  const ignored = findings.filter((each) => each.ignored !== null);
  const quiet = findings.filter((each) => !each.alarm && each.class !== 'unreadable' && each.ignored === null);
  return [
    ...part(
      'Differs: somebody or something else changed it',
      findings.filter((each) => each.alarm),
      layout,
    ),
    ...part('Could not be read: nothing is concluded', unread, layout),
    ...part('Expected: no alarm', quiet, layout),
    ...(layout.verbose ? part('Ignored: no alarm until the rule expires', ignored, layout) : []),
  ];
}

function heartbeatLine(document: ReportDocument, { at, maxAgeMs }: NonNullable<ReportDocument['heartbeat']>): string {
  const age = duration(Date.parse(document.at) - Date.parse(at));
  return `The last complete drift run of ${route(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
}

/** Rules that no longer do what their author wanted; the others only with --verbose. */
function ruleLines({ ignoreRules }: ReportDocument, layout: Layout): string[] {
  const shown = ignoreRules.filter((rule) => layout.verbose || rule.state !== 'active');
  const rows = shown.map((rule): Row => ({
    symbol: rule.state === 'active' ? '=' : '!',
    subject: [rule.address, rule.property, rule.class].filter(Boolean).join(' '),
    detail: `${ruleWords(rule)}; ${rule.owner}: ${rule.reason}`,
    place: placeOf(rule.source),
    notes: [],
  }));
  return section({ title: 'Ignore rules', rows }, layout);
}

function ruleWords({ state, expires, findings }: ReportRule): string {
  switch (state) {
    case 'active':
      return `silences ${count(findings, 'finding')} until ${moment(expires)}`;
    case 'expired':
      return `expired at ${moment(expires)}${findings > 0 ? `; ${count(findings, 'finding')} no longer silenced` : ''}`;
    case 'unused':
      return 'unused: fits no finding';
    default:
      return state satisfies never;
  }
}

const remarkLines = ({ remarks }: ReportDocument, layout: Layout): string[] =>
  remarks.flatMap((remark) => paragraph(remark, layout)).map(layout.style.dim);

function part(title: string, findings: readonly ReportFinding[], layout: Layout): string[] {
  if (findings.length === 0) return [];
  const placed = findings.map((each): Placed => ({
    address: each.address,
    source: each.source,
    item: findingItem(each, layout.verbose),
  }));
  const narrower = { ...layout, width: layout.width - 2 };
  return [layout.style.bold(title), ...groupLines(placed, narrower).map((line) => `  ${line}`)];
}

function noDrift(document: ReportDocument): string {
  const { inSync } = document.summary;
  const verb = inSync === 1 ? 'is' : 'are';
  return `No drift: ${count(inSync, 'object')} of ${route(document)} ${verb} as declared and as last applied (${duration(document.durationMs)}).`;
}

/** `Verified: 1,400 of 1,402 record properties`; --verbose says it for each field. */
function verifiedLines({ verified }: ReportDocument, layout: Layout): string[] {
  if (verified === null) return [];
  const kinds = (['record', 'user'] as const).filter((kind) => verified[kind].declared > 0);
  if (kinds.length === 0) return [];
  const line = kinds.map(
    (kind) => `${coverageWords(verified[kind], verified[kind].declared)} ${kind} properties${unsure(verified[kind])}`,
  );
  const fields = kinds.flatMap((kind) =>
    verified[kind].fields.map((each) => {
      const declared = each.verified + each.assumed + each.unverifiable;
      return `  ${kind} ${each.field.replace(/^data\./u, '')}  ${coverageWords(each, declared)}${unsure(each)}`;
    }),
  );
  return [...paragraph(`Verified: ${line.join(', ')}`, layout), ...(layout.verbose ? fields : [])];
}

function unsure({ assumed, unverifiable }: Certainty): string {
  const parts = tally([
    [assumed, 'assumed since creation'],
    [unverifiable, 'unverifiable'],
  ]);
  return parts === '' ? '' : ` (${parts})`;
}

const coverageWords = ({ verified }: Certainty, declared: number): string =>
  `${verified.toLocaleString('en')} of ${declared.toLocaleString('en')}`;

function countsLine({ summary }: ReportDocument, complete: boolean): string {
  const { findings, inSync, suspected, ignored } = summary;
  const loud = (['drift', 'conflict', 'missing', 'recreated', 'extra', 'unreadable'] as const).map(
    (name) => [findings[name], name] as const,
  );
  const quiet = (['pending', 'converged', 'consumed', 'platform', 'unverifiable'] as const).map(
    (name) => [findings[name], name] as const,
  );
  const verdict = complete ? 'No drift' : 'Incomplete: this is not a clean report';
  const doubt = suspected === 0 ? '' : ` (${suspected} of them suspected, not confirmed)`;
  const silenced = tally([[ignored, 'ignored']]);
  return [(tally(loud) || verdict) + doubt, tally(quiet), silenced, `${inSync.toLocaleString('en')} in sync`]
    .filter((each) => each !== '')
    .join('; ');
}
