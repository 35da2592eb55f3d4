import { once } from 'node:events';
import { describe, expect, test } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { keepLock } from '../../src/core/state/lock.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, identity, intent, lockOptions, lockedLedger, user } from './samples.ts';

async function heldByAna() {
  const path = ledgerPath();
  const ana = await lockedLedger(path);
  return { path, ana, ben: await openLedger({ path, clock }) };
}

const benOptions = { holder: 'ben@desk', self: identity({ pid: 78, startedAt: '6' }) };
const gone = () => null;

describe('one writer a target', () => {
  test('the second run ends with the name of the holder, its process and the time', async () => {
    const { ana, ben } = await heldByAna();
    const refusal = ben.lock(lockOptions(benOptions));
    await expect(refusal).rejects.toMatchObject({ code: 'locked', exit: 15 });
    await expect(refusal).rejects.toThrow('ana@desk (pid 77) since 2026-03-02T09:30:00.000Z');
    await ben.close();
    await closeAll(ana);
  });

  test('the second run waits with growing pauses, for as long as it was told', async () => {
    const { ana, ben } = await heldByAna();
    const pauses: number[] = [];
    const sleep = async (ms: number) => void pauses.push(ms);
    await expect(ben.lock(lockOptions({ ...benOptions, timeoutMs: 3_000, sleep }))).rejects.toThrow('waited 3 s');
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_000, 450]);
    await ben.close();
    await closeAll(ana);
  });

  test('the waiting run gets the lock once it is released, with the next fence number', async () => {
    const { ana, ben } = await heldByAna();
    const sleep = () => ana.lock.release();
    const handle = await ben.lock(lockOptions({ ...benOptions, timeoutMs: 1_000, sleep }));
    expect([ana.lock.fence, handle.fence]).toEqual([1, 2]);
    handle.assertHeld();
    await handle.release();
    await ben.close();
    await ana.ledger.close();
  });

  test('nothing is written without the lock', async () => {
    const ledger = await openLedger({ path: ledgerPath(), clock });
    await expect(ledger.intend(intent('user:a'))).rejects.toMatchObject({ code: 'locked' });
    const handle = await ledger.lock(lockOptions());
    await expect(ledger.intend(intent('user:a'))).resolves.toBe('1-1');
    await handle.release();
    await handle.release();
    await expect(ledger.record('user:a', null)).rejects.toMatchObject({ code: 'locked' });
    expect(() => handle.assertHeld()).toThrow('nobody holds it now');
    await ledger.close();
  });
});

describe('taking over', () => {
  test('a lock whose process is gone is taken over, and its run can write nothing any more', async () => {
    const { ana, ben } = await heldByAna();
    const asked: number[] = [];
    const lookAt = (pid: number) => {
      asked.push(pid);
      return null;
    };
    const handle = await ben.lock(lockOptions({ ...benOptions, lookAt }));
    expect([handle.fence, asked]).toEqual([2, [77]]);
    await expect(ana.ledger.intend(intent('user:a'))).rejects.toMatchObject({ code: 'locked' });
    expect(() => ana.lock.assertHeld()).toThrow('ben@desk (pid 78)');
    await ana.lock.release();
    handle.assertHeld();
    await handle.release();
    await expect(ana.ledger.record('user:a', user('a'))).rejects.toMatchObject({ code: 'locked' });
    expect((await ben.load()).objects.size).toBe(0);
    await ben.close();
    await ana.ledger.close();
  });

  test('entries already waiting when the lock is lost are rejected, not written', async () => {
    const { ana, ben } = await heldByAna();
    const waiting = ana.ledger.record('user:a', user('a'));
    const taking = ben.lock(lockOptions({ ...benOptions, lookAt: gone }));
    await expect(waiting).rejects.toMatchObject({ code: 'locked' });
    await (await taking).release();
    expect((await ben.load()).objects.size).toBe(0);
    await ben.close();
    await ana.ledger.close();
  });
});

const elsewhere = { holder: 'ben@desk', self: identity({ pidNamespace: 'pid:[2]', pid: 77 }) };

/** Waiting for Ben is letting the monotonic clock of his machine run; `meanwhile` is told how long he has waited. */
function waiting(meanwhile: (waitedMs: number) => void | Promise<unknown> = () => undefined) {
  let waitedMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    waitedMs += ms;
    await meanwhile(waitedMs);
  };
  return { sleep, monotonic: () => waitedMs };
}

describe('a holder that cannot be seen from here', () => {
  test('is not robbed by a run that does not wait, although pid and host are its own', async () => {
    const { ana, ben } = await heldByAna();
    await expect(ben.lock(lockOptions(elsewhere))).rejects.toThrow('cannot be seen from here');
    ana.lock.assertHeld();
    await ben.close();
    await closeAll(ana);
  });

  test('is taken over after 60 s of watching without one sign of life, and can write nothing then', async () => {
    const { ana, ben } = await heldByAna();
    await expect(ben.lock(lockOptions({ ...elsewhere, timeoutMs: 59_000, ...waiting() }))).rejects.toThrow('held by');
    const handle = await ben.lock(lockOptions({ ...elsewhere, timeoutMs: 90_000, ...waiting() }));
    expect(handle.fence).toBe(2);
    await expect(ana.ledger.intend(intent('user:a'))).rejects.toMatchObject({ code: 'locked' });
    expect(ana.lock.lost.reason).toMatchObject({ code: 'locked' });
    await handle.release();
    await ben.close();
    await ana.ledger.close();
  });

  test('is waited for as long as it gives signs of life, whatever its clock says', async () => {
    const { ana, ben } = await heldByAna();
    let records = 0;
    const beating = waiting(async () => {
      records += 1;
      await ana.ledger.record('user:a', user('a'));
    });
    await expect(ben.lock(lockOptions({ ...elsewhere, timeoutMs: 600_000, ...beating }))).rejects.toThrow('held by');
    expect(records).toBeGreaterThan(100);
    ana.lock.assertHeld();
    await ben.close();
    await closeAll(ana);
  });

  test('starts its 60 s anew with each sign of life', async () => {
    const { ana, ben } = await heldByAna();
    let last = 0;
    const beating = waiting(async (waitedMs) => {
      if (waitedMs < 50_000 || last > 0) return;
      last = waitedMs;
      await ana.ledger.record('user:a', user('a'));
    });
    const handle = await ben.lock(lockOptions({ ...elsewhere, timeoutMs: 600_000, ...beating }));
    expect(beating.monotonic() - last).toBeGreaterThanOrEqual(60_000);
    await handle.release();
    await ben.close();
    await ana.ledger.close();
  });
});

describe('a run that lost its lock', () => {
  test('learns it by its next heartbeat, without writing anything', async () => {
    const path = ledgerPath();
    const ledger = await openLedger({ path, clock });
    const { lost } = await ledger.lock(lockOptions({ heartbeatMs: 5 }));
    const other = await openLedger({ path, clock });
    expect(lost.aborted).toBe(false);
    expect(await other.unlock(1)).toBe(true);
    await once(lost, 'abort');
    expect(lost.reason).toMatchObject({ code: 'locked' });
    await other.close();
    await ledger.close();
  });

  test('frees nothing: unlocking names one holding, and a later one keeps its lock', async () => {
    const { ana, ben } = await heldByAna();
    const handle = await ben.lock(lockOptions({ ...benOptions, lookAt: gone }));
    expect(await ana.ledger.unlock(1)).toBe(false);
    handle.assertHeld();
    expect(await ben.holder()).toMatchObject({ lockId: 2, name: 'ben@desk', pid: 78 });
    await handle.release();
    expect(await ben.holder()).toBeNull();
    await ben.close();
    await ana.ledger.close();
  });
});

describe('signs of life that cannot be written', () => {
  test('count as a lost lock after half a lease, before others may take it', async () => {
    let [beats, nowMs] = [0, 0];
    const failure = new Error('disk');
    const beat = (): void => {
      beats += 1;
      nowMs += 10_000;
      throw failure;
    };
    const kept = keepLock(beat, lockOptions({ heartbeatMs: 1, leaseMs: 60_000, monotonic: () => nowMs }));
    await once(kept.lost, 'abort');
    expect([beats, kept.lost.reason]).toEqual([4, failure]);
  });

  test('are forgiven once one can be written again', async () => {
    let [beats, nowMs] = [0, 0];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const beat = (): void => {
      beats += 1;
      nowMs += 20_000;
      if (beats === 20) resolve(undefined);
      if (beats % 2 === 1) throw new Error('busy');
    };
    const kept = keepLock(beat, lockOptions({ heartbeatMs: 1, leaseMs: 60_000, monotonic: () => nowMs }));
    await promise;
    expect(kept.lost.aborted).toBe(false);
    kept.stop();
  });
});
