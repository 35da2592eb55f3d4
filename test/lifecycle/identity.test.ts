import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { moveTarget } from '../../src/core/engine/move-target.ts';
import type { TargetMove } from '../../src/core/engine/move-target.ts';
import type { Target } from '../../src/core/model/target.ts';
import { keyFile } from '../../src/core/state/key-file.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const BEA = { ...ANA, loginUserId: 'bea@example.com', firstName: 'Bea' };
const summer = (...clientIds: string[]): DesiredInput => ({
  users: [ANA, { ...BEA, onRemove: 'delete' }],
  campaigns: [
    { campaignName: 'Summer', records: clientIds.map((clientId) => ({ clientId, data: { Name: clientId } })) },
  ],
});
const ALL = summer('C-1', 'C-2', 'C-3');
const ALLOW = { allow: { deletes: 9, overwrites: 9 } };

/** A service that is no local sandbox in the eyes of muster.yaml: known by its address. */
function remote(sandbox: Pick<OwnSandbox, 'target'>, parts: Partial<Target> = {}): Partial<Run> {
  return { target: { ...sandbox.target, sandbox: false, ...parts } };
}

const VERBS = ['plan', 'apply', 'destroy', 'drift'] as const;

async function refusals(story: Scenario, desired: DesiredInput, parts: Partial<Run>): Promise<string[]> {
  const codes: string[] = [];
  for (const verb of VERBS) {
    const code = await story[verb](desired, { ...ALLOW, ...parts }).then(
      () => 'went on',
      (error: unknown) => String(Reflect.get(Object(error), 'code')),
    );
    codes.push(`${verb}: ${code}`);
  }
  return codes;
}

describe('a target that is pointed at another service', () => {
  test('where others made the same ids: every command refuses before a single request, both sides named', async () => {
    const story = await scenario();
    await story.converge(ALL, remote(story.sandbox));
    const others = await withSandbox();
    const theirs = await scenario();
    await theirs.apply(ALL, { target: others.target });
    await others.control.resetCounters();
    const pointed = remote(others);
    expect(await refusals(story, summer('C-1'), pointed)).toEqual(VERBS.map((verb) => `${verb}: other-tenant`));
    expect((await others.control.counters()).requests).toEqual({});
    const said = story.plan(ALL, pointed).catch((error: unknown) => String(error));
    expect(await said).toContain(`https://127.0.0.1:${story.sandbox.port} PLATFORM/example/sandbox`);
    expect(await said).toContain(`https://127.0.0.1:${others.port} PLATFORM/example/sandbox`);
  });

  test.each([
    ['companyCode', { companyCode: 'other' }],
    ['environment', { environment: 'prod' }],
    ['platform', { platform: 'OTHER' }],
    ['region', { region: 'eu-central-1' }],
    ['host', { host: 'localhost' }],
    ['port', { port: 9 }],
  ] as const)('another %s is another tenant', async (_what, parts) => {
    const story = await scenario();
    await story.apply(ALL, remote(story.sandbox));
    await story.sandbox.control.resetCounters();
    expect(await refusals(story, ALL, remote(story.sandbox, parts))).toEqual(
      VERBS.map((verb) => `${verb}: other-tenant`),
    );
    expect((await story.sandbox.control.counters()).requests).toEqual({});
  });

  test('the same address in other letters, another name, key or concurrency is the same tenant', async () => {
    const story = await scenario();
    await story.apply(ALL, remote(story.sandbox, { host: 'LOCALHOST' }));
    const same = remote(story.sandbox, { host: 'localhost', maxConcurrency: 3, identity: 'directory' });
    expect((await story.plan(ALL, same)).changes).toEqual([]);
  });

  test('without anything recorded yet there is nothing to refuse', async () => {
    const story = await scenario();
    await story.apply(
      { users: [{ loginUserId: 'nobody@example.com', ensure: 'absent' }] },
      remote(story.sandbox, { host: 'localhost' }),
    );
    await story.converge(ALL, remote(story.sandbox));
  });
});

describe('a ledger of another project in place of the own one', () => {
  test('is refused by every command before a single request', async () => {
    const theirs = await scenario();
    await theirs.apply(summer('C-1', 'C-9'));
    const story = await scenario();
    const own = { ...story.project, name: 'own-project' };
    const ledger = (of: Scenario): string => join(of.project.directory, '.muster', 'ledger', 'sandbox.sqlite');
    mkdirSync(dirname(ledger(story)), { recursive: true });
    for (const end of ['', '-wal', '-shm']) copy(ledger(theirs) + end, ledger(story) + end);
    mkdirSync(dirname(keyFile(ledger(story))), { recursive: true });
    copy(keyFile(ledger(theirs)), keyFile(ledger(story)));
    const there = { project: own, target: theirs.sandbox.target };
    await theirs.sandbox.control.resetCounters();
    expect(await refusals(story, { users: [ANA] }, there)).toEqual(VERBS.map((verb) => `${verb}: other-stack`));
    expect((await theirs.sandbox.control.counters()).requests).toEqual({});
  });
});

describe('a marker that came along with a copy', () => {
  /** C-1 of Summer is ours; a task with its marker stands in `campaignName` under `clientId`. */
  async function copied(campaignName: string, clientId: string): Promise<Scenario> {
    const story = await scenario();
    await story.converge(summer('C-1', 'C-2'));
    const [own] = await story.sandbox.control.records('Summer');
    const marker = own?.previewRecordData.find(({ key }) => key === 'musterStack')?.value;
    const rows = [{ Id: clientId, Name: 'Of others', musterStack: String(marker) }];
    await story.sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows });
    return story;
  }
  const winter = (parts: object = {}): DesiredInput => ({
    ...summer('C-1', 'C-2'),
    campaigns: [
      ...summer('C-1', 'C-2').campaigns!,
      { campaignName: 'Winter', records: [{ clientId: 'C-1', ...parts }] },
    ],
  });

  test.each([
    ['declared', winter(), ['other-record']],
    ['declared absent', winter({ ensure: 'absent' }), ['other-record']],
    ['declared with adopt', winter({ adopt: true, data: { Name: 'Of others' } }), []],
  ] as const)('to another campaign proves nothing there: %s', async (_how, desired, codes) => {
    const story = await copied('Winter', 'C-1');
    const { verdicts } = await story.plan(desired);
    expect(verdicts.flatMap(({ class: kind, code }) => (kind === 'decision' ? [code] : []))).toEqual(codes);
    await story.sandbox.control.resetCounters();
    await story.apply(desired);
    const [task] = await story.sandbox.control.records('Winter');
    expect(task?.previewRecordData).toContainEqual(expect.objectContaining({ key: 'Name', value: 'Of others' }));
  });

  test('to another clientId proves nothing there, and nothing is removed with it', async () => {
    const story = await copied('Summer', 'C-9');
    const both = summer('C-1', 'C-2', 'C-9');
    expect((await story.plan(both)).verdicts.map(({ code }) => code)).toContain('other-record');
    await story.apply(both);
    await story.apply(summer('C-1', 'C-2'));
    expect((await story.sandbox.control.records('Summer')).map(({ clientId }) => clientId)).toContain('C-9');
  });
});

test('a record that somebody deleted and added again is neither overwritten nor deleted', async () => {
  const story = await scenario();
  await story.converge(summer('C-1', 'C-2', 'C-3', 'C-4', 'C-5'));
  const remade = { campaignName: 'Summer', clientId: 'C-1' };
  await story.sandbox.control.removeRecord(remade);
  const rows = [{ Id: 'C-1', Name: 'Of others' }];
  await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  const changed = summer('C-1', 'C-2', 'C-3', 'C-4', 'C-5');
  expect((await story.plan(changed)).verdicts.map(({ code }) => code)).toContain('other-record');
  await story.sandbox.control.resetCounters();
  await story.apply(changed);
  await story.apply(summer('C-2', 'C-3', 'C-4', 'C-5'));
  expect((await story.sandbox.control.counters()).writes).toBe(0);
});

describe('muster state move-target', () => {
  const yes = (): Promise<boolean> => Promise.resolve(true);

  test('shows what is there, believes what can be compared, and leaves the rest to a decision', async () => {
    const story = await scenario();
    await story.converge(ALL, remote(story.sandbox));
    const renamed = remote(story.sandbox, { host: 'localhost' });
    const seen: TargetMove[] = [];
    const ask = (answer: boolean) => (move: TargetMove) => {
      seen.push(move);
      return Promise.resolve(answer);
    };
    await story.sandbox.control.resetCounters();
    expect(await moveTarget(story.run(ALL, renamed), ask(false))).toBe('declined');
    expect(await refusals(story, ALL, renamed)).toContain('plan: other-tenant');
    expect(await moveTarget(story.run(ALL, renamed), ask(true))).toBe('moved');
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    expect(seen[0]).toMatchObject({
      // Of neither a connectUserId is known: to be there under the same id is no proof.
      users: { same: 0, unproven: 2, other: 0, absent: 0, unread: 0 },
      records: { same: 3, other: 0, absent: 0, unread: 0 },
    });
    expect(seen[0]?.released).toEqual(['user:ana@example.com', 'user:bea@example.com']);
    const { changes, verdicts } = await story.plan(ALL, renamed);
    expect(changes).toEqual([]);
    expect(verdicts.flatMap(({ class: kind, code }) => (kind === 'decision' ? [code] : []))).toEqual([
      'conflict',
      'conflict',
    ]);
    expect(await moveTarget(story.run(ALL, renamed), ask(true))).toBe('same');
    expect(await refusals(story, ALL, remote(story.sandbox))).toContain('apply: other-tenant');
    const taken = { ...ALL, users: ALL.users!.map((user) => ({ ...user, adopt: true })) };
    await story.converge(taken, renamed);
  });

  test('carries people along whose connectUserId is the same there', async () => {
    const story = await scenario();
    const both = { ...ALL, users: [ANA, BEA].map((user) => ({ ...user, createInBackend: true })) };
    await story.converge(both, remote(story.sandbox));
    const renamed = remote(story.sandbox, { host: 'localhost' });
    const seen: TargetMove[] = [];
    await moveTarget(story.run(both, renamed), (move) => {
      seen.push(move);
      return yes();
    });
    expect(seen).toMatchObject([{ users: { same: 2 }, records: { same: 3 }, released: [] }]);
    await story.converge(both, renamed);
    await story.converge({ ...both, users: [both.users[0]!] }, { ...renamed, ...ALLOW });
  });

  test('to a service where others have these ids releases them: a line that goes away removes nobody there', async () => {
    const story = await scenario();
    const bare = { campaignName: 'Bare', marker: false, records: [{ clientId: 'B-1', data: { Name: 'B-1' } }] };
    const ours = { ...ALL, campaigns: [...ALL.campaigns!, bare] };
    // Right after the create the previewRecordId of what has no marker is not recorded yet.
    await story.apply(ours, remote(story.sandbox));
    const others = await withSandbox();
    const theirs = await scenario();
    const neighbour = { ...theirs.project, name: 'neighbour' };
    await theirs.apply(
      { ...ours, campaigns: [bare, summer('C-1', 'C-2').campaigns![0]!] },
      { target: others.target, project: neighbour },
    );
    const pointed = remote(others);
    expect(await moveTarget(story.run(ours, pointed), yes)).toBe('moved');
    await others.control.resetCounters();
    expect((await story.plan({ ...ours, users: [ANA] }, pointed)).changes.map(({ action }) => action)).toEqual([]);
    const less = { users: [{ ...ANA, adopt: true }] };
    // The one that stands nowhere there is forgotten, as ever.
    expect(await story.changes(less, pointed)).toEqual(['adopt user:ana@example.com', 'forget record:Summer/C-3']);
    await story.apply(less, pointed);
    const users = await others.control.users();
    expect(users.map(({ loginUserId, inService }) => [loginUserId, inService])).toEqual([
      ['ana@example.com', true],
      ['bea@example.com', true],
    ]);
    expect(await others.control.records()).toHaveLength(3);
    expect((await others.control.counters()).writes).toBe(0);
  });

  test('an unanswered create goes with what is released, and what cannot be read stops the move', async () => {
    const story = await scenario();
    await story.converge(ALL, remote(story.sandbox));
    const cleo = { ...ANA, loginUserId: 'cleo@example.com', firstName: 'Cleo' };
    const { control } = story.sandbox;
    // Whether it was made is never answered: its intent stays open.
    await control.arm({ operation: 'add-user', kind: 'reset-before', key: cleo.loginUserId });
    const more = { ...ALL, users: [...ALL.users!, cleo] };
    const cut = await story.apply(more, {
      ...remote(story.sandbox),
      onProgress: ({ phase }) => {
        if (phase === 'apply')
          void control.arm({ operation: 'query-existence', kind: 'status', status: 503, count: 'always' });
      },
    });
    expect(cut.settlements.map(({ kind }) => kind)).toEqual(['unresolved']);
    const others = await withSandbox();
    await others.control.addUser({ loginUserId: 'cleo@example.com' });
    const pointed = remote(others);
    await others.control.arm({ operation: 'query-existence', kind: 'status', status: 503, count: 'always' });
    const stopped = await moveTarget(story.run(more, pointed), yes).catch((error: unknown) => error);
    expect(String(Reflect.get(Object(stopped), 'code'))).toBe('unreadable');
    await others.control.clearFaults();
    expect(await moveTarget(story.run(more, pointed), yes)).toBe('moved');
    await others.control.resetCounters();
    const { verdicts } = await story.plan({ users: [cleo] }, pointed);
    expect(verdicts.map(({ code, address }) => `${code} ${address}`)).toContain('conflict user:cleo@example.com');
    expect((await story.changes({ users: [ANA] }, pointed)).join()).not.toContain('cleo@example.com');
  });

  test('of the same tenant under another project lets nobody go', async () => {
    const story = await scenario();
    await story.converge(ALL);
    const renamed = { project: { ...story.project, name: 'renamed' } };
    const seen: TargetMove[] = [];
    await moveTarget(story.run(ALL, renamed), (move) => {
      seen.push(move);
      return yes();
    });
    expect(seen).toMatchObject([{ users: { unproven: 2 }, released: [] }]);
    expect((await story.plan(ALL, renamed)).verdicts.map(({ class: kind }) => kind)).not.toContain('decision');
  });

  test('counts what is another one there', async () => {
    const story = await scenario();
    await story.converge(ALL, remote(story.sandbox));
    const others = await withSandbox();
    const theirs = await scenario();
    const neighbour = { ...theirs.project, name: 'neighbour' };
    await theirs.apply(summer('C-1', 'C-2'), { target: others.target, project: neighbour });
    const seen: TargetMove[] = [];
    await moveTarget(story.run(ALL, remote(others)), (move) => {
      seen.push(move);
      return Promise.resolve(false);
    });
    expect(seen).toMatchObject([{ records: { same: 0, other: 2, absent: 1 } }]);
  });
});

function copy(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch {
    // A ledger that was closed has no log.
  }
}
