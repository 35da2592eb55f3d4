// What a report points at: everything a person should look at, with its level, its code and its place. SARIF, code quality and
// JUnit are written from these. What is as declared, and what nobody need look at, is no annotation.
//
//   level    what
//   error    apply or the run does not do it: wrong input, a guard that stops, a decision, not readable, failed, not settled,
//            a confirmed alarm of a drift report, the error that ended the run
//   warning  a warning of the plan, a change that was skipped, an alarm seen once, an ignore rule that is expired or unused

import type { Address, SourcePosition } from '../../model/address.ts';
import { DRIFT_CLASSES } from '../../model/drift-classes.ts';
import { ERRORS } from '../../model/errors.ts';
import { shortText } from '../../model/markdown.ts';
import { isUnjudged } from './drift-rows.ts';
import type { JsonReport } from './json-report.ts';
import { printable } from '../words/printable.ts';
import { comparedText, subject } from '../words/words.ts';
import type { Layout } from '../words/layout.ts';

export interface Annotation {
  readonly level: 'error' | 'warning';
  /** A code that `explain` knows: of an error, a guard, a class of a drift report. */
  readonly code: string;
  /** What the code means, in one sentence. */
  readonly headline: string;
  /** One line, without personal values. */
  readonly message: string;
  /** How to go on; null where there is nothing more to say. */
  readonly advice: string | null;
  readonly address: Address | null;
  readonly source: SourcePosition | null;
  /** Who silences it and why; null when nobody does. */
  readonly silenced: string | null;
}

/** In the order of a report: what ended the run first. */
export function annotationsOf(report: JsonReport): Annotation[] {
  return [
    ...ofRun(report),
    ...report.diagnostics.map((each) => about(each.code, each.message, each)),
    ...report.guards.filter(({ passed }) => !passed).map((each) => about(each.code, each.text, each)),
    ...ofVerdicts(report),
    ...ofSettlements(report),
    ...ofFindings(report),
    ...ofRules(report),
    ...ofChecks(report),
    ...report.warnings.map((each) => about(each.code, each.text, { ...each, level: 'warning' })),
  ];
}

/** What a code is said of: anything that has some of this. */
interface Place {
  readonly advice?: string | null;
  readonly address?: Address | null;
  readonly source?: SourcePosition | null;
  readonly level?: Annotation['level'];
  /** Where the code is none of an error: some classes of a drift report are called like one. */
  readonly headline?: string;
}

/** Messages are one line of visible characters, of a length that every reader takes. */
function about(code: string, message: string, place: Place): Annotation {
  const { advice = null, address = null, source = null, level = 'error', headline = headlineOf(code) } = place;
  return { level, code, headline, message: shortened(printable(message)), advice, address, source, silenced: null };
}

/** A later version may know codes that this one does not. */
function headlineOf(code: string): string {
  const known: Readonly<Record<string, { readonly headline: string }>> = ERRORS;
  return known[code]?.headline ?? code;
}

/** One after another, each with its full stop. */
export function sentences(...parts: readonly (string | null)[]): string {
  return parts
    .flatMap((part) => (part === null || part === '' ? [] : [/[.!?…)]$/u.test(part) ? part : `${part}.`]))
    .join(' ');
}

const LONGEST = 2000;

export const shortened = (text: string): string => shortText(text, LONGEST);

/** Findings about the files say it already where there are any. */
function ofRun({ error, stopped, diagnostics }: JsonReport): Annotation[] {
  const ended = error === null || diagnostics.length > 0 ? [] : [about(error.code, error.message, error)];
  return stopped === null ? ended : [...ended, about(stopped.code, stopped.message, stopped)];
}

function ofVerdicts({ verdicts }: JsonReport): Annotation[] {
  return verdicts
    .filter((each) => each.class === 'decision' || each.class === 'unreadable')
    .map((each) => about(each.code ?? each.class, each.text, each));
}

function ofSettlements({ settlements }: JsonReport): Annotation[] {
  return settlements.flatMap(({ outcome, problem, address, source }) => {
    if (problem === null) return [];
    const level = outcome === 'skipped' ? 'warning' : 'error';
    return [about(problem.code, `${outcome}: ${problem.message}`, { ...problem, address, source, level })];
  });
}

function ofFindings({ findings }: JsonReport): Annotation[] {
  return findings.flatMap((each) => {
    const { address, source, ignored, sightings } = each;
    const isOpen = each.alarm || ignored !== null || each.class === 'unreadable';
    if (!isOpen) return [];
    const { advice: general, headline } = DRIFT_CLASSES[each.class];
    const advice = isUnjudged(each) ? null : general;
    const level = sightings?.due ? 'warning' : 'error';
    const fields = each.fields.map((field) => comparedText(field, each.zone)).join(', ');
    const text = fields === '' ? each.text : `${each.text}: ${fields}`;
    const silenced =
      ignored === null ? null : printable(`${ignored.owner}: ${ignored.reason} (until ${ignored.expires})`);
    return [{ ...about(each.class, text, { advice, headline, address, source, level }), silenced }];
  });
}

function ofRules({ ignoreRules }: JsonReport): Annotation[] {
  return ignoreRules
    .filter(({ state }) => state !== 'active')
    .map(({ state, address, owner, source }) => {
      const text = `The ignore rule of ${owner} for ${address} is ${state}.`;
      return about(`ignore-rule-${state}`, text, { source, level: 'warning' });
    });
}

function ofChecks({ checks }: JsonReport): Annotation[] {
  return checks.flatMap(({ name, status, text, advice, code }) => {
    if (status !== 'failed' && status !== 'warning') return [];
    const level = status === 'failed' ? 'error' : 'warning';
    return [about(code ?? name, `${name}: ${text}`, { advice, level })];
  });
}

export interface Presentation extends Layout {
  /** The project folder as the reader's tools name it (`rosters`), relative to the folder of the call; default: that folder. */
  readonly folder?: string;
}

/** `user ana@example.com: is gone`. */
export function withSubject({ address, message }: Pick<Annotation, 'address' | 'message'>): string {
  return address === null ? message : `${subject(address)}: ${message}`;
}

/** `rosters/teams/a.yaml`, with slashes: a path as code hosts know it. */
export function inFolder(file: string, { folder = '' }: Presentation): string {
  const path = file.replaceAll('\\', '/');
  return folder === '' ? path : `${folder.replaceAll('\\', '/')}/${path}`;
}
