// How a short story is told in a life: what others do comes between the plan's reading and the write, or between two writes of one object; a
// run is cut off right after a write.

import type { OtherEvent } from './events.ts';
import { hotOf } from './files.ts';
import type { CampaignLines, Edit, PersonLine } from './files.ts';
import type { PlannedFault } from './faults.ts';
import type { During, LifePlan, Step, Stop } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

interface Story {
  readonly world?: StartingWorld;
  /** What its first step is like, beside the files. */
  readonly first?: Partial<Step>;
  readonly steps: readonly Partial<Step>[];
}

/** Of a small world, in which the record that a life is most about stands in one campaign, and nobody else has put it there. */
export type Tell = (world: StartingWorld, chance: Chance) => Story;

export const MINUTE = 60_000;

interface Told {
  readonly stories: readonly Tell[];
  readonly small: (world: StartingWorld, chance: Chance) => StartingWorld;
}

/** One of the stories in the place of most of the later steps. */
export function told(plan: LifePlan, chance: Chance, { stories, small }: Told): LifePlan {
  const [first, ...rest] = plan.steps;
  if (first === undefined) return plan;
  const tell = chance.pick(stories);
  const begun = small(plan.world, chance);
  const { steps, first: begins, world = begun } = tell(begun, chance);
  const { clientId: of } = hotOf(world.files);
  const about = steps.map(calm).map((step) => ({
    ...step,
    during: step.during.map((each) => ({ ...each, ...(of !== undefined && isOfRecord(each) && { of }) })),
  }));
  const one = begins === undefined ? (chance.is(0.7) ? calm({}) : first) : calm(begins);
  const after = chance.is(0.4) ? rest.slice(0, 1) : [];
  return { ...plan, world, steps: [one, ...about, ...after] };
}

const OF_PERSONS: ReadonlySet<OtherEvent['kind']> = new Set(['pin-to', 'remake-user', 'add-user', 'remove-user']);
const isOfRecord = ({ event: { kind } }: During): boolean => !OF_PERSONS.has(kind);

export function calm(more: Partial<Step>): Step {
  const nothing = { edits: [], before: [], during: [], faults: [], stop: null, rotateAt: null, skewMs: 0 };
  return { ...nothing, passMs: 10 * MINUTE, verb: 'apply', isAllowed: true, ...more };
}

/** Of the campaigns the second one: where a record moves to. */
export const edit = (kind: Edit['kind'], value = 1): Edit => ({ kind, which: 0, value, isHot: true });
export const event = (kind: OtherEvent['kind'], which = 0): OtherEvent => ({ kind, which, isHot: true });
export const between = (when: 'looked at' | 'written', kind: OtherEvent['kind'], which = 0): During => ({
  at: 1,
  isAbout: true,
  when,
  event: { kind, which },
});
export const cutOff = (chance: Chance): Stop => ({ kind: 'kill', at: 1 + chance.int(4), isAfterWrite: true });
export const lost = (chance: Chance): PlannedFault => ({
  at: 1,
  onWrite: true,
  kind: chance.pick(['late', 'lost-after', 'timeout-after']),
});

/** A write of which nothing is done, and nobody says so. */
export const unheard = (chance: Chance): PlannedFault => ({
  at: 1,
  onWrite: true,
  kind: chance.pick(['lost-before', 'timeout-before']),
});
export const write = (kind: PlannedFault['kind'], at = 1): PlannedFault => ({ at, onWrite: true, kind });
/** So many readings of a run in a row are answered with a failure. */
export const unread = (count: number, from = 1): PlannedFault[] =>
  Array.from({ length: count }, (_, at) => ({ at: from + at, onWrite: false, kind: 'failed' }));

export const [ABSENT, REPLACE, REMOVE] = [1, 1, 2] as const;

/** With at most three records a campaign, and the hottest one in the first alone. */
export function lone(world: StartingWorld, chance: Chance): StartingWorld {
  const { files } = world;
  const { clientId: hot } = hotOf(files);
  const isOther = ({ clientId }: { readonly clientId: string }): boolean => clientId !== hot;
  const campaigns = files.campaigns.map((each, index) => ({
    ...each,
    records: (index === 0 ? each.records : each.records.filter(isOther)).slice(0, 3).map((line) => {
      const { adopt: _, whenWorked: __, ...plain } = line;
      return isOther(line) || chance.is(0.2) ? line : plain;
    }),
  }));
  return { ...world, strangers: world.strangers.filter(isOther), files: { ...files, campaigns } };
}

export function withSwitch(world: StartingWorld, switches: StartingWorld['switches']): StartingWorld {
  return { ...world, switches: { ...world.switches, ...switches } };
}

/** A campaign to move to. */
export function withSecond(world: StartingWorld): StartingWorld {
  const { files } = world;
  if (files.campaigns.length > 1) return world;
  const second: CampaignLines = { campaignName: 'Winter', marker: true, intake: false, manage: 'each', records: [] };
  return { ...world, files: { ...files, campaigns: [...files.campaigns, second] } };
}

/** A task of others stands where the hottest record is declared. */
export function withStranger(world: StartingWorld, state: 'NOTWORKED' | 'WORKED' | 'COMPLETED'): StartingWorld {
  const { clientId } = hotOf(world.files);
  const [campaign] = world.files.campaigns;
  if (clientId === undefined || campaign === undefined) return world;
  return { ...world, strangers: [...world.strangers, { campaignName: campaign.campaignName, clientId, state }] };
}

/** The first person after the known one is nobody yet, and gets an account on both sides. */
export function withBoth(world: StartingWorld): StartingWorld {
  const { loginUserId: hot } = hotOf(world.files);
  const users = world.files.users.map((line): PersonLine => {
    if (line.loginUserId !== hot) return line;
    const { onRemove: _, adopt: __, ...plain } = line;
    return { ...plain, createInBackend: true };
  });
  const known = world.known.filter(({ loginUserId }) => loginUserId !== hot);
  return { ...world, known, files: { ...world.files, users } };
}

/** Others have made that person on one side, and the file takes it over. */
export function withAccount(world: StartingWorld, chance: Chance): StartingWorld {
  const { loginUserId } = hotOf(world.files);
  if (loginUserId === undefined) return world;
  const inService = chance.is(0.4);
  const both = withBoth(world);
  const users = both.files.users.map((line): PersonLine =>
    line.loginUserId === loginUserId ? { ...line, adopt: true } : line,
  );
  const known = [...both.known, { loginUserId, inService, inBackend: !inService || chance.is(0.7) }];
  return { ...both, known, files: { ...both.files, users } };
}

/** The hottest record, in the first campaign alone, and nobody but the known one. */
export function alone(world: StartingWorld): StartingWorld {
  const [known] = world.files.users;
  const campaigns = world.files.campaigns.map((each, index) => ({
    ...each,
    records: each.records.slice(0, index === 0 ? 1 : 0).map(({ clientId, data }) => ({ clientId, data })),
  }));
  const users = known === undefined ? [] : [known];
  return { ...world, strangers: [], known: [], files: { ...world.files, users, campaigns } };
}

/** The known one, and somebody who gets an account on both sides; one record. */
export function pair(world: StartingWorld): StartingWorld {
  const both = withBoth(world);
  const few = alone(both);
  return { ...few, files: { ...few.files, users: both.files.users.slice(0, 2) } };
}

/** No one gets an account in the backing instance. */
export function inServiceAlone(world: StartingWorld): StartingWorld {
  const users = world.files.users.map(({ createInBackend: _, ...line }) => line);
  return { ...world, files: { ...world.files, users } };
}

/** One more record, which stays. */
export function withOther(world: StartingWorld): StartingWorld {
  const [first, ...others] = world.files.campaigns;
  if (first === undefined) return world;
  const records = [...first.records, { clientId: 'C-13', data: { Name: 'Stays' } }];
  return { ...world, files: { ...world.files, campaigns: [{ ...first, records }, ...others] } };
}

/** No task carries a marker, or anything but a name. */
export function unmarked(world: StartingWorld): StartingWorld {
  const campaigns = world.files.campaigns.map((each) => ({
    ...each,
    marker: false,
    intake: false,
    records: each.records.map((line) => ({ ...line, data: { Name: 'Customer' } })),
  }));
  return { ...world, files: { ...world.files, campaigns } };
}

/** The file takes over what stands where the hottest record is declared. */
export function adopting({ files, ...more }: StartingWorld): StartingWorld {
  const { clientId } = hotOf(files);
  const campaigns = files.campaigns.map((each) => ({
    ...each,
    records: each.records.map((line) => (line.clientId === clientId ? { ...line, adopt: true as const } : line)),
  }));
  return { ...more, files: { ...files, campaigns } };
}
