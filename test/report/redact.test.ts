import { describe, expect, test } from 'vitest';
import { applyDocument } from '../../src/report/apply/document.ts';
import { driftDocument } from '../../src/report/drift/document.ts';
import { planDocument } from '../../src/report/plan/document.ts';
import { showDocument } from '../../src/report/show/document.ts';
import { FORMAT_NAMES, render, shows } from '../../src/report/formats.ts';
import { patchOf, shownFields } from '../../src/report/redact.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { FieldChange } from '../../src/reconcile/change.ts';
import { CANARY, context, emptyPlan, fullDrift, fullPlan, fullResult, recordedUser } from './values.ts';

const copy = { address: 'record:Summer Renewals/C-1', savedAt: 0, body: { value: CANARY } };
const recorded = { objects: new Map([['user:a', recordedUser('a')]]), openIntents: [] };

const documents = {
  plan: planDocument(fullPlan, context),
  apply: applyDocument(fullResult, context),
  drift: driftDocument(fullDrift, context),
  show: showDocument({ project: 'p', target: emptyPlan.target, recorded, copies: [copy] }, context),
};

describe('personal values', () => {
  test('the plan holds the canary, or this file proves nothing', () => {
    expect(JSON.stringify(fullPlan)).toContain(CANARY);
    expect(JSON.stringify(fullDrift)).toContain(CANARY);
  });

  const cases = Object.entries(documents).flatMap(([name, document]) =>
    FORMAT_NAMES.filter((format) => shows(format, document.kind)).flatMap((format) =>
      [true, false].map((verbose) => ({ name, document, format, verbose })),
    ),
  );

  test.each(cases)('come out of no $format of a $name (verbose: $verbose)', ({ document, format, verbose }) => {
    const text = render(format, document, { style: PLAIN, width: 100, verbose });
    // Three numbers are all that one of the formats has.
    expect(text.length).toBeGreaterThan(format === 'gitlab-terraform' ? 40 : 100);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('+34911234567');
  });

  test('a personal field says only that it changed', () => {
    const fields: FieldChange[] = [{ field: 'data.phone', privacy: 'personal', before: '1', after: '2' }];
    expect(shownFields(fields)).toEqual([{ field: 'data.phone', changed: true }]);
    expect(patchOf(fields)).toEqual([]);
  });

  test('a field of unknown privacy is treated as personal', () => {
    const field = { field: 'x', privacy: 'secret', before: CANARY, after: CANARY } as unknown as FieldChange;
    expect(JSON.stringify([shownFields([field]), patchOf([field])])).not.toContain(CANARY);
  });
});

describe('the patch of a change', () => {
  test('adds, replaces and removes public fields as RFC 6902 says', () => {
    const field = (name: string, before: unknown, after: unknown): FieldChange => ({
      field: name,
      privacy: 'public',
      before,
      after,
    });
    const fields = [field('a', null, 1), field('b', 1, 2), field('c', 1, null), field('data.x/y', 'o', 'n')];
    expect(patchOf(fields)).toEqual(
      expect.arrayContaining([
        { op: 'add', path: '/a', value: 1 },
        { op: 'replace', path: '/b', value: 2 },
        { op: 'remove', path: '/c' },
        { op: 'replace', path: '/data/x~1y', value: 'n' },
      ]),
    );
  });
});
