// The queue in front of the service.

import { describe, expect, it } from 'vitest';
import { MACHINE } from '../../src/core/machine.ts';
import { createGate } from '../../src/core/service/gate.ts';
import { createPace } from '../../src/core/service/pace.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(ceiling: number) {
  const pace = createPace(ceiling);
  const gate = createGate(pace, MACHINE);
  const entered: string[] = [];
  const enter = (name: string, first = false): void => void gate.enter(first).then(() => entered.push(name));
  return { pace, gate, entered, enter };
}

describe('the gate', () => {
  it('lets in as many as the pace allows, and the next when one leaves', async () => {
    const { gate, entered, enter } = setUp(2);
    for (const name of ['a', 'b', 'c', 'd']) enter(name);
    await turn();
    expect(entered).toEqual(['a', 'b']);
    gate.leave();
    await turn();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('admits requests refused by the rate limit first', async () => {
    const { gate, entered, enter } = setUp(1);
    enter('a');
    enter('b');
    enter('again', true);
    gate.leave();
    await turn();
    expect(entered).toEqual(['a', 'again']);
  });

  it('admits no request while it is closed', async () => {
    const { pace, entered, enter } = setUp(4);
    pace.pause(performance.now(), 50);
    enter('a');
    await turn();
    expect(entered).toEqual([]);
    await expect.poll(() => entered).toEqual(['a']);
    expect(performance.now()).toBeGreaterThanOrEqual(pace.pausedUntil() - 2);
  });

  it('admits every request when the run has stopped, also while it is closed', async () => {
    const { pace, gate, entered, enter } = setUp(1);
    pace.pause(performance.now(), 60_000);
    for (const name of ['a', 'b', 'c']) enter(name);
    gate.throwOpen();
    await turn();
    expect(entered).toEqual(['a', 'b', 'c']);
  });
});
