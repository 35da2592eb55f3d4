// Help, and what is said to who knows another tool: groups, examples, variables, one line for each command at 80 columns.

import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/process/command.ts';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { EXAMPLES } from '../../src/cli/arguments/examples.ts';
import { parse } from '../../src/cli/arguments/parse.ts';
import { FORMAT_NAMES } from '../../src/core/report/format-table.ts';
import { muster, parsed } from './muster.ts';

const help = async (...words: string[]): Promise<string> =>
  (await muster([...words, '--help'], { environment: { COLUMNS: '80' } })).out;

test('the overview has one line for each command in a terminal of 80 columns', async () => {
  const lines = (await help()).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const { name, summary } of COMMANDS)
    expect(lines.some((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toBe(true);
});

/** `sandbox`, `sandbox work`, …: each with what stands below it. */
function namesOf(commands: readonly Command[], above: readonly string[] = []): string[][] {
  return commands.flatMap(({ name, subcommands = [] }) => {
    const own = [...above, name];
    return [own, ...namesOf(subcommands, own)];
  });
}

test.each(namesOf(COMMANDS).map((words) => [words.join(' '), words] as const))(
  'the help of %s fits into a terminal of 80 columns',
  async (_name, words) => {
    const lines = (await help(...words)).split('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);

test('the help of a command begins with the target, has its flags in groups and ends with examples', async () => {
  const text = await help('apply');
  const headings = [
    'Scope:\n  -t, --target',
    'Options:',
    'Approval:',
    'Output:',
    'Always:',
    'Examples:\n  muster apply\n',
  ];
  const places = headings.map((heading) => text.indexOf(heading));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('help names the variable that says the same as a flag', async () => {
  const text = (await help('apply')).replaceAll(/\s+/gu, ' ');
  expect(text).toContain('needed when there are several [MUSTER_TARGET]');
  expect(text).toContain('(repeatable) [MUSTER_ALLOW]');
});

test('help names no format but those of its examples: `muster explain formats` has them all, once', async () => {
  expect(await help('plan')).not.toContain('gitlab-terraform');
  const { out } = await muster(['explain', 'formats']);
  for (const name of FORMAT_NAMES) expect(out).toContain(`  ${name} `);
  expect(out).toMatch(/ {2}markdown +\.md /u);
});

test('a command that asks nothing and sends nothing does not offer --no-input and --log', async () => {
  expect(await help('version')).not.toMatch(/--no-input|--log/u);
  expect(await help('plan')).toMatch(/--no-input[^]*--log/u);
});

test.each(Object.entries(EXAMPLES))('every example of %s is a command line that is understood', (name, examples) => {
  for (const example of examples) {
    const [, line = ''] = /muster ([^|)]*)/u.exec(example) ?? [];
    const words = [...line.matchAll(/"([^"]*)"|\S+/gu)].map(([whole, quoted]) => quoted ?? whole);
    const { kind } = parse(words, COMMANDS, { version: '0', width: 80 });
    expect({ name, example, kind }).toEqual({ name, example, kind: 'call' });
  }
});

describe('a word of another tool', () => {
  test.each([
    [['import'], "unknown command 'import': `muster adopt`"],
    [['refresh'], '`muster drift` reports what changed outside'],
    [['status'], '`muster show` prints what is recorded, `muster drift`'],
    [['state', 'list'], '`muster show` prints what is recorded'],
    [['preview'], '`muster plan`'],
    [['apply', '--yes'], "unknown option '--yes': `--auto-approve` of apply and destroy"],
    [['apply', '-y'], '`--auto-approve`'],
    [['plan', '-o', 'json'], '`--json` prints JSON'],
    [['plan', '--output=json'], '`--json` prints JSON'],
    [['apply', '-auto-approve'], 'a flag has two dashes: --auto-approve'],
    [['plan', '-target=user:a'], 'a flag has two dashes: --target=user:a'],
    [['plan', '--no-color'], '`--color never`'],
  ])('%j is told what it is here', async (words, said) => {
    const { exit, out, err } = await muster(words);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(said);
  });

  test('names nothing twice: a word that is spelt like one of ours is not suggested beside it', async () => {
    expect((await muster(['status'])).err).not.toContain('Did you mean');
  });

  test('a target whose name follows its flag without a blank is still a target', () => {
    expect(parse(['plan', '-tprod'], COMMANDS, { version: '0', width: 80 })).toMatchObject({
      flags: { target: 'prod' },
    });
  });
});

test('a usage error begins with the word that is wrong', async () => {
  const { err } = await muster(['plan', '--josn'], { environment: { COLUMNS: '80' } });
  expect(err.split('\n')[0]).toBe("muster: unknown option '--josn' (Did you mean --json?) [bad-usage]");
});

describe('what is printed under npx', () => {
  const environment = { npm_command: 'exec', COLUMNS: '80' };

  test.each([
    [['plann'], 'Run `npx musterctl help`'],
    [['explain', 'twim'], 'More: npx musterctl explain unknown-code'],
    [['import'], '`npx musterctl adopt`'],
    [['plan', '--help'], 'Examples:\n  npx musterctl plan\n'],
    [['--help'], 'npx musterctl init && npx musterctl plan'],
  ])('%j names commands that work there', async (words, said) => {
    const { out, err } = await muster(words, { environment });
    expect(out + err).toContain(said);
    expect(out + err).not.toMatch(/`muster |^ *muster (?!:)/mu);
  });
});

test('explain answers programs with every meaning of a word', async () => {
  const { exit, out } = await muster(['explain', 'deletes', '--json']);
  expect(exit).toBe(0);
  const { word, meanings } = parsed(out) as { word: unknown; meanings: { kind: string; text: string }[] };
  expect(word).toBe('deletes');
  expect(meanings.map(({ kind }) => kind)).toEqual(['code']);
  expect(meanings[0]?.text).toContain('Exit code: 14');
  expect(parsed((await muster(['explain', '--json'])).out)['words']).toContain('guard-deletes');
});
