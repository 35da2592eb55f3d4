// The door of Pulumi: handlers of the providers under a model of its engine, in process, on the double, in virtual time. A run reads the
// service again (a refresh), plans, and updates the stack step by step; a kill cuts the steps that are under way.

import { driftWith } from '../../../src/core/engine/survey.ts';
import type { Run } from '../../../src/core/engine/run.ts';
import { textOfRuns } from '../../../src/core/model/applied.ts';
import { ERRORS, ToolError } from '../../../src/core/model/errors.ts';
import type { ErrorCode } from '../../../src/core/model/errors.ts';
import type { Change } from '../../../src/core/reconcile/change.ts';
import type { ApplyResult, Settlement } from '../../../src/core/reconcile/settlement.ts';
import type { Chance } from '../random.ts';
import type { Division, LifePlan } from '../plan.ts';
import { allowanceOf, inProcess, NO_HISTORY, playVerb, runOf } from './command.ts';
import type { CommandRun, RunEnd } from './command.ts';
import type { Update } from './pulumi/engine.ts';
import { openHomes } from './pulumi/homes.ts';
import { broughtTo } from '../../support/pulumi-stack.ts';
import { updated } from './pulumi/update.ts';
import type { Door, Told } from './pulumi/update.ts';
import { passesIn } from './pulumi/native.ts';
import { openStacks } from './partitions.ts';
import { memoryIn, programOf } from './pulumi/program.ts';
import type { Program, Style } from './pulumi/program.ts';
import { copyOf, emptyStackFile, openIn } from './pulumi/state.ts';

/**
 * One life: its program is written in one style, and its stack lies in one place; or it has two partitions with a stack each; or its
 * recorded state goes to a ledger and back.
 */
export function openPulumiDoor(
  chance: Chance,
  clock: () => number,
  { isParted, isNative, laid, steps }: Pick<LifePlan, 'isParted' | 'isNative' | 'laid' | 'steps'>,
): (given: CommandRun) => Promise<RunEnd> {
  const drawn = isNative
    ? chance.pick(['classes', 'sets'] as const)
    : chance.pick(['files', 'classes', 'sets'] as const);
  const style = laid === undefined ? drawn : 'files';
  const file = emptyStackFile(clock, isNative);
  const usual: Division = isParted === true ? 'two' : 'none';
  if (isParted === true || steps.some(({ division }) => division !== undefined))
    return openStacks(clock, usual, (called, part) => play({ style: 'files', file: part.file, called, part }));
  if (!steps.some(({ handsOver }) => handsOver)) {
    const named = openNaming(style, steps);
    return (given) => {
      const { naming, program } = named(given);
      const { project = PROJECT } = program ?? {};
      if (project !== (file.saved.project ?? PROJECT)) file.saved = broughtTo(file.saved, project);
      const all = { ...given, ...(naming && { naming }), openIntents: () => openIn(file) };
      return inProcess(all, (called) => play({ style, file, called, ...(program && { program }) }));
    };
  }
  const homes = openHomes(file);
  return (given) =>
    inProcess({ ...given, openIntents: () => [...openIn(file), ...given.disk.openIntents()] }, async (called) => {
      const refusal = await homes.before(called);
      if (refusal !== null) return refusal;
      return homes.isLedger() ? playVerb(called) : play({ style: 'files', file, called });
    });
}

/** What muster.yaml and Pulumi.yaml are called in a run; missing: as they began. */
function openNaming(
  style: Style,
  steps: LifePlan['steps'],
): (given: CommandRun) => Pick<CommandRun, 'naming'> & Pick<Door, 'program'> {
  // The classes say their stack themselves (organization/team/dev); of desired files it counts where the Pulumi project is renamed.
  const isSaid = style !== 'files' || steps.some(({ renamesProgram }) => renamesProgram !== undefined);
  const former: string[] = [];
  let [name, project] = ['contact-centre', PROJECT];
  return ({ step: { renames, renamesProgram }, double: { target } }) => {
    const isUnnamed = renames === 'unnamed' || renamesProgram === 'unnamed';
    if (renames !== undefined || renamesProgram !== undefined)
      former.push(isSaid ? `${name}.${project}.${STACK}` : `${name}.${target.stack}`);
    if (renames !== undefined) name = 'service-desk';
    if (renamesProgram !== undefined) project = 'centre';
    const formerStacks = isUnnamed ? former.slice(0, -1) : [...former];
    return {
      ...(former.length > 0 && { naming: { name, formerStacks } }),
      ...(isSaid && { program: { project, name: STACK } }),
    };
  };
}

const [PROJECT, STACK] = ['team', 'dev'];

const ENDED = { kind: 'ended', exit: 0, plan: null, result: null, drift: null, error: null } as const;

async function play(door: Door): Promise<RunEnd> {
  try {
    const { style, file, called, program } = door;
    const whole = { ...runOf(called), ...(program && { pulumi: program }) };
    const run = door.part === undefined ? whole : door.part.within(whole, called.files);
    if (called.run === 1) called.log.add({ kind: 'note', name: 'program', detail: { style } });
    if (called.step.verb === 'apply') {
      const end = await up(door, run);
      return end.kind === 'killed' ? end : { ...end, kept: file.saved };
    }
    if (called.step.verb === 'plan') {
      const stack = copyOf(file.saved);
      const { plan } = await programOf(style, run, { files: called.files, stack, before: stack });
      return { ...ENDED, plan };
    }
    return { ...ENDED, drift: await driftWith({ ...run, sightings: NO_HISTORY }, memoryIn(style, run, file.saved)) };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'internal') throw error;
    const { code, message, exit } = error;
    return { ...ENDED, exit, error: { code, message } };
  }
}

/** A person looks at a preview, and passes its guards by their numbers; then the update. */
async function up(door: Door, run: Run): Promise<RunEnd> {
  const { style, file, called } = door;
  const { files, step, chance, isQuiet } = called;
  const drawn = chance.fork('engine');
  const before = copyOf(file.saved);
  const seen = step.isAllowed ? await programOf(style, run, { files, stack: before, before }) : null;
  const allow = seen === null ? {} : { ...allowanceOf(seen.plan, step), ...file.asked };
  called.log.add({ kind: 'note', name: 'allowed', detail: allow });
  let program: Program | null = null;
  const update = await updated(door, run, {
    allow,
    chance: drawn,
    isRefreshed: isQuiet || drawn.is(0.7),
    wantedIn: async (stack) => {
      program = await programOf(style, { ...run, allow }, { files, stack, before });
      for (const line of program.leftOut) called.log.add({ kind: 'note', name: 'told', detail: { line } });
      await program.begin();
      const [name, runs] = program.applied;
      stack.applied.set(name, textOfRuns(runs));
      return program.wanted;
    },
  });
  if (program === null) throw new Error('an update runs its program');
  if (file.saved.isNative) file.asked = passesIn(failuresOf(update));
  const end = ended(program, update);
  for (const line of waitingIn(program, end)) called.log.add({ kind: 'note', name: 'told', detail: { line } });
  return end;
}

/** Who puts something off knows what it waits for, and sees that it was not done. */
function waitingIn({ putOff = [] }: Program, { result }: Extract<RunEnd, { readonly kind: 'ended' }>): string[] {
  const undone = new Set<string>(
    result?.settlements.flatMap(({ kind, change }) => (kind === 'applied' ? [] : [change.address])),
  );
  return putOff.flatMap(({ address, until }) =>
    until.some((each) => undone.has(each)) ? [`${address} in the next update, after ${until.join(', ')}`] : [],
  );
}

const failuresOf = ({ operations, refusals }: Update): string[] => [
  ...operations.flatMap(({ failure }) => failure ?? []),
  ...refusals,
];

function ended(program: Program, update: Told): Extract<RunEnd, { readonly kind: 'ended' }> {
  const { plan, homeOf } = program;
  const { operations, refusals } = update;
  const settlements = plan.changes.map((change) => settled(change, program, update));
  const result: ApplyResult = { plan, settlements, stopped: null };
  // What waits for a person, and what is to be done, is said by name; anything else that stops the engine has no ground.
  const named = [...plan.changes, ...plan.verdicts].map(({ address }) => address);
  const said = new Set(named.map(homeOf));
  // A resource that waits for another one names the object that it waits for.
  const customers = named.map((address) => address.slice(address.lastIndexOf('/') + 1));
  const isSaid = (name: string, message: string): boolean =>
    said.has(name) || customers.some((customer) => message.includes(`/${customer}:`));
  const failed = operations.flatMap(({ name, failure }) => (failure === null ? [] : [{ name, failure }]));
  const bare = failed.find(({ name, failure }) => !isSaid(name, failure))?.failure ?? refusals[0];
  // No machine may pass it, and the judge asks whether it is so.
  const same = failed.find(({ failure }) => codeIn(failure) === 'guard-same-object')?.failure;
  const error =
    same !== undefined
      ? { code: 'guard-same-object', message: same }
      : bare === undefined
        ? null
        : { code: 'pulumi-failed', message: bare };
  const isDone = error === null && failed.length === 0 && settlements.every(({ kind }) => kind === 'applied');
  return { ...ENDED, exit: isDone ? 0 : 1, plan, result, error };
}

/** What a line says of a create that was answered and is not shown to be ours. */
const UNPROVEN = 'nobody can prove who made it';

function settled(change: Change, { homeOf, plan }: Program, { operations, refusals, same, told }: Told): Settlement {
  const home = homeOf(change.address);
  // A set that a record leaves, and one that takes it, have an operation each: that of the new one says whether it is there.
  const found = operations.filter(({ name, movedFrom }) => name === home || movedFrom === home);
  const problem = (code: ErrorCode, message: string) => ({ code, message, stopsRun: false });
  const [first] = found;
  if (first === undefined && same.has(home)) {
    // A class has no plan: what waits for a person is said in a line beside the table.
    const said =
      told.find((line) => line.includes(`${change.address}:`)) ?? 'planned, and the engine found it the same';
    return { change, kind: 'failed', problem: problem(codeIn(said), said) };
  }
  if (first === undefined)
    return {
      change,
      kind: 'skipped',
      problem: problem('dependency-failed', refusals[0] ?? failedIn(operations) ?? 'not reached'),
    };
  const failure = found.find((each) => each.failure !== null)?.failure ?? null;
  // Said once for all that this process had written, or of this one.
  const isAbout = (line: string): boolean =>
    line.includes('could not be read again') || line.startsWith(`${change.address}: unconfirmed`);
  const isUnread = change.action === 'create' && told.some(isAbout);
  const isUnproven = told.some((line) => line.startsWith(`${change.address}: `) && line.includes(UNPROVEN));
  const notes = [
    ...(isUnread ? [{ kind: 'unconfirmed', because: 'stopped' } as const] : []),
    ...(isUnproven ? [{ kind: 'made-unproven' } as const] : []),
  ];
  if (failure === null) return { change, kind: 'applied', notes };
  // Of a set the lines name records: what is said of another one is not said of this one.
  const isOfOthers = plan.changes.some(({ address }) => address !== change.address && failure.includes(address));
  const line = failure.split('\n').find((each) => each.includes(change.address)) ?? (isOfOthers ? '' : failure);
  return { change, kind: 'failed', problem: problem(codeIn(line), failure) };
}

function codeIn(line: string): ErrorCode {
  const code = /\[([a-z-]+)\]/u.exec(line)?.[1] ?? '';
  return Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'pulumi-failed';
}

function failedIn(operations: Update['operations']): string | null {
  return operations.find(({ failure }) => failure !== null)?.failure ?? null;
}
