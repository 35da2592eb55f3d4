// Others who work in the same service between any two requests, and an observer who counts what a run does to their work.
//
// Terms: the last reading of an object is the last answer about it alone before its write. A write hits others where they changed the
// object after that answer. Its gap is the number of requests that the service carried out in between.

import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import type { OnRequest } from '../../src/sandbox/wire/exchange.ts';

import { OPERATIONS } from '../../src/core/service/operation.ts';

const namesOf = (effect: 'read' | 'write'): ReadonlySet<string> =>
  new Set(Object.entries(OPERATIONS).flatMap(([name, row]) => (row.effect === effect ? [name] : [])));
const [READS, WRITES] = [namesOf('read'), namesOf('write')];

export interface Others {
  /** For the sandbox: told of each request before its answer leaves. */
  readonly onRequest: OnRequest;
  /** From now on counted; `act` is asked after each request, and names the objects that it changed. */
  watch(act: Act): void;
  readonly seen: Observed;
}

/** `writes`: carried out so far, of those watched. Answers keys as the log has them: `<campaign>/<clientId>`, or a loginUserId. */
export type Act = (entry: LogEntry, writes: number) => readonly string[];

export interface Observed {
  readonly gaps: readonly number[];
  /** Keys of writes that hit others. */
  readonly hits: readonly string[];
  /** Keys that others changed. */
  readonly changed: ReadonlySet<string>;
  readonly writes: number;
}

export function openOthers(): Others {
  const read = new Map<string, number>();
  const changedAt = new Map<string, number>();
  const gaps: number[] = [];
  const hits: string[] = [];
  let order = 0;
  let act: Act | null = null;
  return {
    onRequest: (entry) => {
      order += 1;
      if (act === null) return;
      if (READS.has(entry.operation)) read.set(entry.key, order);
      else if (entry.committed && WRITES.has(entry.operation)) {
        const looked = read.get(entry.key) ?? 0;
        gaps.push(order - looked - 1);
        if ((changedAt.get(entry.key) ?? 0) >= looked && changedAt.has(entry.key)) hits.push(entry.key);
      }
      for (const key of act(entry, gaps.length)) changedAt.set(key, order);
    },
    watch: (given) => {
      act = given;
      [gaps.length, hits.length] = [0, 0];
      changedAt.clear();
    },
    seen: {
      gaps,
      hits,
      get changed() {
        return new Set(changedAt.keys());
      },
      get writes() {
        return gaps.length;
      },
    },
  };
}

/** Once, after so many writes, all at the same moment. */
export function afterWrites(count: number, change: () => readonly string[]): Act {
  let isDone = false;
  return (_entry, writes) => {
    if (isDone || writes < count) return [];
    isDone = true;
    return change();
  };
}

/** After each request with a probability of 1 in `every`, by a seed: the same run meets the same others. */
export function atRandom(seed: number, every: number, change: (chance: () => number) => readonly string[]): Act {
  let state = seed >>> 0;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (chance() * every < 1 ? change(chance) : []);
}
