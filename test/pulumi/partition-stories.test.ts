// Two partitions of one target, each with a stack of its own, in the order that hurts. What one stack would do must hold for both: the
// target is what guards, the search for pins, and who was called are about.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { openDesiredReader } from '../../src/core/desired/project/load.ts';
import { withinPartition } from '../../src/core/desired/project/partitions.ts';
import { loadProject } from '../../src/core/desired/project/project.ts';
import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import { openPulumiEngine } from '../support/pulumi-engine.ts';
import type { PulumiEngine, UpdateOptions } from '../support/pulumi-engine.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

const NAMES = ['north', 'south'] as const;
type Name = (typeof NAMES)[number];

/** What each partition declares. */
type Declared = Readonly<Record<Name, DesiredInput>>;

interface Ended {
  readonly writes: number;
  /** Code of what stopped it, or null. */
  readonly stopped: string | null;
  readonly said: readonly string[];
}

interface Pair {
  readonly sandbox: OwnSandbox;
  readonly up: (name: Name, files: Declared, allow?: UpdateOptions['allow']) => Promise<Ended>;
  /** In turn, until neither has anything to do. */
  readonly rest: (files: Declared, order?: readonly Name[]) => Promise<void>;
  readonly recorded: (name: Name) => string[];
}

function targetOf(whole: Target, own: Name, files: Declared): Target {
  const partitions = NAMES.map((name) => ({
    name,
    teams: [name],
    campaigns: (files[name].campaigns ?? []).map(({ campaignName }) => campaignName),
  }));
  return { ...whole, name: `prod.${own}`, stack: `prod.${own}`, split: { of: 'prod', own, partitions } };
}

const read = openDesiredReader();

function desiredOf(target: Target, files: Declared): DesiredState {
  const { split: _, ...whole } = target;
  const [users, campaigns] = [
    NAMES.flatMap((name) => files[name].users ?? []),
    NAMES.flatMap((name) => files[name].campaigns ?? []),
  ];
  const all = read({ users, ...(campaigns.length > 0 && { campaigns }) }, whole);
  const fileOf = (login: string): Name =>
    NAMES.find((name) => files[name].users?.some(({ loginUserId }) => loginUserId === login)) ?? 'north';
  const placed = all.users.map((user) => ({ ...user, source: { ...user.source, file: fileOf(user.loginUserId) } }));
  return withinPartition({ ...all, users: placed }, target, []);
}

async function pair(): Promise<Pair> {
  const sandbox = await withSandbox();
  const { directory } = temporaryFolder();
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = sandbox.target;
  writeFileSync(join(directory, 'ca.pem'), ca);
  const prod = { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem', state: 'pulumi' };
  writeFileSync(
    join(directory, 'muster.yaml'),
    JSON.stringify({ name: 'team', desired: ['none.json'], targets: { prod } }),
  );
  const project = await loadProject(directory);
  const whole = project.targets.get('prod')!;
  const time = { clock: Date.now, sleep: async () => undefined };
  const nothing: Declared = { north: {}, south: {} };
  const engines = Object.fromEntries(
    NAMES.map((name) => [name, openPulumiEngine({ project, target: targetOf(whole, name, nothing), time })]),
  ) as Record<Name, PulumiEngine>;
  const up: Pair['up'] = async (name, files, allow = {}) => {
    const target = targetOf(whole, name, files);
    await sandbox.control.resetCounters();
    const desired = desiredOf(target, files);
    try {
      const beside = NAMES.filter((each) => each !== name);
      const others = async () =>
        beside.map((partition) => {
          return { partition, recorded: engines[partition].exported().recorded, digestKey: STACK_DIGEST_KEY };
        });
      const { operations, plan, leftOut } = await engines[name].up({ desired, allow, at: { target }, others });
      const failed = operations.flatMap(({ failure }) => failure ?? []);
      const said = [...plan.changes.map(({ action, address }) => `${action} ${address}`), ...leftOut, ...failed];
      return { writes: (await sandbox.control.counters()).writes, stopped: failed.length > 0 ? 'failed' : null, said };
    } catch (error) {
      const { code = 'none', message } = error as { readonly code?: string; readonly message: string };
      return { writes: (await sandbox.control.counters()).writes, stopped: code, said: [message] };
    }
  };
  return {
    sandbox,
    up,
    recorded: (name) => [...engines[name].exported().recorded.objects.keys()].toSorted(),
    rest: async (files, order = NAMES) => {
      for (let run = 0; run < 6; run += 1) {
        const ended = [];
        for (const name of order) ended.push(await up(name, files));
        if (run > 0 && ended.every(({ writes, said }) => writes + said.length === 0)) return;
      }
      throw new Error('the two do not come to rest');
    },
  };
}

const people = async ({ sandbox }: Pair): Promise<string[]> =>
  (await sandbox.control.users()).map(({ loginUserId }) => loginUserId.replace('@example.com', '')).toSorted();
const tasks = async ({ sandbox }: Pair): Promise<string[]> =>
  (await sandbox.control.records()).map(({ campaignName, clientId }) => `${campaignName}/${clientId}`).toSorted();

const ORDERS: (readonly Name[])[] = [
  ['north', 'south'],
  ['south', 'north'],
];
const pinned = (clientId: string, agent: string): RecordInput =>
  record(clientId, { preferredAgent: `${agent}@example.com` });
const ANA = person('ana');
const south = person('south');

describe.each(ORDERS)('%s first, then %s', (...order) => {
  test(
    'a line that goes to the other partition gives no access back that somebody removed',
    { timeout: 60_000 },
    async () => {
      const story = await pair();
      await story.rest({ north: { users: [anchor, ANA] }, south: { users: [south] } });
      await story.sandbox.control.removeUser('ana@example.com');
      const moved = { north: { users: [anchor] }, south: { users: [south, ANA] } };
      for (const name of [...order, ...order]) await story.up(name, moved);
      expect(await people(story)).not.toContain('ana');
      expect((await story.up('south', moved)).stopped).toBe('guard-restores');
      expect(await story.up('south', moved, { restores: 1 })).toMatchObject({ writes: 1, stopped: null });
      await story.rest(moved, order);
      expect(story.recorded('north')).not.toContain('user:ana@example.com');
    },
  );

  test(
    'a line that goes to the other partition takes what is recorded along, without a request',
    { timeout: 60_000 },
    async () => {
      const story = await pair();
      await story.rest({ north: { users: [anchor, ANA] }, south: { users: [south] } });
      const moved = { north: { users: [anchor] }, south: { users: [south, ANA] } };
      for (const name of [...order, ...order, ...order])
        expect(await story.up(name, moved)).toMatchObject({ writes: 0, stopped: null });
      await story.rest(moved, order);
      expect([story.recorded('north'), story.recorded('south')]).toEqual([
        ['user:anchor@example.com'],
        ['user:ana@example.com', 'user:south@example.com'],
      ]);
      // Made by us, so she is removed with her line.
      await story.up('south', { ...moved, south: { users: [south] } });
      expect(await people(story)).toEqual(['anchor', 'south']);
    },
  );

  test('a person stays until the other partition has let go of the task', { timeout: 60_000 }, async () => {
    const story = await pair();
    await story.rest({
      north: { users: [anchor, ANA] },
      south: { users: [south], campaigns: [list('Summer', pinned('C-1', 'ana'))] },
    });
    const gone = { north: { users: [anchor] }, south: { users: [south] } };
    for (const name of [...order, ...order]) {
      await story.up(name, gone);
      if ((await tasks(story)).length > 0) expect(await people(story)).toContain('ana');
    }
    await story.rest(gone, order);
    expect([await people(story), await tasks(story)]).toEqual([['anchor', 'south'], []]);
  });

  test.each(['lines', 'ensure: absent'])(
    'a removal by %s is as large as it is in both together',
    { timeout: 60_000 },
    async (by) => {
      const story = await pair();
      const declared = (content: (letter: string, campaignName: string) => DesiredInput): Declared => ({
        north: { users: [anchor], ...content('a', 'Summer') },
        south: { users: [south], ...content('b', 'Winter') },
      });
      const three = (ensure: 'present' | 'absent', count = 2) =>
        declared((letter, campaignName) => ({
          campaigns: [
            list(
              campaignName,
              record(`${letter}0`),
              ...['1', '2'].slice(0, count).map((each) => record(`${letter}${each}`, { ensure })),
            ),
          ],
        }));
      await story.rest(three('present'));
      const left = by === 'lines' ? three('present', 0) : three('absent');
      const [first = 'north', second = 'south'] = order;
      for (const name of order)
        expect(await story.up(name, left)).toMatchObject({ stopped: 'guard-deletes', writes: 0 });
      expect(await story.up(first, left, { deletes: 4 })).toMatchObject({ stopped: null, writes: 2 });
      expect(await story.up(second, left)).toMatchObject({ stopped: null, writes: 2 });
    },
  );
});
