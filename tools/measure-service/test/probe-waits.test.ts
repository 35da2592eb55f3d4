// The two parts of the write probe that wait: for half an hour to pass under a pin (S24), and for a file that a person loads
// (S11.intake). Time is the story's own.

import { expect, test } from 'vitest';

import { probeByWrites } from '../records.ts';
import { UNKNOWN } from '../../../src/model/open-points.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import { scenario } from '../../../test/support/scenario.ts';
import type { Scenario } from '../../../test/support/scenario.ts';
import { bySwitch, doctorRun } from './probing.ts';
import type { SwitchId } from './probing.ts';

const A = 'Test A';
const MINUTE_MS = 60_000;

interface Played {
  /** Asked at each wait; what is said so far. */
  readonly meanwhile?: (story: Scenario, said: readonly string[]) => Promise<unknown>;
  readonly switches?: Partial<Switches>;
}

async function played(
  wish: { intake: boolean; pins: boolean },
  { meanwhile, switches = {} }: Played = {},
): Promise<{ answers: ReadonlyMap<SwitchId, string>; said: string[]; story: Scenario; waitedMs: number }> {
  const story = await scenario({ switches }, 'network');
  const said: string[] = [];
  const startedAt = story.clock();
  const sleep = async (ms: number): Promise<void> => {
    await meanwhile?.(story, said);
    story.advance(ms);
  };
  const run = await doctorRun(story, { sleep, note: (text) => void said.push(text) });
  const { answers, stuck } = await probeByWrites(run, [A], wish);
  expect(stuck).toEqual([]);
  const left = await story.sandbox.control.records();
  expect(left.filter((task) => task.workedState !== 'REMOVED')).toEqual([]);
  const waitedMs = story.clock() - startedAt;
  return { answers: bySwitch(answers), said, story, waitedMs };
}

/** What a person does who is asked for a file: the rows as they were said. */
function loads(said: readonly string[]): { rows: Record<string, string>[]; idColumn: string } | null {
  const request = said.find((text) => text.startsWith('intake-existing-id: load a file'));
  if (request === undefined) return null;
  const [head = '', ...lines] = request.trim().split('\n').slice(2);
  const columns = head.split(',');
  const rows = lines.map((line) => {
    const values = line
      .replaceAll(/"(?<text>[^"]*)"/gu, (quoted) => quoted.slice(1, -1).replaceAll(',', ';'))
      .split(',');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
  return { rows, idColumn: columns[0] ?? '' };
}

function onceLoaded(): NonNullable<Played['meanwhile']> {
  let isLoaded = false;
  return async ({ sandbox }, said) => {
    const file = loads(said);
    if (file === null || isLoaded) return;
    isLoaded = true;
    await sandbox.control.loadIntake({ campaignName: A, ...file });
  };
}

test.each([
  [{ S11: { intake: 'twin', idSearch: 'oldest' } }, 'twin', 'oldest'],
  [{ S11: { intake: 'update', idSearch: 'oldest' } }, 'update', undefined],
  [{ S11: { intake: 'skip', idSearch: 'oldest' } }, 'skip', undefined],
  [{ S11: { intake: 'twin', idSearch: 'newest' }, S19: 300 }, 'twin', 'newest'],
] as const)(
  'under %j a file that a person loads shows %s, and its rows are removed',
  async (switches, intake, idSearch) => {
    const { answers } = await played({ intake: true, pins: false }, { switches, meanwhile: onceLoaded() });
    expect([answers.get('S11.intake'), answers.get('S11.idSearch')]).toEqual([intake, idSearch]);
  },
);

test('a file that nobody loads is waited for half an hour, and nothing is concluded', async () => {
  const { answers, waitedMs } = await played({ intake: true, pins: false });
  expect(answers.get('S11.intake')).toBe(UNKNOWN);
  expect(Math.round(waitedMs / MINUTE_MS)).toBe(30);
});

test.each(['pinned', 'created'] as const)('under S24 %s the end of a pin tells it', async (S24) => {
  const { answers, said, waitedMs } = await played({ intake: false, pins: true }, { switches: { S24 } });
  expect(answers.get('S24')).toBe(S24);
  expect(Math.round(waitedMs / MINUTE_MS)).toBe(S24 === 'pinned' ? 48 : 31);
  expect(said[0]).toBe('pin-start: 0 of 48 minutes');
});

test('nobody is pinned to the record that can be delivered', async () => {
  const pins = new Set<unknown>();
  const meanwhile: Played['meanwhile'] = async ({ sandbox }) => {
    for (const task of await sandbox.control.records(A))
      if (task.nextEarliestWorkTime === null) pins.add(task.preferredAgent);
  };
  await played({ intake: false, pins: true }, { meanwhile });
  expect([...pins]).toEqual(['muster-probe-first', 'muster-probe-second']);
});

test.each([
  [
    'is worked',
    (story: Scenario, clientId: string) =>
      story.sandbox.control.work({ campaignName: A, clientId, agent: 'muster-probe-second', state: 'WORKED' }),
  ],
  [
    'is pinned by somebody else',
    (story: Scenario, clientId: string) =>
      story.sandbox.control.changeRecord({ campaignName: A, clientId, preferredAgent: 'x@example.com' }),
  ],
  ['goes', (story: Scenario, clientId: string) => story.sandbox.control.removeRecord({ campaignName: A, clientId })],
])('a pinned record that %s meanwhile tells nothing', async (_title, hand) => {
  let isDone = false;
  const meanwhile: Played['meanwhile'] = async (story) => {
    const tasks = await story.sandbox.control.records(A);
    const second = tasks.find(({ preferredAgent }) => preferredAgent === 'muster-probe-second');
    if (second === undefined || isDone) return;
    isDone = true;
    await hand(story, String(second.clientId));
  };
  const { answers } = await played({ intake: false, pins: true }, { meanwhile });
  expect(answers.get('S24')).toBe(UNKNOWN);
});

test('an interrupted wait ends at once, tells nothing, and leaves nothing', async () => {
  const story = await scenario({}, 'network');
  const control = new AbortController();
  const note = (): void => control.abort();
  const { sleep: _none, ...run } = await doctorRun(story, { note, signal: control.signal });
  const { answers, stuck } = await probeByWrites(run, [A], { intake: true, pins: true });
  const said = bySwitch(answers);
  expect([said.get('S11.intake'), said.get('S24'), stuck]).toEqual([UNKNOWN, UNKNOWN, []]);
  expect(await story.sandbox.control.records()).toEqual([]);
});
