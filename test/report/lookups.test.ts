// Values of people stand in no report of a look-up, and every other field of a task stands in each.

import { expect, test } from 'vitest';

import { PUBLIC_TASK_FIELDS } from '../../src/core/model/task-fields.ts';
import { FORMAT_NAMES, shows } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { TASK_COLUMNS } from '../../src/formats/csv.ts';
import { recordAddress } from '../../src/core/model/address.ts';
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

const search = (campaigns: readonly string[]): string => {
  const { search: facts, tasks } = lookupDocuments.search;
  const shown = { ...lookupDocuments.search, search: { ...facts, campaigns, limit: 1 }, tasks: tasks.slice(0, 1) };
  return render('text', shown, { ...LAYOUT, width: 80, verbose: false });
};

test('where several campaigns were searched, the campaign of each customer is said, however few are listed', () => {
  expect(search(['Summer Renewals', 'Autumn'])).toMatch(/^ {2}campaign +clientId[^]*^ {2}Summer Renewals +C-1 /mu);
  expect(search(['Summer Renewals'])).toMatch(/^ {2}clientId /mu);
});

test.each([80, 140])('what differs is said of all three that may, at %i columns', (width) => {
  const [task] = lookupDocuments.get.tasks;
  const { why } = lookupDocuments;
  const named = (value: string) => [{ name: 'preferredAgent', value, masked: false }];
  const agents = ['ana.ruiz', 'bianca.rossi', 'carlos.mendez'].map((name) => `${name}@contact.example.com`);
  const [seen = '', kept = '', wanted = ''] = agents;
  const recorded = { recordedAt: why.at, removedAt: null, fields: [], values: named(kept) };
  const source = { file: 'campaigns/summer.yaml', line: 7, column: 5 };
  const story = {
    ...why.story,
    ...{ address: recordAddress('Summer Renewals', 'C-1'), presence: null, recorded },
    declared: { source, values: named(wanted) },
  };
  const tasks = task === undefined ? [] : [{ ...task, preferredAgent: seen }];
  const text = render('text', { ...why, story, tasks }, { ...LAYOUT, width, verbose: false });
  const differs = text.slice(text.indexOf('What differs'));
  for (const agent of agents) expect(differs).toContain(agent);
  expect(differs).toMatch(/declared/u);
});
