// A drift report: what alarms first, then what could not be read, then what is expected, then how much was verified.

import type { ReportDocument, ReportFinding } from './document-shape.ts';
import { groupLines, type Placed } from './groups.ts';
import { findingItem } from './items.ts';
import { paragraph, type Layout } from './layout.ts';
import { leaverLine } from './text-leavers.ts';
import { headLine, nextLine, route } from './text-parts.ts';
import { count, duration, moment, tally } from './words.ts';

export function driftLines(document: ReportDocument, layout: Layout): string[] {
  const { coverage, findings, summary } = document;
  const complete = coverage.answered >= coverage.asked && summary.unreadable === 0;
  const verified = [...verifiedLines(document, layout), ...leaverLine(document, layout)];
  if (findings.length === 0 && complete) return [noDrift(document), ...verified];
  const facts = `${coverage.answered} of ${coverage.asked} read in ${duration(document.durationMs)}, ${moment(document.at)}`;
  const unread = findings.filter((each) => each.class === 'unreadable');
  const quiet = findings.filter((each) => !each.alarm && each.class !== 'unreadable');
  return [
    headLine(document, facts, layout),
    '',
    ...part('Differs: somebody or something else changed it', alarms(findings), layout),
    ...part('Could not be read: nothing is concluded', unread, layout),
    ...part('Expected: no alarm', quiet, layout),
    ...verified,
    ...paragraph(countsLine(document, complete), layout).map(layout.style.bold),
    'Nothing was changed.',
    ...nextLine(document, layout),
  ];
}

const alarms = (findings: readonly ReportFinding[]): ReportFinding[] => findings.filter((each) => each.alarm);

function part(title: string, findings: readonly ReportFinding[], layout: Layout): string[] {
  if (findings.length === 0) return [];
  const placed = findings.map((each): Placed => ({
    address: each.address,
    source: each.source,
    item: findingItem(each),
  }));
  const narrower = { ...layout, width: layout.width - 2 };
  return [layout.style.bold(title), ...groupLines(placed, narrower).map((line) => `  ${line}`)];
}

function noDrift(document: ReportDocument): string {
  const { inSync } = document.summary;
  const verb = inSync === 1 ? 'is' : 'are';
  return `No drift: ${count(inSync, 'object')} of ${route(document)} ${verb} as declared and as last applied (${duration(document.durationMs)}).`;
}

function verifiedLines({ verified }: ReportDocument, layout: Layout): string[] {
  if (verified === null) return [];
  const { user, record } = verified;
  const parts = [
    record.declared > 0 ? `${of(record)} record properties` : '',
    user.declared > 0 ? `${of(user)} user properties (the service shows presence only)` : '',
  ].filter((each) => each !== '');
  return parts.length === 0 ? [] : paragraph(`Verified: ${parts.join(', ')}`, layout);
}

const of = ({ verified, declared }: { verified: number; declared: number }): string =>
  `${verified.toLocaleString('en')} of ${declared.toLocaleString('en')}`;

function countsLine({ summary }: ReportDocument, complete: boolean): string {
  const { findings, inSync } = summary;
  const loud = (['drift', 'conflict', 'missing', 'recreated', 'extra', 'unreadable'] as const).map(
    (name) => [findings[name], name] as const,
  );
  const quiet = (['pending', 'converged', 'consumed', 'platform', 'unverifiable'] as const).map(
    (name) => [findings[name], name] as const,
  );
  const verdict = complete ? 'No drift' : 'Incomplete: this is not a clean report';
  return [tally(loud) || verdict, tally(quiet), `${inSync.toLocaleString('en')} in sync`]
    .filter((each) => each !== '')
    .join('; ');
}
