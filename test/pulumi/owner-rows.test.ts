import { describe, expect, test } from 'vitest';

import { DATA, ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT, urnOf } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere } from './stack.ts';

const at = (...clientIds: readonly string[]): string[] => clientIds.map((clientId) => `${SUMMER}/${clientId}`);

function set(name: string, clientIds: readonly string[], marker = true): Declared {
  const records = clientIds.map((clientId) => ({ clientId, data: DATA }));
  return { kind: 'RecordSet', name, args: { campaignName: SUMMER, marker, records } };
}

function single(clientId: string, marker = true): Declared {
  const args = { campaignName: SUMMER, clientId, marker, data: DATA };
  return { kind: 'PinnedRecord', name: `single-${clientId}`, args };
}

describe.skipIf(!pulumiIsHere())('rows of a set of a class', { timeout: TIMEOUT }, () => {
  // Names in both orders: the engine takes up resources in the order of the program, and deletes at the end.
  test.each([true, false])('keep their records when they go to another resource (markers: %s)', async (marker) => {
    const east = (...clientIds: readonly string[]): Declared => set('east', clientIds, marker);
    const west = (...clientIds: readonly string[]): Declared => set('west', clientIds, marker);
    const one = (clientId: string): Declared => single(clientId, marker);
    const story = await ownerStory(east('C-1', 'C-2', 'C-3'), west('C-4'), one('C-5'));
    const all = at('C-1', 'C-2', 'C-3', 'C-4', 'C-5');
    const steps: [string, readonly Declared[], ...(readonly string[])][] = [
      ['one row to a set that stands later', [east('C-1', 'C-3'), west('C-2', 'C-4'), one('C-5')]],
      ['one row to a set that stood before', [east('C-1', 'C-3', 'C-4'), west('C-2'), one('C-5')], '--refresh=false'],
      ['rows exchanged', [east('C-1', 'C-2', 'C-4'), west('C-3'), one('C-5')]],
      ['a row to a single record, and a single record to a set', [one('C-1'), east('C-2', 'C-4'), west('C-3', 'C-5')]],
      ['a set that ends, into the other', [one('C-1'), west('C-2', 'C-3', 'C-4', 'C-5')], '--refresh=false'],
      ['every row to single records', [one('C-1'), one('C-2'), one('C-3'), one('C-4'), one('C-5')]],
      ['all into a set of another name', [set('north', ['C-1', 'C-2', 'C-3', 'C-4', 'C-5'], marker)], '--parallel=1'],
      ['a set that splits', [set('north', ['C-5'], marker), set('south', ['C-1', 'C-2', 'C-3', 'C-4'], marker)]],
    ];
    for (const [what, resources, ...args] of steps) {
      const up = succeeded(await story.upWith(resources, ...args));
      expect(up.writes, `${what}\n${up.text}`).toEqual([]);
      expect(await present(story), what).toEqual(all);
    }
    await staysQuiet(story);
    const kept = [set('north', ['C-5'], marker), set('south', ['C-2', 'C-3'], marker)];
    const shorter = succeeded(await story.upWith(kept));
    expect(shorter.writes, shorter.text).toHaveLength(2);
    expect(await present(story)).toEqual(at('C-2', 'C-3', 'C-5'));
    await staysQuiet(story);
  });

  test('stay where they are when only the set they leave, or only the one they go to, is a target', async () => {
    const before = [set('east', ['C-1', 'C-2']), set('west', ['C-3'])];
    const after = [set('east', ['C-1']), set('west', ['C-2', 'C-3'])];
    const story = await ownerStory(...before);
    for (const target of before) {
      const up = await story.upWith(after, '--target', urnOf(target));
      expect(up.writes, up.text).toEqual([]);
      expect(await present(story)).toEqual(at('C-1', 'C-2', 'C-3'));
    }
    const whole = succeeded(await story.upWith(after));
    expect(whole.writes, whole.text).toEqual([]);
    await staysQuiet(story);
  });
});
