// The service profile: what one probe adds to it, and how it is read back from its file.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loadProfile, profileText } from '../../src/desired/profile.ts';
import type { ToolError } from '../../src/model/errors.ts';
import { POINT_IDS, UNKNOWN } from '../../src/model/open-points.ts';
import { changedAnswers, knownAnswers, searchCeiling, updateProfile } from '../../src/model/profile.ts';
import type { Answer, ServiceProfile } from '../../src/model/profile.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const DAY = 24 * 60 * 60 * 1000;
const AT = Date.parse('2026-11-20T09:00:00Z');
const found = (at: number) => ({ target: 'prod', at, how: 'probe' }) as const;
const said = (answer: string, evidence = 'seen'): Answer[] => [{ id: 'S1', answer, evidence }];

describe('a probe', () => {
  test('puts down every point, measured or unknown', () => {
    const { points } = updateProfile(null, found(AT), said('error'));
    expect(Object.keys(points)).toEqual(POINT_IDS);
    expect(points.S1).toEqual({
      answer: 'error',
      how: 'probe',
      evidence: 'seen',
      firstSeen: '2026-11-20',
      lastSeen: '2026-11-20',
    });
    expect(points.S2).toMatchObject({ answer: UNKNOWN, how: 'assumed', firstSeen: null });
  });

  test('of the same day with the same answers changes not one byte', () => {
    const before = updateProfile(null, found(AT), said('error', '12 of them'));
    expect(profileText(updateProfile(before, found(AT + 1000), said('error', '13 of them')))).toBe(profileText(before));
  });

  test('of another day moves lastSeen of what it saw, and nothing else', () => {
    const both = [...said('error'), { id: 'S2', answer: 'AND', evidence: 'seen' }] as const;
    const before = updateProfile(null, found(AT), both);
    const after = updateProfile(before, found(AT + DAY), said('error'));
    expect(after.points.S1).toEqual({ ...before.points.S1, lastSeen: '2026-11-21' });
    expect({ ...after.points, S1: null }).toEqual({ ...before.points, S1: null });
    expect(changedAnswers(knownAnswers(before), after)).toEqual([]);
  });

  test('that cannot answer a point keeps what was measured before', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said(UNKNOWN, 'no campaign'));
    expect(after.points.S1).toEqual(before.points.S1);
  });

  test('with another answer is a change; a first answer is none', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said('404'));
    expect(changedAnswers(knownAnswers(before), after)).toEqual([{ id: 'S1', before: 'error', after: '404' }]);
    expect(after.points.S1).toMatchObject({ answer: '404', firstSeen: '2026-11-21' });
    expect(changedAnswers({}, before)).toEqual([]);
    expect(changedAnswers(knownAnswers(updateProfile(null, found(AT), [])), before)).toEqual([]);
  });
});

function folderWith(text: string | null): { readonly directory: string } {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  mkdirSync(join(folder.directory, 'profiles'));
  if (text !== null) writeFileSync(join(folder.directory, 'profiles', 'prod.json'), text);
  return folder;
}

describe('the file', () => {
  const profile = updateProfile(null, found(AT), said('error'));

  test('is read back as it was written', async () => {
    expect(await loadProfile(folderWith(profileText(profile)), 'prod')).toEqual(profile);
  });

  test('need not be there', async () => {
    expect(await loadProfile(folderWith(null), 'prod')).toBeNull();
  });

  test('may know fewer points than this muster', async () => {
    const old = { ...profile, points: { S1: profile.points.S1 } };
    expect((await loadProfile(folderWith(JSON.stringify(old)), 'prod'))?.points.S2.answer).toBe(UNKNOWN);
  });

  test.each([
    ['another target', { ...profile, target: 'test' }],
    ['an unknown key', { ...profile, extra: 1 }],
    ['an unknown point', { ...profile, points: { S99: profile.points.S1 } }],
    ['a newer version', { ...profile, formatVersion: '2.0' }],
    ['an answer of a wrong type', { ...profile, points: { S1: { ...profile.points.S1, answer: 5 } } }],
  ])('with %s is refused', async (_title, wrong) => {
    await expect(loadProfile(folderWith(JSON.stringify(wrong)), 'prod')).rejects.toMatchObject({ code: 'bad-profile' });
  });

  const entry = profile.points.S1;
  const asText = (points: object, parts: object = {}): string => profileText({ ...profile, points, ...parts } as never);

  test.each([
    [
      'an answer that the point cannot have',
      asText({ S5: { ...entry, answer: 'banana' } }),
      'profiles/prod.json:7:17 points.S5.answer: expected gone, removed-visible, removed-hidden, not-shown or unknown; given "banana"',
    ],
    [
      'a number below what it can be',
      asText({ S4: { ...entry, answer: '-3' } }),
      'profiles/prod.json:7:17 points.S4.answer: expected none, >1000, a whole number from 1 or unknown; given "-3"',
    ],
    [
      'a word of another point, which is shortened',
      asText({ S10: { ...entry, answer: 'x'.repeat(90) } }),
      `profiles/prod.json:7:17 points.S10.answer: expected keeps, resets or unknown; given "${'x'.repeat(40)}…"`,
    ],
    [
      'an answer that is no text',
      asText({ S4: { ...entry, answer: 5 } }),
      'profiles/prod.json:7:17 points.S4.answer: expected text; given a number, which may have lost digits: quote it',
    ],
    [
      'a point that is none',
      asText({ S99: entry }),
      'profiles/prod.json:6:5 points: expected an open point of the interface documents, S1 to S28; given "S99"',
    ],
    [
      'a point that has parts',
      asText({ S11: entry }),
      'profiles/prod.json:6:5 points: expected an open point of the interface documents (S11.intake, S11.idSearch); given "S11"',
    ],
    [
      'a misspelt part',
      asText({ 'S22.cases': entry }),
      'profiles/prod.json:6:5 points: expected an open point of the interface documents (did you mean S22.case?); given "S22.cases"',
    ],
    [
      'a key that is no point at all',
      asText({ banana: entry }),
      'profiles/prod.json:6:5 points: expected an open point such as S4 or S22.case; given "banana"',
    ],
    [
      'a word for how that is none',
      asText({ S1: { ...entry, how: 'guessed' } }),
      'profiles/prod.json:8:14 points.S1.how: expected one of probe, probe-writes, probe-user, probe-wrong-key, probe-former-key, probe-rate, stated, assumed; given "guessed"',
    ],
    [
      'an answer that is only assumed',
      asText({ S1: { ...entry, how: 'assumed' } }),
      'profiles/prod.json:8:14 points.S1.how: expected how the answer was found, or stated; given "assumed"',
    ],
    [
      'an unknown that was measured',
      asText({ S1: { ...entry, answer: 'unknown' } }),
      'profiles/prod.json:8:14 points.S1.how: expected assumed, as the answer is unknown; given "probe"',
    ],
    [
      'no day',
      asText({ S1: { ...entry, lastSeen: null } }),
      'profiles/prod.json:11:19 points.S1.lastSeen: expected a day (2026-11-21); given null',
    ],
    [
      'something that is no day',
      asText({ S1: { ...entry, lastSeen: 'yesterday' } }),
      'profiles/prod.json:11:19 points.S1.lastSeen: expected a day such as 2026-11-21, or null; given "yesterday"',
    ],
    [
      'a missing key',
      asText({ S1: { ...entry, how: undefined } }),
      'profiles/prod.json:6:11 points.S1: expected the key "how"; it is missing',
    ],
    [
      'another version',
      asText({}, { formatVersion: '9' }),
      'profiles/prod.json:2:20 formatVersion: expected one of 1.0; given "9"',
    ],
    [
      'another target',
      asText({}, { target: 'test' }),
      'profiles/prod.json:3:13 target: expected prod, as the file is called; given "test"',
    ],
    ['nothing in it', ' ', 'profiles/prod.json:1:1 expected a profile; the file is empty'],
    ['a conflict of two branches', '<<<<<<< HEAD', 'profiles/prod.json:1:1 expected valid JSON: a value'],
  ])('with %s is refused with its place, what was expected and what was given', async (_title, wrong, said) => {
    const error = await loadProfile(folderWith(wrong), 'prod').catch((reason: unknown) => reason as ToolError);
    expect(error).toMatchObject({ code: 'bad-profile', diagnostics: [{ code: 'bad-profile' }] });
    const { diagnostics } = error as ToolError;
    const places = diagnostics.map(
      ({ source, message }) => `${source.file}:${source.line}:${source.column} ${message}`,
    );
    expect(places).toEqual([said]);
  });

  test('with several faults is refused with all of them', async () => {
    const wrong = asText({ S5: { ...entry, answer: 'banana' }, S4: { ...entry, answer: '-3' }, S99: entry });
    const error = (await loadProfile(folderWith(wrong), 'prod').catch((reason: unknown) => reason)) as ToolError;
    expect(error.diagnostics.map(({ source }) => source.line)).toEqual([7, 14, 20]);
  });

  test('may hold an answer that a person states, until a probe measures the point', async () => {
    const stated = { ...entry, how: 'stated', answer: 'pinned', evidence: 'told by the vendor' };
    const read = await loadProfile(folderWith(asText({ S24: stated, S1: { ...stated, answer: 'error' } })), 'prod');
    expect(read?.points.S24).toEqual(stated);
    const after = updateProfile(read, found(AT + DAY), said('error', 'seen'));
    expect(after.points.S24).toEqual(stated);
    expect(after.points.S1).toMatchObject({ how: 'probe', evidence: 'seen', firstSeen: '2026-11-21' });
    const other = updateProfile(read, found(AT + DAY), said('status'));
    expect(changedAnswers(knownAnswers(read), other)).toEqual([{ id: 'S1', before: 'error', after: 'status' }]);
  });

  test('that is not JSON is refused', async () => {
    await expect(loadProfile(folderWith('<<<<<<< HEAD'), 'prod')).rejects.toMatchObject({ code: 'bad-profile' });
  });

  test('has a committed schema that names what it holds', () => {
    const schema = readFileSync(new URL('../../schemas/profile.schema.json', import.meta.url), 'utf8');
    for (const key of Object.keys(profile)) expect(schema).toContain(`"${key}"`);
  });
});

test('only a measured number is a ceiling of searches', () => {
  const at = (answer: string): ServiceProfile =>
    updateProfile(null, found(AT), [{ id: 'S4', answer, evidence: 'seen' }]);
  expect(searchCeiling(at('500'))).toEqual({ searchCeiling: 500 });
  expect(searchCeiling(at('>1000'))).toEqual({});
  expect(searchCeiling(null)).toEqual({});
});
