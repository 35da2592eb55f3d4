// What doctor looked at and found out: one fact a check, with how to go on under it; then what is known of the service, and which
// assumptions are left. Nothing here is personal: checks and evidence are words and counts.

import type { Check } from '../../model/check.ts';
import { point, POINT_IDS, ASSUMPTIONS } from '../../model/open-points.ts';
import type { ServiceProfile } from '../../model/profile.ts';
import { begin } from '../documents/begin.ts';
import type { DoctorDocument } from '../documents/document.ts';
import type { ReportPoint, ReportProbe } from '../documents/json-report.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import type { FactMark, ReportView, ViewFact, ViewSection } from '../view/section.ts';
import { commandOf, commands, facts, sentence, sentences, SUMMARY } from '../view/section.ts';
import { duration, tally } from '../words/words.ts';

export interface DoctorInput extends Pick<DoctorDocument, 'project' | 'target' | 'files' | 'checks'> {
  readonly probe: (Omit<ReportProbe, 'points'> & { readonly profile: ServiceProfile }) | null;
}

export function doctorDocument(input: DoctorInput, context: ReportContext): DoctorDocument {
  const { files, checks } = input;
  const probe = probeOf(input.probe);
  const next = nextAfterDoctor({ checks, probe }, context);
  return { ...begin(context, input), kind: 'doctor', files, checks, probe, next };
}

function probeOf(probe: DoctorInput['probe']): ReportProbe | null {
  if (probe === null) return null;
  const { profile, ...rest } = probe;
  const points = POINT_IDS.map((id) => ({ id, question: point(id).question, ...profile.points[id] }));
  return { ...rest, points };
}

function nextAfterDoctor(
  { checks, probe }: Pick<DoctorDocument, 'checks' | 'probe'>,
  { options }: ReportContext,
): ReportCommand {
  const failed = checks.find(({ code }) => code !== null);
  if (failed?.code) return nextCommand('More about it', ['explain', failed.code]);
  if (probe === null) return nextCommand('Measure what is assumed', ['doctor', '--probe', ...options]);
  if (probe.differs && !probe.written) {
    return nextCommand('To keep the answers', ['doctor', '--probe', '--write', ...options]);
  }
  return nextCommand('Next', ['plan', ...options]);
}

/** `verbose`: every open question, and the evidence of what is known. */
export function doctorView({ checks, probe, next, durationMs }: DoctorDocument, verbose: boolean): ReportView {
  const of = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  const verdict = tally([
    [of('failed'), 'failed'],
    [of('warning'), of('warning') === 1 ? 'warning' : 'warnings'],
    [of('ok'), 'ok'],
    [of('skipped'), 'not tried'],
  ]);
  const tone = of('failed') > 0 ? 'stops' : of('warning') > 0 ? 'changes' : 'quiet';
  return {
    summary: [sentence('verdict', tone, verdict || 'nothing to check')],
    aside: `looked at in ${duration(durationMs)}`,
    sections: [
      ...(checks.length === 0 ? [] : [facts('Checks', checks.map(checkFact))]),
      ...(probe === null ? [] : probeSections(probe, verbose)),
      SUMMARY,
      ...commands([commandOf(next)]),
    ],
  };
}

const MARKS: Readonly<Record<Check['status'], FactMark>> = {
  ok: { word: 'ok', tone: 'good' },
  warning: { word: 'warning', tone: 'change' },
  failed: { word: 'FAILED', tone: 'danger' },
  skipped: { word: 'skipped', tone: 'dim' },
};

function checkFact({ status, name, text, advice, code }: Check): ViewFact {
  return { mark: MARKS[status], name, text: code === null ? text : `${text} [${code}]`, note: advice };
}

function probeSections(probe: ReportProbe, verbose: boolean): ViewSection[] {
  const known = probe.points.filter(({ how }) => how !== 'assumed');
  const open = probe.points.filter(({ id, how }) => how === 'assumed' && (verbose || ASSUMPTIONS.includes(id)));
  const changed = probe.changed.map(
    ({ id, before, after }) => `Changed: ${id} was ${before} and is ${after} now [profile-changed]`,
  );
  const points = [...known, ...open].map((each) => pointFact(each, verbose));
  return [
    facts('What the interface documents leave open', points),
    ...sentences(changed, { tone: 'stops' }),
    ...sentences([fileWords(probe)]),
  ];
}

function pointFact({ id, question, answer, how, evidence, lastSeen }: ReportPoint, verbose: boolean): ViewFact {
  const by = how === 'assumed' ? evidence : `${evidence} (${how}, ${lastSeen ?? ''})`;
  return { name: id, text: `${question}: ${answer}`, note: verbose || how === 'assumed' ? by : null };
}

function fileWords({ path, written, differs }: ReportProbe): string {
  if (written) return `${path} was written.`;
  return differs ? `${path} would change; --write saves it.` : `${path} says the same.`;
}
