import { describe, expect, test } from 'vitest';
import { readSettings, wantsColor, type RawFlags } from '../../src/cli/settings.ts';
import type { Shell } from '../../src/cli/shell.ts';
import { ToolError } from '../../src/model/errors.ts';

function shell(environment: Shell['environment'] = {}, isTty = true): Shell {
  const silent = (): void => undefined;
  return {
    terminal: {
      out: silent,
      err: silent,
      ask: async () => Promise.resolve(''),
      inputIsTty: isTty,
      outIsTty: isTty,
      errIsTty: isTty,
      columns: 100,
    },
    environment,
    folder: '/work',
    clock: () => 0,
    signal: new AbortController().signal,
  };
}

describe('color', () => {
  test.each([
    ['always', { NO_COLOR: '1' }, false, true],
    ['never', { FORCE_COLOR: '1' }, true, false],
    ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [undefined, { NO_COLOR: '' }, true, true],
    [undefined, { FORCE_COLOR: '1' }, false, true],
    [undefined, { FORCE_COLOR: '0' }, false, false],
    [undefined, { CLICOLOR_FORCE: '1', TERM: 'dumb' }, false, true],
    [undefined, { TERM: 'dumb' }, true, false],
    [undefined, { TERM: 'xterm' }, true, true],
    [undefined, {}, false, false],
  ])('--color %s with %o on a terminal: %s -> %s', (flag, environment, isTty, wanted) => {
    expect(wantsColor(flag, environment, isTty)).toBe(wanted);
  });
});

describe('questions', () => {
  test.each([
    ['on a terminal', {}, {}, true, true],
    ['without a terminal', {}, {}, false, false],
    ['with --no-input', { input: false }, {}, true, false],
    ['under CI', {}, { CI: 'true' }, true, false],
    ['with CI=false', {}, { CI: 'false' }, true, true],
  ])('%s', (_name, flags, environment, isTty, wanted) => {
    expect(readSettings(flags, shell(environment, isTty)).input).toBe(wanted);
  });
});

describe('values', () => {
  test('are read from the flags', () => {
    const flags: RawFlags = {
      directory: 'sub',
      target: 'prod',
      only: 'user:*',
      json: true,
      out: ['text=report.txt'],
      lockTimeout: '30',
      allow: ['deletes=12'],
    };
    expect(readSettings(flags, shell())).toMatchObject({
      directory: '/work/sub',
      target: 'prod',
      only: 'user:*',
      outputs: [
        { format: 'json', path: '-' },
        { format: 'text', path: 'report.txt' },
      ],
      lockTimeoutMs: 30_000,
      allow: { deletes: 12 },
      repeat: ['-C', 'sub', '--target', 'prod', '--only', 'user:*'],
    });
  });

  test.each<[string, RawFlags]>([
    ['an unknown format', { out: ['html=x'] }],
    ['a format without a path', { out: ['json='] }],
    ['a path without a format', { out: ['report.json'] }],
    ['two reports on standard output', { json: true, out: ['text=-'] }],
    ['a property of Object as a format', { out: ['toString=x'] }],
    ['a pattern that fits no address', { only: 'recrod:*' }],
    ['seconds that are no number', { lockTimeout: 'soon' }],
    ['negative seconds', { lockTimeout: '-1' }],
    ['a guard without a number', { allow: ['deletes'] }],
    ['a guard with all', { allow: ['deletes=all'] }],
    ['an empty guard', { allow: ['=3'] }],
  ])('%s is refused as bad usage', (_name, flags) => {
    expect(() => readSettings(flags, shell())).toThrow(ToolError);
    expect(() => readSettings(flags, shell())).toThrow(/given|only one/u);
  });
});
