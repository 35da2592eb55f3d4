// What an environment may answer, or be like, and no other draw has it so: absence that is said as a failure, words for a template that is unknown, a rate limit without a word, a
// limit of length that refuses, a template, a campaign or a queue that is not there, and an environment in which only pins can be said. Drawn on
// top of a life from a source of its own.

import { hotOf } from './files.ts';
import type { Files, PersonLine, RecordLine } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import { withSwitch } from './telling.ts';
import type { StartingWorld } from './world.ts';

type Environment = (world: StartingWorld, chance: Chance) => StartingWorld;

/** Not where muster's own loader reads the files: there a finding of the environment would hide what the life is about. */
export function withUnmet(plan: LifePlan, chance: Chance): LifePlan {
  if (plan.laid !== undefined || !chance.is(0.12)) return plan;
  const name = chance.pick(Object.keys(ENVIRONMENTS) as (keyof typeof ENVIRONMENTS)[]);
  const given = name === 'identity' ? withoutPeople(plan) : plan;
  return { ...given, world: ENVIRONMENTS[name](given.world, chance.fork(name)) };
}

/** Longer than each marker, and than what a name is. */
const MAX = 90;
const LONG = 'a long note, '.repeat(10);

const ENVIRONMENTS = {
  S1: (world) => withSwitch(world, { S1: 'FAILED+text' }),
  S13: (world, chance) =>
    withHot(withSwitch(world, { S13: chance.pick(['INVALID_ARGUMENTS', 'FAIL', 'NOT_FOUND', '409']) }), {
      userTemplateName: 'Unknown agents',
    }),
  templates: (world) => withHot(withSwitch(world, { templates: ['Agents'] }), { userTemplateName: 'Desk' }),
  templatesWithoutBackend: (world) =>
    withHot(withSwitch(world, { templatesWithoutBackend: ['Desk'] }), {
      userTemplateName: 'Desk',
      createInBackend: true,
    }),
  S18: (world, chance) => withSwitch(world, { S18: { kind: '503', perSecond: chance.pick([20, 40]) } }),
  S20: (world, chance) =>
    withNote(withSwitch(world, { S20: { kind: chance.pick(['4xx', 'FAILED']), max: MAX } }), LONG),
  S22: (world, chance) =>
    withSwitch(world, {
      S22: {
        case: chance.pick(['sensitive', 'insensitive']),
        trim: chance.is(0.5),
        missing: chance.pick(['excluded', 'matches']),
        compare: chance.pick(['text', 'number']),
      },
    }),
  campaigns: (world, chance) => {
    const names = world.files.campaigns.map(({ campaignName }) => campaignName);
    return withSwitch(world, { campaigns: names.length > 1 && chance.is(0.3) ? names.slice(0, -1) : names });
  },
  skillQueues: (world, chance) =>
    withSwitch(world, { skillQueues: ['default', ...(chance.is(0.5) ? ['gold', 'theirs'] : ['gold', 'silver'])] }),
  defaults: (world) => withSwitch(world, { defaultSkillQueue: 'main', defaultTimeZone: 'Europe/London' }),
  itemsNotShown: (world, chance) => withSwitch(world, { itemsNotShown: [chance.pick(['Note', 'Vip'])] }),
  identity: (world) => withSwitch(world, { identity: 'internal' }),
} as const satisfies Readonly<Record<string, Environment>>;

function withHot({ files, known, ...world }: StartingWorld, more: Partial<PersonLine>): StartingWorld {
  const { loginUserId } = hotOf(files);
  const users = files.users.map((each) => (each.loginUserId === loginUserId ? { ...each, ...more } : each));
  return { ...world, known: known.filter((each) => each.loginUserId !== loginUserId), files: { ...files, users } };
}

function withNote({ files, ...world }: StartingWorld, Note: string): StartingWorld {
  const { clientId } = hotOf(files);
  const noted = (line: RecordLine): RecordLine =>
    line.clientId === clientId ? { ...line, data: { ...line.data, Note } } : line;
  const campaigns = files.campaigns.map((each) => ({ ...each, records: each.records.map(noted) }));
  return { ...world, files: { ...files, campaigns } };
}

/** People are refused in such an environment, wherever a file declares one. */
function withoutPeople({ world, steps, ...plan }: LifePlan): LifePlan {
  const files: Files = { ...world.files, users: [] };
  const own = steps.map((step): Step => ({
    ...step,
    edits: step.edits.filter(({ kind }) => kind !== 'add-person'),
  }));
  return { ...plan, world: { ...world, files }, steps: own };
}
