// What a team says beside its lists, drawn on top of a life from a source of its own: that a campaign resides in another region, who may be
// pinned to, and in which campaigns of others the pins of a leaver are searched, also while an approval waits. With whoever it is about.

import { BOUND, NOBODY, OUTSIDE, hotOf } from './files.ts';
import type { Edit, Files, RecordLine } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import { CAMPAIGNS } from './world.ts';
import type { StartingWorld } from './world.ts';

const MINUTE = 60_000;

export function withSettings(plan: LifePlan, chance: Chance): LifePlan {
  const isOutside = chance.fork('outside').is(0.25);
  const reached = withSearched(plan.world, chance.fork('searched'));
  const world = withRegion(isOutside ? withPins(reached, chance.fork('pins')) : reached, chance.fork('region'));
  const steps = plan.steps.map((step, at): Step => {
    const own = chance.fork(`step ${at}`);
    const isApproved = at > 0 && step.verb === 'apply' && own.fork('approved').is(0.08);
    return { ...(isOutside ? pinning(step, own) : step), ...(isApproved && { approvedUnder: 'searched' }) };
  });
  return { ...plan, world, steps };
}

/** Some runs are approved by a plan that was made under another policy or service profile. */
export function withApprovals(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.2)) return plan;
  const steps = plan.steps.map((step): Step => {
    const isApproved = step.verb === 'apply' && chance.is(0.3);
    return isApproved ? { ...step, approvedUnder: chance.pick(BOUND) } : step;
  });
  return { ...plan, steps };
}

/** Open questions that no other draw asks through every door: limits of length and rate, a delete that blocks, refusals. */
const ANSWERS = {
  S14: [20 * MINUTE],
  S16: ['403', '200 UNAUTHORIZED', '200 FAILED'],
  S17: [5_000],
  S18: [
    { kind: '429', perSecond: 20, retryAfterSeconds: 1 },
    { kind: 'slow', perSecond: 20, delayMs: 50 },
  ],
  S20: [{ kind: 'cut', max: 40 }],
  S22: [
    { case: 'insensitive', trim: true, missing: 'matches', compare: 'text' },
    { case: 'insensitive', trim: false, missing: 'excluded', compare: 'number' },
  ],
} as const;

export function withRareAnswers(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.25)) return plan;
  const [name, values] = chance.pick(Object.entries(ANSWERS));
  const switches = { ...plan.world.switches, [name]: chance.pick<unknown>(values) };
  return { ...plan, world: { ...plan.world, switches } };
}

/** The double has a campaign in the region that its name begins with (sandbox/messages/envelope.ts). */
const REGION = 'eu-west-2' as const;

function withRegion(world: StartingWorld, chance: Chance): StartingWorld {
  if (!chance.is(0.15)) return world;
  const { campaignName: name } = chance.pick(world.files.campaigns);
  const there = `${REGION}-${name}`;
  const campaigns = world.files.campaigns.map((each) =>
    each.campaignName === name ? { ...each, campaignName: there, region: REGION } : each,
  );
  const strangers = world.strangers.map((each) =>
    each.campaignName === name ? { ...each, campaignName: there } : each,
  );
  return { ...world, files: { ...world.files, campaigns }, strangers };
}

function withPolicy(world: StartingWorld, more: Files['policy']): StartingWorld {
  return { ...world, files: { ...world.files, policy: { ...world.files.policy, ...more } } };
}

/** A task of others waits for somebody of ours in a campaign that no file declares. */
function withSearched(world: StartingWorld, chance: Chance): StartingWorld {
  const campaignName = CAMPAIGNS.find((name) => !world.files.campaigns.some((each) => each.campaignName === name));
  const { loginUserId: pin } = hotOf(world.files);
  if (campaignName === undefined || pin === undefined || !chance.is(0.4)) return world;
  const task = { campaignName, clientId: 'C-15', state: 'NOTWORKED', pin } as const;
  const busy = { ...world, strangers: [...world.strangers, task] };
  return chance.is(0.7) ? withPolicy(busy, { offboard: { campaigns: [campaignName] } }) : busy;
}

function withPins(world: StartingWorld, chance: Chance): StartingWorld {
  const pinned = (line: RecordLine): RecordLine =>
    chance.is(0.3) ? { ...line, preferredAgent: chance.pick([OUTSIDE, NOBODY]) } : line;
  const campaigns = world.files.campaigns.map((each) => ({ ...each, records: each.records.map(pinned) }));
  const known = [...world.known, { loginUserId: OUTSIDE, inService: true, inBackend: chance.is(0.5) }];
  const agents = chance.pick(['declared', 'declared', 'known', 'any', null] as const);
  const outside = { ...world, known, files: { ...world.files, campaigns } };
  return agents === null ? outside : withPolicy(outside, { agents });
}

function pinning(step: Step, chance: Chance): Step {
  const edit: Edit = { kind: 'pin-outside', which: chance.int(1_000_000), value: chance.int(1_000_000) };
  return chance.is(0.3) ? { ...step, edits: [...step.edits, edit] } : step;
}
