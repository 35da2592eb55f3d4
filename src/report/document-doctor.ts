// What doctor looked at and found out -> the document. Nothing here is personal: checks and evidence are words and counts.

import type { Check } from '../model/check.ts';
import { OPEN_POINTS, POINT_IDS } from '../model/open-points.ts';
import type { ChangedAnswer, ServiceProfile } from '../model/profile.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { emptyDocument, type ReportContext } from './document-start.ts';
import type { ReportDocument, ReportProbe } from './document-shape.ts';
import { quoted } from './next.ts';

export interface DoctorInput {
  readonly project: string | null;
  readonly target: Plan['target'] | null;
  readonly files: readonly string[];
  readonly checks: readonly Check[];
  readonly probe:
    | (Pick<ReportProbe, 'how' | 'path' | 'written' | 'differs' | 'stuck' | 'stuckUsers'> & {
        readonly profile: ServiceProfile;
        readonly changed: readonly ChangedAnswer[];
      })
    | null;
}

export function doctorDocument(input: DoctorInput, context: ReportContext): ReportDocument {
  const { project, target, files, checks } = input;
  const draft = { ...emptyDocument('doctor', context), project, target, files, checks, probe: probeOf(input.probe) };
  return { ...draft, next: nextAfterDoctor(draft, context) };
}

function probeOf(probe: DoctorInput['probe']): ReportProbe | null {
  if (probe === null) return null;
  const { profile, ...rest } = probe;
  const points = POINT_IDS.map((id) => ({ id, question: OPEN_POINTS[id].question, ...profile.points[id] }));
  return { ...rest, points };
}

function nextAfterDoctor({ checks, probe }: ReportDocument, { options }: ReportContext): ReportDocument['next'] {
  const command = (...words: string[]): string => ['muster', ...words, ...options].map(quoted).join(' ');
  const failed = checks.find(({ code }) => code !== null);
  if (failed?.code) return { why: 'More about it', command: `muster explain ${failed.code}` };
  if (probe === null) return { why: 'Measure the open points', command: command('doctor', '--probe') };
  if (probe.differs && !probe.written && probe.how === 'probe') {
    return { why: 'To keep the answers', command: command('doctor', '--probe', '--write') };
  }
  return { why: 'Next', command: command('plan') };
}
