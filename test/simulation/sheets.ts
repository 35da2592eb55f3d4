// Lives whose desired files lie in a folder as people have them: lists that a spreadsheet of some country wrote, or that nobody can read; a
// program that only a limit ends; the folder that `init` writes; a run that begins below it; each version a commit. No story says what muster
// should do.

import { ENDLESS_NAMES } from './laid.ts';
import type { Laid } from './laid.ts';
import { MOMENTS, PATTERNS, UNREADABLE, ZONES } from './laid-sheets.ts';
import type { Sheet } from './laid-sheets.ts';
import { MINUTE, edit, event, pair, told, withOther, withSecond } from './telling.ts';
import type { Tell } from './telling.ts';
import type { Edit, RecordLine } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in nearly all of the lives. */
export function ofSheets(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.012)) return null;
  const { isParted: _, ...whole } = plan;
  const own = { ...whole, steps: whole.steps.map(inOneHome) };
  const kind = chance.pick(KINDS);
  const small = kind === 'commits' ? few : listed;
  const life = told(own, chance, { stories: STORIES[kind], small });
  return { ...life, laid: LAID[kind](chance) };
}

const KINDS = ['sheet', 'sheet', 'unreadable', 'unreadable', 'unreadable', 'endless', 'folder', 'commits'] as const;
type Kind = (typeof KINDS)[number];

/** Desired files have one home. */
function inOneHome(step: Step): Step {
  const { handsOver: _, division: __, renames: ___, renamesProgram: ____, ...own } = step;
  return own;
}

const maybe = <Key extends string>(chance: Chance, key: Key): { readonly [Name in Key]?: true } =>
  (chance.is(0.3) ? { [key]: true } : {}) as { readonly [Name in Key]?: true };

function sheetOf(chance: Chance): Sheet {
  return {
    delimiter: chance.pick(['comma', 'semicolon', 'tab']),
    pattern: chance.pick(PATTERNS),
    zone: chance.is(0.5) ? chance.pick(ZONES) : null,
    country: chance.is(0.5) ? 'ES' : null,
    isSplit: chance.is(0.5),
    isGappy: chance.is(0.5),
    end: chance.pick(['\n', '\r\n']),
    hasMark: chance.is(0.5),
  };
}

const inSheet = (chance: Chance): Laid => ({
  others: 'people.json',
  sheet: sheetOf(chance),
  ...maybe(chance, 'isBelow'),
});

const LAID: Readonly<Record<Kind, (chance: Chance) => Laid>> = {
  sheet: inSheet,
  unreadable: inSheet,
  endless: (chance) => ({ others: chance.pick(['people.mjs', 'people.ts']), ...maybe(chance, 'isTalking') }),
  folder: (chance) =>
    chance.is(0.5)
      ? { others: 'people.yaml', isBelow: true }
      : {
          others: chance.pick(['teams/people.yml', 'campaigns/more/people.yml', 'campaigns/people.yaml']),
          isOfInit: true,
        },
  commits: () => ({ others: 'people.json', isInGit: true }),
};

const HOW_MANY = 9;

/** Several customers with a name of two words, a number of one country or another, and a moment, in the second campaign. */
function listed(world: StartingWorld, chance: Chance): StartingWorld {
  const { files, ...more } = withSecond(withOther(pair(world)));
  const from = chance.int(MOMENTS.length);
  const records = Array.from({ length: HOW_MANY }, (_, at): RecordLine => {
    const Phone = at % 2 === 0 ? `+3491100000${at}` : `+44770090012${at}`;
    const nextEarliestWorkTime = MOMENTS[(from + at) % MOMENTS.length] ?? MOMENTS[0];
    return { clientId: `E-${at + 1}`, data: { Name: `José Núñez-${at}`, Phone }, nextEarliestWorkTime };
  });
  const campaigns = files.campaigns.map((each, at) => (at === 0 ? each : { ...each, intake: false, records }));
  return { ...more, files: { ...files, campaigns } };
}

/** The first two of them: git is asked about each, after each run. */
function few(world: StartingWorld, chance: Chance): StartingWorld {
  const { files, ...more } = listed(world, chance);
  const campaigns = files.campaigns.map((each) => ({ ...each, records: each.records.slice(0, 2) }));
  return { ...more, files: { ...files, campaigns } };
}

/** Of any customer. */
const anywhere = (kind: Edit['kind'], chance: Chance): Edit => ({
  ...edit(kind, chance.int(9)),
  which: chance.int(99),
  isHot: false,
});

const OF_LISTS = ['data', 'drop-record', 'add-person', 'leaver', 'time', 'queue'] as const;

const OF_SHEETS: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [anywhere(chance.pick(OF_LISTS), chance)] },
      { passMs: MINUTE, before: [event('complete')], edits: [anywhere(chance.pick(OF_LISTS), chance)] },
    ],
  }),
  (_, chance) => ({
    first: { verb: 'plan' },
    steps: [{ stop: { kind: chance.pick(['kill', 'signal']), at: 1 + chance.int(6), isAfterWrite: true } }],
  }),
];

const OF_UNREADABLE: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [
      { unreadable: chance.pick(UNREADABLE), edits: [edit(chance.pick(['add-person', 'data', 'leaver']))] },
      { unreadable: chance.pick(UNREADABLE), verb: chance.pick(['apply', 'plan']) },
    ],
  }),
  (_, chance) => ({
    first: { unreadable: chance.pick(UNREADABLE) },
    steps: [{ before: [event('work')] }, { unreadable: chance.pick(UNREADABLE) }],
  }),
];

const OF_ENDLESS: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [{ breaks: chance.pick(ENDLESS_NAMES), edits: [edit(chance.pick(['drop-person', 'leaver', 'data']))] }],
  }),
];

const OF_FOLDERS: readonly Tell[] = [
  (_, chance) => ({ first: {}, steps: [{ edits: [anywhere(chance.pick(OF_LISTS), chance)], passMs: MINUTE }] }),
];

const OF_COMMITS: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [anywhere(chance.pick(['pin', 'data', 'queue']), chance)] },
      { edits: [anywhere(chance.pick(['pin', 'data', 'queue', 'drop-record']), chance)] },
    ],
  }),
];

const STORIES: Readonly<Record<Kind, readonly Tell[]>> = {
  sheet: OF_SHEETS,
  unreadable: OF_UNREADABLE,
  endless: OF_ENDLESS,
  folder: OF_FOLDERS,
  commits: OF_COMMITS,
};
