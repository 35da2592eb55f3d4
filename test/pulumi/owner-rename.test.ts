import { describe, expect, test } from 'vitest';

import { DATA, emptied, ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere } from './stack.ts';

const PERSON = { firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const WINTER = 'Winter Calls';

/** One resource of every kind; what is different about its object is said in `more`. */
interface Team {
  /** Put after each name. */
  readonly named?: string;
  readonly team?: string;
  readonly skillQueue?: string;
  readonly campaignName?: string;
}

function everyKind({ named = '', team, skillQueue, campaignName = SUMMER }: Team = {}): Declared[] {
  const placed = (name: string): { name: string; team?: string } => ({
    name: `${name}${named}`,
    ...(team !== undefined && { team }),
  });
  const created = { loginUserId: 'ana@example.com', ...PERSON, createInBackend: true };
  const adopted = { loginUserId: 'ben@example.com', ...PERSON, createInBackend: true, adopt: true };
  const queue = skillQueue === undefined ? {} : { skillQueue };
  return [
    { kind: 'User', ...placed('created'), args: created },
    { kind: 'User', ...placed('adopted'), args: adopted },
    { kind: 'PinnedRecord', ...placed('marked'), args: { campaignName, clientId: 'C-1', ...queue } },
    {
      kind: 'PinnedRecord',
      ...placed('unmarked'),
      args: { campaignName: SUMMER, clientId: 'C-2', marker: false, data: DATA },
    },
    {
      kind: 'RecordSet',
      ...placed('set'),
      args: { campaignName: SUMMER, records: [{ clientId: 'C-3' }, { clientId: 'C-4' }] },
    },
  ];
}

const HELD = [...['C-1', 'C-2', 'C-3', 'C-4'].map((id) => `${SUMMER}/${id}`), 'ana@example.com', 'ben@example.com'];

describe.skipIf(!pulumiIsHere())('a resource of a class that changes its name', { timeout: TIMEOUT }, () => {
  test(
    'keeps its object: renamed, moved into a component and out of it, with a change in the same edit',
    { timeout: 400_000 },
    async () => {
      const story = await ownerStory();
      await story.sandbox.control.addUser({ loginUserId: 'ben@example.com', inBackend: true });
      const made = succeeded(await story.upWith(everyKind()));
      expect(made.writes).toHaveLength(5);
      await staysQuiet(story);

      for (const [named, refresh] of [
        ['-a', 'true'],
        ['-b', 'false'],
      ] as const) {
        const renamed = succeeded(await story.upWith(everyKind({ named }), `--refresh=${refresh}`));
        expect(renamed.writes, renamed.text).toEqual([]);
        expect(renamed.operations.filter((operation) => operation.startsWith('delete'))).toEqual([]);
        expect(await present(story)).toEqual(HELD);
      }
      await staysQuiet(story);

      const inside = succeeded(await story.upWith(everyKind({ named: '-b', team: 'north' })));
      expect(inside.writes, inside.text).toEqual([]);
      const elsewhere = succeeded(await story.upWith(everyKind({ named: '-b', team: 'south' }), '--refresh=false'));
      expect(elsewhere.writes, elsewhere.text).toEqual([]);
      await staysQuiet(story);

      const changed = succeeded(await story.upWith(everyKind({ skillQueue: 'gold' })));
      expect(changed.writes, changed.text).toEqual([`addOrUpdateCampaignRecord ${SUMMER}/C-1`]);
      await staysQuiet(story);

      const moved = succeeded(await story.upWith(everyKind({ skillQueue: 'gold', campaignName: WINTER })));
      expect(moved.writes.map((write) => write.split(' ')[0])).toEqual(['transferCampaignRecord']);
      await staysQuiet(story);

      // What was created is deleted once each, what was adopted is released.
      await emptied(story);
      expect(await present(story)).toEqual(['ben@example.com']);
      expect((await story.sandbox.control.exists('ben@example.com')).inBackend).toBe(true);
    },
  );
});
