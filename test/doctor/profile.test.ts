// The service profile: what one probe adds to it, and how it is read back from its file.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loadProfile, profileText } from '../../src/core/desired/declarations/profile.ts';
import type { ToolError } from '../../src/core/model/errors.ts';
import { POINT_IDS, UNKNOWN } from '../../src/core/model/open-points.ts';
import { changedAnswers, knownAnswers, searchCeiling, updateProfile } from '../../src/core/model/profile.ts';
import type { Answer, ServiceProfile } from '../../src/core/model/profile.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const DAY = 24 * 60 * 60 * 1000;
const AT = Date.parse('2026-11-20T09:00:00Z');
const found = (at: number) => ({ target: 'prod', at, how: 'probe' }) as const;
const said = (answer: string, evidence = 'seen'): Answer[] => [{ id: 'no-record-answer', answer, evidence }];

describe('a probe', () => {
  test('puts down every point, measured or unknown', () => {
    const { points } = updateProfile(null, found(AT), said('error'));
    expect(Object.keys(points)).toEqual(POINT_IDS);
    expect(points['no-record-answer']).toEqual({
      answer: 'error',
      how: 'probe',
      evidence: 'seen',
      firstSeen: '2026-11-20',
      lastSeen: '2026-11-20',
    });
    expect(points['combined-criteria']).toMatchObject({ answer: UNKNOWN, how: 'assumed', firstSeen: null });
  });

  test('of the same day with the same answers changes not one byte', () => {
    const before = updateProfile(null, found(AT), said('error', '12 of them'));
    expect(profileText(updateProfile(before, found(AT + 1000), said('error', '13 of them')))).toBe(profileText(before));
  });

  test('of another day moves lastSeen of what it saw, and nothing else', () => {
    const both = [...said('error'), { id: 'combined-criteria', answer: 'AND', evidence: 'seen' }] as const;
    const before = updateProfile(null, found(AT), both);
    const after = updateProfile(before, found(AT + DAY), said('error'));
    expect(after.points['no-record-answer']).toEqual({ ...before.points['no-record-answer'], lastSeen: '2026-11-21' });
    expect({ ...after.points, 'no-record-answer': null }).toEqual({ ...before.points, 'no-record-answer': null });
    expect(changedAnswers(knownAnswers(before), after)).toEqual([]);
  });

  test('that cannot answer a point keeps what was measured before', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said(UNKNOWN, 'no campaign'));
    expect(after.points['no-record-answer']).toEqual(before.points['no-record-answer']);
  });

  test('with another answer is a change; a first answer is none', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said('404'));
    expect(changedAnswers(knownAnswers(before), after)).toEqual([
      { id: 'no-record-answer', before: 'error', after: '404' },
    ]);
    expect(after.points['no-record-answer']).toMatchObject({ answer: '404', firstSeen: '2026-11-21' });
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

  test('of format 1.0, with the switches of the sandbox for names, is read as if it were written today', async () => {
    const entry = profile.points['no-record-answer'];
    const points = { S1: entry, S10: { ...entry, answer: 'keeps', how: 'probe-writes' } };
    const read = await loadProfile(folderWith(JSON.stringify({ ...profile, formatVersion: '1.0', points })), 'prod');
    const updateState = { ...entry, answer: 'keeps', how: 'script' };
    expect(read).toEqual({ ...profile, points: { ...profile.points, 'update-state': updateState } });
    expect(profileText(read!)).not.toMatch(/\bS1\b|probe-writes/u);
  });

  test('may know fewer points than this muster', async () => {
    const old = { ...profile, points: { 'no-record-answer': profile.points['no-record-answer'] } };
    expect((await loadProfile(folderWith(JSON.stringify(old)), 'prod'))?.points['combined-criteria'].answer).toBe(
      UNKNOWN,
    );
  });

  test.each([
    ['another target', { ...profile, target: 'test' }],
    ['an unknown key', { ...profile, extra: 1 }],
    ['an unknown point', { ...profile, points: { S99: profile.points['no-record-answer'] } }],
    ['a newer version', { ...profile, formatVersion: '2.0' }],
    [
      'an answer of a wrong type',
      { ...profile, points: { 'no-record-answer': { ...profile.points['no-record-answer'], answer: 5 } } },
    ],
  ])('with %s is refused', async (_title, wrong) => {
    await expect(loadProfile(folderWith(JSON.stringify(wrong)), 'prod')).rejects.toMatchObject({ code: 'bad-profile' });
  });

  const entry = profile.points['no-record-answer'];
  const asText = (points: object, parts: object = {}): string => profileText({ ...profile, points, ...parts } as never);

  test.each([
    [
      'an answer that the point cannot have',
      asText({ 'deleted-record': { ...entry, answer: 'banana' } }),
      'profiles/prod.json:7:17 points.deleted-record.answer: expected gone, removed-visible, removed-hidden, not-shown or unknown; given text of 6 characters',
    ],
    [
      'a number below what it can be',
      asText({ 'search-ceiling': { ...entry, answer: '-3' } }),
      'profiles/prod.json:7:17 points.search-ceiling.answer: expected none, >1000, a whole number from 1 or unknown; given text of 2 characters',
    ],
    [
      'a word of another point, which is shortened',
      asText({ 'update-state': { ...entry, answer: 'x'.repeat(90) } }),
      `profiles/prod.json:7:17 points.update-state.answer: expected keeps, resets or unknown; given text of 90 characters`,
    ],
    [
      'an answer that is no text',
      asText({ 'search-ceiling': { ...entry, answer: 5 } }),
      'profiles/prod.json:7:17 points.search-ceiling.answer: expected text; given a number, which may have lost digits: quote it',
    ],
    [
      'a point that is none',
      asText({ S99: entry }),
      'profiles/prod.json:6:5 points: expected an open question of the interface documents, such as search-ceiling; given text of 3 characters',
    ],
    [
      'a point that has parts',
      asText({ S11: entry }),
      'profiles/prod.json:6:5 points: expected an open question of the interface documents, such as search-ceiling; given text of 3 characters',
    ],
    [
      'a misspelt point',
      asText({ 'search-cases': entry }),
      'profiles/prod.json:6:5 points: expected an open question of the interface documents, such as search-ceiling; given text of 12 characters; did you mean search-case?',
    ],
    [
      'a key that is no point at all',
      asText({ banana: entry }),
      'profiles/prod.json:6:5 points: expected an open question of the interface documents, such as search-ceiling; given text of 6 characters',
    ],
    [
      'a point under both of its names',
      asText({ 'no-record-answer': entry, S1: entry }),
      'profiles/prod.json:13:5 points: expected each question once; S1 and no-record-answer are the same',
    ],
    [
      'a word for how that is none',
      asText({ 'no-record-answer': { ...entry, how: 'guessed' } }),
      'profiles/prod.json:8:14 points.no-record-answer.how: expected one of probe, script, stated, assumed, probe-writes, probe-user, probe-wrong-key, probe-former-key, probe-rate; given text of 7 characters',
    ],
    [
      'an answer that is only assumed',
      asText({ 'no-record-answer': { ...entry, how: 'assumed' } }),
      'profiles/prod.json:8:14 points.no-record-answer.how: expected how the answer was found, or stated; given text of 7 characters',
    ],
    [
      'an unknown that was measured',
      asText({ 'no-record-answer': { ...entry, answer: 'unknown' } }),
      'profiles/prod.json:8:14 points.no-record-answer.how: expected assumed, as the answer is unknown; given text of 5 characters',
    ],
    [
      'no day',
      asText({ 'no-record-answer': { ...entry, lastSeen: null } }),
      'profiles/prod.json:11:19 points.no-record-answer.lastSeen: expected a day (2026-11-21); given null',
    ],
    [
      'something that is no day',
      asText({ 'no-record-answer': { ...entry, lastSeen: 'yesterday' } }),
      'profiles/prod.json:11:19 points.no-record-answer.lastSeen: expected a day from 2000 to 2100 such as 2026-11-21, or null; given text of 9 characters',
    ],
    [
      'a missing key',
      asText({ 'no-record-answer': { ...entry, how: undefined } }),
      'profiles/prod.json:6:25 points.no-record-answer: expected the key "how"; it is missing',
    ],
    [
      'another version',
      asText({}, { formatVersion: '9' }),
      'profiles/prod.json:2:20 formatVersion: expected one of 1.1, 1.0; given text of 1 character',
    ],
    [
      'another target',
      asText({}, { target: 'test' }),
      'profiles/prod.json:3:13 target: expected prod, as the file is called; given text of 4 characters',
    ],
    ['nothing in it', ' ', 'profiles/prod.json:1:1 expected a profile; the file is empty'],
    [
      'a conflict of two branches',
      '<<<<<<< HEAD',
      'profiles/prod.json:1:1 expected valid JSON: texts in double quotes, numbers, true, false and null',
    ],
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
    const wrong = asText({
      'deleted-record': { ...entry, answer: 'banana' },
      'search-ceiling': { ...entry, answer: '-3' },
      S99: entry,
    });
    const error = (await loadProfile(folderWith(wrong), 'prod').catch((reason: unknown) => reason)) as ToolError;
    expect(error.diagnostics.map(({ source }) => source.line)).toEqual([7, 14, 20]);
  });

  test('may hold an answer that a person states, until a probe measures the point', async () => {
    const stated = { ...entry, how: 'stated', answer: 'pinned', evidence: 'told by the vendor' };
    const read = await loadProfile(
      folderWith(asText({ 'pin-start': stated, 'no-record-answer': { ...stated, answer: 'error' } })),
      'prod',
    );
    expect(read?.points['pin-start']).toEqual(stated);
    const after = updateProfile(read, found(AT + DAY), said('error', 'seen'));
    expect(after.points['pin-start']).toEqual(stated);
    expect(after.points['no-record-answer']).toMatchObject({ how: 'probe', evidence: 'seen', firstSeen: '2026-11-21' });
    const other = updateProfile(read, found(AT + DAY), said('status'));
    expect(changedAnswers(knownAnswers(read), other)).toEqual([
      { id: 'no-record-answer', before: 'error', after: 'status' },
    ]);
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
    updateProfile(null, found(AT), [{ id: 'search-ceiling', answer, evidence: 'seen' }]);
  expect(searchCeiling(at('500'))).toEqual({ searchCeiling: 500 });
  expect(searchCeiling(at('>1000'))).toEqual({});
  expect(searchCeiling(null)).toEqual({});
});
