// How long many partitions take, played event by event: `node bench/scale.ts` prints the table of docs/scale.md. What one request
// costs the processor and what one object costs in memory are measured (`npm run bench`); the service is assumed.
//
//   a partition   one process with one thread: reading its own declarations and comparing takes `ownMs` an object, reading those of all
//                 others `otherMs` a record; then each request takes `cpuMs` of it, and waits for the service
//   a machine     runs as many partitions at once as it has cores; each may have `concurrency` requests on the way
//   the service   answers after a time around `serviceMs` (log-normal, by seed), whoever asks

interface Plan {
  readonly partitions: number;
  /** Objects of one partition, and requests that one of them takes. */
  readonly objects: number;
  readonly requestsEach: number;
  readonly machines: number;
  readonly coresEach: number;
  /** Requests on the way that one partition may have. */
  readonly concurrency: number;
  readonly serviceMs: number;
  readonly cpuMs: number;
  readonly ownMs: number;
  readonly otherMs: number;
  readonly seed: number;
}

interface Played {
  readonly minutes: number;
  readonly requests: number;
  /** By the formula: the largest of waiting, processor, and rounds of partitions. */
  readonly idealMinutes: number;
  /** Requests a second that the service sees while all machines work. */
  readonly perSecond: number;
}

/** A generator of numbers between 0 and 1, the same for the same seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Milliseconds of one partition: the slot that is free first sends the next request, as soon as the thread has time for it. */
function partitionMs(plan: Plan, chance: () => number): number {
  const { concurrency, serviceMs, cpuMs } = plan;
  const slots = new Float64Array(concurrency);
  let thread = startMs(plan);
  for (let left = Math.round(plan.objects * plan.requestsEach); left > 0; left -= 1) {
    const free = slots[0] ?? 0;
    thread = Math.max(thread, free) + cpuMs;
    const wave = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    sink(slots, thread + serviceMs * Math.exp(0.25 * wave - 0.031_25));
  }
  return slots.reduce((latest, each) => Math.max(latest, each), thread);
}

/** Before the first request. */
function startMs({ partitions, objects, ownMs, otherMs }: Plan): number {
  return objects * ownMs + (partitions - 1) * objects * otherMs;
}

/** Replaces the earliest of a binary heap. */
function sink(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}

function play(plan: Plan): Played {
  const chance = chanceOf(plan.seed);
  const lanes = new Float64Array(plan.machines * plan.coresEach);
  for (let left = plan.partitions; left > 0; left -= 1) sink(lanes, (lanes[0] ?? 0) + partitionMs(plan, chance));
  const ms = lanes.reduce((latest, each) => Math.max(latest, each), 0);
  const each = Math.round(plan.objects * plan.requestsEach);
  const sendMs = Math.max((each * (plan.serviceMs + plan.cpuMs)) / plan.concurrency, each * plan.cpuMs);
  const oneMs = startMs(plan) + sendMs;
  const rounds = Math.ceil(plan.partitions / lanes.length);
  const requests = each * plan.partitions;
  return { minutes: ms / 60_000, requests, idealMinutes: (oneMs * rounds) / 60_000, perSecond: (requests / ms) * 1000 };
}

/** 1,000,000 records in 20 partitions of 50,000, of a target with `maxConcurrency: 256`: 12 requests at once each. */
const MILLION = { partitions: 20, objects: 50_000, coresEach: 2, concurrency: 12, serviceMs: 50, seed: 1 } as const;

/** As measured, of one core: docs/performance.md, and for records of others the load of 1,000,000 in 20 partitions (9.1 s). */
const COST = { cpuMs: 0.3, ownMs: 0.085, otherMs: 0.009 } as const;

const ROWS = [
  ['create all', 2.03],
  ['change 1 %', 0.033],
  ['nothing to do', 0.002],
] as const;

function table(): string {
  const head = '| What | Machines of 2 cores | Requests | Minutes | By the formula | Requests a second |';
  const rows = ROWS.flatMap(([what, requestsEach]) =>
    [1, 5, 10].map((machines) => {
      const { minutes, idealMinutes, requests, perSecond } = play({ ...MILLION, ...COST, requestsEach, machines });
      const counts = [requests.toLocaleString('en'), minutes.toFixed(2), idealMinutes.toFixed(2)];
      return `| ${[what, machines, ...counts, Math.round(perSecond).toLocaleString('en')].join(' | ')} |`;
    }),
  );
  return [head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

console.log(table());
