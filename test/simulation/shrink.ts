// A life made smaller, as long as it still breaks the first rule that it broke in the same words: steps, edits, events, faults, stops, switches, objects.

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import { playLife } from './life.ts';
import type { LifePlan, Step } from './plan.ts';
import { faults, kindOf } from './oracle.ts';

const TRIES = 400;

export async function shrunk(plan: LifePlan): Promise<LifePlan> {
  let tries = 0;
  const kindsOf = async (each: LifePlan): Promise<readonly string[]> => {
    tries += 1;
    try {
      return faults(await playLife(each)).map(({ rule, text }) => `${rule} ${kindOf(text)}`);
    } catch {
      return ['H0'];
    }
  };
  const [wanted] = await kindsOf(plan);
  if (wanted === undefined) return plan;
  let best = plan;
  for (let isSmaller = true; isSmaller && tries < TRIES;) {
    isSmaller = false;
    for (const smaller of smallerThan(best)) {
      if (tries >= TRIES) break;
      if (!(await kindsOf(smaller)).includes(wanted)) continue;
      best = smaller;
      isSmaller = true;
      break;
    }
  }
  return best;
}

function* smallerThan(plan: LifePlan): Generator<LifePlan> {
  const { steps, world } = plan;
  for (const index of steps.keys()) if (steps.length > 1) yield { ...plan, steps: steps.toSpliced(index, 1) };
  for (const [index, step] of steps.entries()) {
    for (const smaller of smallerStep(step)) yield { ...plan, steps: steps.with(index, smaller) };
  }
  const { files, strangers, known } = world;
  for (const index of strangers.keys())
    yield { ...plan, world: { ...world, strangers: strangers.toSpliced(index, 1) } };
  for (const index of known.keys()) yield { ...plan, world: { ...world, known: known.toSpliced(index, 1) } };
  for (const [name, value] of Object.entries<unknown>({ ...DEFAULT_SWITCHES })) {
    const now: unknown = Reflect.get(world.switches, name);
    if (JSON.stringify(now) !== JSON.stringify(value))
      yield { ...plan, world: { ...world, switches: { ...world.switches, [name]: value } } };
  }
  if (files.policy !== undefined) {
    const { policy: _, ...lists } = files;
    yield { ...plan, world: { ...world, files: lists } };
  }
  for (const [at, campaign] of files.campaigns.entries()) {
    if (files.campaigns.length > 1)
      yield { ...plan, world: { ...world, files: { ...files, campaigns: files.campaigns.toSpliced(at, 1) } } };
    for (const index of campaign.records.keys()) {
      const campaigns = files.campaigns.with(at, { ...campaign, records: campaign.records.toSpliced(index, 1) });
      yield { ...plan, world: { ...world, files: { ...files, campaigns } } };
    }
  }
}

function* smallerStep(step: Step): Generator<Step> {
  if (step.faults.length > 0) yield { ...step, faults: [] };
  if (step.during.length > 0) yield { ...step, during: [] };
  if (step.stop !== null) yield { ...step, stop: null };
  if (step.skewMs !== 0) yield { ...step, skewMs: 0 };
  if (step.rotateAt !== null) yield { ...step, rotateAt: null };
  for (const key of ['edits', 'before', 'during', 'faults'] as const) {
    for (const index of step[key].keys()) yield { ...step, [key]: without(step[key], index) };
  }
}

function without(list: readonly unknown[], index: number): unknown[] {
  return list.filter((_, at) => at !== index);
}
