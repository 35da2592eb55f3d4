// The published schema of JSON reports and the reports themselves say the same.

import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { REPORT_SCHEMA, reportSchema } from '../../scripts/generate-schema.ts';
import { acceptsReport, faultsOf } from '../support/report-schema.ts';
import { documents } from './documents.ts';

test(`${REPORT_SCHEMA} is what \`node scripts/generate-schema.ts\` makes of the type`, async () => {
  const committed = readFileSync(new URL(`../../${REPORT_SCHEMA}`, import.meta.url), 'utf8');
  expect(await reportSchema()).toBe(committed);
});

test.each(Object.entries(documents))(
  'a report of %s has the keys of the schema, all of them and no other',
  (_name, document) => {
    expect(faultsOf(JSON.parse(JSON.stringify(document)))).toEqual([]);
  },
);

const report = documents.plan;

test('a reader accepts what a later minor version adds: keys, codes', () => {
  const [change] = report.changes;
  const later = {
    ...report,
    formatVersion: '1.7',
    weather: 'fine',
    changes: [{ ...change, weather: 'fine' }],
    warnings: [{ ...report.warnings[0], code: 'a-code-of-1-7' }],
  };
  expect(acceptsReport(later)).toBe(true);
});

test.each([
  ['another major version', { formatVersion: '2.0' }],
  ['a version that is no version', { formatVersion: '1' }],
  ['an unknown word in a list', { kind: 'forecast' }],
  ['a missing list', { changes: undefined }],
  ['a number in the place of a text', { project: 7 }],
])('a reader refuses %s', (_name, part) => {
  expect(acceptsReport(JSON.parse(JSON.stringify({ ...report, ...part })))).toBe(false);
});
