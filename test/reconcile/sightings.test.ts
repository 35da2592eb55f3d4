import { describe, expect, test } from 'vitest';

import type { DriftClass } from '../../src/core/model/drift-classes.ts';
import type { DriftResult, Finding } from '../../src/core/reconcile/finding.ts';
import { withSightings } from '../../src/core/reconcile/drift/sightings.ts';
import type { DriftReading } from '../../src/core/reconcile/drift/sightings.ts';
import { NO_HISTORY } from '../../src/core/state/history.ts';
import type { History } from '../../src/core/state/history.ts';
import { NOW } from '../support/values.ts';

const MINUTE = 60_000;
const none = { declared: 0, verified: 0, assumed: 0, unverifiable: 0, fields: [] };

function finding(kind: DriftClass, address = 'record:Summer/C-1'): Finding {
  const nothing = { fields: [], source: null, ignored: null, sightings: null } as const;
  return { address, kind: 'record', class: kind, cause: { kind: 'unowned' }, ...nothing };
}

function result(...findings: readonly Finding[]): DriftResult {
  return {
    target: { name: 'sandbox', region: 'us-east-1', companyCode: 'example', environment: 'sandbox' },
    project: 'contact-centre',
    findings,
    inSync: 0,
    coverage: { asked: 1, answered: 1 },
    verified: { user: none, record: none },
    requests: 1,
    rules: [],
    remarks: [],
  };
}

const reading = (parts: Partial<DriftReading> = {}): DriftReading => ({
  at: NOW,
  complete: true,
  only: null,
  apartMs: MINUTE,
  again: false,
  answers: {},
  ...parts,
});

function after(
  history: History,
  kinds: readonly Finding[],
  parts: Partial<DriftReading>,
): { seen: Finding[]; history: History } {
  const sighted = withSightings(result(...kinds), history, reading(parts));
  return { seen: [...sighted.result.findings], history: sighted.history };
}

describe('a verdict of absence', () => {
  const missing = [finding('missing')];
  const first = after(NO_HISTORY, missing, {});

  test('is suspected at first, with the time from which another run confirms it', () => {
    expect(first.seen[0]?.sightings).toEqual({ first: NOW, last: NOW, runs: 1, confirmed: null, due: NOW + MINUTE });
  });
  test('first seen by a clock that was ahead is counted from the first reading after it was put right', () => {
    const back = after(first.history, missing, { at: NOW - 60 * MINUTE });
    expect(back.seen[0]?.sightings).toMatchObject({ first: NOW - 60 * MINUTE, confirmed: null });
    const later = after(back.history, missing, { at: NOW - 59 * MINUTE });
    expect(later.seen[0]?.sightings).toMatchObject({ first: NOW - 60 * MINUTE, confirmed: NOW - 59 * MINUTE });
  });
  test.each([
    ['too soon', { at: NOW + MINUTE - 1 }, null],
    ['incomplete', { at: NOW + MINUTE, complete: false }, null],
    ['complete and late enough', { at: NOW + MINUTE }, NOW + MINUTE],
  ])('seen again, %s: confirmed %o', (_name, parts, confirmed) => {
    expect(after(first.history, missing, parts).seen[0]?.sightings).toMatchObject({ first: NOW, runs: 2, confirmed });
  });
  test('keeps its first confirmation', () => {
    const second = after(first.history, missing, { at: NOW + MINUTE });
    const third = after(second.history, missing, { at: NOW + 9 * MINUTE });
    expect(third.seen[0]?.sightings).toMatchObject({ runs: 3, confirmed: NOW + MINUTE, due: null });
  });
  test('that a complete reading did not see is forgotten; an incomplete one forgets nothing', () => {
    expect(after(first.history, [], { at: NOW + MINUTE }).history.findings.size).toBe(0);
    expect(after(first.history, [], { complete: false }).history).toBe(first.history);
  });
  test('that turns into another class starts anew', () => {
    const other = after(first.history, [finding('recreated')], { at: NOW + 9 * MINUTE });
    expect(other.seen[0]?.sightings).toMatchObject({ runs: 1, confirmed: null });
  });
  test('read twice in one run counts as one run', () => {
    expect(after(first.history, missing, { at: NOW + MINUTE, again: true }).seen[0]?.sightings).toMatchObject({
      runs: 1,
    });
  });
});

test('what was read as another value is confirmed at once, and expected states have no history', () => {
  const { seen, history } = after(NO_HISTORY, [finding('drift'), finding('consumed', 'record:Summer/C-2')], {});
  expect(seen.map(({ sightings }) => sightings?.confirmed ?? null)).toEqual([NOW, null]);
  expect(history.findings.size).toBe(1);
});

test('a narrowed run leaves alone what it did not look at, and is no heartbeat', () => {
  const both = after(NO_HISTORY, [finding('drift'), finding('drift', 'record:Winter/C-9')], {});
  const narrowed = after(both.history, [], { at: NOW + MINUTE, only: 'record:Summer*' });
  expect([...narrowed.history.findings.keys()]).toEqual([JSON.stringify(['drift', 'record:Winter/C-9'])]);
  expect(narrowed.history.completeAt).toBe(NOW);
});

test('findings stand by class, then by age', () => {
  const old = after(NO_HISTORY, [finding('drift', 'record:Z/1'), finding('pending')], { at: NOW - MINUTE });
  const { seen } = after(
    old.history,
    [finding('pending'), finding('drift', 'record:A/1'), finding('drift', 'record:Z/1')],
    {},
  );
  expect(seen.map(({ class: kind, address }) => `${kind} ${address}`)).toEqual([
    'drift record:Z/1',
    'drift record:A/1',
    'pending record:Summer/C-1',
  ]);
});
