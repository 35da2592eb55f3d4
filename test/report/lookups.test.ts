// Values of people stand in no report of a look-up, and every other field of a task stands in each.

import { expect, test } from 'vitest';

import { PUBLIC_TASK_FIELDS } from '../../src/core/model/task-fields.ts';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { TASK_COLUMNS } from '../../src/formats/csv.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { lookupDocuments } from './lookups.ts';
import { CANARY } from './values.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: true };

test.each(Object.entries(lookupDocuments))('%s shows no value of a person in any format', (_name, document) => {
  const formats = FORMAT_NAMES.filter((name) => shows(name, document.kind));
  expect(formats).toContain('json');
  for (const name of formats) expect(render(name, document, LAYOUT)).not.toContain(CANARY);
});

test.each(PUBLIC_TASK_FIELDS)('%s of a task stands in text, CSV and JSON', (name) => {
  const document = lookupDocuments.get;
  expect(render('text', document, LAYOUT)).toMatch(new RegExp(`^ +${name} `, 'mu'));
  expect(TASK_COLUMNS).toContain(name);
  expect(document.tasks[0]).toHaveProperty(name);
});
