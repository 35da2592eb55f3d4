// SARIF and JUnit of every kind of run that can be written so, held against what others publish of these formats.

import { describe, expect, test } from 'vitest';

import { shows, type FormatName } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { documents } from './documents.ts';
import { junitFaults, sarifFaults } from './published-schemas.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: false };
const all = Object.entries<ReportDocument>(documents);
const shownAs = (format: FormatName): typeof all => all.filter(([, each]) => shows(format, each.kind));

describe('the schema of SARIF 2.1.0', () => {
  test.each(shownAs('sarif'))('accepts %s', (_name, document) => {
    expect(sarifFaults(render('sarif', document, LAYOUT))).toEqual([]);
    expect(sarifFaults(render('sarif', document, { ...LAYOUT, folder: 'rosters/eu west' }))).toEqual([]);
  });

  test('sees what is no SARIF', () => {
    const text = render('sarif', documents.validate, LAYOUT);
    expect(sarifFaults(text.replaceAll('"level": "error"', '"level": "fatal"'))).not.toEqual([]);
    expect(sarifFaults(text.replace('"version": "2.1.0"', '"version": "2.2.0"'))).not.toEqual([]);
  });
});

describe('the XSD of JUnit reports', () => {
  test.each(shownAs('junit'))('accepts %s', (_name, document) => {
    expect(junitFaults(render('junit', document, LAYOUT))).toEqual([]);
    expect(junitFaults(render('junit', document, { ...LAYOUT, folder: 'rosters/eu west' }))).toEqual([]);
  });

  test('sees what is no such report', () => {
    const text = render('junit', documents.validate, LAYOUT);
    expect(junitFaults(text.replaceAll('testcase', 'testCase'))).not.toEqual([]);
    expect(junitFaults(text.replaceAll(/ name="[^"]*"/gu, ''))).not.toEqual([]);
  });
});
