import { expect, test } from 'vitest';
import { createProgress } from '../../src/cli/process/progress.ts';

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

test('without a terminal there is one line every ten seconds and no control sequence', () => {
  const { written, at, end } = watch(false);
  for (const second of [1, 5, 11, 12, 22]) at(second * 1000, second);
  end();
  expect(written).toEqual(['Reading: 11 of 412\n', 'Reading: 22 of 412\n']);
});

test('quiet is silent', () => {
  const { written, at, end } = watch(true, true);
  at(0, 0);
  at(20_000, 412);
  end();
  expect(written).toEqual([]);
});
