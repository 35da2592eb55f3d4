// What is drawn on top of a life, from a source of its own, so that lives that were kept stay as they were: most of what happens is about one
// record and one person, because rules meet where several things happen to one; tasks of others with items and pins of their own.

import type { OtherEvent } from './events.ts';
import { hotOf } from './files.ts';
import type { Edit } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld, Stranger } from './world.ts';

/** What is about one record or person, and seldom drawn often enough. */
const EDITS = [
  'reissue',
  'used-reason',
  'used-reason',
  'drop-record',
  'put-back',
  'state',
  'when-worked',
  'adopt-record',
  'move',
  'revert',
  'leaver',
  'drop-person',
  'rejoin',
] as const;
const EVENTS = [
  'complete',
  'complete',
  'work',
  'clear-finished',
  'clear',
  'edit-data',
  'pin-to',
  'pin-to',
  'twin',
  'add-own',
  'copy-marker',
  'remove-user',
] as const;

export function enriched(plan: LifePlan, chance: Chance): LifePlan {
  const isHot = chance.is(0.6);
  const step = (each: Step, index: number): Step => {
    const own = chance.fork(`step ${index}`);
    const allowed = { ...each, isAllowed: each.isAllowed && !own.fork('allowed').is(0.15) };
    const lied = withLies(allowed, own.fork('lies'));
    return isHot ? hotter(lied, own) : lied;
  };
  const world = withSwitches(withStrangers(plan.world, chance.fork('strangers')), chance.fork('switches'));
  return { ...plan, world, steps: plan.steps.map(step) };
}

/** Readings that lag for longer than a run waits, ceilings that a small campaign reaches, and what a transfer keeps. */
const SWITCHES = {
  S19: [1_500, 20_000],
  S4: [1, 3, 8],
  S7: ['lost', 'part'],
  S8: ['kept', 'new'],
  S10: ['resets'],
} as const;

function withSwitches(world: StartingWorld, chance: Chance): StartingWorld {
  const drawn = Object.entries(SWITCHES).flatMap(([name, values]) =>
    chance.is(0.08) ? [[name, chance.pick<unknown>(values)] as const] : [],
  );
  return { ...world, switches: { ...world.switches, ...Object.fromEntries(drawn) } };
}

/** A write in some steps of some runs. */
function withLies(step: Step, chance: Chance): Step {
  if (!chance.is(0.12)) return step;
  return { ...step, faults: [...step.faults, { at: 1 + chance.int(30), onWrite: true, kind: 'claims-done' }] };
}

function hotter(step: Step, chance: Chance): Step {
  return {
    ...step,
    edits: step.edits.map((each): Edit => {
      if (!chance.is(0.7)) return each;
      return { ...each, isHot: true, ...(chance.is(0.5) && { kind: chance.pick(EDITS) }) };
    }),
    before: step.before.map((each): OtherEvent => {
      if (!chance.is(0.7)) return each;
      return { ...each, isHot: true, ...(chance.is(0.5) && { kind: chance.pick(EVENTS) }) };
    }),
  };
}

/** By the document of muster the marker of another stack: nobody may take its task over. */
const OTHER_STACK = { Hidden: 'musterStack', musterStack: 'elsewhere.production/01101101001101101100cd826fa0f' };

function withStrangers(world: StartingWorld, chance: Chance): StartingWorld {
  const { clientId } = hotOf(world.files);
  const [campaign] = world.files.campaigns;
  const people = world.files.users.slice(1).map(({ loginUserId }) => loginUserId);
  const hot: Stranger[] =
    chance.is(0.25) && clientId !== undefined && campaign !== undefined
      ? [{ campaignName: campaign.campaignName, clientId, state: chance.pick(['NOTWORKED', 'WORKED', 'COMPLETED']) }]
      : [];
  const kept = world.strangers.filter((each) => hot.length === 0 || each.clientId !== clientId);
  return {
    ...world,
    strangers: [...kept, ...hot].map((each) => ({
      ...each,
      ...(chance.is(0.5) && { more: { Vip: 'yes', ...(chance.is(0.25) && OTHER_STACK) } }),
      ...(chance.is(0.3) && people.length > 0 && { pin: chance.pick(people) }),
    })),
  };
}

/**
 * Some runs read lists that a spreadsheet has saved; the next one reads what the team wrote again. Some have a list of whom nobody may
 * call, which is gone when everything comes to rest.
 */
export function withSavedLists(plan: LifePlan, chance: Chance): LifePlan {
  const isSaved = plan.steps.map((_, index) => index > 0 && chance.is(0.1));
  const calls = chance.fork('do not call');
  const { clientId: hot = 'C-1' } = hotOf(plan.world.files);
  const listed = plan.steps.map(
    () => calls.is(0.15) && [calls.pick([hot, hot.toLowerCase()]), `C-${1 + calls.int(14)}`],
  );
  const steps = plan.steps.map((step, index) => ({
    ...step,
    ...(isSaved[index] && { isSaved: true as const }),
    ...(listed[index] && { listed: listed[index] }),
  }));
  return { ...plan, steps };
}
