import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';

import { livenessOf, mayTake } from '../../src/core/state/holder.ts';
import type { SeeProcess } from '../../src/core/state/holder.ts';
import { nameOfProcess, viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { identity } from './samples.ts';

const seen =
  (startedAt: string | null): SeeProcess =>
  () => ({ startedAt });
const nobody: SeeProcess = () => null;
const notAsked: SeeProcess = () => {
  throw new Error('a process of another place has no meaning here');
};

describe('whether a holder still lives', () => {
  test.each([
    ['its process runs', identity(), seen('5'), 'alive'],
    ['it has no process', identity(), nobody, 'gone'],
    ['its pid was given to another process', identity(), seen('9'), 'gone'],
    ['its start time was not known', identity({ startedAt: null }), seen('9'), 'unknown'],
    ['no start time is known here', identity(), seen(null), 'unknown'],
    ['it has no process, and start times are not known', identity({ startedAt: null }), nobody, 'gone'],
    ['another pid namespace: the other container of a pod', identity({ pidNamespace: 'pid:[2]' }), notAsked, 'unknown'],
    ['another boot: another machine, or before a restart', identity({ boot: 'boot-2' }), notAsked, 'unknown'],
  ])('%s', (_title, holder, lookAt, expected) => {
    expect(livenessOf(holder, { self: identity({ pid: 78 }), lookAt })).toBe(expected);
  });

  test.each([
    ['gone', 0, true],
    ['alive', 0, false],
    ['alive', 1e9, false],
    ['unknown', 0, false],
    ['unknown', 59_999, false],
    ['unknown', 60_000, true],
  ] as const)('%s and quiet for %i ms: taken over %s', (liveness, quietMs, expected) => {
    expect(mayTake(liveness, quietMs, 60_000)).toBe(expected);
  });
});

test('this process sees itself alive, and one that cannot be as gone', () => {
  const { self, lookAt } = viewpointOfProcess();
  expect(livenessOf(self, { self, lookAt })).toBe(process.platform === 'linux' ? 'alive' : 'unknown');
  expect(livenessOf({ ...self, pid: 2 ** 22 + 1 }, { self, lookAt })).toBe('gone');
});

test('a user without a name, as in a container, is named by its number', () => {
  const nobody = (): string => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(nameOfProcess(nobody)).toBe(`${process.getuid?.() ?? 'somebody'}@${hostname()}`);
  expect(nameOfProcess(() => 'ana')).toBe(`ana@${hostname()}`);
});

test.skipIf(process.platform !== 'linux')('on Linux a process is told from a later one with its pid', () => {
  const { self, lookAt } = viewpointOfProcess();
  expect(self.boot).toMatch(/^[0-9a-f-]{36}$/u);
  expect(self.pidNamespace).toMatch(/^pid:/u);
  expect(livenessOf({ ...self, startedAt: '1' }, { self, lookAt })).toBe('gone');
});
