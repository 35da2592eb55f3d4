import { describe, expect, test } from 'vitest';

import { openLedger } from '../../src/state/ledger.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, intent, lockOptions, lockedLedger, user } from './samples.ts';

async function heldByAna() {
  const path = ledgerPath();
  const ana = await lockedLedger(path);
  return { path, ana, ben: await openLedger({ path, clock }) };
}

const benOptions = { holder: 'ben@desk', pid: 78 };

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

  test('what waits when the lock is released is committed first', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const waiting = open.ledger.record('user:a', user('a'));
    await closeAll(open);
    await expect(waiting).resolves.toBeUndefined();
    const reader = await openLedger({ path, clock, readOnly: true });
    expect((await reader.load()).objects.size).toBe(1);
    await reader.close();
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
    const processIsAlive = (pid: number) => asked.push(pid) === 0;
    const handle = await ben.lock(lockOptions({ ...benOptions, processIsAlive }));
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
    const taking = ben.lock(lockOptions({ ...benOptions, processIsAlive: () => false }));
    await expect(waiting).rejects.toMatchObject({ code: 'locked' });
    await (await taking).release();
    expect((await ben.load()).objects.size).toBe(0);
    await ben.close();
    await ana.ledger.close();
  });

  test('the lock of another machine is never taken over, whatever runs here', async () => {
    const { ana, ben } = await heldByAna();
    const options = lockOptions({ holder: 'ben@laptop', pid: 78, processIsAlive: () => false });
    await expect(ben.lock(options)).rejects.toThrow('cannot be seen from this machine');
    ana.lock.assertHeld();
    await ben.close();
    await closeAll(ana);
  });
});
