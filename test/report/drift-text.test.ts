import { describe, expect, test } from 'vitest';

import { recordAddress } from '../../src/core/model/address.ts';
import type { Finding, FindingField } from '../../src/core/reconcile/finding.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { cleanDrift, context, fullPlan, NOW } from './values.ts';

const queue = (before: string, after: string): FindingField => ({
  field: 'skillQueue',
  privacy: 'public',
  before,
  after,
  class: 'drift',
});

function moved(id: string, field: FindingField, parts: Partial<Finding> = {}): Finding {
  const address = recordAddress('Summer', id);
  const nothing = { source: null, ignored: null, sightings: null };
  return {
    address,
    kind: 'record',
    class: 'drift',
    cause: { kind: 'changed-in-service', recordedAt: null },
    fields: [field],
    ...nothing,
    ...parts,
  };
}

const textOf = (findings: readonly Finding[]): string =>
  render('text', driftDocument({ ...cleanDrift, findings }, context), { style: PLAIN, width: 120, verbose: false });

test('equal transitions share one row with their count, whatever their age; another one stands alone', () => {
  const six = Array.from({ length: 6 }, (_, index) => {
    const first = NOW - index * 3_600_000;
    const sightings = { first, last: NOW, runs: index + 1, confirmed: first, due: null };
    return moved(`C-${index}`, queue('winback', 'renewals'), { sightings });
  });
  const text = textOf([...six, moved('C-9', queue('gold', 'renewals'))]);
  expect(text).toMatch(
    /! changed 6 customers in Summer +skillQueue is winback, declared renewals\n +C-0, C-1, C-2, C-3, C-4, C-5\n/u,
  );
  expect(text).toMatch(/! changed customer C-9 in Summer +skillQueue is gold, declared renewals/u);
});

test('a finding says since when it is seen, and a suspected one when it will be confirmed', () => {
  const sightings = { first: NOW, last: NOW, runs: 1, confirmed: null, due: NOW + 60_000 };
  const cause = { kind: 'removed', recordedAt: null } as const;
  const text = textOf([moved('C-1', queue('a', 'b'), { class: 'missing', cause, fields: [], sightings })]);
  expect(text.replaceAll(/\n +/gu, ' ')).toContain(
    'was removed from the service by somebody else; seen once; confirmed if still so from 2026-11-20 09:01 UTC',
  );
  expect(text).toContain('! missing (suspected) customer C-1');
  expect(text).toContain('1 finding needs somebody: 1 missing (not confirmed yet).');
});

test('a field that moved on both sides alike is told apart from one that did not', () => {
  const alike: FindingField = { ...queue('x', 'x'), field: 'data.tier', privacy: 'personal', class: 'converged' };
  const both = moved('C-1', queue('a', 'b'));
  const text = textOf([{ ...both, fields: [...both.fields, alike] }]);
  expect(text).toContain('skillQueue is a, declared b (drift), tier (converged)');
});

describe('a drift report ends', () => {
  const commands = (text: string): string[] =>
    text
      .trimEnd()
      .split('\n')
      .filter((line) => /: +muster /u.test(line));
  const ways = [
    'Repair it:   muster plan --target prod-eu',
    'Keep it:     muster adopt drift --target prod-eu',
    'Silence it:  muster drift baseline --target prod-eu --owner WHO --reason WHY --expires DAY',
  ];

  test('with three ways out, where something alarms', () => {
    expect(commands(textOf([moved('C-1', queue('a', 'b'))]))).toEqual(ways);
  });

  test('with reading again before them, where something could not be read', () => {
    const verdict = fullPlan.verdicts.find((each) => each.class === 'unreadable')!;
    const unread = moved('C-2', queue('a', 'b'), { class: 'unreadable', cause: { kind: 'said', verdict }, fields: [] });
    const [again, ...rest] = commands(textOf([moved('C-1', queue('a', 'b')), unread]));
    expect([again, ...rest]).toEqual(['Read again:  muster drift --target prod-eu', ...ways]);
  });

  test('without reading again, where everything was read and nobody known is there', () => {
    const unjudged = { class: 'unreadable', cause: { kind: 'no-known-user' }, fields: [] } as const;
    const text = textOf([moved('C-1', queue('a', 'b'), unjudged)]);
    expect(commands(text)).toEqual([]);
    expect(text).toContain('1 object cannot be judged; this is not a clean report.');
    expect(text).toContain('\nCannot be judged: nothing is concluded (1)\n! not judged customer C-1');
    expect(text.replaceAll(/\s+/gu, ' ')).toContain('declare somebody who is there');
  });

  test('with what applies it, where the files only wait', () => {
    const waits = moved('C-1', queue('a', 'b'), { class: 'pending', cause: { kind: 'changed-in-file' } });
    expect(commands(textOf([waits]))).toEqual(['Apply what waits:  muster plan --target prod-eu']);
  });

  test('without a command where nothing differs', () => {
    expect(commands(textOf([]))).toEqual([]);
  });
});
