import fc from 'fast-check';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { describe, expect, test } from 'vitest';
import { ToolError } from '../../src/core/model/errors.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { showDocument } from '../../src/core/report/kinds/show.ts';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { patchOf, shownFields } from '../../src/core/report/words/redact.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import type { JsonReport } from '../../src/core/report/documents/json-report.ts';
import type { Layout } from '../../src/core/report/words/layout.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import type { Change, FieldChange } from '../../src/core/reconcile/change.ts';
import { readPatches } from './reading-back.ts';
import { CANARY, context, emptyPlan, fullDrift, fullPlan, fullResult, recordedUser } from './values.ts';

const LAYOUT: Layout = { style: PLAIN, width: 100, verbose: false };

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

  test('--show-values of a plan shows the name of who is created, and nothing of anybody else', () => {
    const isCreated = ({ action, kind }: Change): boolean => action === 'create' && kind === 'user';
    const person = fullPlan.changes.find(isCreated);
    const named = (field: string, after: string): FieldChange => ({ field, privacy: 'personal', before: null, after });
    const change = { ...person, fields: [named('firstName', 'Ana'), named('lastName', 'Ruiz')] } as Change;
    const others = fullPlan.changes.filter((each) => !isCreated(each));
    const told = (showValues: boolean): string =>
      render('text', planDocument({ ...fullPlan, changes: [change, ...others] }, { ...context, showValues }), LAYOUT);
    expect(told(true)).toMatch(/^\+ ana\.ruiz@example\.com \(Ana Ruiz\) {2}/mu);
    expect(told(true)).not.toContain(CANARY);
    expect(told(false)).not.toContain('Ana Ruiz');
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

  const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));
  // Names of data items are free text; `__proto__` is none (unfit-name).
  const name = fc.string({ unit: 'binary' }).filter((each) => each !== '__proto__' && each !== '');
  const fieldName = fc.oneof(
    fc.constantFrom('skillQueue', 'preferredAgent', 'ensure'),
    name.map((each) => `data.${each}`),
  );
  const change = fc.record({
    field: fieldName,
    privacy: fc.constantFrom<FieldChange['privacy']>('public', 'personal'),
    before: value,
    after: value,
  });

  test('leads from the public values before to those after, whatever they are, and holds no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(change, { selector: ({ field }) => field, maxLength: 8 }), (fields) => {
        const patch = patchOf(fields) as Operation[];
        expect(jsonPatch.validate(patch, publicValues(fields, 'before'))).toBeUndefined();
        expect(jsonPatch.applyPatch(publicValues(fields, 'before'), patch).newDocument).toEqual(
          publicValues(fields, 'after'),
        );
        const open = fields.filter(({ privacy }) => privacy === 'public');
        expect(patchOf(open)).toEqual(patch);
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  test('of every change of a plan does so, in the JSON report and in the format of patches', () => {
    const report = JSON.parse(render('json', documents.plan, LAYOUT)) as JsonReport;
    const [patches] = readPatches(render('patch', documents.plan, LAYOUT));
    expect(patches?.objects).toHaveLength(fullPlan.changes.length);
    for (const [index, { fields, patch }] of report.changes.entries()) {
      const open = fields.flatMap((each) => ('changed' in each ? [] : [{ ...each, privacy: 'public' as const }]));
      const [before, after] = [publicValues(open, 'before'), publicValues(open, 'after')];
      expect(jsonPatch.applyPatch(before, [...patch] as Operation[]).newDocument).toEqual(after);
      expect(patches?.objects?.[index]).toMatchObject({
        patch,
        notShown: fields.flatMap((each) => ('changed' in each ? [each.field] : [])),
      });
    }
    expect(report.changes.some(({ fields }) => fields.some((each) => 'changed' in each))).toBe(true);
  });

  test('of a run that failed there are none: an empty list would say that nothing changes', () => {
    const failed = errorDocument(new ToolError('locked', { message: 'held' }), 'plan', context);
    expect(readPatches(render('patch', failed, LAYOUT))).toMatchObject([{ error: 'locked', objects: null }]);
  });
});

/** What a reader knows of the object: null counts as not there, data items have a place of their own. */
function publicValues(fields: readonly FieldChange[], side: 'before' | 'after'): Record<string, unknown> {
  const open = fields.filter(({ privacy }) => privacy === 'public');
  const entries = structuredClone(open)
    .map((each) => [each.field, each[side]] as const)
    .filter(([, given]) => given !== null);
  const plain = entries.filter(([field]) => !field.startsWith('data.'));
  const data = entries.flatMap(([field, given]) =>
    field.startsWith('data.') ? [[field.slice(5), given] as const] : [],
  );
  const hasData = open.some(({ field }) => field.startsWith('data.'));
  return { ...Object.fromEntries(plain), ...(hasData ? { data: Object.fromEntries(data) } : {}) };
}
