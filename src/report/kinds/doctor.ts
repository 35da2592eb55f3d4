// doctor as a page: one fact a check, with how to go on under it; then what is known of the service, and which assumptions are left.

import type { Check } from '../../model/check.ts';
import { ASSUMPTIONS } from '../../model/open-points.ts';
import {
  commandsOf,
  sentences,
  VERDICT,
  type PageFact,
  type PageMark,
  type PageSection,
  type ReportPage,
} from './page.ts';
import { duration, tally } from '../words/words.ts';
import type { DoctorDocument, ReportPoint, ReportProbe } from '../documents/doctor.ts';

/** `verbose`: every open question, and the evidence of what is known. */
export function doctorPage({ checks, probe, next, durationMs }: DoctorDocument, verbose: boolean): ReportPage {
  const of = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  const verdict = tally([
    [of('failed'), 'failed'],
    [of('warning'), of('warning') === 1 ? 'warning' : 'warnings'],
    [of('ok'), 'ok'],
    [of('skipped'), 'not tried'],
  ]);
  return {
    verdict: verdict || 'nothing to check',
    tone: of('failed') > 0 ? 'stops' : of('warning') > 0 ? 'changes' : 'quiet',
    aside: `looked at in ${duration(durationMs)}`,
    sections: [
      ...(checks.length === 0 ? [] : [checkSection(checks)]),
      ...(probe === null ? [] : probeSections(probe, verbose)),
      VERDICT,
    ],
    commands: commandsOf(next),
  };
}

const MARKS: Readonly<Record<Check['status'], PageMark>> = {
  ok: { word: 'ok', tone: 'good' },
  warning: { word: 'warning', tone: 'change' },
  failed: { word: 'FAILED', tone: 'danger' },
  skipped: { word: 'skipped', tone: 'dim' },
};

function checkSection(checks: readonly Check[]): PageSection {
  return { kind: 'facts', title: 'Checks', aside: '', facts: checks.map(checkFact) };
}

function checkFact({ status, name, text, advice, code }: Check): PageFact {
  return { mark: MARKS[status], name, text: code === null ? text : `${text} [${code}]`, note: advice };
}

function probeSections(probe: ReportProbe, verbose: boolean): PageSection[] {
  const known = probe.points.filter(({ how }) => how !== 'assumed');
  const open = probe.points.filter(({ id, how }) => how === 'assumed' && (verbose || ASSUMPTIONS.includes(id)));
  const changed = probe.changed.map(
    ({ id, before, after }) => `Changed: ${id} was ${before} and is ${after} now [profile-changed]`,
  );
  const facts = [...known, ...open].map((point) => pointFact(point, verbose));
  return [
    { kind: 'facts', title: 'What the interface documents leave open', aside: '', facts },
    ...sentences(changed, 'stops'),
    ...sentences([fileWords(probe)]),
  ];
}

function pointFact({ id, question, answer, how, evidence, lastSeen }: ReportPoint, verbose: boolean): PageFact {
  const by = how === 'assumed' ? evidence : `${evidence} (${how}, ${lastSeen ?? ''})`;
  return { name: id, text: `${question}: ${answer}`, note: verbose || how === 'assumed' ? by : null };
}

function fileWords({ path, written, differs }: ReportProbe): string {
  if (written) return `${path} was written.`;
  return differs ? `${path} would change; --write puts it down.` : `${path} says the same.`;
}
