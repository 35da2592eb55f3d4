// Whether the service refuses, or slows down, at a rate that a person names. A few reads one after the other, then as
// many as named within one second. At the first refusal nothing more is sent.

import type { Answer } from '../../src/model/profile.ts';
import type { Reply } from '../../src/service/outcome.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';

export interface RateBench {
  /** One read; sent once. */
  readonly ask: () => Promise<Reply>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
}

const QUIET_READS = 5;
const SECOND_MS = 1000;
/** Slower by less than this may be our own processor, or chance. */
const NOISE_MS = 200;
const TIMES_SLOWER = 3;

interface Timed {
  readonly reply: Reply;
  readonly elapsedMs: number;
}

export async function probeRate(bench: RateBench, perSecond: number): Promise<Answer> {
  const quiet: Timed[] = [];
  while (quiet.length < QUIET_READS && quiet.every(isAnswered)) quiet.push(await timed(bench));
  if (!quiet.every(isAnswered)) return judge(quiet, quiet);
  return judge(quiet, await burst(bench, perSecond));
}

async function burst(bench: RateBench, perSecond: number): Promise<Timed[]> {
  const underWay: Promise<unknown>[] = [];
  const back: Timed[] = [];
  for (let sent = 0; sent < perSecond && back.every(isAnswered); sent += 1) {
    underWay.push(timed(bench).then((one) => back.push(one)));
    await bench.sleep(SECOND_MS / perSecond);
  }
  await Promise.all(underWay);
  return back;
}

async function timed({ ask, now }: RateBench): Promise<Timed> {
  const startedAt = now();
  return { reply: await ask(), elapsedMs: now() - startedAt };
}

function isAnswered({ reply }: Timed): boolean {
  return reply.kind === 'answer' && (reply.status === 200 || reply.status === 404);
}

function judge(quiet: readonly Timed[], together: readonly Timed[]): Answer {
  const sent = `${together.length} reads within a second`;
  const refused = together.find((one) => !isAnswered(one))?.reply;
  if (refused !== undefined) {
    const status = refused.kind === 'answer' ? refused.status : null;
    if (status === 429 || status === 503) return answer('rate-limit', String(status), sent);
    return unknown('rate-limit', `a read was ${status === null ? 'not answered' : `answered with HTTP ${status}`}`);
  }
  const [alone, crowded] = [median(quiet), median(together)];
  const isSlow = crowded > TIMES_SLOWER * alone && crowded - alone > NOISE_MS;
  return answer('rate-limit', isSlow ? 'slow' : 'not-met', sent);
}

function median(all: readonly Timed[]): number {
  const times = all.map(({ elapsedMs }) => elapsedMs).toSorted((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}
