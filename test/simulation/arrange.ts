// What is drawn on top of a life, from a source of its own: after its first step several things happen to one record in the order in which
// rules meet, without faults. A draw of single things seldom comes to it.

import type { OtherEvent } from './events.ts';
import { hotOf } from './files.ts';
import type { Edit } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

const NAMES = ['let-go', 'cleared-up', 'second-task', 'taken-place'] as const;
type Story = (typeof NAMES)[number];

export function arranged(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.2)) return plan;
  const [first, ...rest] = plan.steps;
  if (first === undefined) return plan;
  const name = chance.pick(NAMES);
  const world = name === 'let-go' ? withStranger(plan.world) : plan.world;
  const { clientId: of } = hotOf(plan.world.files);
  const story = STORIES[name](chance).map((step) => ({
    ...step,
    during: step.during.map((each) => ({ ...each, ...(of !== undefined && { of }) })),
  }));
  return { ...plan, world, steps: [first, ...story, ...rest] };
}

const STORIES: Readonly<Record<Story, (chance: Chance) => readonly Step[]>> = {
  // Taken over, let go, called and cleared away while nobody looks, and wanted again.
  'let-go': (chance) => [
    calm({ edits: [edit('adopt-record', chance)] }),
    calm({ edits: [edit('drop-record', chance)] }),
    calm({ before: [event('complete', chance), event('clear-finished', chance)], edits: [edit('put-back', chance)] }),
  ],
  // Called, cleared up by us, and wanted again: `absent` and `remove`, then `present`.
  'cleared-up': (chance) => [
    calm({
      before: [event('complete', chance)],
      edits: [
        { ...edit('state', chance), value: 1 },
        { ...edit('when-worked', chance), value: 2 },
      ],
    }),
    calm({ edits: [{ ...edit('state', chance), value: 0 }] }),
  ],
  // A second task comes between the plan and the write.
  'second-task': (chance) => [
    calm({ edits: [edit('data', chance)], during: [{ at: 1, isAbout: true, event: event('twin', chance) }] }),
  ],
  // A task of others comes to stand where the record moves to.
  'taken-place': (chance) => [
    calm({
      edits: [edit('move', chance)],
      during: [{ at: 1 + chance.int(50), isAbout: true, event: event('add-there', chance) }],
    }),
  ],
};

function calm(more: Partial<Step>): Step {
  const nothing = { edits: [], before: [], during: [], faults: [], stop: null, rotateAt: null, skewMs: 0 };
  return { ...nothing, passMs: 600_000, verb: 'apply', isAllowed: true, ...more };
}

const edit = (kind: Edit['kind'], chance: Chance): Edit => ({
  kind,
  which: chance.int(1_000_000),
  value: chance.int(1_000_000),
  isHot: true,
});

const event = (kind: OtherEvent['kind'], chance: Chance): OtherEvent => ({
  kind,
  which: chance.int(1_000_000),
  isHot: true,
});

/** An open task of others stands where the hottest record is declared. */
function withStranger(world: LifePlan['world']): LifePlan['world'] {
  const { clientId } = hotOf(world.files);
  const [campaign] = world.files.campaigns;
  if (clientId === undefined || campaign === undefined) return world;
  const others = world.strangers.filter((each) => each.clientId !== clientId);
  return { ...world, strangers: [...others, { campaignName: campaign.campaignName, clientId, state: 'NOTWORKED' }] };
}
