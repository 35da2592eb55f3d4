import { describe, expect, test } from 'vitest';

import {
  duplicateEntry,
  ownerStory,
  present,
  staysQuiet,
  succeeded,
  SUMMER,
  TIMEOUT,
  urnOf,
  writing,
} from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };

const record = (name: string): Declared => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName: SUMMER, clientId: 'C-1' },
});
const set = (name: string): Declared => ({
  kind: 'RecordSet',
  name,
  args: { campaignName: SUMMER, records: [{ clientId: 'C-2' }, { clientId: 'C-3' }] },
});
const user = (name: string): Declared => ({ kind: 'User', name, args: ANA });
const HELD = [...['C-1', 'C-2', 'C-3'].map((id) => `${SUMMER}/${id}`), 'ana@example.com'];

const targets = (...resources: readonly Declared[]): string[] =>
  resources.flatMap((resource) => ['--target', urnOf(resource)]);

describe.skipIf(!pulumiIsHere())('targets', { timeout: TIMEOUT }, () => {
  test('of up delete nothing that the program declares under another name', async () => {
    const before = [record('r'), set('s'), user('u')];
    const after = [record('r2'), set('s2'), user('u2')];
    const story = await ownerStory(...before);
    for (const args of [targets(...before), ['--exclude', urnOf(record('r2'))], targets(...after)]) {
      const up = await story.upWith(after, ...args);
      expect(up.writes, up.text).toEqual([]);
      expect(await present(story)).toEqual(HELD);
    }
    const whole = succeeded(await story.upWith(after));
    expect(whole.writes, whole.text).toEqual([]);
    await staysQuiet(story);

    // Renamed again, and destroyed by the name that the state has, with the program: nothing leaves.
    story.register(record('r3'), set('s3'), user('u3'));
    const args = ['--yes', '--skip-preview', '--run-program', ...targets(...after)];
    const destroyed = await writing(story, 'destroy', ...args);
    expect(destroyed.writes, destroyed.text).toEqual([]);
    succeeded(await story.upWith([record('r3'), set('s3'), user('u3')]));
    await staysQuiet(story);
  });

  test('of destroy delete nothing that another entry of the state holds', async () => {
    const story = await ownerStory(record('r'), set('s'), user('u'));
    for (const [one, other] of [
      [record('r'), 'r2'],
      [set('s'), 's2'],
      [user('u'), 'u2'],
    ] as const)
      await duplicateEntry(story, urnOf(one), other);
    const first = targets(record('r'), set('s'), user('u'));
    const destroyed = succeeded(await writing(story, 'destroy', '--yes', '--skip-preview', ...first));
    expect(destroyed.writes, destroyed.text).toEqual([]);
    expect(await present(story)).toEqual(HELD);
    succeeded(await story.upWith([record('r2'), set('s2'), user('u2')]));
    await staysQuiet(story);

    // The last entry of each takes its object along.
    const last = targets(record('r2'), set('s2'), user('u2'));
    const gone = succeeded(await writing(story, 'destroy', '--yes', '--skip-preview', ...last));
    expect(gone.writes, gone.text).toHaveLength(4);
    expect(await present(story)).toEqual([]);
  });
});
