// Draws a life from its seed.

import { aimed } from './aimed.ts';
import { arranged } from './arrange.ts';
import { byId, lookedAt, ofBetween } from './between.ts';
import { further } from './further.ts';
import { ofHanded } from './handed.ts';
import { ofHardly } from './hardly.ts';
import { ofHomes } from './homes.ts';
import { ofLetGo } from './let-go.ts';
import { ofLists } from './lists.ts';
import { ofPages } from './pages.ts';
import { ofParts } from './parts.ts';
import { ofPrograms } from './programs.ts';
import { rarer } from './rarer.ts';
import { ofRarerHomes } from './rarer-homes.ts';
import { ofRarest } from './rarest.ts';
import { ofReset } from './reset.ts';
import { seldom } from './seldom.ts';
import { ofSlips } from './slips.ts';
import { ofSmallest } from './smallest.ts';
import { ofSetBack } from './set-back.ts';
import { ofSheets } from './sheets.ts';
import { enriched, withSavedLists } from './enrich.ts';
import { drawEvent } from './events.ts';
import { drawFaults } from './faults.ts';
import { drawEdit } from './files.ts';
import type { Edit } from './files.ts';
import type { Division, Door, LifePlan, Step, Way } from './plan.ts';
import { withApprovals, withRareAnswers, withSettings } from './settings.ts';
import { withUnmet } from './unmet.ts';
import { savedWhereRenamed, widened } from './wide.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { drawWorld } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The table of tools/plants names seeds below it (contributing/proof.md): these keep the lives that they had. */
const NUMBERED = 10_000;

/** How a life is played and drawn. */
export interface Drawing {
  readonly door?: Way;
  /** What may be drawn grows; a seed that was kept before is drawn as it was then. */
  readonly drawn?:
    | 1
    | 2
    | 3
    | 4
    | 5
    | 6
    | 7
    | 8
    | 9
    | 10
    | 11
    | 12
    | 13
    | 14
    | 15
    | 16
    | 17
    | 18
    | 19
    | 20
    | 21
    | 22
    | 23
    | 24
    | 25
    | 26
    | 27
    | 28
    | 30;
}

export function drawLife(seed: number, { door: way = 'command', drawn = 30 }: Drawing = {}): LifePlan {
  // What is drawn from 17 on is about what the plans of earlier updates noted, and about partitions.
  if (way === 'native') return natively(drawLife(seed, { door: 'pulumi', drawn: drawn > 16 ? 16 : drawn }));
  const door = way;
  const before = drawPlan(seed, { door, drawn });
  const pages = drawn >= 28 ? ofPages(before, chanceOf(seed).fork('pages')) : null;
  const isNewest = drawn >= 30 && seed >= NUMBERED;
  const setBack = pages ?? (isNewest ? ofSetBack(before, chanceOf(seed).fork('set back, cut off')) : null);
  const handed = setBack ?? (drawn >= 25 ? ofHanded(before, chanceOf(seed).fork('taken along')) : null);
  const slips = handed ?? (drawn >= 24 ? ofSlips(before, chanceOf(seed).fork('slips')) : null);
  const reset = slips ?? (drawn >= 23 ? ofReset(before, chanceOf(seed).fork('attempts set back')) : null);
  const hardly = reset ?? (drawn >= 22 ? ofHardly(before, chanceOf(seed).fork('hardly')) : null);
  const sheets = hardly ?? (drawn >= 21 ? ofSheets(before, chanceOf(seed).fork('sheets')) : null);
  const rarest = sheets ?? (drawn >= 20 ? ofRarest(before, chanceOf(seed).fork('rarest')) : null);
  const programs = rarest ?? (drawn >= 19 ? ofPrograms(before, chanceOf(seed).fork('programs')) : null);
  const parts = programs ?? (drawn >= 18 ? ofParts(before, chanceOf(seed).fork('parts of a target')) : null);
  const again = parts ?? (drawn >= 18 ? ofRarerHomes(before, chanceOf(seed).fork('rarer homes')) : null);
  const letGo = again ?? (drawn >= 17 ? ofLetGo(before, chanceOf(seed).fork('let go')) : null);
  const homes = letGo ?? (drawn >= 16 ? ofHomes(before, chanceOf(seed).fork('homes of what is recorded')) : null);
  const lists = homes ?? (drawn >= 15 ? ofLists(before, chanceOf(seed).fork('lists of people')) : null);
  const last = lists ?? (drawn >= 14 ? seldom(before, chanceOf(seed).fork('seldom')) : null);
  const rare = last ?? (drawn >= 13 && door !== 'wide' ? rarer(before, chanceOf(seed).fork('rarer')) : null);
  const small = rare ?? (drawn >= 26 ? ofSmallest(before, chanceOf(seed).fork('kinds of faults')) : null);
  const isWider = drawn >= 27 && seed >= NUMBERED;
  const between = small ?? (isWider ? ofBetween(before, chanceOf(seed).fork('between two writes')) : null);
  const told = drawn >= 6 ? aimed(before, chanceOf(seed).fork('aimed')) : before;
  const more = drawn >= 8 ? further(told, chanceOf(seed).fork('further')) : told;
  const approved = between ?? (drawn >= 7 ? withApprovals(more, chanceOf(seed).fork('approvals')) : more);
  const answers = drawn >= 9 ? withRareAnswers(approved, chanceOf(seed).fork('answers')) : approved;
  const met = isWider ? withUnmet(answers, chanceOf(seed).fork('environments')) : answers;
  const named = isWider ? byId(met, chanceOf(seed).fork('by the id')) : met;
  const plan = isWider ? lookedAt(named, chanceOf(seed).fork('looked at')) : named;
  const isAnswered = drawn >= 5 && chanceOf(seed).fork('answered').is(0.5);
  return isAnswered ? { ...plan, isAnswered } : plan;
}

/** Without what a plan of the whole alone knows: partitions, a ledger, approvals, commits, and lists that were damaged on their way. */
function natively({ isParted: _, ...plan }: LifePlan): LifePlan {
  const steps = plan.steps.map((step): Step => {
    const {
      handsOver: _,
      division: __,
      approvedUnder: ___,
      checkout: ____,
      damage: _____,
      isSaved: ______,
      ...own
    } = step;
    return own;
  });
  return { ...plan, isNative: true, steps };
}

interface Drawn extends Required<Drawing> {
  readonly door: Door;
}

function drawPlan(seed: number, { door, drawn }: Drawn): LifePlan {
  const chance = chanceOf(seed);
  const world = drawWorld(chance.fork('world'));
  const steps = Array.from({ length: 2 + chance.int(5) }, (_, index) => drawStep(chance.fork(`step ${index}`), index));
  const plan = { seed, door, world, steps };
  const more = drawn === 1 ? plan : enriched(plan, chance.fork('more'));
  const listed = drawn <= 2 ? more : withSavedLists(more, chance.fork('lists'));
  const set = drawn <= 3 || door === 'pulumi' ? listed : withSettings(listed, chance.fork('settings'));
  if (door === 'wide') {
    const wide = widened(set, chance.fork('wide'));
    return savedWhereRenamed(wide, drawn >= 8 ? chance.fork('saved') : null);
  }
  if (door === 'pulumi' && drawn >= 4) {
    const plan = parted(set, chance.fork('parts'));
    const handed = drawn >= 10 && plan.isParted !== true ? handedOver(plan, chance.fork('homes')) : plan;
    const named = drawn >= 11 ? renamed(divided(handed, chance.fork('division')), chance.fork('name')) : handed;
    return drawn >= 12 ? programRenamed(named, chance.fork('program name')) : named;
  }
  return drawn >= 3 && door === 'command' ? arranged(set, chance.fork('order')) : set;
}

/** Edits that come together. */
const BETWEEN: readonly (readonly Edit['kind'][])[] = [
  ['part'],
  ['part', 'part'],
  ['move'],
  ['move', 'reissue'],
  ['drop-many', 'drop-many', 'drop-many'],
  ['drop-campaign', 'drop-person', 'drop-person'],
];

/** Two partitions, between which lines of people and whole campaigns go. */
function parted(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.3)) return plan;
  const { files } = plan.world;
  const names = [
    ...files.users.map(({ loginUserId }) => loginUserId),
    ...files.campaigns.map((each) => each.campaignName),
  ];
  const south = names.slice(1).filter(() => chance.is(0.5));
  const goes = (step: Step, index: number): Step => {
    const kinds = index === 0 || chance.is(0.2) ? [] : chance.pick(BETWEEN);
    const more = kinds.map((kind): Edit => ({
      kind,
      which: chance.int(1_000_000),
      value: chance.int(1_000_000),
      isHot: kind === 'move',
    }));
    return { ...step, edits: [...step.edits, ...more] };
  };
  return { ...plan, isParted: true, world: { ...plan.world, files: { ...files, south } }, steps: plan.steps.map(goes) };
}

/** From some run on the project has another name, and its stack is brought along. */
function renamed(plan: LifePlan, chance: Chance): LifePlan {
  if (isElsewhere(plan) || !chance.is(0.5)) return plan;
  return atOneStep(plan, chance, (renames) => ({ renames }));
}

/** The same of the Pulumi project, alone or beside it, in one run or in two. */
function programRenamed(plan: LifePlan, chance: Chance): LifePlan {
  if (isElsewhere(plan) || !chance.is(0.5)) return plan;
  return atOneStep(plan, chance, (renamesProgram) => ({ renamesProgram }));
}

const isElsewhere = ({ isParted, steps }: LifePlan): boolean =>
  isParted === true || steps.some(({ handsOver, division }) => handsOver ?? division);

function atOneStep(plan: LifePlan, chance: Chance, more: (how: 'named' | 'unnamed') => Partial<Step>): LifePlan {
  const at = 1 + chance.int(plan.steps.length - 1);
  const added = more(chance.pick(['named', 'named', 'unnamed'] as const));
  return { ...plan, steps: plan.steps.map((step, index) => (index === at ? { ...step, ...added } : step)) };
}

/** In some runs muster.yaml divides the target another way: nothing is carried along, and the next run has it as it was. */
function divided(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.4) || plan.steps.some(({ handsOver }) => handsOver)) return plan;
  const { files } = plan.world;
  const south = files.south ?? files.users.slice(1).map(({ loginUserId }) => loginUserId);
  const others: readonly Division[] = plan.isParted === true ? ['one', 'none'] : ['two', 'one'];
  const steps = plan.steps.map((step, index): Step => {
    if (index === 0 || !chance.is(0.4)) return step;
    const division = chance.pick(others);
    // Its lines go with it, or to the one that stays.
    const isDropped = division === 'one' && chance.is(0.5);
    const edits: readonly Edit[] = isDropped ? [{ kind: 'drop-part', which: 0, value: 0 }] : [];
    return { ...step, division, edits: [...step.edits, ...edits] };
  });
  return { ...plan, world: { ...plan.world, files: { ...files, south } }, steps };
}

/** From the stack to a ledger, and back: before runs of any verb, with what was cut off, worked and removed until then. */
function handedOver(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.5)) return plan;
  const steps = plan.steps.map((step, index): Step => {
    return index > 0 && chance.is(0.4) ? { ...step, handsOver: true } : step;
  });
  return { ...plan, steps };
}

function drawVerb(chance: Chance, index: number): Step['verb'] {
  const verb = chance.is(0.8) ? 'apply' : chance.is(0.5) ? 'plan' : 'drift';
  return index > 0 && chance.fork('destroy').is(0.03) ? 'destroy' : verb;
}

function drawStep(chance: Chance, index: number): Step {
  return {
    edits: index === 0 ? [] : Array.from({ length: 1 + chance.int(4) }, () => drawEdit(chance)),
    before: index === 0 ? [] : Array.from({ length: chance.int(5) }, () => drawEvent(chance)),
    passMs: chance.pick([0, MINUTE, 10 * MINUTE, 40 * MINUTE, 5 * HOUR, DAY, 9 * DAY]),
    verb: drawVerb(chance, index),
    isAllowed: chance.is(0.88),
    during: Array.from({ length: chance.is(0.4) ? 1 + chance.int(3) : 0 }, () => ({
      at: 1 + chance.int(40),
      isAbout: chance.is(0.7),
      event: drawEvent(chance),
    })),
    faults: drawFaults(chance),
    stop: chance.is(0.2) ? { kind: chance.is(0.7) ? 'kill' : 'signal', at: 1 + chance.int(120) } : null,
    rotateAt: chance.is(0.08) ? 1 + chance.int(30) : null,
    skewMs: chance.is(0.15) ? (chance.int(20) - 10) * MINUTE : 0,
  };
}
