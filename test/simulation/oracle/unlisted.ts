// L3: who stands on the list of whom nobody may call, and in no other file, stands in no report, question or finding, nor in recorded state: the
// list is bound by its digest, and a line of it is named by its number alone.

import { driftDocument } from '../../../src/core/report/documents/drift.ts';
import { applyDocument, planDocument } from '../../../src/core/report/documents/plan.ts';
import type { ReportDocument } from '../../../src/core/report/documents/document.ts';
import { PLAIN } from '../../../src/core/report/words/style.ts';
import { render } from '../../../src/formats/formats.ts';
import { UNSHOWN } from '../laid-slips.ts';
import type { PlayedRun } from '../life.ts';
import { STRANGERS } from '../pages.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgeUnlisted(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => shown(run, evidence));
}

function shown(run: PlayedRun, evidence: Evidence): Violation[] {
  const own = run.listed.some((row) => STRANGERS.some((each) => row.includes(each))) ? STRANGERS : [];
  const rows = evidence.life.plan.laid?.isListed === true ? UNSHOWN : own;
  if (rows.length === 0) return [];
  const texts = textsOf(run);
  return [...texts].flatMap(([where, text]): Violation[] => {
    const row = rows.find((each) => text.includes(each));
    if (row === undefined) return [];
    const found = `${where} shows "${row}", which stands on the list of whom nobody may call alone`;
    return [{ rule: 'L3', at: endOf(run, evidence), text: found, isRace: false }];
  });
}

const LAYOUT = { style: PLAIN, width: 200, verbose: true };
const FORMATS = ['text', 'json', 'markdown'] as const;

function textsOf({ end, refused, kept }: PlayedRun): Map<string, string> {
  const texts = new Map([
    ['a finding', refused.join('\n')],
    ['recorded state', kept ?? ''],
  ]);
  if (end.kind === 'killed') return texts;
  const documents = documentsOf(end);
  for (const format of FORMATS) texts.set(format, documents.map((each) => render(format, each, LAYOUT)).join('\n'));
  return texts.set('what ended it', end.error?.message ?? '');
}

/** Each as its reader sees it on a terminal of their own. */
function documentsOf({ plan, result, drift }: Extract<PlayedRun['end'], { kind: 'ended' }>): ReportDocument[] {
  const context = { version: '0', command: 'plan', at: 0, durationMs: 0, only: null, options: [], showValues: true };
  return [
    ...(plan === null ? [] : [planDocument(plan, context)]),
    ...(result === null ? [] : [applyDocument(result, context)]),
    ...(drift === null ? [] : [driftDocument(drift, context)]),
  ];
}
