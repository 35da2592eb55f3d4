// What docs/open-questions.md and README.md say about calling measure-service is what it takes.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { MEASURING_TOOL, measuringCommand, POINT_IDS } from '../../../src/model/open-points.ts';
import { HELP, readWishes } from '../wishes.ts';

test('the README shows the options as --help prints them', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(`\`\`\`\n${HELP}\`\`\``);
});

test('every command that the product names for an open question is taken', () => {
  const named = POINT_IDS.flatMap((id) => measuringCommand(id) ?? []).filter((each) => each.startsWith(MEASURING_TOOL));
  expect(named.length).toBeGreaterThan(20);
  for (const each of new Set(named)) {
    const [, ...options] = each.replace('READS', '20').split(' ');
    expect(() => readWishes(options)).not.toThrow();
  }
});
