// What the real command prints of a declaration that is refused: the rule, and no value of it, secret or not.

import { describe, expect, test } from 'vitest';

import { pulumiIsHere, stackStory } from './stack.ts';

const CANARY = /Wolpertinger|600111222|private\.example/u;
const PERSON = { firstName: 'Wolpertinger', lastName: 'Wolpertinger', userTemplateName: 'T' };
const PROGRAM = `
import { PinnedRecord, User } from 'musterctl';
new User('a', { loginUserId: 'u-1', ...${JSON.stringify(PERSON)}, adopt: 'w@private.example' });
new PinnedRecord('b', {
  campaignName: 'S', clientId: 'C-1', timeZone: 'Wolpertinger', skillQueue: 'q\\u200b',
  data: { Name: 'Wolpertinger', phone: '600111222' },
});
`;

describe.skipIf(!pulumiIsHere())('pulumi preview', () => {
  test('names the rule of a refused argument and not its value', { timeout: 240_000 }, async () => {
    const story = await stackStory(PROGRAM);
    const { code, text } = await story.preview();
    expect(code).not.toBe(0);
    expect(text).toMatch(/adopt: expected true or false; given text of 17 characters|skillQueue: expected an id/u);
    expect(text).not.toMatch(CANARY);
    expect(text).not.toContain('\u200b');
  });

  test('names the rules of refused declarations and not their values', { timeout: 240_000 }, async () => {
    const story = await stackStory();
    const data = { Name: 'Wolpertinger', phone: '600111222' };
    const record = { clientId: 'C-1', timeZone: 'Wolpertinger', skillQueue: 'q\u200b', data };
    story.declare({
      users: [{ loginUserId: 'u-1', ...PERSON, primaryEmailAddr: 'w@private.example x' }],
      campaigns: [{ campaignName: 'S', records: [record] }],
    });
    const { code, text } = await story.preview();
    expect(code).not.toBe(0);
    for (const rule of ['phone-not-e164', 'unknown-time-zone', 'hidden-character', 'wrong-type'])
      expect(text).toContain(rule);
    expect(text).not.toMatch(CANARY);
    expect(text).not.toContain('\u200b');
  });
});
