// Lives that show what muster says and does not say: of a pin whose minutes were over before a write, and of who stands on the list of whom
// nobody may call and in no other file. No story says what muster should do.

import { SHOWN_SLIPS } from './laid-slips.ts';
import { inOneHome, small } from './programs.ts';
import { MINUTE, edit, event, told } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in nearly all of the lives. */
export function ofPages(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.012)) return null;
  const { isParted: _, ...whole } = plan;
  const own = { ...whole, steps: whole.steps.map(inOneHome) };
  // A stack keeps no journal.
  const isOfPins = plan.door === 'command' && chance.is(0.4);
  if (isOfPins) return { ...told(own, chance, { stories: OF_PINS, small }), laid: { others: 'people.yaml' } };
  const life = told(own, chance, { stories: LISTED, small });
  if (chance.is(0.5)) return { ...life, steps: life.steps.map((step) => listing(step, chance)) };
  const steps = life.steps.map((step) => (chance.is(0.6) ? { ...step, unreadable: chance.pick(SHOWN_SLIPS) } : step));
  return { ...life, laid: { others: 'people.yaml', isListed: true }, steps };
}

/** Strangers, in the forms that a list has; and what was noted beside a customer of the files. */
const ROWS = [
  'Number;Asked',
  '+44 (0)7700 900871; asked by letter',
  'X-7001 - spoke to Mrs Stranger',
  '07700 900872 / 07700 900873',
  '0034911777001',
] as const;

/** What tells them. */
export const STRANGERS = ['900871', '900872', '900873', '777001', 'X-7001', 'by letter', 'spoke to'] as const;

const listing = (step: Step, chance: Chance): Step => ({
  ...step,
  listed: [...(step.listed ?? []).flatMap((id) => [id, `${id}; asked by letter`]), ...ROWS.slice(chance.int(3))],
});

const CHANGES = ['data', 'pin', 'add-person', 'drop-person', 'move', 'drop-record'] as const;
const HOT = 'C-14';

const LISTED: readonly Tell[] = [
  // Whose task is open comes on the list.
  (_, chance) => ({
    first: {},
    steps: [
      { listed: [HOT], verb: chance.pick(['apply', 'plan', 'drift']) },
      { listed: [HOT], edits: [edit(chance.pick(CHANGES))] },
    ],
  }),
  // Who is new stands there, and another run was cut off.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit('add-record')], listed: [HOT], stop: { kind: 'kill', at: 1 + chance.int(3), isAfterWrite: true } },
      { before: [event('complete')], edits: [edit('data')] },
    ],
  }),
];

const OF_PINS: readonly Tell[] = [
  // The minutes pass, or nearly, before something else is changed, in the files or by others.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit('pin')] },
      { passMs: chance.pick([5, 45, 90]) * MINUTE, edits: [edit(chance.pick(['data', 'queue', 'pin']))] },
      { passMs: 45 * MINUTE, before: [event('edit-queue')] },
      { verb: 'drift' },
    ],
  }),
  // It waits for some hours: the minutes begin then.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit('pin'), edit('time', 30 + chance.int(9))] },
      { passMs: 45 * MINUTE, before: chance.is(0.5) ? [event('edit-queue')] : [], edits: [edit('data')] },
      { passMs: 45 * MINUTE, before: [event('edit-queue')] },
      { verb: 'drift' },
    ],
  }),
];
