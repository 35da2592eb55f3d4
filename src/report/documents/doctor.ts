// What doctor looked at and found out -> the document. Nothing here is personal: checks and evidence are words and counts.

import type { Check } from '../../model/check.ts';
import { point, POINT_IDS, type PointId } from '../../model/open-points.ts';
import type { ChangedAnswer, ProfileEntry, ServiceProfile } from '../../model/profile.ts';
import { reportHead, type ReportContext, type ReportHead } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';

export interface DoctorDocument extends ReportHead {
  readonly kind: 'doctor';
  readonly files: readonly string[];
  readonly checks: readonly Check[];
  /** What it found out about the assumptions. Null when it did not probe. */
  readonly probe: ReportProbe | null;
  readonly next: ReportCommand | null;
}

export interface ReportPoint extends ProfileEntry {
  readonly id: PointId;
  readonly question: string;
}

export interface ReportProbe {
  /** Relative to the project folder. */
  readonly path: string;
  /** Whether the file was written; false too when there was nothing new to write. */
  readonly written: boolean;
  /** Whether writing it would change the file. */
  readonly differs: boolean;
  /** Measured answers that are not those measured before. */
  readonly changed: readonly ChangedAnswer[];
  /** The profile as it is, or would be, written. */
  readonly points: readonly ReportPoint[];
}

export interface DoctorInput extends Pick<DoctorDocument, 'project' | 'target' | 'files' | 'checks'> {
  readonly probe: (Omit<ReportProbe, 'points'> & { readonly profile: ServiceProfile }) | null;
}

export function doctorDocument(input: DoctorInput, context: ReportContext): DoctorDocument {
  const { files, checks } = input;
  const probe = probeOf(input.probe);
  const next = nextAfterDoctor({ checks, probe }, context);
  return { ...reportHead(context, input), kind: 'doctor', files, checks, probe, next };
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
