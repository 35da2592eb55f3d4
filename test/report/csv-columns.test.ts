// docs/reports.md names every column of every CSV that muster writes, in its order.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { namesWhere } from '../../src/core/model/fields.ts';
import { USER_FIELDS } from '../../src/core/model/user-fields.ts';
import { renderPeople, renderCsv, TASK_COLUMNS } from '../../src/formats/csv.ts';
import { ROW_NAMES } from '../../src/formats/rows.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/reports.md', import.meta.url)), 'utf8');

function section(heading: string): string {
  const [, after = ''] = PAGE.split(`### ${heading}\n`);
  return after.split(/^##+ /mu, 1)[0] ?? '';
}

/** First cells of the tables of a section, table by table. */
function tables(heading: string): string[][] {
  const parts = section(heading)
    .split(/^\| .*\n\| --.*\n/mu)
    .slice(1);
  return parts.map((part) => [...part.matchAll(/^\| `([\w-]+)`/gmu)].map(([, name = '']) => name));
}

test('the columns and the rows of a report are those of the page', () => {
  const header = renderCsv([], { style: PLAIN, width: 100, verbose: false }).trim();
  expect(tables('Every run but a search')).toEqual([header.split(','), Object.values(ROW_NAMES)]);
});

test('the columns of a search are those of the page', () => {
  expect(tables('A search')).toEqual([TASK_COLUMNS]);
});

test('the columns of adopted people are those of the page', () => {
  const everything = Object.fromEntries(namesWhere(USER_FIELDS, { cell: true }).map((name) => [name, 'x']));
  const header = renderPeople({ people: [everything] }).split('\r\n', 1)[0] ?? '';
  const [, named = ''] = section('People who were adopted').split('The columns are these fields');
  expect([...named.matchAll(/`(\w+)`/gu)].map(([, name]) => name)).toEqual(header.split(','));
});
