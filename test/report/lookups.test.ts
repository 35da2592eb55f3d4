// Values of people stand in no report of a look-up.

import { expect, test } from 'vitest';

import { FORMAT_NAMES, render, shows } from '../../src/report/formats.ts';
import { PLAIN } from '../../src/report/style.ts';
import { lookupDocuments } from './lookups.ts';
import { CANARY } from './values.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: true };

test.each(Object.entries(lookupDocuments))('%s shows no value of a person in any format', (_name, document) => {
  const formats = FORMAT_NAMES.filter((name) => shows(name, document.kind));
  expect(formats).toContain('json');
  for (const name of formats) expect(render(name, document, LAYOUT)).not.toContain(CANARY);
});
