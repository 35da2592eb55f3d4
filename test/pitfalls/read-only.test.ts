// A preview that writes, and a flag that is not understood and therefore ignored: both have applied to production
// elsewhere. Here the command table itself is walked, so that a new command is held to the same rule.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Command } from '../../src/cli/process/command.ts';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { EVERYWHERE, FLAGS } from '../../src/cli/process/flags.ts';
import type { FlagName } from '../../src/cli/process/flags.ts';
import { parse } from '../../src/cli/arguments/parse.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { parsed } from '../cli/muster.ts';
import { openSandbox, temporaryFolder } from '../support/sandbox.ts';
import { target } from '../support/values.ts';
import { ANA, anchor, deskIn, person, record, summer } from './stories.ts';

interface Row {
  readonly name: string;
  readonly path: readonly string[];
  readonly command: Command;
  readonly needed: readonly string[];
}

function rowsOf(commands: readonly Command[], before: readonly string[] = []): Row[] {
  return commands.flatMap((command) => {
    const path = [...before, command.name];
    const needed = (command.arguments ?? []).flatMap(({ usage, choices }) =>
      usage.startsWith('<') ? [choices?.[0] ?? 'nothing'] : [],
    );
    return [{ name: path.join(' '), path, command, needed }, ...rowsOf(command.subcommands ?? [], path)];
  });
}

const ROWS = rowsOf(COMMANDS);
const refusalOf = (argv: readonly string[]): unknown => {
  try {
    return parse(argv, COMMANDS, { version: '0.0.0', width: 100 });
  } catch (error) {
    return error instanceof ToolError ? error.code : error;
  }
};

describe('P3: a dry run writes nothing', () => {
  /** Everything else reads. The sandbox's own commands play the service; they are not muster's. */
  const WRITING = ['apply', 'destroy'];
  const reading = ROWS.filter(
    ({ path, command }) => command.run && path[0] !== 'sandbox' && !WRITING.includes(path[0]!),
  );
  const folder = temporaryFolder();
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  let desk: ReturnType<typeof deskIn>;

  beforeAll(async () => {
    sandbox = await openSandbox();
    desk = deskIn(folder.directory, sandbox);
    desk.declare({
      users: [anchor, person('ana'), person('ben')],
      campaigns: [summer(record('C-1', { preferredAgent: ANA }), record('C-2'), record('C-3'))],
    });
    expect(await desk.run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    await sandbox.control.addUser({ loginUserId: 'old@example.com' });
    await sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-2', skillQueue: 'other' });
    desk.declare({
      users: [anchor, person('ana'), person('cho'), { loginUserId: 'old@example.com', ensure: 'absent', adopt: true }],
      campaigns: [
        summer(record('C-1'), record('C-2', { skillQueue: 'gold' })),
        { campaignName: 'Winter', records: [record('C-3'), record('C-4')] },
      ],
    });
    await sandbox.control.resetCounters();
  });
  afterAll(async () => {
    await sandbox.close();
    folder.remove();
  });

  test('has every kind of change to make, or the next tests prove nothing', async () => {
    const { out } = await desk.run('plan', '--json');
    const { changes } = parsed(out)['summary'] as { changes: Record<string, number> };
    expect(changes).toMatchObject({ create: 2, update: 2, move: 1, delete: 2 });
  });

  test.each(reading)('muster $name sends not one writing request', async ({ path, needed }) => {
    await desk.run(...path, ...needed);
    const { writes, unexpected } = await sandbox.control.counters();
    expect({ writes, unexpected }).toEqual({ writes: 0, unexpected: 0 });
  });

  test.each(['validate', 'plan', 'drift', 'show'])('muster %s leaves the recorded state as it is', async (verb) => {
    const before = desk.ledgerDigest();
    expect(before).not.toBe('');
    expect((await desk.run(verb)).exit).toBe(0);
    expect(desk.ledgerDigest()).toBe(before);
  });

  test.each(['validate', 'show'])('muster %s sends nothing at all', async (verb) => {
    await sandbox.control.resetCounters();
    await desk.run(verb);
    expect((await sandbox.control.counters()).requests).toEqual({});
  });
});

describe('P3: what is not understood is an error, never ignored', () => {
  /** Nothing of the service is written by them; a plan is the dry run of everything that writes there. */
  const WITH_DRY_RUN = ['publish', 'repin'];

  test.each(ROWS)('muster $name refuses a flag it does not know', ({ name, path, needed }) => {
    const dryRun = WITH_DRY_RUN.includes(name) ? (expect.objectContaining({ kind: 'call' }) as object) : 'bad-usage';
    expect(refusalOf([...path, ...needed, '--no-such-flag'])).toBe('bad-usage');
    expect(refusalOf([...path, ...needed, '--dry-run'])).toEqual(dryRun);
    expect(refusalOf([...path, ...needed, '--force'])).toBe('bad-usage');
  });

  test.each(ROWS.filter(({ command }) => command.run))(
    'muster $name refuses flags that only other commands take',
    ({ path, needed, command }) => {
      const foreign = (Object.keys(FLAGS) as FlagName[]).filter(
        (name) => !command.flags.includes(name) && !EVERYWHERE.includes(name),
      );
      for (const name of foreign) {
        const [word = '', value] = FLAGS[name].usage.replace(/^-\w, /u, '').split(' ');
        expect(refusalOf([...path, ...needed, word, ...(value === undefined ? [] : ['x'])])).toBe('bad-usage');
      }
    },
  );

  test.each(
    ROWS.filter(({ command }) => command.run && !command.arguments?.some(({ usage }) => usage.includes('...'))),
  )('muster $name refuses one argument too many', ({ path, needed, command }) => {
    const optional = (command.arguments ?? []).flatMap(({ usage, choices }) =>
      usage.startsWith('[') ? [choices?.[0] ?? 'x'] : [],
    );
    expect(refusalOf([...path, ...needed, ...optional, 'surplus'])).toBe('bad-usage');
  });
});

type Json = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('P3: a key that is not known is an error at every level', () => {
  const FREE = ['data', 'targets'];
  const full: Json = {
    users: [{ ...person('ana'), offboard: { reassignTo: 'anchor@example.com' } }, { ...anchor }],
    campaigns: [
      {
        campaignName: 'Summer',
        defaults: { skillQueue: 'gold' },
        records: [{ clientId: 'C-1', data: { Name: { value: 'Maria', displayOrder: 1 } } }],
      },
    ],
  };
  /** The sample once for each of its mappings, with one key too many in it; mappings of free keys are passed through. */
  const spoiled = (value: unknown, name = ''): { readonly where: string; readonly value: unknown }[] => {
    if (Array.isArray(value)) {
      return value.flatMap((item, index) =>
        spoiled(item, name).map((each) => ({ where: `[${index}]${each.where}`, value: value.with(index, each.value) })),
      );
    }
    if (!isMapping(value)) return [];
    const inside = Object.entries(value).flatMap(([key, item]) =>
      spoiled(item, key).map((each) => ({ where: `.${key}${each.where}`, value: { ...value, [key]: each.value } })),
    );
    return FREE.includes(name) ? inside : [{ where: '', value: { ...value, noSuchKey: true } }, ...inside];
  };
  const codeOf = (input: unknown): unknown => {
    try {
      return readDesiredInput(input as Parameters<typeof readDesiredInput>[0], target());
    } catch (error) {
      return error instanceof ToolError ? error.code : error;
    }
  };

  test('and the sample without it is fine', () => {
    expect(codeOf(full)).toMatchObject({ users: expect.any(Array) as unknown });
  });
  test.each(spoiled(full))('of a desired file: at the top$where', ({ value }) => {
    expect(codeOf(value)).toBe('unknown-key');
  });

  test.each(['desired', 'project'])('the %s schema has no mapping that accepts any key', (name) => {
    const text = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
    const open: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, `${path}/${index}`);
      if (!isMapping(node)) return;
      if (node['type'] === 'object' && (node['additionalProperties'] ?? true) === true) open.push(path);
      for (const [key, item] of Object.entries(node)) walk(item, `${path}/${key}`);
    };
    walk(JSON.parse(text), '');
    expect(open).toEqual([]);
  });
});
