// One update of a stack: handlers of the providers under the model of the engine, with its checkpoints, on the machine of one run.

import { openChecks } from '../../../../providers/check.ts';
import { openContext } from '../../../../providers/context.ts';
import type { Outside } from '../../../../src/core/engine/outside.ts';
import type { Run } from '../../../../src/core/engine/run.ts';
import { pause } from '../../../../src/core/machine.ts';
import { ToolError } from '../../../../src/core/model/errors.ts';
import { exportText, handlersOf, refreshAll } from '../../../support/pulumi-stack.ts';
import type { HandlersByKind, StackDouble, Wanted } from '../../../support/pulumi-stack.ts';
import type { Chance } from '../../random.ts';
import type { Called } from '../command.ts';
import { carryOut } from './engine.ts';
import type { Update } from './engine.ts';
import type { Part } from '../partitions.ts';
import type { Style } from './program.ts';
import { nativeHandlersOf, withAllowance } from './native.ts';
import { openCheckpoints } from './state.ts';
import type { Checkpoints, StackFile } from './state.ts';

export interface Door {
  readonly style: Style;
  readonly file: StackFile;
  readonly called: Called;
  readonly part?: Part;
  /** Missing: nothing says in which stack it is. */
  readonly program?: NonNullable<Run['pulumi']>;
}

export interface UpdateWish {
  readonly allow: Readonly<Record<string, number>>;
  readonly chance: Chance;
  readonly isRefreshed: boolean;
  readonly wantedIn: (stack: StackDouble) => Promise<readonly Wanted[]>;
}

export type Told = Update & Pick<Provider, 'told'>;

const checks = new Map<boolean, ReturnType<typeof openChecks>>();

interface Provider {
  readonly handlers: HandlersByKind;
  /** Lines beside the table of the engine. */
  readonly told: readonly string[];
  readonly close: () => Promise<void>;
}

async function openProvider({ called, file }: Door, run: Run, allow: string): Promise<Provider> {
  const { scheduler, signal } = called;
  const { isNative = false } = file.saved;
  const outside = run.outside as Outside;
  const exportStack = (): Promise<string> =>
    new Promise((resolve) => scheduler.at(scheduler.now() + 50, called.run, () => resolve(exportText(file.saved))));
  const told: string[] = [];
  const provider = openContext('/simulation', {
    tell: (line) => {
      told.push(line);
      called.log.add({ kind: 'note', name: 'told', detail: { line } });
    },
    findPlace: () => Promise.resolve({ project: run.project, target: run.target }),
    clock: run.clock,
    outside,
    sleep: (ms) => pause(outside.machine, ms),
    cancelled: signal,
    openChecks: (imports = false) => {
      const known = checks.get(imports) ?? openChecks(imports);
      checks.set(imports, known);
      return known;
    },
    exportStack,
    isNative,
  });
  const handlers = isNative ? nativeHandlersOf(provider) : handlersOf(provider);
  const get = (key: string): string | undefined => (key === 'muster:allow' ? allow : undefined);
  handlers.user.configure({ config: { get } });
  // It looks for a file of this machine, which answers outside of this time: before anything waits in it.
  await withAllowance(isNative ? allow : '', () => provider.target(null));
  return { handlers, told, close: () => provider.close() };
}

/** One update of the stack. */
export async function updated(
  door: Door,
  run: Run,
  { allow, chance, isRefreshed, wantedIn }: UpdateWish,
): Promise<Told> {
  const { file, called } = door;
  const { step, scheduler, happens, isGone, signal, isQuiet } = called;
  const alive = (): boolean => {
    happens();
    return !isGone();
  };
  const place = { owner: called.run, scheduler, chance, skewMs: step.skewMs };
  const checkpoints = openCheckpoints(file, place, alive);
  const { stack, save } = checkpoints;
  // A create goes on being listed; everything else is gone with who was doing it.
  stack.pending = stack.pending.filter(({ type }) => type === 'creating');
  const { handlers, told, close } = await openProvider(door, run, textOf(allow));
  try {
    if (isRefreshed) {
      called.log.add({ kind: 'note', name: 'refresh', detail: { run: called.run } });
      await refresh(checkpoints, handlers);
    }
    const wanted = await wantedIn(stack);
    const parallel = chance.pick([1, 2, 4, 16]);
    const goesOn = isQuiet || chance.is(0.3);
    const found = { operations: [], same: new Set<string>(), refusals: [] };
    const update: Update = { ...checkpoints, handlers, ...found, parallel, goesOn, signal };
    await carryOut(update, wanted);
    await save();
    return { ...update, told };
  } finally {
    await close();
  }
}

const textOf = (allow: Readonly<Record<string, number>>): string =>
  Object.entries(allow)
    .map(([guard, count]) => `${guard}=${count}`)
    .join(',');

async function refresh({ stack, save }: Checkpoints, handlers: HandlersByKind): Promise<void> {
  const failures = await refreshAll(stack, handlers);
  await save();
  if (failures.length > 0) throw new ToolError('pulumi-failed', { message: failures.join('; ') });
}
