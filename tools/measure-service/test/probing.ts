// A project, a sandbox and everything a probe needs: records made at different times, users, and numbers in the data.
// Answers are named by the switches of the sandbox, so that what is set and what is said can be compared.

import { probeReads } from '../reads.ts';
import { probeByWrites } from '../records.ts';
import type { MeasuringRun } from '../run.ts';
import { openLedger } from '../../../src/state/ledger.ts';
import type { DesiredInput } from '../../../src/desired/declarations/define.ts';
import { point } from '../../../src/model/open-points.ts';
import type { OPEN_POINTS, PointId } from '../../../src/model/open-points.ts';
import type { Answer } from '../../../src/model/profile.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import { join } from 'node:path';
import { scenario } from '../../../test/support/scenario.ts';
import type { Scenario } from '../../../test/support/scenario.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

const DECLARED: DesiredInput = {
  users: [{ ...ANA, createInBackend: true }],
  campaigns: [
    {
      campaignName: 'Summer',
      records: Array.from({ length: 12 }, (_, index) => ({
        clientId: `C-${index}`,
        data: { Name: `Customer ${index}`, score: String(37 + index) },
      })),
    },
  ],
};

/** What the sandbox calls an open point. */
export type SwitchId = Extract<(typeof OPEN_POINTS)[PointId], { readonly switch: string }>['switch'];

/** Applied under the plainest reading, so that every switch can be set afterwards. */
export async function applied(): Promise<Scenario> {
  const story = await scenario({}, 'network');
  const target = { ...story.sandbox.target, maxConcurrency: 1 };
  await story.apply(DECLARED, { target, onProgress: () => story.advance(1000) });
  return story;
}

export async function doctorRun(story: Scenario, parts: Partial<MeasuringRun> = {}): Promise<MeasuringRun> {
  const path = join(story.project.directory, '.muster', 'ledger', 'sandbox.sqlite');
  const ledger = await openLedger({ path, clock: story.clock, readOnly: true });
  const recorded = await ledger.load();
  await ledger.close();
  const { project, target, desired, clock } = story.run(DECLARED);
  return { project, target, desired, recorded, campaign: null, clock, ...parts };
}

/** What reading answers, without evidence. */
export async function probed(story: Scenario, switches: Partial<Switches> = {}): Promise<Map<SwitchId, string>> {
  await story.sandbox.control.setSwitches(switches);
  return bySwitch(await probeReads(await doctorRun(story)));
}

export async function probedByWriting(story: Scenario, names: readonly string[]): Promise<Map<SwitchId, string>> {
  const { answers, stuck } = await probeByWrites(await doctorRun(story), names);
  if (stuck.length > 0) throw new Error(`left: ${JSON.stringify(stuck)}`);
  return bySwitch(answers);
}

export function bySwitch(answers: readonly Answer[]): Map<SwitchId, string> {
  return new Map(answers.map(({ id, answer }) => [point(id).switch as SwitchId, answer]));
}
