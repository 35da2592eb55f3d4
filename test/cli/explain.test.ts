// Whatever a plan, a drift report or an error prints as its word, `muster explain` has a page for it.

import { expect, test } from 'vitest';
import { PASSABLE_GUARDS } from '../../src/core/model/allow.ts';
import { CLASS_ORDER } from '../../src/core/model/drift-classes.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import { muster } from './muster.ts';

const guards = Object.keys(ERRORS).flatMap((code) => (code.startsWith('guard-') ? [code.replace('guard-', '')] : []));
const exits = [...new Set(Object.values(ERRORS).map(({ exit }) => String(exit))), '10', '11'];

test.each([
  ['codes', Object.keys(ERRORS)],
  ['guards as a plan prints them', guards],
  ['guards as --allow names them', [...PASSABLE_GUARDS]],
  ['classes of a drift report', [...CLASS_ORDER]],
  ['exit codes', exits],
])('every one of the %s has a page', async (_name, words) => {
  expect(words.length).toBeGreaterThan(4);
  for (const word of words) expect((await muster(['explain', word])).out).toContain(word);
});

test('a guard without its prefix is the page of the guard', async () => {
  const [short, full] = await Promise.all([muster(['explain', 'deletes']), muster(['explain', 'guard-deletes'])]);
  expect(short).toEqual(full);
  expect(short.out).toContain('Exit code: 14');
});

test('the shell completes exit codes, too', async () => {
  const { out } = await muster(['completion', 'words', '--', 'explain', '1']);
  expect(out.split('\n')).toEqual(expect.arrayContaining(['12', '13', '14', '15']));
});

test.each([[], ['twin'], ['12'], ['preferredAgent'], ['assumptions'], ['formats'], ['exit-codes']])(
  'explain %s is wrapped to the terminal',
  async (...words) => {
    const { out } = await muster(['explain', ...words], { environment: { COLUMNS: '80' } });
    expect(out.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
  },
);

test.each([
  ['duplicate', 'twin'],
  ['exit-code', 'exit-codes'],
])('%s is explained as %s is', async (said, named) => {
  const [one, other] = await Promise.all([muster(['explain', said]), muster(['explain', named])]);
  expect(one).toMatchObject({ exit: 0, out: other.out });
});

test('exit-codes has the meaning of each', async () => {
  const { out } = await muster(['explain', 'exit-codes']);
  for (const number of exits) expect(out).toMatch(new RegExp(`^  ${number} +\\S`, 'mu'));
});

test('an exit code names the codes that end with it', async () => {
  const { exit, out } = await muster(['explain', '13']);
  expect(exit).toBe(0);
  expect(out).toContain('The plan is not the one that was approved.');
  expect(out).toContain('plan-stale');
});
