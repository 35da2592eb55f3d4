// The progress of long work on standard error: a bar on a terminal, lines elsewhere.

import { expect, test } from 'vitest';
import { createProgress, progressOf } from '../../src/cli/process/progress.ts';
import { shellFor } from '../support/shell.ts';

function watch(
  isTty: boolean,
  quiet = false,
): { written: string[]; at: (ms: number, done: number) => void; end: () => void } {
  const written: string[] = [];
  let now = 1_000_000;
  const view = createProgress({ write: (text) => written.push(text), isTty, quiet, clock: () => now });
  const at = (ms: number, done: number): void => {
    now = 1_000_000 + ms;
    view.onProgress({ phase: 'read', done, total: 412 });
  };
  return { written, at, end: view.clear };
}

test('on a terminal a bar is drawn, redrawn at most every 100 ms, and erased', () => {
  const { written, at, end } = watch(true);
  at(0, 0);
  at(50, 10);
  at(200, 206);
  end();
  end();
  expect(written).toEqual([
    '\r\u001b[2K[........................] Reading: 0 of 412',
    '\r\u001b[2K[############............] Reading: 206 of 412',
    '\r\u001b[2K',
  ]);
});

test('on a terminal the time that is left stands behind the counts, without a colour and in one line', () => {
  const { written, at } = watch(true);
  for (let second = 0; second <= 30; second += 1) at(second * 1000, second * 4);
  const last = written.at(-1) ?? '';
  expect(last).toBe('\r\u001b[2K[######..................] Reading: 120 of 412, about 2 min left');
  expect(last.length).toBeLessThan(80);
  expect(written.join('')).not.toMatch(/\u001b\[\d*m|\n/u);
});

test('without a terminal there is one line every ten seconds and no control sequence', () => {
  const { written, at, end } = watch(false);
  for (const second of [1, 5, 11, 12, 22]) at(second * 1000, second);
  end();
  expect(written).toEqual(['Reading: 11 of 412, about 7 min left\n', 'Reading: 22 of 412, about 7 min left\n']);
});

test('quiet is silent', () => {
  const { written, at, end } = watch(true, true);
  at(0, 0);
  at(20_000, 412);
  end();
  expect(written).toEqual([]);
});

test.each([
  ['a terminal', true, {}, 'bar'],
  ['a terminal without colour', true, { NO_COLOR: '1' }, 'bar'],
  ['a terminal that cannot erase a line', true, { TERM: 'dumb' }, 'line'],
  ['a pipe', false, {}, 'line'],
  ['a pipe that is given colour', false, { FORCE_COLOR: '1' }, 'line'],
])('%s gets the progress that it can show', (_title, errIsTty, environment, kind) => {
  const written: string[] = [];
  let now = 0;
  const { shell } = shellFor({ environment, isTty: true, columns: 100 });
  const err = (text: string): void => void written.push(text);
  const terminal = { ...shell.terminal, err, outIsTty: !errIsTty, errIsTty };
  const { onProgress } = progressOf({ ...shell, terminal, clock: () => now }, false);
  for (; now <= 20_000; now += 1000) onProgress({ phase: 'apply', done: now / 1000, total: 100 });
  const bar = '\r\u001b[2K[####....................] Applying: 20 of 100, about 2 min left';
  expect(written.at(-1)).toBe(kind === 'bar' ? bar : 'Applying: 20 of 100, about 2 min left\n');
});
