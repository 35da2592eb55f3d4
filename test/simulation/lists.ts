// Stories of what people do to lists and files: each is damaged on its way in one run, and is what the team wrote again in the next; an edit
// is in no commit; a customer who waits comes on the list of whom nobody may call. No story says what muster should do.

import type { Damage } from './damage.ts';
import { MINUTE, edit, event, pair, told, withSecond } from './telling.ts';
import type { Tell } from './telling.ts';
import { hotOf } from './files.ts';
import type { RecordLine } from './files.ts';
import type { OtherEvent } from './events.ts';
import type { Door, LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function ofLists(plan: LifePlan, chance: Chance): LifePlan | null {
  if (!chance.is(0.06)) return null;
  const { isParted: _, ...whole } = plan;
  if (plan.door === 'pulumi' && chance.fork('partitions').is(0.2))
    return told({ ...whole, isParted: true }, chance, { stories: OF_PARTITIONS, small: listed });
  const isBeside = plan.door !== 'wide' && chance.fork('beside lists').is(0.2);
  const beside = [behind, reopened];
  return told(whole, chance, { stories: isBeside ? beside : STORIES[plan.door], small: listed });
}

const HOW_MANY = 4;

/** With zeros in front, like days, longer than a spreadsheet shows, and with a point. */
const SAVED_IDS: readonly ((at: number) => string)[] = [
  (at) => `0001${at}`,
  (at) => `${at + 1}-${at + 2}`,
  (at) => `3415${at}5000012${at}`,
  (at) => `12.${at + 1}0`,
];

/** One person after the known one, and a list of a few customers, each with a number of their own, in the first campaign. */
function listed(world: StartingWorld): StartingWorld {
  const { files, ...more } = pair(world);
  const [first] = files.campaigns;
  if (first === undefined) return world;
  const records = Array.from({ length: HOW_MANY }, (_, at): RecordLine => {
    return { clientId: `C-${at + 1}`, data: { Name: `Customer ${at}`, Phone: `+3491100000${at}` } };
  });
  return { ...more, files: { ...files, campaigns: [{ ...first, intake: false, records }] } };
}

const withIds = (world: StartingWorld, idOf: (at: number) => string): StartingWorld =>
  withLines(world, (_, at) => ({ clientId: idOf(at), data: alike }));

/** Another campaign, of as many customers. */
function withAnotherList({ files, ...more }: StartingWorld): StartingWorld {
  const [first] = files.campaigns;
  if (first === undefined) return { ...more, files };
  const records = first.records.map(({ data, ...line }, at) => {
    return { ...line, clientId: `D-${at + 1}`, data: { ...data, Name: `Other ${at}`, Phone: `+3491200000${at}` } };
  });
  return { ...more, files: { ...files, campaigns: [first, { ...first, campaignName: 'Winter', records }] } };
}

function withLines(
  { files, ...more }: StartingWorld,
  change: (line: RecordLine, at: number) => RecordLine,
): StartingWorld {
  const campaigns = files.campaigns.map((each) => ({ ...each, records: each.records.map(change) }));
  return { ...more, files: { ...files, campaigns } };
}

const called: OtherEvent = { kind: 'complete', which: 0 };
const all = (one: OtherEvent): OtherEvent[] => Array.from({ length: HOW_MANY }, () => one);

const damagedIn = (damage: Damage, more: Partial<Step> = {}): Partial<Step> => ({ damage, ...more });
const OF_ROWS = ['column', 'rows', 'renumbered'] as const;

/** One is called, and cleared away or not, when the list is damaged, or nobody is. */
function afterCalls(damage: Damage, chance: Chance): Partial<Step>[] {
  if (chance.is(0.4)) return [damagedIn(damage)];
  if (chance.is(0.3)) return [damagedIn(damage, { before: [event('complete')] })];
  const before = chance.is(0.5) ? [event('clear-finished')] : [];
  return [{ before: [event('complete')] }, damagedIn(damage, { before })];
}

/** Nothing but the ids tells these customers apart. */
const alike = { Name: 'Customer' };

/** A spreadsheet saves the list. */
const saved: Tell = (world, chance) => ({
  world: withIds(world, chance.pick(SAVED_IDS)),
  first: {},
  steps: afterCalls('ids', chance),
});

const OF_LISTS: readonly Tell[] = [
  saved,
  saved,
  saved,
  // A column is sorted alone, a row put in front of the others, or the list numbered anew.
  (_, chance) => ({ first: {}, steps: afterCalls(chance.pick(OF_ROWS), chance) }),
  (_, chance) => ({ first: {}, steps: afterCalls(chance.pick(OF_ROWS), chance) }),
  // A list of ids alone, all of whom are called, gets other ids.
  (world) => ({
    world: withLines(world, (line) => ({ ...line, data: alike })),
    first: {},
    steps: [{ before: all(called) }, damagedIn('renumbered')],
  }),
  // Two files are saved under each other's name.
  (world) => ({ world: withAnotherList(world), first: {}, steps: [damagedIn('exchanged')] }),
  // The agent column is emptied.
  (world) => {
    const preferredAgent = world.files.users[1]?.loginUserId ?? '';
    return {
      world: withLines(world, (line) => ({ ...line, preferredAgent })),
      first: {},
      steps: [damagedIn('pins', { passMs: MINUTE })],
    };
  },
  // The status column of a list of people is sorted alone.
  (world) => {
    const { files } = world;
    const [known, ben] = files.users;
    const others = ben === undefined ? [] : [ben, { ...ben, loginUserId: 'zoe@example.com' }];
    return {
      world: { ...world, files: { ...files, users: known === undefined ? others : [known, ...others] } },
      first: {},
      steps: [{ edits: [edit('leaver')] }, damagedIn('absences')],
    };
  },
  // A file gets an ending that is not read.
  (world) => ({ world: withAnotherList(world), first: {}, steps: [damagedIn('unread')] }),
  // An edit is applied that is in no commit, and then what the commit has.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit(chance.pick(['drop-record', 'drop-person', 'data']))], checkout: 'edited' },
      { edits: [edit('revert', 0)], checkout: 'unedited' },
    ],
  }),
  // A commit is applied, and then an edit that makes the files those of the commit before it.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit(chance.pick(['drop-record', 'drop-person', 'data']))] },
      { edits: [edit('revert', 0)], checkout: 'restored' },
    ],
  }),
  // Whoever waits for a call comes on the list of whom nobody may call.
  (world, chance) => {
    const { clientId = '' } = hotOf(world.files);
    const isWorked = chance.is(0.3);
    return {
      first: {},
      steps: [{ before: isWorked ? [event('work')] : [], listed: [clientId], verb: chance.pick(['apply', 'plan']) }],
    };
  },
];

/** A pin is set, and lapses; others take a person away, and the files are those of the commit before. */
const behind: Tell = () => ({
  first: {},
  steps: [
    { edits: [edit('pin')] },
    { before: [event('remove-user')], passMs: 45 * MINUTE, edits: [edit('revert', 0)], checkout: 'behind' },
  ],
});

/** A reason opens it, unheard of, and others make another task of it. */
const reopened: Tell = (_, chance) => ({
  first: {},
  steps: [
    {
      before: [event('complete')],
      edits: [edit('reissue')],
      stop: { kind: 'kill', at: 1 + chance.int(2), isAfterWrite: true },
    },
    { before: [event('add-again')] },
    { edits: [edit('drop-record')] },
  ],
});

/** Of runs that are out of the ordinary. */
const OF_RUNS: readonly Tell[] = [
  // The project gets another name that muster.yaml does not say, after one was called and cleared away, and nobody looks who was called.
  () => ({
    first: {},
    steps: [
      { before: [event('complete')] },
      {
        before: [event('clear-finished')],
        wide: { state: { kind: 'renamed', isNamed: false }, isFirstApply: true, isUnlooked: true },
      },
    ],
  }),
];

const STORIES: Readonly<Record<Door, readonly Tell[]>> = { command: OF_LISTS, pulumi: OF_LISTS, wide: OF_RUNS };

/** Two stacks for one target. */
const OF_PARTITIONS: readonly Tell[] = [
  // One is called by the partition that is taken out then, cleared away or not, and the other one declares it.
  (world, chance) => ({
    world: inSouth(withOne(world), world.files.campaigns[0]?.campaignName),
    first: {},
    steps: [
      { before: [event('complete')] },
      { before: chance.is(0.7) ? [event('clear-finished')] : [], division: 'one' },
      { division: 'one' },
    ],
  }),
  // A customer of one is declared in a campaign of the other one as well.
  (world) => ({
    world: inSouth(withSecond(world), withSecond(world).files.campaigns[1]?.campaignName),
    first: {},
    steps: [{ edits: [{ kind: 'add-record', which: 0, value: 1 }] }],
  }),
  // A campaign of one goes, and whoever its tasks are pinned to leaves the other one.
  (world, chance) => {
    const preferredAgent = world.files.users[1]?.loginUserId ?? '';
    const whole = withAnotherList(withLines(world, (line) => ({ ...line, preferredAgent })));
    return {
      world: inSouth(whole, 'Winter'),
      first: {},
      steps: [{ edits: [edit('drop-campaign'), edit(chance.pick(['drop-person', 'leaver']))], passMs: MINUTE }],
    };
  },
];

/** The first customer alone. */
const withOne = ({ files, ...more }: StartingWorld): StartingWorld => {
  const campaigns = files.campaigns.map((each) => ({ ...each, records: each.records.slice(0, 1) }));
  return { ...more, files: { ...files, campaigns } };
};

const inSouth = ({ files, ...more }: StartingWorld, name: string | undefined): StartingWorld => ({
  ...more,
  files: { ...files, south: name === undefined ? [] : [name] },
});
