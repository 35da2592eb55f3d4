// What a look-up knows beside the answers of the service: what is declared, what is recorded, what was measured. A file or a
// recorded state that cannot be read is said, and stops no look-up: during an incident the answer of the service counts.

import { loadDesired, openLookup, reachable } from '../../core/face.ts';
import type { LookupReader, Memory, Run } from '../../core/face.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { Outcome, Problem } from '../../core/model/outcome.ts';
import type { ServiceProfile } from '../../core/model/profile.ts';
import type { Clock, DesiredState } from '../../core/model/state.ts';
import type { Target } from '../../core/model/target.ts';
import { regionOf } from './known.ts';

export interface LookupPlace extends Pick<Run, 'project' | 'target' | 'openTarget'> {
  readonly profile: ServiceProfile | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface LookupContext extends LookupPlace {
  /** Null where the files cannot be read. */
  readonly desired: DesiredState | null;
  /** Null where recorded state cannot be read. */
  readonly memory: Memory | null;
  /** What could not be read, in sentences. */
  readonly unread: readonly string[];
}

/** With the connection that the questions of one look-up share. */
export interface ReaderContext {
  readonly reader: LookupReader;
  readonly context: LookupContext;
}

/** `recall`: of the home of the target's recorded state. */
export async function openContext(place: LookupPlace, recall: () => Promise<Memory>): Promise<LookupContext> {
  const desired = await attempted('The desired files', () => loadDesired(place.project, place.target));
  const memory = await attempted('State', recall);
  return { ...place, desired: desired.value, memory: memory.value, unread: [...desired.unread, ...memory.unread] };
}

async function attempted<T>(
  what: string,
  read: () => Promise<T>,
): Promise<{ readonly value: T | null; readonly unread: readonly string[] }> {
  try {
    return { value: await read(), unread: [] };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { diagnostics } = error;
    if (diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'no-desired-files')) {
      return { value: null, unread: [] };
    }
    const why = diagnostics.length > 0 ? 'muster validate says why' : error.message;
    return { value: null, unread: [`${what} could not be read [${error.code}]: ${why}.`] };
  }
}

export interface CountedAnswer<T> {
  readonly value: T;
  /** Requests that left. */
  readonly requests: number;
}

/** A reader while `ask` runs; it has no writing methods. */
export async function asking<T>(
  place: LookupContext,
  ask: (reader: LookupReader) => Promise<T>,
): Promise<CountedAnswer<T> & { readonly target: Target }> {
  const { clock, signal } = place;
  const target = await reachable(place);
  const client = openLookup({ target, clock, signal });
  try {
    const value = await ask({
      ...client,
      lookUpRecords: (question) => client.lookUpRecords({ ...question, ...regionOf(question.campaignName, place) }),
    });
    const { requests } = client.traffic();
    return { value, requests: Object.values(requests).reduce((sum, each) => sum + each, 0), target };
  } finally {
    await client.close();
  }
}

/** Throws ToolError where the service did not answer; `lines`: more that helps. */
export function answered<T>(outcome: Outcome<T>, lines: readonly string[] = []): T {
  if (outcome.kind === 'done') return outcome.value;
  throw refusedBy(outcome.problem, lines);
}

function refusedBy({ code, message }: Problem, lines: readonly string[]): ToolError {
  return new ToolError(code === 'unreadable' ? 'lookup-refused' : code, { message, lines });
}
