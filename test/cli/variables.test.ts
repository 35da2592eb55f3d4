// Every variable that says what a flag says: read, or refused; never passed over by a command that changes something.

import { describe, expect, test } from 'vitest';

import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { parse } from '../../src/cli/arguments/parse.ts';
import { readSettings } from '../../src/cli/process/settings.ts';
import type { Settings } from '../../src/cli/process/settings.ts';
import { withVariables } from '../../src/cli/arguments/variables.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { shellFor } from '../support/shell.ts';

const DIGITS = '0123456789abcdef';

function settingsOf(line: string, environment: Record<string, string>): Settings {
  const { shell } = shellFor({ environment, folder: '/p' });
  const parsed = parse(line.split(' '), COMMANDS, { version: '0', width: 80 });
  if (parsed.kind !== 'call') throw new Error(`no call: ${line}`);
  return readSettings(withVariables(parsed.flags, parsed.command, shell), shell);
}

function refusal(line: string, environment: Record<string, string>): string {
  try {
    settingsOf(line, environment);
  } catch (error) {
    if (error instanceof ToolError) return `${error.code} ${error.detail.message ?? ''}`;
  }
  return 'none';
}

describe('a variable of an approval', () => {
  test('says what its flag says, alone or with the same word beside it', () => {
    const environment = {
      MUSTER_TARGET: 'prod',
      MUSTER_ALLOW: 'deletes=3, restores=1',
      MUSTER_FINGERPRINT: '@plan.json',
      MUSTER_ALLOW_SUBSET: '1',
      MUSTER_MAX_PLAN_AGE: '2h',
      MUSTER_MAX_REQUESTS: '70',
    };
    const wanted = {
      target: 'prod',
      allow: { deletes: 3, restores: 1 },
      approval: { fingerprint: null, file: 'plan.json', allowSubset: true, maxAgeMs: 7_200_000 },
      maxRequests: 70,
    };
    expect(settingsOf('apply', environment)).toMatchObject(wanted);
    const line = 'apply --target prod --allow restores=1 --fingerprint @plan.json --allow-subset --max-requests 70';
    expect(settingsOf(line, environment)).toMatchObject(wanted);
    expect(settingsOf('apply --allow overwrite=2', environment).allow).toEqual({
      deletes: 3,
      restores: 1,
      overwrite: 2,
    });
    expect(settingsOf('apply --fingerprint abcdefabcdefabcd', { MUSTER_FINGERPRINT: '' }).approval).toMatchObject({
      fingerprint: 'abcdefabcdefabcd',
    });
  });

  test.each([
    ['apply --fingerprint abcdefabcdefabcd', { MUSTER_FINGERPRINT: DIGITS }, '--fingerprint and MUSTER_FINGERPRINT'],
    ['apply --target eu', { MUSTER_TARGET: 'prod' }, '--target and MUSTER_TARGET say different words'],
    ['apply --allow deletes=2', { MUSTER_ALLOW: 'deletes=1' }, 'each guard once'],
    ['apply', { MUSTER_FINGERPRINT: 'soon' }, '16 to 64 hexadecimal digits'],
    ['apply', { MUSTER_FINGERPRINT: DIGITS, MUSTER_ALLOW_SUBSET: '1' }, 'needs --fingerprint @FILE'],
    ['apply', { MUSTER_ALLOW_SUBSET: 'perhaps' }, 'MUSTER_ALLOW_SUBSET takes 1 or 0'],
    ['apply', { MUSTER_MAX_PLAN_AGE: '2h' }, '--max-plan-age needs'],
    ['apply', { MUSTER_MAX_REQUESTS: 'few' }, '--max-requests takes'],
    ['apply', { MUSTER_ALLOW: 'delete=1' }, 'did you mean deletes?'],
    ['destroy', { MUSTER_FINGERPRINT: DIGITS }, '`destroy` takes no --fingerprint'],
    ['destroy', { MUSTER_MAX_REQUESTS: '7' }, '`destroy` takes no --max-requests'],
    ['state move-target', { MUSTER_ALLOW: 'deletes=1' }, '`move-target` takes no --allow'],
    ['apply', { MUSTER_FINGERPRNT: DIGITS }, 'did you mean MUSTER_FINGERPRINT?'],
    ['destroy', { MUSTER_ALOW: 'deletes=1' }, 'did you mean MUSTER_ALLOW?'],
  ])('%s with %o is refused', (line, environment, words) => {
    expect(refusal(line, environment)).toMatch(/^bad-usage /u);
    expect(refusal(line, environment)).toContain(words);
  });

  test('is no matter to what only looks, nor are names of others', () => {
    expect(refusal('plan', { MUSTER_FINGERPRINT: DIGITS, MUSTER_FINGERPRNT: DIGITS })).toBe('none');
    expect(refusal('validate', { MUSTER_ALLOW: 'deletes=1' })).toBe('none');
    const others = {
      MUSTER_TARGET_NAME: 'prod',
      MUSTER_STATE_KEY: 'k',
      MUSTER_FINGERPRINT_KEY: 'k',
      MUSTER_OUT: 'json=x',
    };
    expect(refusal('apply', { ...others, MUSTER_ALLOW_SUBSET: '0' })).toBe('none');
  });
});
