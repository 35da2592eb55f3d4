// Lives whose desired files lie in a folder, where muster's own loader reads them: one of them may be a program, which ends, hangs or breaks in a
// run, or reads a list that lies beside it, with `--since`; or it gets a name that is not read. No story says what muster should do.

import { BREACH_NAMES } from './laid.ts';
import type { Laid } from './laid.ts';
import { MINUTE, edit, event, pair, told, withOther, withSecond } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import type { RecordLine } from './files.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story, or around the life of that seed; null in nearly all of the lives: a worker takes longer than a life. */
export function ofPrograms(plan: LifePlan, chance: Chance): LifePlan | null {
  if (!chance.is(0.008)) return null;
  const { isParted: _, ...whole } = plan;
  const own = { ...whole, steps: whole.steps.map(inOneHome) };
  if (plan.door === 'wide') return reading(own, chance);
  const kind = chance.pick(plan.door === 'command' ? KINDS : KINDS.slice(1));
  if (kind === 'reading') return reading(own, chance);
  if (kind === 'unread') return unread(own, chance);
  if (kind === 'listed') return inLists(own, chance);
  const laid: Laid = { others: chance.pick(PROGRAMS), ...(chance.is(0.3) && { isTalking: true }) };
  const life = chance.is(0.5) ? own : told(own, chance, { stories: OF_PROGRAMS, small });
  return { ...life, laid, steps: broken(life.steps, chance.fork('breaks')) };
}

const KINDS = ['reading', 'unread', 'unread', 'listed', 'listed', 'broken', 'broken', 'broken'] as const;
const PROGRAMS = ['people.mjs', 'people.js', 'people.ts', 'people.mts'] as const;

/** What an editor, a person or a program that saves a file makes of its name. */
const UNREAD = [
  'desired/people.yaml.txt',
  'desired/people.yml.bak',
  'desired/people.json~',
  'desired/people.JSON',
  'desired/people.old.yaml',
  'desired/people.yaml.example',
  'people.yml',
  'archive/2026/people.json',
] as const;

/** One run more in most of the lives: what breaks, breaks where something is to be done. */
function broken(steps: readonly Step[], chance: Chance): readonly Step[] {
  const first = chance.int(steps.length);
  return steps.map((step, at) =>
    at === first || chance.is(0.25) ? { ...step, breaks: chance.pick(BREACH_NAMES) } : step,
  );
}

/** Desired files have one home, and one run reads them at a time. */
export function inOneHome(step: Step): Step {
  const { handsOver: _, division: __, renames: ___, renamesProgram: ____, wide: _____, ...own } = step;
  return own;
}

function reading(plan: LifePlan, chance: Chance): LifePlan {
  const laid: Laid = { others: chance.pick(PROGRAMS), isReading: true };
  return { ...told(plan, chance, { stories: OF_READING, small }), laid };
}

function unread(plan: LifePlan, chance: Chance): LifePlan {
  const laid: Laid = { others: chance.pick(['people.json', 'people.yaml']), unread: chance.pick(UNREAD) };
  return { ...told(plan, chance, { stories: OF_UNREAD, small }), laid };
}

/** A finding of a mistake that changes nobody is seen in a plan: as the team wrote it, the list is another one. */
function inLists(plan: LifePlan, chance: Chance): LifePlan {
  const laid: Laid = { others: 'people.json', list: chance.pick(['international', 'national']) };
  return { ...told(plan, chance, { stories: OF_LISTS, small: listed }), laid };
}

const HOW_MANY = 5;

function listed(world: StartingWorld): StartingWorld {
  const { files, ...more } = small(world);
  const records = Array.from({ length: HOW_MANY }, (_, at): RecordLine => {
    return { clientId: `D-${at + 1}`, data: { Name: `Customer ${at}`, Phone: `+3491100000${at}` } };
  });
  const campaigns = files.campaigns.map((each, at) => (at === 0 ? each : { ...each, records }));
  return { ...more, files: { ...files, campaigns } };
}

/** One person beside the known one, one campaign beside the first, with a customer each. */
export function small(world: StartingWorld): StartingWorld {
  const { files, ...more } = withSecond(withOther(pair(world)));
  const records: RecordLine[] = [{ clientId: 'C-14', data: { Name: 'Of the program' } }];
  const campaigns = files.campaigns.map((each, at) => (at === 0 ? each : { ...each, intake: false, records }));
  return { ...more, files: { ...files, campaigns } };
}

const CHANGES = ['drop-person', 'leaver', 'data', 'pin', 'add-person', 'move', 'drop-campaign'] as const;

const OF_PROGRAMS: readonly Tell[] = [
  // Whoever the program declares is there when it breaks.
  (_, chance) => ({
    first: {},
    steps: [{ passMs: MINUTE }, { edits: [edit(chance.pick(CHANGES))] }],
  }),
  // Another run was cut off, or one is called.
  (_, chance) => ({
    first: {},
    steps: [
      {
        edits: [edit(chance.pick(CHANGES))],
        stop: { kind: chance.pick(['kill', 'signal']), at: 1 + chance.int(3), isAfterWrite: true },
      },
      { before: [event('complete')] },
      { edits: [edit('data')] },
    ],
  }),
];

const since: Partial<Step> = { wide: { since: 1, isProgram: true } };

/** Whom the program declares changes in its list alone. */
const OF_READING: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit(chance.pick(['drop-person', 'leaver', 'add-person', 'drop-campaign']))], ...since },
      { passMs: MINUTE, edits: [edit('data')], ...since },
    ],
  }),
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit('add-person')] },
      { edits: [edit(chance.pick(['add-person', 'leaver']))], before: [event('complete')], ...since },
    ],
  }),
];

const OF_LISTS: readonly Tell[] = [
  // Nobody is to be called by what stands there.
  (_, chance) => ({
    first: { mistake: chance.pick(['ids', 'phones']) },
    steps: [
      {},
      { mistake: chance.pick(['ids', 'phones']), edits: [edit(chance.pick(['add-person', 'data', 'leaver']))] },
    ],
  }),
  (_, chance) => ({
    first: { verb: 'plan', mistake: 'names' },
    steps: [{ before: [event('work')] }, { verb: 'plan', mistake: chance.pick(['names', 'customers']) }],
  }),
  (_, chance) => ({
    first: {},
    steps: [
      { verb: 'plan', mistake: chance.pick(['names', 'customers']) },
      { mistake: chance.pick(['ids', 'phones']) },
    ],
  }),
];

const OF_UNREAD: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [{ damage: 'unread', passMs: MINUTE, verb: chance.pick(['apply', 'apply', 'plan']) }],
  }),
  (_, chance) => ({
    first: {},
    steps: [
      { before: [event('complete')], edits: [edit(chance.pick(['pin', 'data', 'add-person']))] },
      { damage: 'unread', edits: chance.is(0.5) ? [edit('data')] : [] },
    ],
  }),
];
