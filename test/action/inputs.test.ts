// The inputs of the action: what action.yml lists is what is read, and each becomes one flag of the command that takes it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandLine } from '../../src/action/command-line.ts';
import { ACTION_COMMANDS, INPUTS, readInputs, withoutInputs } from '../../src/action/inputs.ts';
import { masks } from '../../src/action/job.ts';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { flag } from '../../src/cli/process/flags.ts';
import { outputsOf } from '../../src/cli/verbs/published.ts';
import { documents } from '../report/documents.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const ACTION = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as ActionFile;

test('action.yml lists every input that is read, and no other', () => {
  expect(Object.keys(ACTION.inputs).toSorted()).toEqual(Object.keys(INPUTS).toSorted());
});

test('action.yml lists every output that is set, and no other', () => {
  const own = ['exit-code', 'report-path', 'html-path'];
  expect(Object.keys(ACTION.outputs).toSorted()).toEqual(
    [...Object.keys(outputsOf([documents.plan])), ...own].toSorted(),
  );
  expect(ACTION.runs).toEqual({ using: 'node24', main: 'action/main.mjs' });
});

test.each(ACTION_COMMANDS)('each flag that %s is given for an input is a flag of that command', (name) => {
  const command = COMMANDS.find((each) => each.name === name);
  const flags = [...(command?.flags ?? []).map(flag), ...Object.values(command?.ownFlags ?? {})].map(
    ({ usage }) => usage,
  );
  const given = Object.values(INPUTS).flatMap((input) =>
    'flag' in input && (input.takenBy as readonly string[]).includes(name) ? [input.flag] : [],
  );
  for (const each of given) expect(flags.join(' ')).toContain(each);
});

test('inputs become words of one call, and a text with blanks or quotes stays one word', () => {
  const inputs = readInputs({
    INPUT_COMMAND: 'plan',
    INPUT_TARGET: 'prod; rm -rf "$HOME"',
    INPUT_ALLOW: 'deletes=4\nrestores=1',
    // As a shell can say it; the runner of GitHub writes a hyphen.
    INPUT_DETAILED_EXITCODE: 'false',
    'INPUT_EXPECT-NO-CHANGES': 'false',
    INPUT_HTML: '',
    PATH: '/bin',
  });
  expect(commandLine(inputs).words).toEqual([
    ...['plan', '--no-input', '--target=prod; rm -rf "$HOME"', '--allow=deletes=4', '--allow=restores=1'],
    ...['--out', 'json=muster-plan.json'],
  ]);
});

test('publish takes files, also one that looks like a flag', () => {
  const inputs = readInputs({ INPUT_COMMAND: 'publish', INPUT_REPORTS: 'a.json\n--dry-run' });
  expect(commandLine(inputs).words).toEqual(['publish', '--', 'a.json', '--dry-run']);
  expect(() => commandLine(readInputs({ INPUT_COMMAND: 'publish' }))).toThrow('publish needs reports');
});

test.each([
  [{}, 'command takes validate, plan, apply, drift, publish; given: nothing'],
  [{ INPUT_COMMAND: 'deploy' }, 'given: deploy'],
  [{ INPUT_COMMAND: 'plan', INPUT_TRAGET: 'prod' }, 'there is no input traget; did you mean target?'],
  [{ INPUT_COMMAND: 'plan', INPUT_FINGERPRINT: 'abc' }, 'plan takes no input fingerprint; apply does'],
  [{ INPUT_COMMAND: 'validate', INPUT_TOKEN: 'abc' }, 'validate takes no input token'],
] as const)('%o is refused', (environment, words) => {
  expect(() => readInputs(environment)).toThrow(words);
});

test('a switch takes true or false and nothing else', () => {
  const inputs = readInputs({ INPUT_COMMAND: 'apply', 'INPUT_AUTO-APPROVE': 'yes' });
  expect(() => commandLine(inputs)).toThrow('auto-approve takes true or false; given: yes');
});

test('the command sees no input of the action, and the log masks what is secret', () => {
  const environment = {
    INPUT_TOKEN: 'token-123456',
    'INPUT_STATE-KEY': 'k'.repeat(32),
    PATH: '/bin',
    GH_TOKEN: 'short',
  };
  expect(withoutInputs(environment)).toEqual({ PATH: '/bin', GH_TOKEN: 'short' });
  const lines = ['::add-mask::token-123456', `::add-mask::${'k'.repeat(32)}`];
  expect(masks({ ...environment, GITHUB_ACTIONS: 'true' })).toEqual(lines);
  // The log of another forge would show such a line as it stands.
  expect(masks(environment)).toEqual([]);
});
