// Reports as people read them, compared with files that people review. `vitest -u` writes them anew.

import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/core/model/errors.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { validateDocument } from '../../src/core/report/kinds/validate.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { render } from '../../src/formats/formats.ts';
import type { Layout } from '../../src/core/report/words/layout.ts';
import { COLORED, PLAIN } from '../../src/core/report/words/style.ts';
import { documents as every, UNKNOWN_KEY, valid } from './documents.ts';
import { cleanDrift, cleanResult, context, emptyPlan, fullPlan, userChange } from './values.ts';

const layout: Layout = { style: PLAIN, width: 100, verbose: false };

const diagnostics: readonly Diagnostic[] = [
  UNKNOWN_KEY,
  {
    code: 'wrong-type',
    message: 'campaigns[0].marker: expected true or false; given text of 5 characters',
    source: { file: 'campaigns/summer.yaml', line: 7, column: 140 },
    line: () => ({ text: `    marker:${' '.repeat(128)}maybe # ${'x'.repeat(400)}`, caret: 139 }),
    address: null,
  },
];

const { plan, apply, drift, show, error } = every;
const documents: Readonly<Record<string, ReportDocument>> = {
  ...{ plan, apply, drift, show, error },
  'plan-empty': planDocument(emptyPlan, context),
  'apply-clean': applyDocument(cleanResult, { ...context, command: 'apply' }),
  'drift-none': driftDocument(cleanDrift, { ...context, command: 'drift' }),
  'validate-findings': validateDocument({ ...valid, diagnostics }, { ...context, command: 'validate' }),
  'validate-values': validateDocument({ ...valid, diagnostics }, { ...context, command: 'validate', showValues: true }),
  'validate-clean': validateDocument(valid, { ...context, command: 'validate' }),
};

describe('reports', () => {
  test.each(Object.entries(documents))('%s reads as the golden file says', async (name, document) => {
    await expect(render('text', document, layout)).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('a verbose plan lists every object and its reason', async () => {
    const text = render('text', documents['plan'] as ReportDocument, { ...layout, verbose: true });
    await expect(text).toMatchFileSnapshot('golden/plan-verbose.txt');
    expect(text).not.toContain('--verbose');
  });

  test('the JSON document is the one the golden file says', async () => {
    const text = render('json', documents['plan'] as ReportDocument, layout);
    await expect(text).toMatchFileSnapshot('golden/plan.json.txt');
  });

  test.each(Object.entries(documents))('%s says the same in color as without', (_name, document) => {
    const colored = render('text', document, { ...layout, style: COLORED });
    expect(colored.replaceAll(/\u001b\[\d+m/gu, '').replaceAll(/ +$/gmu, '')).toBe(render('text', document, layout));
  });

  test.each([60, 80, 140])('no line of a report is wider than %i columns, but for a command to be copied', (width) => {
    for (const document of Object.values(documents)) {
      const target = document.target && { ...document.target, name: 'prod-eu-central-1-blue-contact-centre-of-record' };
      const lines = render('text', { ...document, target }, { ...layout, width }).split('\n');
      expect(lines.filter((line) => line.length > width && !/^(?:.*: {2,}| {4})muster /u.test(line))).toEqual([]);
    }
  });
});

test('a plan with a create that may be sent twice says so, and counts the most', () => {
  const twice = { behaviorIfInBackend: 'FAIL-then-ALLOW', writes: ['add-user', 'add-user'] } as const;
  const requests = { observed: 1, apply: 3, reads: 1, writes: 2 };
  const plan = { ...emptyPlan, changes: [userChange('kim@example.com', 3, twice)], requests };
  const text = render('text', planDocument(plan, context), { ...layout, verbose: true });
  expect(text.replaceAll(/\s+/gu, ' ')).toContain('the first try is refused, and a second one uses it');
  expect(text).toContain('apply sends up to 3 requests (1 read, 2 writes)');
});

describe('findings', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    ...UNKNOWN_KEY,
    source: { file: 'a.csv', line: index + 2, column: 1 },
  }));
  const document = validateDocument({ ...valid, diagnostics: many }, { ...context, command: 'validate' });

  test('the first hundred are printed, then how many more there are and how to see all of them', () => {
    const codes = many.map((each, index) => ({ ...each, message: `users.${'x'.repeat(index % 150)}: not known` }));
    const different = validateDocument({ ...valid, diagnostics: codes }, { ...context, command: 'plan' });
    const text = render('text', different, layout);
    expect(text.match(/^a\.csv:\d+:1 /gmu)).toHaveLength(100);
    expect(text).toMatch(/^and [\d,]+ more \(--verbose lists them\)$/mu);
    expect(text).not.toContain('muster validate --out');
    expect(text).toContain('20,000 findings in 1 file. Nothing was changed.');
    const hundred = { ...different, diagnostics: different.diagnostics.slice(0, 100) };
    expect(render('text', hundred, layout)).not.toContain(' more (');
  });

  test('--verbose lists all of them', () => {
    const text = render('text', document, { ...layout, verbose: true });
    expect(text.match(/^a\.csv:\d+:1 /gmu)).toHaveLength(20_000);
    expect(text).not.toContain(' more');
  });

  test('the same mistake in one column is one finding, with the lines in which it stands', () => {
    const text = render('text', document, layout);
    expect(text.match(/^a\.csv:\d+:1 /gmu)).toHaveLength(1);
    expect(text).toContain('in 20,000 lines, first 2, 3, 4 (--verbose lists them)');
    expect(text).toContain('20,000 findings in 1 file.');
  });

  test('the JSON document holds all of them', () => {
    expect(JSON.parse(render('json', document, layout))).toMatchObject({
      summary: { diagnostics: 20_000 },
      diagnostics: { length: 20_000 },
    });
  });
});

describe('folding', () => {
  test('a fold of deletes says how many there are and names them; where the line is full, how to list them', () => {
    const text = render('text', documents['plan'] as ReportDocument, { ...layout, width: 80 });
    expect(text).toMatch(/- 12 customers in Summer Renewals .*\n +C-1002, C-1003, .* and \d+ more\n/u);
    expect(text.match(/--verbose lists every object/gu)).toHaveLength(1);
    const whole = render('text', documents['plan'] as ReportDocument, layout);
    expect(whole).toMatch(/- 12 customers in Summer Renewals .*\n +C-1002, .*, C-1013\n/u);
  });

  test('ten deletes are listed one by one', () => {
    const deletes = fullPlan.changes.filter((change) => change.action === 'delete' && change.kind === 'record');
    const document = planDocument({ ...fullPlan, changes: deletes.slice(0, 10) }, context);
    const rows = render('text', document, layout).match(/^- C-/gmu);
    expect(rows).toHaveLength(10);
  });
});

describe('the next command', () => {
  test('repeats the options and the exact words that pass the guards', () => {
    const guards = fullPlan.guards.filter((guard) => guard.pass !== null);
    const document = planDocument(
      { ...fullPlan, verdicts: [], guards },
      { ...context, options: ['-C', "it's here", '--target', 'prod-eu'] },
    );
    expect(document.next?.command).toBe(
      String.raw`muster apply -C 'it'\''s here' --target prod-eu --allow deletes=13 --allow replaces=1`,
    );
  });

  test('is not apply while a guard stands that only the files can pass', () => {
    const document = planDocument({ ...fullPlan, verdicts: [] }, context);
    expect(document.next?.command).toBe('muster plan --target prod-eu');
  });
});
