import { describe, expect, test } from 'vitest';
import { DATA, emptied, ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT, urnOf, writing } from './owner.ts';
import type { Declared, OwnerStory } from './owner.ts';
import { pulumiIsHere } from './stack.ts';
import type { Story } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com', createInBackend: true, adopt: true };

const USER: Declared = { kind: 'User', name: 'ana', args: ANA };
const ADOPTED: Declared = { kind: 'User', name: 'ben', args: BEN };
const RECORD: Declared = { kind: 'PinnedRecord', name: 'one', args: { campaignName: SUMMER, clientId: 'C-1' } };
const UNMARKED: Declared = {
  kind: 'PinnedRecord',
  name: 'bare',
  args: { campaignName: SUMMER, clientId: 'C-2', marker: false, data: DATA },
};
const SET: Declared = {
  kind: 'RecordSet',
  name: 'set',
  args: { campaignName: SUMMER, records: [{ clientId: 'C-3' }, { clientId: 'C-4' }] },
};
const ALL = [USER, ADOPTED, RECORD, UNMARKED, SET];
const HELD = [...['C-1', 'C-2', 'C-3', 'C-4'].map((id) => `${SUMMER}/${id}`), 'ana@example.com', 'ben@example.com'];

async function everyObject(): Promise<OwnerStory> {
  const story = await ownerStory();
  await story.sandbox.control.addUser({ loginUserId: 'ben@example.com', inBackend: true });
  succeeded(await story.upWith(ALL));
  return story;
}

/** Another way out than losing the object or sending it again. */
async function nothingHappens(story: Story, urns: readonly string[]): Promise<void> {
  const each = (flag: string): string[] => urns.flatMap((urn) => [flag, urn]);
  for (const args of [
    [...each('--replace')],
    [...each('--replace'), '--refresh=false', '--parallel=1'],
    [...each('--target-replace'), '--refresh=false'],
  ]) {
    const up = await writing(story, 'up', '--yes', '--skip-preview', ...args);
    expect(up.code, up.text).toBe(0);
    expect(up.writes, up.text).toEqual([]);
  }
  for (const urn of urns) succeeded(await story.pulumi('state', 'taint', urn, '--yes'));
  const tainted = await writing(story, 'up', '--yes', '--skip-preview', '--refresh=false');
  expect(tainted.code, tainted.text).toBe(0);
  expect(tainted.writes, tainted.text).toEqual([]);
  expect(tainted.operations.some((operation) => operation.startsWith('replace'))).toBe(true);
}

describe.skipIf(!pulumiIsHere())('a replacement that is asked for', { timeout: TIMEOUT }, () => {
  test('renews the entries of the classes in the state and leaves their objects alone', async () => {
    const story = await everyObject();
    await nothingHappens(
      story,
      ALL.map((each) => urnOf(each)),
    );
    expect(await present(story)).toEqual(HELD);
    expect((await story.sandbox.control.exists('ben@example.com')).inBackend).toBe(true);
    await staysQuiet(story);

    // A record that an agent has touched stays as it is, too, and nobody asks whether it may be added again.
    await story.sandbox.control.work({
      campaignName: SUMMER,
      clientId: 'C-1',
      agent: ANA.loginUserId,
      state: 'WORKED',
    });
    const worked = await writing(story, 'up', '--yes', '--skip-preview', '--replace', urnOf(RECORD));
    expect(worked.writes, worked.text).toEqual([]);
    expect(await present(story)).toEqual(HELD);
    await staysQuiet(story);

    // What was adopted is known to be adopted afterwards, what was created to be created.
    await emptied(story);
    expect(await present(story)).toEqual([`${SUMMER}/C-1`, 'ben@example.com']);
  });
});
