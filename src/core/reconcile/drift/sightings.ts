// Since when a finding stands, and whether it has been seen twice. `missing`, `extra` and `recreated` are suspected on the
// first sighting: an agent or an intake file at work can look like them for a moment. A second complete reading, at least
// `apartMs` later, confirms them; everything else is confirmed by the values that were read.
//
//   first sighting --(complete reading, apartMs later, still there)--> confirmed
//        |                                                                 |
//        +--(complete reading without it)--> forgotten <-------------------+
//
// An incomplete reading proves neither: it shows ages and changes nothing. Pure.

import { matchesAddress } from '../../model/address.ts';
import { findingKey, isAlarm, needsTwoSightings } from '../../model/drift-classes.ts';
import type { History, Sighting } from '../../state/history.ts';
import type { DriftResult, Finding, Sightings } from '../finding.ts';
import { ranked } from './drift.ts';

export const DEFAULT_APART_MS = 60_000;

export interface DriftReading {
  /** Epoch milliseconds at its end. */
  readonly at: number;
  /** Everything asked was answered and nothing is unsettled. */
  readonly complete: boolean;
  /** Address pattern it was limited to; null for everything. */
  readonly only: string | null;
  readonly apartMs: number;
  /** The second reading of one run: counts as the same run. */
  readonly again: boolean;
  /** Known answers of the service profile the run went by. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface DriftWithHistory {
  readonly result: DriftResult;
  readonly history: History;
}

export function isComplete({ coverage, findings }: DriftResult): boolean {
  return coverage.answered >= coverage.asked && !findings.some((finding) => finding.class === 'unreadable');
}

export function withSightings(result: DriftResult, history: History, reading: DriftReading): DriftWithHistory {
  const open = new Map<string, Sighting>();
  const findings = result.findings.map((finding) => {
    if (!isFollowed(finding)) return finding;
    const key = findingKey(finding);
    const sighting = next(finding, history.findings.get(key), reading);
    open.set(key, sighting);
    return { ...finding, sightings: shown(sighting, reading) };
  });
  return { result: { ...result, findings: ranked(findings) }, history: remembered(history, open, reading) };
}

/** What alarms, waits or has been settled on both sides; expected states come and go by themselves. */
function isFollowed(finding: Finding): boolean {
  return isAlarm(finding.class) || finding.class === 'pending' || finding.class === 'converged';
}

function next(finding: Finding, before: Sighting | undefined, reading: DriftReading): Sighting {
  const { at, complete, apartMs, again } = reading;
  if (before === undefined) {
    return { first: at, last: at, runs: 1, confirmed: needsTwoSightings(finding.class) ? null : at };
  }
  // A first sighting that lies ahead was made by a clock set back since: the time apart is counted from now.
  const first = Math.min(before.first, at);
  const enough = complete && at - first >= apartMs;
  const runs = before.runs + (again ? 0 : 1);
  return { first, last: at, runs, confirmed: before.confirmed ?? (enough ? at : null) };
}

function shown(sighting: Sighting, { apartMs }: DriftReading): Sightings {
  return { ...sighting, due: sighting.confirmed === null ? sighting.first + apartMs : null };
}

/** An incomplete reading leaves the history as it was; a narrowed one what it did not look at, and the heartbeat. */
function remembered(history: History, open: ReadonlyMap<string, Sighting>, reading: DriftReading): History {
  const { at, complete, only, answers } = reading;
  if (!complete) return history;
  if (only === null) return { completeAt: at, findings: open, answers };
  const outside = [...history.findings].filter(([key]) => !matchesAddress(only, addressIn(key)));
  return { ...history, findings: new Map([...outside, ...open]) };
}

function addressIn(key: string): string {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) && typeof parts[1] === 'string' ? parts[1] : '';
}
