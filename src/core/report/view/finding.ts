// One finding as a member of a row, in words: what is missing, changed, extra. Nothing is planned in a drift report, so no row
// has the symbol of a change.

import type { DriftClass } from '../../model/drift-classes.ts';
import { isUnjudged, type ReportFinding } from '../documents/drift-rows.ts';
import { comparedText, count, plainName, timeIn } from '../words/words.ts';
import { memberOf, placeIn, type MemberDraft } from './member.ts';

/** What a finding is, in a word for people; the class is the word for programs. */
export const FINDING_WORDS: Readonly<Record<DriftClass, string>> = {
  conflict: 'conflict',
  recreated: 'made again',
  missing: 'missing',
  drift: 'changed',
  extra: 'extra',
  unreadable: 'not read',
  pending: 'not applied',
  converged: 'alike',
  platform: 'platform',
  consumed: 'finished',
  unverifiable: 'unknown',
};

export function draftFinding(finding: ReportFinding): MemberDraft {
  const { address, class: of, source, fields, text, alarm } = finding;
  const { words, isReasonTold } = wordsOf(finding);
  const seen = [alarm ? sightingWords(finding) : '', ignoredWords(finding)].filter((each) => each !== '');
  const isOpen = alarm || of === 'unreadable';
  return {
    symbol: isOpen ? '!' : '=',
    verb: finding.sightings?.due ? `${FINDING_WORDS[of]} (suspected)` : verbOf(finding),
    // Equal transitions share a row: forty records that went from one queue to another have one cause.
    like: words,
    common: [words],
    member: memberOf(address, {
      place: placeIn(source),
      details: [words, ...seen],
      reason: isReasonTold ? '' : text,
      class: of,
      fields,
    }),
  };
}

function verbOf(finding: ReportFinding): string {
  return isUnjudged(finding) ? 'not judged' : FINDING_WORDS[finding.class];
}

/** Classes told by what was observed against what is declared. */
const COMPARED: ReadonlySet<DriftClass> = new Set(['drift', 'conflict', 'pending', 'recreated']);

interface FindingWords {
  readonly words: string;
  /** Whether they say who moved it. */
  readonly isReasonTold: boolean;
}

/** What was observed against what is declared, and who moved it where the class alone does not say so. */
function wordsOf({ class: of, cause, text, fields, zone }: ReportFinding): FindingWords {
  const names = of === 'converged' ? fields.map(plainName).join(', ') : '';
  if (names !== '') return { words: `${names} ${text}`, isReasonTold: true };
  if (!COMPARED.has(of) || fields.length === 0) return { words: text, isReasonTold: true };
  const mixed = fields.some((each) => each.class !== fields[0]?.class);
  const said = (each: (typeof fields)[number]): string =>
    each.class === 'converged' ? plainName(each) : comparedText(each, zone);
  const parts = fields.map((each) => said(each) + (mixed ? ` (${each.class})` : ''));
  const known = cause === 'changed-in-service' || cause === 'changed-in-file';
  const words = [parts.join(', '), known ? '' : text].filter((each) => each !== '').join('; ');
  return { words, isReasonTold: !known };
}

/** Nothing about the first sighting of what is certain: the report itself says when. */
function sightingWords({ sightings, zone }: ReportFinding): string {
  if (sightings === null) return '';
  const { first, runs, confirmed, due } = sightings;
  if (due !== null)
    return `seen ${runs === 1 ? 'once' : `${runs} times`}; confirmed if still so from ${timeIn(due, zone)}`;
  if (runs === 1) return confirmed === first ? '' : 'confirmed by a second reading';
  return `seen since ${timeIn(first, zone)}, in ${count(runs, 'run')}`;
}

function ignoredWords({ ignored, zone }: ReportFinding): string {
  if (ignored === null) return '';
  const { owner, reason, expires, source } = ignored;
  return `ignored until ${timeIn(expires, zone)} by ${owner}: ${reason} (${source.file}:${source.line})`;
}
