import { describe, expect, test } from 'vitest';
import { readSettings, wantsColor, type RawFlags } from '../../src/cli/process/settings.ts';
import type { Shell } from '../../src/cli/process/shell.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { shellFor } from '../support/shell.ts';

function shell(environment: Readonly<Record<string, string>> = {}, isTty = true): Shell {
  return shellFor({ environment, isTty, columns: 100, folder: '/work' }).shell;
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
      lockTimeout: '30s',
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

  test('of an approval are digits in any case, or a report with an age of a day', () => {
    const digits = 'ABCDEF0123456789';
    expect(readSettings({ fingerprint: digits, maxRequests: '400' }, shell())).toMatchObject({
      approval: { fingerprint: digits.toLowerCase(), file: null, allowSubset: false, maxAgeMs: null },
      maxRequests: 400,
    });
    const file = { fingerprint: '@plan.json', allowSubset: true };
    expect(readSettings(file, shell()).approval).toMatchObject({ file: 'plan.json', allowSubset: true });
    const ages = ['90s', '30m', '24h', '7d'].map(
      (maxPlanAge) => readSettings({ ...file, maxPlanAge }, shell()).approval?.maxAgeMs,
    );
    expect(ages).toEqual([90_000, 30 * 60_000, 24 * 3_600_000, 7 * 24 * 3_600_000]);
    expect(readSettings(file, shell()).approval?.maxAgeMs).toBe(24 * 3_600_000);
  });

  test.each(['--lock-timeout', '--max-plan-age'])('%s names the units it takes', (name) => {
    const flags = name === '--lock-timeout' ? { lockTimeout: '1w' } : { fingerprint: '@plan.json', maxPlanAge: '1w' };
    expect(() => readSettings(flags, shell())).toThrow(`${name} takes a number and s, m, h or d`);
  });

  test.each<[string, RawFlags]>([
    ['a subset of digits', { fingerprint: 'a'.repeat(16), allowSubset: true }],
    ['a subset of nothing', { allowSubset: true }],
    ['an age of digits', { fingerprint: 'a'.repeat(16), maxPlanAge: '24h' }],
  ])('%s is refused: only a report tells what was approved', (_name, flags) => {
    expect(() => readSettings(flags, shell())).toThrow(/needs --fingerprint @FILE/u);
  });

  test.each<[string, RawFlags]>([
    ['an unknown format', { out: ['docx=x'] }],
    ['a format without a path', { out: ['json='] }],
    ['a path whose ending tells no format', { out: ['report.docx'] }],
    ['two reports on standard output', { json: true, out: ['text=-'] }],
    ['a property of Object as a format', { out: ['toString=x'] }],
    ['a pattern that fits no address', { only: 'recrod:*' }],
    ['seconds that are no number', { lockTimeout: 'soon' }],
    ['negative seconds', { lockTimeout: '-1' }],
    ['seconds as a fraction', { lockTimeout: '1.5' }],
    ['a guard without a number', { allow: ['deletes'] }],
    ['a guard with all', { allow: ['deletes=all'] }],
    ['an empty guard', { allow: ['=3'] }],
    ['one guard with two numbers', { allow: ['deletes=3', 'deletes=4'] }],
    ['a fingerprint of 15 digits', { fingerprint: 'a'.repeat(15) }],
    ['a fingerprint of 65 digits', { fingerprint: 'a'.repeat(65) }],
    ['a fingerprint that is no number', { fingerprint: 'z'.repeat(16) }],
    ['a fingerprint in a file without a name', { fingerprint: '@' }],
    ['an age without a unit', { fingerprint: '@plan.json', maxPlanAge: '24' }],
    ['an age in weeks', { fingerprint: '@plan.json', maxPlanAge: '1w' }],
    ['no age', { fingerprint: '@plan.json', maxPlanAge: '0h' }],
    ['a limit of no requests', { maxRequests: '0' }],
    ['a limit that is no number', { maxRequests: 'many' }],
  ])('%s is refused as bad usage', (_name, flags) => {
    expect(() => readSettings(flags, shell())).toThrow(ToolError);
    expect(() => readSettings(flags, shell())).toThrow(/given|only one/u);
  });
});
