// What doctor looked at and found out -> the document. Nothing here is personal: checks and evidence are words and counts.

import type { Check } from '../../model/check.ts';
import { OPEN_POINTS, POINT_IDS, type PointId, type ProbeKind } from '../../model/open-points.ts';
import type { ChangedAnswer, ProfileEntry, ServiceProfile } from '../../model/profile.ts';
import { reportHead, type ReportContext, type ReportHead } from '../head.ts';
import { nextCommand, type ReportCommand } from '../next.ts';

export interface DoctorDocument extends ReportHead {
  readonly kind: 'doctor';
  readonly files: readonly string[];
  readonly checks: readonly Check[];
  /** What it found out about the open points. Null when it did not probe. */
  readonly probe: ReportProbe | null;
  readonly next: ReportCommand | null;
}

export interface ReportPoint extends ProfileEntry {
  readonly id: PointId;
  readonly question: string;
}

export interface ReportProbe {
  readonly how: ProbeKind;
  /** Relative to the project folder. */
  readonly path: string;
  /** Whether the file was written; false too when there was nothing new to write. */
  readonly written: boolean;
  /** Whether writing it would change the file. */
  readonly differs: boolean;
  /** Records of a write probe that could not be removed. */
  readonly stuck: readonly { readonly campaignName: string; readonly clientId: string }[];
  /** Test users of a user probe that could not be removed, or may still come. */
  readonly stuckUsers: readonly string[];
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
  const points = POINT_IDS.map((id) => ({ id, question: OPEN_POINTS[id].question, ...profile.points[id] }));
  return { ...rest, points };
}

function nextAfterDoctor(
  { checks, probe }: Pick<DoctorDocument, 'checks' | 'probe'>,
  { options }: ReportContext,
): ReportCommand {
  const failed = checks.find(({ code }) => code !== null);
  if (failed?.code) return nextCommand('More about it', ['explain', failed.code]);
  if (probe === null) return nextCommand('Measure the open points', ['doctor', '--probe', ...options]);
  if (probe.differs && !probe.written && probe.how === 'probe') {
    return nextCommand('To keep the answers', ['doctor', '--probe', '--write', ...options]);
  }
  return nextCommand('Next', ['plan', ...options]);
}
