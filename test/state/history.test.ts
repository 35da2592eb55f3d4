import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { NO_HISTORY, historyPath, readHistory, writeHistory } from '../../src/core/state/history.ts';
import type { History } from '../../src/core/state/history.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const history: History = {
  completeAt: 5,
  findings: new Map([['["missing","user:ana@example.com"]', { first: 1, last: 5, runs: 2, confirmed: 5 }]]),
  answers: { 'search-ceiling': '1000', 'search-case': 'sensitive' },
};

function place(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return historyPath(folder.directory, 'prod-eu');
}

test('a history is read as it was written, by its owner only, and leaves no draft behind', async () => {
  const path = place();
  expect(await writeHistory(path, history)).toBeNull();
  expect(await readHistory(path)).toEqual({ history, remark: null });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['prod-eu.json']);
});

test('a missing one is started again, with a remark', async () => {
  expect(await readHistory(place())).toEqual({
    history: NO_HISTORY,
    remark: 'history-absent',
  });
});

test.each([
  '',
  '{',
  '[]',
  '{"format":2}',
  '{"format":1,"completeAt":"x","findings":{}}',
  '{"format":1,"completeAt":1,"findings":{"a":{"first":1}}}',
  '{"format":1,"completeAt":1,"findings":{},"answers":[]}',
  '{"format":1,"completeAt":1,"findings":{},"answers":{"S4":5}}',
])('a damaged one (%s) starts anew, says so in one remark, and is replaced', async (text) => {
  const path = place();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const read = await readHistory(path);
  expect(read.history).toEqual(NO_HISTORY);
  expect(read.remark).toMatch(/^history-(damaged|unreadable)$/u);
  expect(await writeHistory(path, history)).toBeNull();
  expect((await readHistory(path)).history).toEqual(history);
});

test('one of an earlier version remembers no answers, and is read all the same', async () => {
  const path = place();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{"format":1,"completeAt":5,"findings":{}}');
  const old = { completeAt: 5, findings: new Map(), answers: null };
  expect(await readHistory(path)).toEqual({ history: old, remark: null });
});

test('where nothing can be written, the reason is told and the file before stays', async () => {
  const path = place();
  await writeHistory(path, history);
  const before = readFileSync(path, 'utf8');
  expect(await writeHistory(join(path, 'below.json'), NO_HISTORY)).toBe('history-unwritten');
  expect(readFileSync(path, 'utf8')).toBe(before);
});
