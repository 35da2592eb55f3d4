import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ownerStory, present, refused, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };

const record = (name: string, clientId = 'C-1'): Declared => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName: SUMMER, clientId },
});
const set = (name: string, ...clientIds: readonly string[]): Declared => ({
  kind: 'RecordSet',
  name,
  args: { campaignName: SUMMER, records: clientIds.map((clientId) => ({ clientId })) },
});
const user = (name: string): Declared => ({ kind: 'User', name, args: { ...ANA, adopt: true } });

const MIXED = `
import { PinnedRecord, reconcile } from 'musterctl';
await reconcile({ campaigns: [{ campaignName: '${SUMMER}', records: [{ clientId: 'C-1' }] }] });
new PinnedRecord('beside', { campaignName: '${SUMMER}', clientId: 'C-1' });
`;

describe.skipIf(!pulumiIsHere())('what cannot have one owner', { timeout: TIMEOUT }, () => {
  test('is refused at check, naming both: two resources for one object, new or one of them in the state', async () => {
    const story = await ownerStory();
    const pairs: [Declared, Declared][] = [
      [record('left'), record('right')],
      [record('left'), set('rows', 'C-2', 'C-1')],
      [set('rows', 'C-1', 'C-2'), set('more', 'C-3', 'C-1')],
      [user('left'), user('right')],
      [record('same'), { ...record('same'), team: 'north' }],
    ];
    for (const pair of pairs) {
      const [one, other] = pair.map(({ name }) => name);
      refused(await story.upWith(pair), one ?? '', other ?? '', pair[0].kind === 'User' ? 'ana@example.com' : 'C-1');
    }
    expect(await present(story)).toEqual([]);

    succeeded(await story.upWith([record('left'), user('ana')]));
    refused(await story.upWith([record('right'), record('left'), user('ana')]), 'left', 'right');
    refused(await story.upWith([record('left'), record('right'), user('ana')]), 'left', 'right');
    refused(await story.upWith([record('third'), record('right'), user('ana')]), 'third', 'right');
    const preview = await writing(story, 'preview');
    refused(preview, 'third', 'right');
    succeeded(await story.upWith([record('left'), user('ana')]));
    await staysQuiet(story);
  });

  test('is refused in the constructor: a provider of its own, given or inherited', async () => {
    const story = await ownerStory(record('left'));
    for (const kind of [record('right', 'C-2'), set('rows', 'C-2'), user('ana')]) {
      refused(await story.upWith([record('left'), { ...kind, provider: 'own' }]), 'provider', kind.name);
    }
    const inherited: Declared = { ...record('right', 'C-2'), provider: 'inherited', team: 'north' };
    refused(await story.upWith([record('left'), inherited]), 'provider', 'right');
    expect(await present(story)).toEqual([`${SUMMER}/C-1`]);
    succeeded(await story.upWith([record('left')]));
    await staysQuiet(story);
  });

  test('is refused where a desired state and a class declare the same object', async () => {
    const story = await stackStory(MIXED);
    const up = await writing(story, 'up', '--yes', '--skip-preview');
    expect(up.code, up.text).not.toBe(0);
    expect(up.text).toContain('beside');
    expect(up.text).toContain(`record:${SUMMER}/C-1`);
    // Whichever of the two was checked first may have been made; never both.
    expect(up.writes.length, up.text).toBeLessThanOrEqual(1);
    writeFileSync(join(story.folder, 'index.js'), MIXED.replace(/^new .*$/mu, ''));
    succeeded(await story.up());
    expect(await present(story)).toEqual([`${SUMMER}/C-1`]);
    await staysQuiet(story);
  });
});
