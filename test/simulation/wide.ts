// `--way wide`: lives of the command in which more than one thing is out of the ordinary about the runs themselves: two at once, recorded
// state that is an older copy, lost or elsewhere, a destroy, `--since`, answers that change places, a line that Git takes back while its
// write is on the way. Drawn from a source of its own on top of the life of that seed.

import type { PlannedFault } from './faults.ts';
import { drawFaults } from './faults.ts';
import type { Beside, LifePlan, StateEvent, Step, WideStep } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

const MINUTE = 60_000;

const KINDS = ['two runs', 'state', 'since', 'destroy', 'swapped', 'taken back', 'answers'] as const;
type Kind = (typeof KINDS)[number];

export function widened(plan: LifePlan, chance: Chance): LifePlan {
  const first = chance.pick(KINDS);
  const kinds = new Set<Kind>(KINDS.filter((kind) => kind === first || chance.is(0.15)));
  const steps = plan.steps.map((step, index) =>
    widerStep(step, { index, kinds, chance: chance.fork(`step ${index}`) }),
  );
  const world = kinds.has('answers') ? withAnswers(plan.world, chance.fork('answers')) : plan.world;
  return { ...plan, world, steps: kinds.has('taken back') ? takenBack(steps, chance.fork('taken back')) : steps };
}

/** The first list of a renamed project may be one that a spreadsheet saved. Null: as lives were drawn before, it is the team's own. */
export function savedWhereRenamed(plan: LifePlan, chance: Chance | null): LifePlan {
  const steps = plan.steps.map((step): Step => {
    if (step.wide?.state?.kind !== 'renamed') return step;
    const { isSaved: _saved, ...own } = step;
    return chance?.is(0.5) === true ? { ...own, isSaved: true } : own;
  });
  return { ...plan, steps };
}

interface Place {
  readonly index: number;
  readonly kinds: ReadonlySet<Kind>;
  readonly chance: Chance;
}

function widerStep(step: Step, { index, kinds, chance }: Place): Step {
  const is = (kind: Kind, probability: number): boolean => chance.fork(kind).is(probability) && kinds.has(kind);
  const isLate = index > 0;
  const wide: WideStep = {
    ...(is('two runs', 0.6) && { beside: drawBeside(chance.fork('beside')) }),
    ...(isLate && is('state', 0.5) && drawState(chance.fork('of state'))),
    ...(isLate && is('since', 0.7) && { since: 1 + chance.fork('base').int(2) }),
  };
  const swaps: PlannedFault[] = is('swapped', 0.7)
    ? Array.from({ length: 1 + chance.fork('swaps').int(3) }, (_, at) => ({
        at: 1 + chance.fork(`swap ${at}`).int(30),
        onWrite: chance.fork(`swap ${at}`).is(0.5),
        kind: 'swapped',
      }))
    : [];
  const isDestroyed = isLate && is('destroy', 0.4);
  return {
    ...step,
    faults: [...step.faults, ...swaps],
    ...(isDestroyed && { verb: 'destroy' }),
    ...(Object.keys(wide).length > 0 && { wide }),
  };
}

function drawBeside(chance: Chance): Beside {
  return {
    afterMs: chance.pick([0, 100, 500, 1_500, 4_000]),
    isElsewhere: chance.is(0.5),
    lockTimeoutMs: chance.pick([0, 5_000, 90_000, 10 * MINUTE]),
    isBehind: chance.is(0.4),
    verb: chance.pick(['apply', 'apply', 'apply', 'plan', 'drift', 'destroy']),
    isAllowed: chance.is(0.85),
    faults: chance.is(0.5) ? [] : drawFaults(chance),
    stop: chance.is(0.15) ? { kind: chance.is(0.7) ? 'kill' : 'signal', at: 1 + chance.int(80) } : null,
    pause: chance.is(0.4) ? { at: 1 + chance.int(90), ms: chance.pick([5_000, 70_000, 5 * MINUTE]) } : null,
  };
}

function drawState(chance: Chance): WideStep {
  const kind = chance.pick(['lost', 'older', 'older', 'older', 'other clone', 'other clone'] as const);
  const state: StateEvent =
    kind === 'older'
      ? { kind, back: 1 + chance.int(3), isWhole: chance.is(0.7) }
      : kind === 'lost'
        ? chance.fork('name').is(0.5)
          ? { kind: 'renamed', isNamed: chance.fork('former').is(0.3) }
          : { kind }
        : { kind, brought: chance.is(0.4) };
  return {
    state,
    ...(chance.is(0.2) && { isExpected: true }),
    ...(chance.is(0.25) && { isFirstApply: true }),
  };
}

/** Open questions that the ordinary life leaves at their default. */
const ANSWERS = {
  S1: ['FAILED+text'],
  S4: [2, 5, 20],
  S14: [20 * MINUTE, 26 * 60 * MINUTE],
  S16: ['403', '200 UNAUTHORIZED', '200 FAILED'],
  S17: [5_000, 60 * MINUTE],
  S22: [
    { case: 'insensitive', trim: true, missing: 'matches', compare: 'text' },
    { case: 'insensitive', trim: false, missing: 'excluded', compare: 'number' },
  ],
  itemsNotShown: [['Note'], ['Vip']],
} as const;

function withAnswers(world: StartingWorld, chance: Chance): StartingWorld {
  const drawn = Object.entries(ANSWERS).flatMap(([name, values]) =>
    chance.is(0.25) ? [[name, chance.pick<unknown>(values)] as const] : [],
  );
  return { ...world, switches: { ...world.switches, ...Object.fromEntries(drawn) } };
}

/** The write of what is new in one step is late, and the next step takes the line back. */
function takenBack(steps: readonly Step[], chance: Chance): readonly Step[] {
  const at = chance.int(Math.max(1, steps.length - 1));
  const late: PlannedFault = {
    at: 1 + chance.int(12),
    onWrite: true,
    kind: chance.pick(['late', 'timeout-after', 'late']),
  };
  const value = chance.int(1_000_000);
  const back = chance.pick(['revert', 'drop-record', 'drop-person', 'leaver', 'move', 'state', 'rejoin'] as const);
  const again = chance.pick(['put-back', 'reissue', 'move', 'data'] as const);
  return steps.map((step, index) => {
    if (index === at) return { ...step, verb: 'apply', faults: [...step.faults, late, { ...late, at: late.at + 1 }] };
    if (index === at + 1)
      return {
        ...step,
        passMs: chance.fork('pass').pick([0, 0, MINUTE]),
        edits: [{ kind: back, which: at, value, isHot: true }],
      };
    if (index === at + 2)
      return {
        ...step,
        passMs: chance.fork('then').pick([0, MINUTE, 5 * MINUTE]),
        edits: [{ kind: again, which: value, value, isHot: true }, ...step.edits],
      };
    return step;
  });
}
