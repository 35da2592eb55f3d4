// Whoever takes over the tasks of a leaver is removed by others while the off-boarding runs.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { afterWrites, openOthers } from '../support/others.ts';

const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const CAMPAIGNS = [list('Summer', record('C-1', { preferredAgent: BEN }), record('C-2'))];
const before: DesiredInput = { users: [anchor, person('ana')], campaigns: CAMPAIGNS };
const leaver = { loginUserId: ANA, ensure: 'absent', offboard: { reassignTo: BEN } } as const;
const wanted: DesiredInput = { users: [anchor, leaver], campaigns: CAMPAIGNS };

test.each(STORY_DOORS)('a leaver stays while nobody is there to have the tasks (%s)', async (_door, open) => {
  const others = openOthers();
  const { sandbox, run } = await open({ onRequest: others.onRequest });
  const { control } = sandbox;
  await control.addUser({ loginUserId: BEN, inBackend: false });
  expect((await run(before)).errors).toEqual([]);
  await control.changeRecord({ campaignName: 'Summer', clientId: 'C-2', preferredAgent: ANA });
  others.watch(
    afterWrites(1, () => {
      void control.removeUser(BEN);
      return [BEN];
    }),
  );
  const { errors } = await run(wanted);
  expect(errors.join('\n')).toContain('offboard-blocked');
  expect((await control.users()).map(({ loginUserId }) => loginUserId)).toContain(ANA);
});
