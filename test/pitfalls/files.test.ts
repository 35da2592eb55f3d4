// What stands in the files: nothing said, nothing wanted, and taken out are three different things; order is none.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { StackState } from '../../providers/stack.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import { projectFolder, load } from '../desired/project-folder.ts';
import { scenario } from '../support/scenario.ts';
import { target } from '../support/values.ts';
import { ANA, KEY, anchor, people, person, record, records, summer, withAnchor } from './stories.ts';

const codesOf = (desired: unknown): string[] => {
  try {
    readDesiredInput(desired as DesiredInput, target());
    return [];
  } catch (error) {
    if (error instanceof ToolError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
};

const oneRecord = (more: object): unknown => withAnchor(summer({ ...record('C-1'), ...more }));

describe('P16: omitted, empty and removed are three different things', () => {
  test.each([
    ['users', { users: [] }],
    ['campaigns', { users: [anchor], campaigns: [] }],
    ['records', { campaigns: [{ campaignName: 'Summer', records: [] }] }],
    ['data', oneRecord({ data: {} })],
    ['highlight', oneRecord({ highlight: [] })],
    ['hidden', oneRecord({ hidden: [] })],
    ['defaults', { campaigns: [{ ...summer(record('C-1')), defaults: {} }] }],
    ['defaults.highlight', { campaigns: [{ ...summer(record('C-1')), defaults: { highlight: [] } }] }],
    ['defaults.hidden', { campaigns: [{ ...summer(record('C-1')), defaults: { hidden: [] } }] }],
  ])('an empty %s is an error, not a guess', (_key, desired) => {
    expect(codesOf(desired)).toEqual(['empty-list']);
  });

  test('every list of the schema needs an entry, or has a rule of its own', () => {
    const open: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, minItems } = node as Readonly<Record<string, unknown>>;
      if (type === 'array' && minItems === undefined) open.push(path);
      for (const [key, item] of Object.entries(node)) walk(item, `${path}/${key}`);
    };
    walk(JSON.parse(readFileSync(new URL('../../schemas/desired.schema.json', import.meta.url), 'utf8')), '');
    // Empty there says "none of the defaults", and is refused where there are none: records.ts reportEmptyList.
    const record = '/definitions/record/properties';
    expect(open).toEqual([`${record}/highlight/anyOf/1`, `${record}/hidden`]);
  });

  test('an empty list of a record means: not those of the defaults', () => {
    const campaign = { campaignName: 'Summer', defaults: { hidden: ['Name'], highlight: 'ALL' as const } };
    const list = [record('C-1'), record('C-2', { hidden: [], highlight: [] })];
    const { records: read } = readDesiredInput({ campaigns: [{ ...campaign, records: list }] }, target());
    expect(read.map(({ hidden, highlight }) => [hidden, highlight])).toEqual([
      [['Name'], 'ALL'],
      [[], []],
    ]);
  });

  test('a project whose files all declare nothing is an error', async () => {
    await expect(projectFolder({ 'desired/a.yaml': '' }).then(load)).rejects.toMatchObject({ code: 'empty-file' });
    await expect(projectFolder({ 'other/a.yaml': '' }).then(load)).rejects.toMatchObject({ code: 'no-desired-files' });
  });

  test('a pin that is left out is not managed; empty text takes it away; absent takes the record away', async () => {
    const story = await scenario();
    const users = [anchor, person('ana')];
    const withRecord = (...list: RecordInput[]): DesiredInput => ({
      users,
      campaigns: [summer(...list, record('C-2'))],
    });
    await story.converge(withRecord(record('C-1')));
    await story.sandbox.control.changeRecord({ ...KEY, preferredAgent: ANA });
    expect(await story.changes(withRecord(record('C-1')))).toEqual([]);
    await story.converge(withRecord(record('C-1', { preferredAgent: '' })));
    expect((await story.sandbox.control.records())[0]?.preferredAgent).toBe('');
    await story.converge(withRecord({ clientId: 'C-1', ensure: 'absent' }));
    expect((await story.sandbox.control.records()).map(({ clientId }) => clientId)).toEqual(['C-2']);
  });
});

/** The same declarations in another order; the order of data items is their display order and stays. */
function shuffled(desired: DesiredInput, seed: number): DesiredInput {
  const mix = <T>(list: readonly T[]): T[] =>
    fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0] ?? [];
  const campaigns = mix(desired.campaigns ?? []).map((campaign) => ({
    ...campaign,
    records: mix(campaign.records ?? []),
  }));
  return { users: mix(desired.users ?? []), campaigns };
}

describe('P18: keys come from ids, not from places', () => {
  const desired: DesiredInput = {
    users: [anchor, ...people(6)],
    campaigns: [summer(...records(12)), { campaignName: 'Winter', records: [record('W-1'), record('W-2')] }],
  };

  test('declarations in another order are an empty plan', async () => {
    const story = await scenario();
    await story.converge(desired);
    for (const seed of [1, 2, 3]) {
      const other = shuffled(desired, seed);
      expect(other.users).not.toEqual(desired.users);
      expect(await story.changes(other)).toEqual([]);
    }
  });

  test('the same declarations in other files, under other names, are the same objects', async () => {
    const parts: DesiredInput[] = [
      { users: desired.users!.slice(0, 3) },
      { users: desired.users!.slice(3) },
      { campaigns: desired.campaigns!.slice(0, 1) },
      { campaigns: desired.campaigns!.slice(1) },
    ];
    const filesOf = (names: readonly string[]): Record<string, string> =>
      Object.fromEntries(names.map((name, index) => [`desired/${name}.json`, JSON.stringify(parts[index])]));
    const read = async (names: readonly string[]): Promise<DesiredState> => load(await projectFolder(filesOf(names)));
    const keys = ({ users, records: tasks }: DesiredState): string[] =>
      [...users, ...tasks].map(({ address }) => address).toSorted();
    const one = await read(['a', 'b', 'c', 'd']);
    const other = await read(['z/4', 'y/3', 'x/2', 'w/1']);
    expect(one.users.map(({ address }) => address)).not.toEqual(other.users.map(({ address }) => address));
    expect(keys(other)).toEqual(keys(one));
  });

  test('the names of Pulumi resources do not depend on the order', async () => {
    const story = await scenario();
    const namesOf = async (input: DesiredInput): Promise<string[]> => {
      const stack: StackState = {
        recorded: { objects: new Map(), openIntents: [] },
        holders: new Map(),
        inClasses: new Map(),
        applied: new Map(),
        identities: [],
      };
      const facts = { desired: readDesiredInput(input, story.sandbox.target), plan: await story.plan(input), stack };
      return registrationsOf(facts)
        .map(({ address }) => address)
        .toSorted();
    };
    const names = await namesOf(desired);
    expect(names).toHaveLength(7 + 14);
    expect(await namesOf(shuffled(desired, 4))).toEqual(names);
  });
});
