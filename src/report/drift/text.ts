// A drift report: people whose access was removed first, then what alarms, then what could not be read, then what is expected, then how much was verified.

import { isAccessRemoved } from '../../model/drift-classes.ts';
import { groupLines, type Placed } from '../groups.ts';
import { headLines, nextLine, routeOf } from '../head-text.ts';
import { findingItem } from '../items.ts';
import { paragraph, placeOf, section, type Layout, type Row } from '../layout.ts';
import { leaverLine } from '../leavers.ts';
import { count, duration, moment, tally } from '../words.ts';
import type { DriftDocument } from './document.ts';
import type { ReportFinding, ReportRule } from './rows.ts';
import { verifiedLines } from './verified.ts';

export function driftLines(document: DriftDocument, layout: Layout): string[] {
  const { coverage, findings, summary } = document;
  const complete = coverage.answered >= coverage.asked && summary.unreadable === 0;
  const after = [
    ...ruleLines(document, layout),
    ...verifiedLines(document.verified, layout),
    ...leaverLine(document.leavers, layout),
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
  const alarms = findings.filter((each) => each.alarm);
  const quiet = findings.filter((each) => !each.alarm && each.class !== 'unreadable' && each.ignored === null);
  return [
    ...part(
      'Access was removed outside: an apply would give it back (restore)',
      alarms.filter(isAccessRemoved),
      layout,
    ),
    ...part(
      'Differs: somebody or something else changed it',
      alarms.filter((each) => !isAccessRemoved(each)),
      layout,
    ),
    ...part('Could not be read: nothing is concluded', unread, layout),
    ...part('Expected: no alarm', quiet, layout),
    ...(layout.verbose ? part('Ignored: no alarm until the rule expires', ignored, layout) : []),
  ];
}

/** Rules that no longer do what their author wanted; the others only with --verbose. */
function ruleLines({ ignoreRules }: DriftDocument, layout: Layout): string[] {
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

const remarkLines = ({ remarks }: DriftDocument, layout: Layout): string[] =>
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

function noDrift(document: DriftDocument): string {
  const { inSync } = document.summary;
  const verb = inSync === 1 ? 'is' : 'are';
  return `No drift: ${count(inSync, 'object')} of ${routeOf(document)} ${verb} as declared and as last applied (${duration(document.durationMs)}).`;
}

function countsLine({ summary }: DriftDocument, complete: boolean): string {
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
