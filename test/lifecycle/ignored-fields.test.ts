// A field of a user that the target takes no notice of is no difference: nobody is deleted and created because of it.

import { expect, test } from 'vitest';

import type { DesiredInput, PresentUserInput } from '../../src/core/desired/declarations/define.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { scenario } from '../support/scenario.ts';

const ANA: PresentUserInput = {
  ...{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' },
  ...{ primaryEmailAddr: 'ana@example.com', onProfileChange: 'replace' },
};
const OTHER = { primaryEmailAddr: 'ana.ruiz@example.com' };

const campaigns = [{ campaignName: 'Summer', records: [{ clientId: 'C-1', data: { Name: 'Maria' } }] }];
type More = Partial<Omit<PresentUserInput, 'loginUserId'>>;
const ana = (more: More = {}): DesiredInput => ({ users: [{ ...ANA, ...more }], campaigns });

test.each(STORY_DOORS)('with SAML another primary e-mail is no difference, through %s', async (_door, open) => {
  const story = await open();
  await story.settle(ana());
  expect(await story.settle(ana(OTHER))).toMatchObject({ changes: [], words: [], writes: 0 });
  expect(await story.settle(ana({ ...OTHER, onProfileChange: 'keep' }))).toMatchObject({ changes: [], words: [] });
  // What is not ignored still replaces.
  expect((await story.run(ana({ ...OTHER, lastName: 'Diaz' }))).changes).toEqual(['replace user:ana@example.com']);
});

test('with a directory another primary e-mail is a difference, as before', async () => {
  const story = await scenario({ switches: { identity: 'directory' } });
  const target = { ...story.sandbox.target, identity: 'directory' } as const;
  await story.converge(ana(), { target });
  expect(await story.changes(ana(OTHER), { target })).toEqual(['replace user:ana@example.com']);
  expect(await story.changes(ana(OTHER))).toEqual([]);
  const engine = await smallEngine({ identity: 'directory' });
  await engine.up(ana());
  expect((await engine.up(ana(OTHER))).plan.changes).toMatchObject([{ action: 'replace' }]);
});

test('class User with SAML writes nothing and shows no update for another primary e-mail', async () => {
  const engine = await classEngine();
  const up = (args: object, refresh = false) =>
    engine.up([{ kind: 'User', name: 'ana', args: { ...ANA, ...args } }], { refresh });
  await up({});
  for (const refresh of [false, true]) {
    expect(await up(OTHER, refresh)).toMatchObject({ operations: [], errors: [], writes: 0 });
  }
  expect((await up({ ...OTHER, lastName: 'Diaz' })).writes).toBe(2);
});
