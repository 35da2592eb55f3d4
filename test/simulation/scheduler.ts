// Virtual time: what waits for a moment (a timer, an answer, a commit) stands in one queue, ordered by its time and, at the same time, by
// chance. Nothing happens beside it: between two moments all promises that can go on have gone on.

import type { Chance } from './random.ts';

export interface Scheduler {
  /** Epoch milliseconds of the world. */
  readonly now: () => number;
  /** `owner`: the run that it belongs to; 0 for the world. `on the way`: a pause of the run does not hold it. Gives what calls it off. */
  readonly at: (time: number, owner: number, run: () => void, where?: 'on the way') => () => void;
  /** Nothing of this run happens any more: its process is gone. */
  readonly drop: (owner: number) => void;
  /** The process of this run stands still for so long, as a machine that is suspended does. */
  readonly pause: (owner: number, ms: number) => void;
  /** Lets moments pass until the work has ended. Rejects where nothing is left that could end it. Within another one it only waits. */
  readonly drive: <T>(work: Promise<T>) => Promise<T>;
  /** Lets so much time pass; what is due in it happens. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Moment {
  time: number;
  readonly tie: number;
  readonly owner: number;
  readonly run: () => void;
  readonly isHeld: boolean;
}

const PATIENT_TURNS = 20_000;

/** Taken before a life hides the timers of the machine. */
const turnOfLoop = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => turnOfLoop(resolve));

export function openScheduler(start: number, chance: Chance): Scheduler {
  const waiting = new Set<Moment>();
  const pausedUntil = new Map<number, number>();
  let [now, isDriven] = [start, false];
  const next = (): Moment | null => {
    let first: Moment | null = null;
    for (const each of waiting) {
      if (first === null || each.time < first.time || (each.time === first.time && each.tie < first.tie)) first = each;
    }
    return first;
  };
  /** What reads a file or loads a module answers from outside of this time: it is waited for, and then goes on at the same moment. */
  const nextOrNone = async (): Promise<Moment | null> => {
    for (let turns = 0; turns < PATIENT_TURNS; turns += 1) {
      const moment = next();
      if (moment !== null) return moment;
      await turn();
    }
    return null;
  };
  const happen = (moment: Moment): void => {
    waiting.delete(moment);
    now = Math.max(now, moment.time);
    moment.run();
  };
  return {
    now: () => now,
    at: (time, owner, run, where) => {
      const isHeld = where === undefined;
      const earliest = Math.max(now, isHeld ? (pausedUntil.get(owner) ?? 0) : 0);
      const moment = { time: Math.max(Math.ceil(time), earliest), tie: chance.next(), owner, run, isHeld };
      waiting.add(moment);
      return () => void waiting.delete(moment);
    },
    drop: (owner) => {
      for (const each of waiting) if (each.owner === owner) waiting.delete(each);
    },
    pause: (owner, ms) => {
      const until = now + ms;
      pausedUntil.set(owner, until);
      for (const each of waiting) if (each.owner === owner && each.isHeld) each.time = Math.max(each.time, until);
    },
    drive: async (work) => {
      if (isDriven) return work;
      isDriven = true;
      let hasEnded = false;
      const ended = (): void => void (hasEnded = true);
      work.then(ended, ended);
      try {
        for (;;) {
          await turn();
          if (hasEnded) return await work;
          const moment = await nextOrNone();
          if (moment === null) throw new Error('the run waits for something that never comes');
          happen(moment);
        }
      } finally {
        isDriven = false;
      }
    },
    pass: async (ms) => {
      const until = now + ms;
      for (let moment = next(); moment !== null && moment.time <= until; moment = next()) {
        happen(moment);
        await turn();
      }
      now = Math.max(now, until);
    },
  };
}
