// Two sightings, the history beside the ledger and the heartbeat, over a real sandbox.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { lastComplete } from '../../src/core/engine/drift-history.ts';
import type { SightingWishes } from '../../src/core/engine/drift-history.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import type { Answer, ServiceProfile } from '../../src/core/model/profile.ts';
import { historyPath } from '../../src/core/state/history.ts';
import { remarkText } from '../../src/core/report/words/why-finding.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const MINUTE = 60_000;
const ana = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const desired: DesiredInput = {
  users: [ana],
  campaigns: [
    {
      campaignName: 'Summer',
      records: ['C-1', 'C-2'].map((clientId) => ({ clientId, data: { Name: 'Maria Lopez' } })),
    },
  ],
};
const KEY = { campaignName: 'Summer', clientId: 'C-1' };

async function applied(): Promise<Scenario> {
  const story = await scenario();
  await story.apply(desired);
  return story;
}

const pathOf = ({ project }: Scenario): string => historyPath(project.directory, 'sandbox');
const place = (story: Scenario): Parameters<typeof lastComplete>[0] => ({
  project: story.project,
  target: story.sandbox.target,
});

/** Reads again after something happened, instead of after a minute. */
const meanwhile = (story: Scenario, happens: () => Promise<unknown>): { sightings: SightingWishes } => ({
  sightings: {
    confirmAfterMs: MINUTE,
    history: true,
    pause: async (ms) => {
      story.advance(ms);
      await happens();
    },
  },
});

test('within one run: a finding that is still there after the pause is confirmed', async () => {
  const story = await applied();
  await story.sandbox.control.removeRecord(KEY);
  const { findings, remarks } = await story.drift(
    desired,
    meanwhile(story, () => Promise.resolve()),
  );
  expect(findings.map(({ class: kind, sightings }) => [kind, sightings?.runs, sightings?.due])).toEqual([
    ['missing', 1, null],
  ]);
  expect(remarks.map(remarkText)).toEqual([
    'No earlier run is known here: since when something differs is counted from this one.',
  ]);
});

test('within one run: a finding that is gone is dropped with a remark, and a new one is suspected', async () => {
  const story = await applied();
  await story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Elsewhere' });
  const wishes = meanwhile(story, async () => {
    await story.sandbox.control.moveRecord({ ...KEY, campaignName: 'Elsewhere', toCampaign: 'Summer' });
    await story.sandbox.control.removeRecord({ ...KEY, clientId: 'C-2' });
  });
  const { findings, remarks } = await story.drift(desired, wishes);
  expect(findings.map(({ address, sightings }) => [address, sightings?.confirmed])).toEqual([
    ['record:Summer/C-2', null],
  ]);
  expect(remarks.map(remarkText)).toContain(
    '1 finding was different or gone at the second reading: a passing state, not reported.',
  );
});

test('a run without new alarms does not wait', async () => {
  const story = await applied();
  const never = meanwhile(story, () => Promise.reject(new Error('waited')));
  expect((await story.drift(desired, never)).findings).toEqual([]);
});

test('the history holds addresses and classes, and no value of a person or a record', async () => {
  const story = await applied();
  await story.sandbox.control.changeRecord({ ...KEY, data: { Name: 'Eva Brandt' } });
  await story.drift(desired);
  const text = readFileSync(pathOf(story), 'utf8');
  expect(text).toContain('data.Name');
  expect(text).not.toMatch(/Maria|Lopez|Eva|Brandt|Ruiz/u);
});

test('the time of the last complete run is kept; an incomplete run changes neither it nor the findings', async () => {
  const story = await applied();
  await story.sandbox.control.removeRecord(KEY);
  await story.drift(desired);
  const beat = await lastComplete(place(story));
  expect(beat).not.toBeNull();
  story.advance(MINUTE);
  await story.sandbox.control.arm({ operation: 'query-existence', kind: 'garbage', count: 'always' });
  const { findings } = await story.drift(desired);
  expect(findings.map(({ class: kind }) => kind)).toEqual(['missing', 'unreadable']);
  expect(findings[0]?.sightings).toMatchObject({ runs: 2, confirmed: null });
  expect(await lastComplete(place(story))).toBe(beat);
});

test('a damaged history is one remark, and a new one is started', async () => {
  const story = await applied();
  await story.drift(desired);
  writeFileSync(pathOf(story), '{"format": 1');
  expect((await story.drift(desired)).remarks.map(remarkText)).toEqual([
    'The history of earlier runs cannot be read: since when something differs is counted from this one.',
  ]);
  expect((await story.drift(desired)).remarks).toEqual([]);
});

test('without history no file but the ledger is read or written', async () => {
  const story = await applied();
  await story.drift(desired);
  const before = readFileSync(pathOf(story), 'utf8');
  story.advance(MINUTE);
  await story.drift(desired, { sightings: { confirmAfterMs: null, history: false } });
  expect(readFileSync(pathOf(story), 'utf8')).toBe(before);
});

function measured(...answers: readonly (readonly [Answer['id'], string])[]): ServiceProfile {
  const found = { target: 'sandbox', at: Date.parse('2026-11-21'), how: 'probe' } as const;
  return updateProfile(
    null,
    found,
    answers.map(([id, answer]) => ({ id, answer, evidence: 'seen' })),
  );
}

test('an answer of the profile that changed since the last complete run is said once, and is no alarm', async () => {
  const story = await applied();
  const first = await story.drift(desired, {
    profile: measured(['no-record-answer', 'status'], ['search-ceiling', '1000']),
  });
  expect(first.remarks.map(remarkText).join()).not.toContain('profile');
  const profile = measured(['no-record-answer', 'status'], ['search-ceiling', '500'], ['update-state', 'keeps']);
  await story.drift(desired, { profile, only: 'user:*' });
  const second = await story.drift(desired, { profile });
  expect(second.findings).toEqual([]);
  expect(second.remarks.map(remarkText)).toEqual([
    'The service profile changed since the last complete run: search-ceiling (the ceiling of maxRecords) was 1000 and is 500 now ' +
      '[profile-changed]. This plan relies on it: look at the next plan before applying it.',
  ]);
  expect((await story.drift(desired, { profile })).remarks).toEqual([]);
});

test('a changed answer is said again until a run was complete, and an answer taken away is a change', async () => {
  const story = await applied();
  await story.drift(desired, { profile: measured(['combined-criteria', 'AND']) });
  await story.sandbox.control.arm({ operation: 'query-existence', kind: 'status', count: 'always' });
  const said = [
    'The service profile changed since the last complete run: combined-criteria (how several search criteria combine) was',
  ];
  const unread = await story.drift(desired, { profile: null });
  await story.sandbox.control.clearFaults();
  const complete = await story.drift(desired, { profile: null });
  for (const { remarks } of [unread, complete]) {
    expect(remarks).toHaveLength(1);
    expect(remarks.map(remarkText)[0]).toContain(
      `${said[0] ?? ''} AND and is unknown now [profile-changed]. Plans may rely on it`,
    );
  }
  expect((await story.drift(desired, { profile: null })).remarks).toEqual([]);
});

test('two readings of one run say a changed answer once', async () => {
  const story = await applied();
  await story.drift(desired, { profile: measured(['combined-criteria', 'AND']) });
  await story.sandbox.control.removeRecord(KEY);
  const both = { profile: measured(['combined-criteria', 'OR']), ...meanwhile(story, async () => undefined) };
  const { remarks } = await story.drift(desired, both);
  expect(remarks.filter(({ kind }) => kind === 'profile-changed')).toHaveLength(1);
});
