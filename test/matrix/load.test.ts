// Hundreds of objects on a slow service, while others work between any two requests: what was on the wire is all that a run may hit.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';
import { afterWrites, atRandom, openOthers } from '../support/others.ts';
import type { Act } from '../support/others.ts';

const COUNT = 300;
const LIMIT = 32;
const LATENCY_MS = 20;
const ANA = 'ana@example.com';
const IDS = Array.from({ length: COUNT }, (_, index) => `C-${index + 1}`);
const key = (clientId: string): string => `Summer/${clientId}`;
const records = (more: Partial<RecordInput> = {}): RecordInput[] => IDS.map((clientId) => record(clientId, more));
const users = [anchor, person('ana'), person('ben')];
const leaver = { loginUserId: ANA, ensure: 'absent', offboard: { reassignTo: 'ben@example.com' } } as const;
const of = (...rows: RecordInput[]): DesiredInput => ({ users, campaigns: [list('Summer', record('C-0'), ...rows)] });

type Control = StoryDoor['sandbox']['control'];

interface Workload {
  readonly title: string;
  readonly before: DesiredInput;
  readonly prepare?: (control: Control) => Promise<unknown>;
  readonly wanted: DesiredInput;
  readonly allow?: Readonly<Record<string, number>>;
  /** What others do to one of the objects; synchronous, as the sandbox of this process is. */
  readonly other: (control: Control, clientId: string) => void;
}

const complete = (control: Control, clientId: string): void =>
  void control.work({ campaignName: 'Summer', clientId, agent: ANA, state: 'COMPLETED' });

const WORKLOADS: readonly Workload[] = [
  {
    title: 'an off-boarding of tasks that are completed meanwhile',
    before: of(...records()),
    prepare: (control) =>
      Promise.all(
        IDS.map((clientId) => control.changeRecord({ campaignName: 'Summer', clientId, preferredAgent: ANA })),
      ),
    wanted: { ...of(...records()), users: [anchor, person('ben'), leaver] },
    other: complete,
  },
  {
    title: 'creates of records that an intake file brings meanwhile',
    before: of(),
    wanted: of(...records()),
    other: (control, clientId) =>
      void control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: clientId, Name: 'Theirs' }] }),
  },
  {
    title: 'deletes of records that agents take up meanwhile',
    before: of(...records()),
    wanted: of(),
    allow: { deletes: COUNT },
    other: (control, clientId) =>
      void control.work({
        campaignName: 'Summer',
        clientId,
        agent: ANA,
        state: 'WORKED',
        nextEarliestWorkTime: Date.now() + 60_000,
      }),
  },
  {
    title: 'updates of records that are completed meanwhile',
    before: of(...records()),
    wanted: of(...records({ data: { Name: 'Another' } })),
    other: complete,
  },
];

const LOADS = [
  ['a slow service', {}],
  ['a slow service with a rate limit', { S18: { kind: '429', perSecond: 300, retryAfterSeconds: 1 } }],
] as const;

describe.each(STORY_DOORS)('%s', (_door, open) => {
  describe.each(LOADS)('%s', (_load, switches) => {
    test.each(WORKLOADS)('$title hits at most what was on the wire', { timeout: 120_000 }, async (workload) => {
      const others = openOthers();
      const story = await open({ onRequest: others.onRequest, switches });
      const { control } = story.sandbox;
      expect((await story.run(workload.before)).errors).toEqual([]);
      await workload.prepare?.(control);
      await control.setDelay(LATENCY_MS);
      const written = new Set<string>();
      others.watch(
        noting(
          written,
          afterWrites(40, () => {
            const rest = IDS.filter((clientId) => !written.has(key(clientId)));
            for (const clientId of rest) workload.other(control, clientId);
            return rest.map(key);
          }),
        ),
      );
      await story.run(workload.wanted, workload.allow);
      const { seen } = others;
      expect(seen.changed.size).toBeGreaterThan(COUNT / 2);
      expect(seen.hits.length).toBeLessThanOrEqual(LIMIT);
      expect(median(seen.gaps)).toBeLessThanOrEqual(2 * LIMIT);
    });
  });

  test(
    'whatever others do at random, each of their changes but those on the wire stands',
    { timeout: 120_000 },
    async () => {
      const others = openOthers();
      const story = await open({ onRequest: others.onRequest });
      const { control } = story.sandbox;
      expect((await story.run(of(...records()))).errors).toEqual([]);
      await control.setDelay(LATENCY_MS);
      const done = new Set<string>();
      const acts = atRandom(7, 3, (chance) => {
        const clientId = IDS[Math.floor(chance() * COUNT)] ?? '';
        if (done.has(clientId)) return [];
        done.add(clientId);
        complete(control, clientId);
        return [key(clientId)];
      });
      others.watch(acts);
      await story.run(of(...records({ data: { Name: 'Another' } })));
      expect(others.seen.changed.size).toBeGreaterThan(50);
      // Each act meets what is on the wire with a chance of 32 in 300 at the most.
      expect(others.seen.hits.length).toBeLessThan(others.seen.changed.size / 4);
      expect(median(others.seen.gaps)).toBeLessThanOrEqual(2 * LIMIT);
    },
  );
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity;
}

function noting(written: Set<string>, act: Act): Act {
  return (entry, writes) => {
    if (entry.committed) written.add(entry.key);
    return act(entry, writes);
  };
}
