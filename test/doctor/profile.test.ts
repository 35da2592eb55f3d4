// The service profile: what one probe adds to it, and how it is read back from its file.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loadProfile, profileText } from '../../src/desired/profile.ts';
import { changedAnswers, POINT_IDS, searchCeiling, UNKNOWN, updateProfile } from '../../src/model/profile.ts';
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
    expect(changedAnswers(before, after)).toEqual([]);
  });

  test('that cannot answer a point keeps what was measured before', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said(UNKNOWN, 'no campaign'));
    expect(after.points.S1).toEqual(before.points.S1);
  });

  test('with another answer is a change; a first answer is none', () => {
    const before = updateProfile(null, found(AT), said('error'));
    const after = updateProfile(before, found(AT + DAY), said('404'));
    expect(changedAnswers(before, after)).toEqual([{ id: 'S1', before: 'error', after: '404' }]);
    expect(after.points.S1).toMatchObject({ answer: '404', firstSeen: '2026-11-21' });
    expect(changedAnswers(null, before)).toEqual([]);
    expect(changedAnswers(updateProfile(null, found(AT), []), before)).toEqual([]);
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
