// One environment in partitions, through the real command: what each declares, what it leaves to the others, and who leaves.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, stringify } from 'yaml';
import { describe, expect, test, vi } from 'vitest';

import type { OnRequest } from '../../src/sandbox/wire/exchange.ts';
import { muster, parsed } from '../cli/muster.ts';
import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const person = (name: string, more: object = {}): object => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
  ...more,
});
const leaver = (name: string): object => ({ loginUserId: `${name}@example.com`, ensure: 'absent' });
const task = (clientId: string, name: string): object => ({
  clientId,
  preferredAgent: `${name}@example.com`,
  data: { Name: clientId },
});
const campaign = (campaignName: string, ...records: object[]): object => ({ campaigns: [{ campaignName, records }] });

interface ProjectText {
  readonly partitions?: object;
  readonly targets: { readonly prod: object };
}

interface Place {
  readonly folder: string;
  readonly sandbox: TestSandbox;
  readonly file: (name: string, content: object) => void;
  readonly run: (words: string) => ReturnType<typeof muster>;
}

const SPLIT = {
  people: { teams: ['teams/**'] },
  summer: { campaigns: ['Summer*'] },
  winter: { campaigns: ['Winter*'] },
};

async function split(partitions: object = SPLIT, onRequest: OnRequest = () => undefined): Promise<Place> {
  const sandbox = await withSandbox({ onRequest });
  const folder = namedProject(sandbox, { users: [person('ana'), person('ben')] });
  const file = (name: string, content: object): void => writeFileSync(join(folder, name), stringify(content));
  const whole = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as object;
  mkdirSync(join(folder, 'campaigns'));
  file('muster.yaml', { ...whole, desired: ['teams/*.yaml', 'campaigns/*.yaml'], partitions });
  file('campaigns/summer.yaml', campaign('Summer', task('S-1', 'ana'), task('S-2', 'ben')));
  file('campaigns/winter.yaml', campaign('Winter', task('W-1', 'ana')));
  return { folder, sandbox, file, run: (words) => muster(words.split(' '), { folder, environment: ANY_CREDENTIALS }) };
}

async function applyAll({ run }: Place): Promise<void> {
  for (const part of ['people', 'summer', 'winter']) {
    expect(await run(`apply --auto-approve --target prod.${part}`)).toMatchObject({ exit: 0 });
  }
}

async function expectQuiet({ run, sandbox }: Place): Promise<void> {
  await sandbox.control.resetCounters();
  for (const part of ['people', 'summer', 'winter']) {
    expect(await run(`plan --detailed-exitcode --target prod.${part}`)).toMatchObject({ exit: 0 });
  }
  expect((await sandbox.control.counters()).writes).toBe(0);
}

test('each partition applies its own, and then has nothing to do', { timeout: 120_000 }, async () => {
  const place = await split();
  const listed = await place.run('partitions --json');
  expect(listed).toMatchObject({ exit: 0, err: '' });
  expect(parsed(listed.out)).toEqual({
    include: [
      {
        target: 'prod.people',
        partition: 'people',
        stack: 'prod.people',
        users: 2,
        records: 0,
        campaigns: [],
        maxConcurrency: 10,
      },
      {
        target: 'prod.summer',
        partition: 'summer',
        stack: 'prod.summer',
        users: 0,
        records: 2,
        campaigns: ['Summer'],
        maxConcurrency: 10,
      },
      {
        target: 'prod.winter',
        partition: 'winter',
        stack: 'prod.winter',
        users: 0,
        records: 1,
        campaigns: ['Winter'],
        maxConcurrency: 10,
      },
    ],
  });
  await applyAll(place);
  await expectQuiet(place);
  expect(await place.sandbox.control.records()).toHaveLength(3);
});

test('the whole of a split target is not planned, and names its partitions', async () => {
  const { run } = await split();
  const result = await run('plan --target prod');
  expect(result).toMatchObject({ exit: 2, out: '' });
  expect(result.err).toContain('prod.people, prod.summer, prod.winter');
});

test('a record waits for the partition that declares its person, and says which', async () => {
  const { run, sandbox } = await split();
  const result = await run('apply --auto-approve --target prod.winter');
  expect(result.exit).toBe(4);
  expect(result.out).toContain('apply partition people first');
  expect(await sandbox.control.records()).toEqual([]);
});

test('a campaign of no partition and people of two are findings with their places', async () => {
  const { run } = await split({
    people: { teams: ['teams/*'] },
    more: { teams: ['teams/sales.yaml'], campaigns: ['S*'] },
  });
  const result = await run('plan --target prod.more');
  expect(result.exit).toBe(2);
  expect(result.err).toContain('campaigns/winter.yaml:2:5');
  expect(result.err).toContain('it is in people and more');
});

test('a leaver is removed once no campaign of any partition has an open task', { timeout: 120_000 }, async () => {
  const place = await split();
  await applyAll(place);
  place.file('teams/sales.yaml', { users: [person('ana'), leaver('ben')] });
  // Still pinned by a record of another partition: the files contradict each other.
  expect(await place.run('plan --target prod.people')).toMatchObject({ exit: 2 });
  place.file('campaigns/summer.yaml', campaign('Summer', task('S-1', 'ana'), task('S-2', 'ana')));
  const early = await place.run('apply --auto-approve --target prod.people');
  expect(early.out.replaceAll(/\s+/gu, ' ')).toContain(
    '(Summer: S-2), by lines of partition summer: apply that one first',
  );
  expect((await place.sandbox.control.users()).map((user) => user.loginUserId)).toContain('ben@example.com');
  await place.run('apply --auto-approve --target prod.summer');
  expect(await place.run('apply --auto-approve --target prod.people')).toMatchObject({ exit: 0 });
  expect((await place.sandbox.control.users()).map((user) => user.loginUserId)).toEqual(['ana@example.com']);
  await expectQuiet(place);
});

test(
  'what another partition declares now is let go without a request, once that one has taken it over',
  { timeout: 120_000 },
  async () => {
    const place = await split();
    await applyAll(place);
    place.file('muster.yaml', {
      ...(parse(readFileSync(join(place.folder, 'muster.yaml'), 'utf8')) as object),
      partitions: {
        people: { campaigns: ['Winter*'] },
        summer: { campaigns: ['Summer*'], teams: ['teams/*'] },
        winter: { campaigns: ['No*'] },
      },
    });
    await place.sandbox.control.resetCounters();
    const early = await place.run('apply --auto-approve --target prod.people');
    expect(early.out).toContain('partition summer declares it now, and has not recorded it yet');
    const taken = await place.run('apply --auto-approve --target prod.summer');
    expect(taken.exit).toBe(0);
    expect(taken.out).toContain('Taken over from another partition');
    const { exit, out } = await place.run('apply --auto-approve --target prod.people');
    expect(out).toContain('access stays: partition summer declares it now');
    expect(exit).toBe(0);
    // The task of Winter gets the marker of its new stack.
    expect((await place.sandbox.control.counters()).requests).toMatchObject({ addOrUpdateCampaignRecord: 1 });
    expect(await place.run('apply --auto-approve --target prod.winter')).toMatchObject({ exit: 0 });
    await expectQuiet(place);
    expect(await place.sandbox.control.users()).toHaveLength(2);
  },
);

test(
  'a partition that is taken out while it records what nobody looks after stops the others, and calls nobody again',
  { timeout: 240_000 },
  async () => {
    const place = await split();
    const { folder, run, file, sandbox } = place;
    const { partitions: _, ...whole } = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
    const both = campaign('Winter', task('W-1', 'ana'), task('W-2', 'ana'));
    file('campaigns/winter.yaml', both);
    await applyAll(place);
    const called = { campaignName: 'Winter', clientId: 'W-2' };
    await sandbox.control.work({ ...called, agent: 'ana@example.com', state: 'COMPLETED' });
    await run('apply --auto-approve --target prod.winter');
    await sandbox.control.removeRecord(called);
    const none = { campaigns: [{ campaignName: 'Winter' }] };
    const taken = { ...SPLIT, winter: undefined };
    // With its campaign, and with a campaign that another one declares.
    await sandbox.control.resetCounters();
    for (const [partitions, content] of [
      [{ ...taken, summer: { campaigns: ['Summer*', 'Autumn'] } }, campaign('Autumn', task('A-1', 'ana'))],
      [{ ...taken, summer: { campaigns: ['*'] } }, both],
    ] as const) {
      file('muster.yaml', { ...whole, partitions });
      file('campaigns/winter.yaml', content);
      for (const words of ['plan --target prod.people', 'apply --auto-approve --target prod.summer']) {
        const refused = await run(words);
        expect([refused.exit, refused.err.replaceAll(/\s+/gu, ' ')]).toEqual([
          2,
          expect.stringMatching(/partition winter is in muster.yaml no more, .* record:Winter\/W-1 for one/u),
        ]);
      }
      expect((await run('drift --target prod.summer')).exit).not.toBe(2);
    }
    expect((await sandbox.control.counters()).writes).toBe(0);
    // Applied without its lines it holds nothing but who was called, and that counts for whoever declares it.
    file('muster.yaml', { ...whole, partitions: SPLIT });
    file('campaigns/winter.yaml', none);
    expect(await run('apply --auto-approve --target prod.winter')).toMatchObject({ exit: 0 });
    file('muster.yaml', { ...whole, partitions: { ...taken, summer: { campaigns: ['*'] } } });
    file('campaigns/winter.yaml', both);
    await run('apply --auto-approve --target prod.summer');
    const keys = async (): Promise<string[]> => (await sandbox.control.records()).map(({ clientId }) => clientId);
    expect((await keys()).toSorted()).toEqual(['S-1', 'S-2', 'W-1']);
    for (const part of ['people', 'summer'])
      expect(await run(`plan --detailed-exitcode --target prod.${part}`)).toMatchObject({ exit: 0 });
  },
);

describe('a target that is divided anew calls nobody again', () => {
  const called = { campaignName: 'Winter', clientId: 'W-1' };
  const cleared = async ({ sandbox, run }: Place, target: string): Promise<void> => {
    await sandbox.control.work({ ...called, agent: 'ana@example.com', state: 'COMPLETED' });
    await run(`apply --auto-approve --target ${target}`);
    await sandbox.control.removeRecord(called);
    await sandbox.control.resetCounters();
  };
  const refusal = async ({ run }: Place, words: string): Promise<unknown> => {
    const { exit, err } = await run(words);
    return [exit, err.replaceAll(/\s+/gu, ' ')];
  };

  test(
    'into partitions whose ledgers do not have what the one of the whole records',
    { timeout: 120_000 },
    async () => {
      const place = await split();
      const { folder, run, file, sandbox } = place;
      const { partitions: _, ...whole } = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
      file('muster.yaml', whole);
      await run('apply --auto-approve');
      await cleared(place, 'prod');
      file('muster.yaml', { ...whole, partitions: SPLIT });
      for (const words of ['plan --target prod.people', 'apply --auto-approve --target prod.winter'])
        expect(await refusal(place, words)).toEqual([2, expect.stringContaining('the ledger of prod records')]);
      expect((await sandbox.control.counters()).writes).toBe(0);
    },
  );

  test('back into one whose ledger does not have what partitions recorded since', { timeout: 120_000 }, async () => {
    const place = await split();
    const { folder, file, sandbox } = place;
    const { partitions: _, ...whole } = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
    await applyAll(place);
    await cleared(place, 'prod.winter');
    file('muster.yaml', whole);
    for (const words of ['plan', 'apply --auto-approve'])
      expect(await refusal(place, words)).toEqual([
        2,
        expect.stringContaining('partition people is in muster.yaml no more'),
      ]);
    expect((await sandbox.control.counters()).writes).toBe(0);
  });
});

test(
  'the ledger of the whole is carried into each partition, which lets go of the rest',
  { timeout: 120_000 },
  async () => {
    const place = await split();
    const { folder, run, file, sandbox } = place;
    const { partitions: _, ...whole } = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
    file('muster.yaml', whole);
    expect(await run('apply --auto-approve')).toMatchObject({ exit: 0 });
    for (const part of Object.keys(SPLIT)) {
      for (const [place, end] of [
        ['ledger', 'sqlite'],
        ['keys', 'key'],
      ] as const) {
        const kept = join(folder, '.muster', place);
        copyFileSync(join(kept, `prod.${end}`), join(kept, `prod.${part}.${end}`));
      }
    }
    const targets = { prod: { ...whole.targets.prod, formerStacks: ['cc.prod'] } };
    file('muster.yaml', { ...whole, targets, partitions: SPLIT });
    await sandbox.control.resetCounters();
    await applyAll(place);
    // Each record gets the marker of its new stack by one write; of people nothing is sent.
    const { requests } = await sandbox.control.counters();
    expect(requests).toMatchObject({ addOrUpdateCampaignRecord: 3 });
    expect(Object.keys(requests)).not.toContain('add-user');
    expect(Object.keys(requests)).not.toContain('delete-user');
    await expectQuiet(place);
    file('teams/sales.yaml', { users: [person('ana'), leaver('ben')] });
    file('campaigns/summer.yaml', campaign('Summer', task('S-1', 'ana'), task('S-2', 'ana')));
    await run('apply --auto-approve --target prod.summer');
    // Carried over as made by muster, so that a leaver is removed and not only released.
    expect(await run('apply --auto-approve --target prod.people')).toMatchObject({ exit: 0 });
    expect((await sandbox.control.users()).map((user) => user.loginUserId)).toEqual(['ana@example.com']);
  },
);

test(
  'a campaign that goes to another partition while both apply and agents clear tasks is added to only once',
  { timeout: 240_000 },
  async () => {
    const added: string[] = [];
    const toClear: string[] = [];
    const place = await split(SPLIT, ({ operation, committed, key }) => {
      if (operation !== 'addOrUpdateCampaignRecord' || !committed) return;
      added.push(key);
      if (added.length % 3 === 0) toClear.push(key);
    });
    const { sandbox, file, run, folder } = place;
    const many = (letter: string): object[] =>
      Array.from({ length: 60 }, (_, index) => task(`${letter}-${index}`, 'ana'));
    file('campaigns/summer.yaml', campaign('Summer', ...many('S')));
    file('campaigns/winter.yaml', campaign('Winter', ...many('W')));
    await run('apply --auto-approve --target prod.people');
    await sandbox.control.setSwitches({ S18: { kind: 'slow', perSecond: 1, delayMs: 15 } });
    const isHalfway = async (): Promise<void> => void (await vi.waitUntil(() => added.length > 40, 60_000));
    const applying = Promise.all(['summer', 'winter'].map((part) => run(`apply --auto-approve --target prod.${part}`)));
    await isHalfway();
    const cleared = toClear.splice(0);
    for (const key of cleared) {
      const [campaignName = '', clientId = ''] = key.split('/');
      await sandbox.control.work({ campaignName, clientId, agent: 'ana@example.com', state: 'COMPLETED' });
      await sandbox.control.removeRecord({ campaignName, clientId });
    }
    const whole = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
    file('muster.yaml', {
      ...whole,
      partitions: { ...SPLIT, summer: { campaigns: ['None*'] }, winter: { campaigns: ['Winter*', 'Summer*'] } },
    });
    await applying;
    // What the old partition remembers goes along.
    const ended = [];
    for (const part of ['winter', 'summer', 'winter', 'summer', 'winter'])
      ended.push(await run(`apply --auto-approve --target prod.${part}`));
    expect(ended.map(({ out }) => out).join('')).toContain('Taken over from another partition');
    // Nobody saw that they were called before they were cleared away: of these it is asked, and of nobody else.
    const last = ended.at(-1)?.out;
    expect(last).toContain(`Nothing was changed; ${cleared.length} waiting for an answer.`);
    expect(last).toContain('nobody can tell whether the customer was called');
    expect(cleared.length).toBeGreaterThan(10);
    expect(ended.at(-1)?.exit).toBe(4);
    // Answered by a person who takes their lines out, both are done.
    const isLeft = (letter: string, index: number): boolean =>
      !cleared.includes(`${letter === 'S' ? 'Summer' : 'Winter'}/${letter}-${index}`);
    const left = (letter: string): object[] => many(letter).filter((_each, index) => isLeft(letter, index));
    file('campaigns/summer.yaml', campaign('Summer', ...left('S')));
    file('campaigns/winter.yaml', campaign('Winter', ...left('W')));
    for (const part of ['winter', 'summer', 'winter'])
      expect(await run(`apply --auto-approve --target prod.${part}`)).toMatchObject({ exit: 0 });
    expect(cleared.filter((key) => added.filter((each) => each === key).length > 1)).toEqual([]);
  },
);

test('who others moved to a campaign of another partition is not added again', { timeout: 120_000 }, async () => {
  const place = await split();
  const { sandbox, file, run } = place;
  await applyAll(place);
  await sandbox.control.moveRecord({ campaignName: 'Summer', clientId: 'S-1', toCampaign: 'Winter' });
  const again = { ...task('S-1', 'ana'), reissue: 'asked again' };
  file('campaigns/summer.yaml', campaign('Summer', again, task('S-2', 'ben')));
  const { exit, out } = await run('apply --auto-approve --target prod.summer');
  expect([exit, out]).toEqual([4, expect.stringContaining('was moved to campaign Winter by somebody else')]);
  const shown = await sandbox.control.records();
  expect(shown.filter(({ clientId }) => clientId === 'S-1')).toHaveLength(1);
});

test(
  'another spelling of what another partition declares by now is added for a reason',
  { timeout: 120_000 },
  async () => {
    const place = await split();
    const { sandbox, file, run, folder } = place;
    await applyAll(place);
    const whole = parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as ProjectText;
    const partitions = { ...SPLIT, summer: { campaigns: ['Autumn*'] }, winter: { campaigns: ['Winter*', 'Summer*'] } };
    file('muster.yaml', { ...whole, partitions });
    file('campaigns/autumn.yaml', campaign('Autumn', task('s-1', 'ana')));
    expect(await run('apply --auto-approve --target prod.winter')).toMatchObject({ exit: 0 });
    const { exit, out } = await run('apply --auto-approve --target prod.summer');
    expect([exit, out]).toEqual([4, expect.stringContaining('in another spelling')]);
    file('campaigns/autumn.yaml', campaign('Autumn', { ...task('s-1', 'ana'), reissue: 'is another customer' }));
    expect(await run('apply --auto-approve --target prod.summer')).toMatchObject({ exit: 0 });
    const shown = await sandbox.control.records();
    expect(shown.map(({ clientId }) => clientId).toSorted()).toEqual(['S-1', 'S-2', 'W-1', 's-1']);
  },
);

test('the manifests of the example are made of its partitions, with names that the operator takes', async () => {
  const folder = fileURLToPath(new URL('../../examples/partitions', import.meta.url));
  const { out } = await muster(['partitions', '--json'], { folder });
  const script = join(folder, 'operator', 'stacks.js');
  const made = spawnSync(process.execPath, [script], { input: out, encoding: 'utf8' });
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toBe(readFileSync(join(folder, 'operator', 'stacks.json'), 'utf8'));
  const { items } = parsed(made.stdout) as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  const names = items.map(({ metadata }) => metadata.name);
  expect(names).toHaveLength(6);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(42);
});

/** The operator drops keys that its schema does not have, without a word: here they are faults. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]: [string, unknown]) => [key, closed(part)]));
  return 'properties' in parts && !('x-kubernetes-preserve-unknown-fields' in parts)
    ? { ...parts, additionalProperties: false }
    : parts;
}

test('the manifests of the example fit the schema of the operator’s Stack, and no key of them is unknown to it', () => {
  const folder = new URL('../../examples/partitions/operator/', import.meta.url);
  const schema: unknown = JSON.parse(readFileSync(new URL('operator-stack.schema.json', import.meta.url), 'utf8'));
  const { items } = parsed(readFileSync(new URL('stacks.json', folder), 'utf8')) as {
    readonly items: readonly object[];
  };
  const fits = new Ajv({ strict: false, validateFormats: false }).compile(closed(schema) as object);
  const faults = (item: unknown): unknown => (fits(item), fits.errors?.map(({ keyword }) => keyword) ?? []);
  for (const item of items) expect(faults({ ...item, metadata: {} })).toEqual([]);
  const [{ spec } = { spec: {} }] = items as readonly { readonly spec: object }[];
  expect(faults({ spec: { ...spec, resyncFrequencySecond: 900 } })).toEqual(['additionalProperties']);
  expect(faults({ spec: { ...spec, refresh: 'yes' } })).toEqual(['type']);
});
