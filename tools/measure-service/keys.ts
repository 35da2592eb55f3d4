// `--wrong-key` and `--former-key` send one read with a key that may be refused; `--rate` sends as many reads within a second
// as it is told. All ask about nobody.

import { setTimeout as sleep } from 'node:timers/promises';

import { unknown } from '../../src/doctor/bench.ts';
import { probeFormerKey, probeWrongKey } from './probe-key.ts';
import type { KeyBench } from './probe-key.ts';
import { probeRate } from './probe-rate.ts';
import { openTarget } from '../../src/engine/run.ts';
import type { Answer } from '../../src/model/profile.ts';
import type { ApiKey } from '../../src/service/api-key.ts';
import { openAsking, wrongKey } from './asking.ts';
import { openProbing } from '../../src/service/client.ts';
import { probeId } from '../../src/service/control-read.ts';
import { readCurrentKey, readFormerKey } from '../../src/service/secret.ts';
import type { MeasuringRun } from './run.ts';

/** Throws `key-refused` when the right key is refused afterwards. */
export function probeKey(run: MeasuringRun): Promise<Answer> {
  return withKey(run, wrongKey(run.clock), probeWrongKey);
}

/** Throws `key-refused` when the right key is refused afterwards, and `secret-unavailable`. */
export async function probeRotation(run: MeasuringRun): Promise<Answer> {
  const target = await openTarget(run);
  const former = await readFormerKey(target, run.clock);
  if (former === null) return unknown('former-key', 'the secret has no version before the present one');
  const { createdAt } = await readCurrentKey(target, run.clock);
  const ageMs = createdAt === null ? null : run.clock() - createdAt;
  return withKey(run, former, (bench) => probeFormerKey(bench, ageMs));
}

async function withKey(run: MeasuringRun, key: ApiKey, work: (bench: KeyBench) => Promise<Answer>): Promise<Answer> {
  const place = { target: await openTarget(run), clock: run.clock };
  const client = openProbing(place);
  const asking = openAsking(place);
  try {
    return await work({ control: () => client.queryUser(probeId()), other: () => asking.ask(key) });
  } finally {
    await Promise.all([client.close(), asking.close()]);
  }
}

/** Throws `secret-unavailable`. */
export async function probeLoad(run: MeasuringRun, perSecond: number): Promise<Answer> {
  const target = await openTarget(run);
  const { key } = await readCurrentKey(target, run.clock);
  const asking = openAsking({ target, clock: run.clock }, perSecond);
  try {
    const now = (): number => performance.now();
    return await probeRate({ ask: () => asking.ask(key), sleep: (ms) => sleep(ms), now }, perSecond);
  } finally {
    await asking.close();
  }
}
