// The plan of a program of the classes: everything that it declares beside everything that the stack keeps of classes, compared by the
// pass of `reconcile`, said, and stopped on the same guards before the engine hears of the first resource. One plan for each target, and
// one more over what is late, with the changes of those before in the count of its guards (contributing/decisions/0020-class-plan.md).
//
// What the plan does with the objects of a class, and with rows that leave its set for nobody, is its order: its handler carries out no
// other change, and refuses to add what no plan has. Where they stand, a class finds by itself. A delete never has one: the engine deletes
// what the program does not register, all of it. So a fingerprint binds the whole plan and no part of it.

import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';

import { openChecks } from '../../providers/check.ts';
import type { ClassProgram, PlannedPart, ProgramPlan } from '../../providers/class-run.ts';
import { findPlace } from '../../providers/context.ts';
import type { Place } from '../../providers/context.ts';
import { isClass, objectsOf, textIn } from '../../providers/declaration.ts';
import type { Declaration, Properties } from '../../providers/declaration.ts';
import { ownStack } from '../../providers/held-entry.ts';
import { CLASS_ORDER, orderText } from '../../providers/order.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackEntry } from '../../providers/stack.ts';
import { child, exportStack, FAMILIES, isResource, list } from '../../providers/stack-export.ts';
import { campaignInput } from '../core/desired/declarations/record-input.ts';
import { openCopies, stopOnGuards } from '../core/engine/parts.ts';
import { copiesFolder } from '../core/engine/run.ts';
import type { Run } from '../core/engine/run.ts';
import { planWith } from '../core/engine/survey.ts';
import { withThisRun } from '../core/engine/this-run.ts';
import type { Survey } from '../core/engine/survey.ts';
import type { Address } from '../core/model/address.ts';
import type { AppliedRun } from '../core/model/applied.ts';
import { ToolError } from '../core/model/errors.ts';
import { visible } from '../core/model/hidden.ts';
import type { Change } from '../core/reconcile/change.ts';
import type { Guard } from '../core/reconcile/guard.ts';
import { classOrders } from './ordered.ts';
import { heldByNone, reasonsNoted } from './without-request.ts';
import { guardErrorWith } from '../core/report/words/why-guard.ts';
import {
  checkedClass,
  desiredOf,
  keptEntries,
  knownClasses,
  knownNative,
  memoryOf,
  plannedBefore,
  usedUpLeaving,
} from './class-desired.ts';
import type { ClassCheckInput, KnownClass } from './class-desired.ts';
import { cutOffText, strayInClasses } from './cut-off.ts';
import { registerApplied } from './applied.ts';
import { refuseFormerHome } from './former-home.ts';
import { keepClasses } from './keep-classes.ts';
import type { ReportFiles } from './report-files.ts';
import { asProgram, programRun, readConfig, runError, sayPlan } from './run.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

/** Throws a RunError: nothing may be registered then, or nothing that is late. */
export async function planClasses(program: ClassProgram): Promise<ProgramPlan> {
  const { classes, besideDesired, before } = program;
  if (classes.length === 0 && besideDesired?.holdsClasses === false) return NOTHING_PLANNED;
  return asProgram(async (files) => {
    const [known, text] = await Promise.all([knownClasses(program), exportStack(ownStack())]);
    try {
      return await planAll(program, {
        known,
        text,
        files: before === null && besideDesired === null ? files : NO_FILES,
      });
    } catch (error) {
      await keepClasses(known, before?.text ?? text);
      throw error;
    }
  });
}

const NOTHING_PLANNED: ProgramPlan = {
  orders: new Map(),
  late: new Map(),
  planned: new Map(),
  text: '{}',
};

interface ClassPlanInput {
  readonly known: readonly KnownClass[];
  /** Export of the stack. */
  readonly text: string;
  /** It holds one plan: that of `reconcile`, where it ran, else the first one. */
  readonly files: ReportFiles;
}

async function planAll(program: ClassProgram, { known, text, files }: ClassPlanInput): Promise<ProgramPlan> {
  const { besideDesired, before } = program;
  const native = new Set(await Promise.all(program.native.map(({ urn }) => urn)));
  const declaredNative = await knownNative(program);
  const late = known.filter(({ args }) => args === null);
  await sayLate(late.filter(({ owner }) => before?.late.has(owner) !== true && before?.orders.has(owner) !== true));
  const places = await placesOf(known, text);
  const orders = new Map<string, string | null>(before?.orders);
  const planned = new Map<string, PlannedPart>(before?.planned);
  for (const place of new Set(places.values())) {
    const { name } = place.target;
    const isHere = (properties: Properties): boolean => places.get(textIn(properties, 'target')) === place;
    const ofNative = place === (places.get(null) ?? [...places.values()][0]) ? declaredNative : [];
    const ofDesired = besideDesired?.target === name ? besideDesired.declares : [];
    const beside = new Set([...ofDesired, ...ofNative]);
    const earlier = planned.get(name) ?? null;
    const survey = await surveyOf({ place, isHere, known, late, native, beside, text, before, earlier });
    if (survey === null) continue;
    await saySurvey(survey, files);
    const { changes } = survey.plan;
    planned.set(name, { within: survey.within, changes: [...survey.earlier, ...changes] });
    // Rows that leave a set may be declared by what is late.
    const entries = late.length === 0 ? survey.entries : [];
    const called = survey.entries.flatMap((entry) => entry.called ?? []);
    const usedReasons = [...called, ...reasonsNoted(survey.compared.notes, survey.seen.recorded)];
    const receives = heldByNone(survey.seen.recorded, survey.entries);
    for (const [owner, order] of classOrders({ changes, usedReasons, receives }, survey.declarations, entries))
      if (!orders.has(owner)) orders.set(owner, order);
  }
  for (const { owner, args, awaited } of known)
    if (awaited === null && !orders.has(owner)) orders.set(owner, args === null ? null : orderText(CLASS_ORDER));
  return {
    orders,
    late: new Map(late.flatMap(({ owner, awaited }) => (awaited === null ? [] : [[owner, awaited]]))),
    planned,
    text: before?.text ?? text,
  };
}

const NO_FILES: ReportFiles = { write: () => Promise.resolve() };

/** Name of a target, as a class or an entry of the stack says it -> its place; one value for each target. */
async function placesOf(known: readonly KnownClass[], text: string): Promise<ReadonlyMap<string | null, Place>> {
  const resources = list(child(JSON.parse(text), 'deployment'), 'resources');
  // Of the native provider the target stands among the outputs.
  const held = resources.flatMap((each) =>
    isResource(each) && FAMILIES.has(each.type) ? [{ ...each.outputs, ...each.inputs }] : [],
  );
  const given = [...known.flatMap(({ args }) => (args === null ? [] : [args])), ...held];
  const names = new Set(given.map((each) => textIn(each, 'target')));
  const found = new Map<string, Place>();
  const places = new Map<string | null, Place>();
  for (const name of names) {
    const place = await findPlace({ folder: process.cwd(), config: readConfig(), name });
    found.set(place.target.name, found.get(place.target.name) ?? place);
    places.set(name, found.get(place.target.name) ?? place);
  }
  return places;
}

interface SurveyInput {
  readonly place: Place;
  readonly isHere: (properties: Properties) => boolean;
  readonly known: readonly KnownClass[];
  readonly late: readonly KnownClass[];
  /** Owners whose entries go on with the native provider. */
  readonly native: ReadonlySet<string>;
  /** What `reconcile` and the native provider declare: taken over from a class, it is no removal. */
  readonly beside: ReadonlySet<Address>;
  /** Export of the stack. */
  readonly text: string;
  readonly before: ProgramPlan | null;
  /** What earlier plans of this update do with the target. */
  readonly earlier: PlannedPart | null;
}

interface ClassSurvey extends Survey {
  readonly run: Run;
  readonly startedAt: number;
  /** Whether a fingerprint may bind it: nothing of the program is in no plan. */
  readonly isBound: boolean;
  /** What applies did, once this one has begun; null for a later plan of one update. */
  readonly applied: readonly AppliedRun[] | null;
  readonly within: ReadonlySet<Address>;
  /** Changes of earlier plans that count with those of this one. */
  readonly earlier: readonly Change[];
  readonly declarations: readonly Declaration[];
  readonly entries: readonly StackEntry[];
  readonly strays: readonly Address[];
}

/** Reads only. Throws `wrong-home`. Null where nothing of classes is about this target. */
async function surveyOf(input: SurveyInput): Promise<ClassSurvey | null> {
  const { place, isHere, known, late, native, text, before } = input;
  const stack = readStack(text);
  if (before === null) await refuseFormerHome(place, stack);
  const entries = stack.entries.filter(({ inputs }) => isHere(inputs));
  const own = known.filter(({ args }) => args !== null && isHere(args));
  const isOfPlan = ({ inputs, owner }: StackEntry): boolean => isClass(inputs) && !native.has(owner);
  if (own.length === 0 && !entries.some(isOfPlan)) return null;
  const declarations = declarationsOf(own, { entries, checks: openChecks(), target: place.target });
  const kept = keptEntries(entries, input, declarations);
  const store = await openCopies(copiesFolder(place));
  // The engine drops what was cut off when it saves.
  const { writes: cutOff } = before === null ? stack : readStack(before.text);
  const writes = cutOff.filter(({ inputs }) => isHere(inputs));
  const { copies = [], ...memory } = memoryOf({ writes }, entries, declarations);
  const { sameNumber } = place.project.policy;
  const desired = desiredOf({ known: declarations, kept, content: contentOf(declarations), sameNumber });
  const held = entries.flatMap((entry) => (kept.has(entry) ? [] : [...entry.recorded, ...entry.openIntents]));
  // What a write that was cut off may have sent is looked at, also where its customer is declared in another campaign by now.
  const sent = memory.recorded.openIntents;
  const addresses = [...declarations.flatMap(objectsOf), ...held, ...sent].map(({ address }) => address);
  const { done, earlier } = plannedBefore(declarations, input);
  const beside = new Set([...input.beside, ...done]);
  const within = new Set(addresses.filter((address) => !beside.has(address)));
  if (before !== null && within.size === 0) return null;
  const strays =
    before !== null ? [] : strayInClasses(writes, [...entries, ...declarations], new Set([...addresses, ...beside]));
  const isPart = kept.size > 0 || beside.size > 0;
  const later = before !== null && { guardError: guardErrorWith('MUSTER_ALLOW=', 'Nothing of it was changed.') };
  const run = {
    ...(await programRun(place, desired)),
    isOneOfMany: true,
    isOfStack: true,
    earlier,
    ...(isPart && { within }),
    ...later,
  };
  refuseUnbound(run, late);
  const startedAt = run.clock();
  const applied = stack.applied.get(appliedName(place)) ?? [];
  const recalled = { ...memory, copies: [...copies, ...store.copies()], digestKey: STACK_DIGEST_KEY, applied };
  const survey = await planWith(run, recalled);
  const going = entries.filter((entry) => isOfPlan(entry) && late.every(({ owner }) => owner !== entry.owner));
  const leaving = usedUpLeaving(going, { known: declarations, applied, kept });
  const begun = pulumi.runtime.isDryRun() ? applied : withThisRun(survey, run, { ...recalled, leaving });
  const whole = new Set([...within, ...(input.earlier?.within ?? [])]);
  return {
    ...survey,
    run,
    startedAt,
    isBound: late.length === 0,
    declarations,
    entries,
    strays,
    within: whole,
    earlier,
    applied: before === null ? begun : null,
  };
}

/** Throws a RunError with a line for each mistake of the program. */
function declarationsOf(own: readonly KnownClass[], around: ClassCheckInput): Declaration[] {
  const all = own.map((each) => checkedClass(each, around));
  const refusals = all.flatMap((each) => ('refusals' in each ? each.refusals : []));
  if (refusals.length > 0) throw runError(refusals.join('\n'));
  return all.flatMap((each) => ('declaration' in each ? [each.declaration] : []));
}

/** Equal for programs that declare the same, in whatever order. */
function contentOf(declarations: readonly Declaration[]): string {
  const texts = declarations.flatMap(({ campaign, rows }) => {
    const shared = campaign === null ? null : campaignInput(campaign);
    return [...rows].map(([address, row]) => JSON.stringify([address, shared, row]));
  });
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex');
}

async function sayLate(late: readonly KnownClass[]): Promise<void> {
  if (late.length === 0) return;
  const names = late.map(({ declared: { type, name } }) => `${type.slice(type.lastIndexOf(':') + 1)} ${name}`);
  await pulumi.log.warn(visible(`${LATE} ${names.join(', ')}`));
}

const LATE = 'Not in this plan, because a value is known only after other resources are made:';

/** Throws `plan-stale`: what nobody has seen planned is approved by no fingerprint. */
function refuseUnbound({ approval }: Run, late: readonly KnownClass[]): void {
  if (approval === undefined || late.length === 0 || pulumi.runtime.isDryRun()) return;
  const message = `${late.length} resources of this program are in no plan, so no fingerprint binds them; nothing was sent`;
  throw new ToolError('plan-stale', { message });
}

/** Throws where a guard stops it, and for the fingerprint of a part, which no class can keep to. */
async function saySurvey(
  { plan, run, startedAt, isBound, strays, applied }: ClassSurvey,
  files: ReportFiles,
): Promise<void> {
  if (plan.approval.part !== 'whole') {
    const message = `the fingerprint of the part "${plan.approval.part}" was given; classes take that of the whole plan, ${plan.fingerprint.whole.slice(0, 16)}`;
    throw new ToolError('plan-stale', { message });
  }
  for (const address of strays) await pulumi.log.warn(visible(cutOffText(address)));
  await sayPlan(plan, { run, startedAt, files, approvable: isBound ? ['whole'] : [] });
  const guards = plan.guards.filter((guard) => isBound || !isForAll(guard, run));
  if (!pulumi.runtime.isDryRun()) stopOnGuards({ guards }, run.guardError);
  if (applied !== null) await registerApplied(appliedName(run), applied);
}

/** Where more plans of this update follow, the number that is given is for all of them. */
function isForAll({ pass }: Guard, { allow }: Run): boolean {
  const [name = '', count] = pass?.split('=') ?? [];
  return (allow[name] ?? 0) >= Number(count);
}

function appliedName({ target }: Pick<Place, 'target'>): string {
  return `${target.name}, classes`;
}
