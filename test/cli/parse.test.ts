import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { parse, type ParsedLine } from '../../src/cli/arguments/parse.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { saying } from './muster.ts';

const parsed = (...words: string[]): ParsedLine => parse(words, COMMANDS, { version: '0.0.0', width: 100 });

describe('a command line that is not understood', () => {
  test.each([
    [['plann'], "unknown command 'plann' (Did you mean plan?)"],
    [['plann', '--help'], "unknown command 'plann'"],
    [['help', 'plann'], "unknown command 'plann'"],
    [['plan', '--taget', 'x'], "unknown option '--taget' (Did you mean --target?)"],
    [['drift', '--auto-approve'], "unknown option '--auto-approve'"],
    [['plan', '--lock-timeout', '3'], "unknown option '--lock-timeout'"],
    [['plan', 'prod'], "too many arguments for 'plan'"],
    [['plan', '--target'], 'argument missing'],
    [['sandbox', 'strt'], "unknown command 'strt' (Did you mean start?)"],
    [['sandbox', 'work', 'Welcome'], "missing required argument 'clientId'"],
    [['completion', 'tcsh'], 'Allowed choices are bash, zsh, words'],
    [['plan', '--color', 'pink'], 'Allowed choices are auto, always, never'],
  ])('%j is bad usage', (words, said) => {
    expect(() => parsed(...words)).toThrow(ToolError);
    expect(() => parsed(...words)).toThrow(said);
  });
});

describe('help', () => {
  test.each([
    [[], 'Every day:'],
    [['help'], 'Every day:'],
    [['help', 'plan'], 'Usage: muster plan'],
    [['help', 'sandbox', 'work'], '--agent <loginUserId>'],
    [['sandbox'], 'change-record'],
    [['sandbox', 'work', '--help'], '--agent <loginUserId>'],
    [['--version'], 'muster 0.0.0'],
  ])('%j is text to print', (words, said) => {
    expect(parsed(...words)).toMatchObject({ kind: 'text', text: saying(said) });
  });
});

test('a call carries its command, arguments and flags', () => {
  const call = parsed('sandbox', 'work', 'Welcome Calls', 'C-1', '--code', 'a=1', '--code', 'b=2', '--no-input');
  expect(call).toMatchObject({
    kind: 'call',
    command: { name: 'work' },
    arguments: ['Welcome Calls', 'C-1'],
    flags: { code: ['a=1', 'b=2'], input: false },
  });
});

test.each([
  [['-C', 'team', 'plan', '--quiet']],
  [['--directory=team', 'plan', '--quiet']],
  [['plan', '--quiet', '-C', 'team']],
])('%j names the folder', (words) => {
  expect(parsed(...words)).toMatchObject({ kind: 'call', flags: { directory: 'team', quiet: true } });
});

test.each([
  ['fish', 'for fish docs/recipes.md has the lines'],
  ['powershell', 'for PowerShell docs/windows.md has the lines'],
])('completion %s, which has no script, is told where its lines are', (shell, said) => {
  expect(() => parsed('completion', shell)).toThrow(
    `'${shell}' is invalid for argument 'what': bash and zsh have a script; ${said}`,
  );
});

test.each([['user', 'ana@example.com'], ['user:ana@example.com'], ['ana@example.com']])(
  'get %s is a person',
  (...words) => {
    expect(parsed('get', ...words)).toMatchObject({ command: { name: 'user' }, arguments: ['ana@example.com'] });
  },
);
