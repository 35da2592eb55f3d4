// The first lines of a report: what a reader must know before anything else.

import type { JsonReport } from '../json-report.ts';
import { count, tally } from '../words.ts';

export interface Verdict {
  readonly kind: 'stops' | 'goes' | 'quiet';
  readonly lines: readonly string[];
}

export function verdictOf(report: JsonReport): Verdict {
  const { error, kind, summary, findings } = report;
  if (error !== null) return { kind: 'stops', lines: [`${error.code}: ${error.message}`] };
  if (kind === 'drift') {
    const alarms = findings.filter(({ alarm }) => alarm).length;
    return { kind: alarms > 0 ? 'stops' : 'quiet', lines: [`${count(alarms, 'finding')} need somebody.`] };
  }
  const { changes } = summary;
  const all = tally(Object.entries(changes).map(([word, amount]) => [amount, word] as const));
  return { kind: summary.guards.stopping > 0 ? 'stops' : 'goes', lines: [all] };
}
