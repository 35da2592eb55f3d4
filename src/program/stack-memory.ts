// What the stack of a target keeps, for the command: read through the Automation API by the name of the stack. Selects none, makes none.

import { ConcurrentUpdateError, LocalWorkspace, StackNotFoundError } from '@pulumi/pulumi/automation/index.js';

import { copiesInSets, readStack } from '../../providers/stack.ts';
import { copiesFolder } from '../core/engine/run.ts';
import { openCopies } from '../core/engine/parts.ts';
import type { Run } from '../core/engine/run.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import { ToolError } from '../core/model/errors.ts';
import { declaredOnly } from './cut-off.ts';
import { refuseFormerHome } from './former-home.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

/** Without declarations everything is shown that an update left open. */
type MemoryPlace = Pick<Run, 'project' | 'target'> & Partial<Pick<Run, 'desired'>>;

export interface StackMemory {
  readonly memory: Required<Memory>;
  /** As it was read; empty where there is no such stack. */
  readonly exported: object;
  /** What the classes of a program hold. */
  readonly ofClasses: number;
  /** An earlier update was killed while it created something that is declared. */
  readonly isCutOff: boolean;
}

/** Where there is no such stack yet nothing is recorded, and reading makes none. */
export async function stateOf(
  place: MemoryPlace,
  workspace: Workspace,
  { isHandOver } = { isHandOver: false },
): Promise<StackMemory> {
  const copies = (await openCopies(copiesFolder(place))).copies();
  const exported = await exportedFrom(workspace, place.target.stack);
  if (exported === null) {
    if (!isHandOver) await refuseFormerHome(place, null);
    const recorded = { objects: new Map(), openIntents: [] };
    const none = {
      recorded,
      identities: [],
      copies,
      digestKey: STACK_DIGEST_KEY,
      unlocked: null,
      isNew: true,
      applied: [],
    };
    return { memory: none, exported: {}, ofClasses: 0, isCutOff: false };
  }
  const whole = readStack(JSON.stringify(exported), { isHandOver });
  if (!isHandOver) await refuseFormerHome(place, whole);
  const known = place.desired === undefined ? whole : declaredOnly(whole, place.desired).stack;
  const isCutOff = [...known.holders.values()].some(({ isPending }) => isPending);
  const inSets = copiesInSets(known);
  const { identities } = whole;
  const applied = whole.applied.get(place.target.name) ?? [];
  const kept = { recorded: known.recorded, identities, copies: [...inSets, ...copies], digestKey: STACK_DIGEST_KEY };
  const memory = { ...kept, unlocked: null, isNew: false, applied };
  return { memory, exported, ofClasses: whole.inClasses.size, isCutOff };
}

/** Null where there is no such stack. It is named, not selected: a person's next `pulumi up` would go to the one that was. */
export async function exportedFrom(workspace: Workspace, stack: string): Promise<object | null> {
  try {
    return await workspace.exportStack(stack);
  } catch (error) {
    if (error instanceof StackNotFoundError) return null;
    throw stackError(error);
  }
}

export type Workspace = Pick<LocalWorkspace, 'projectSettings' | 'exportStack' | 'listStacks'>;

export async function workspaceOf(
  { project }: Pick<Run, 'project'>,
  envVars: Record<string, string> = {},
): Promise<LocalWorkspace> {
  try {
    const workspace = await LocalWorkspace.create({ workDir: project.directory, envVars });
    // A folder without a project fails here, not with whoever asks for its name first.
    await workspace.projectSettings();
    return workspace;
  } catch (error) {
    throw stackError(error);
  }
}

export function stackError(error: unknown): ToolError {
  if (error instanceof ConcurrentUpdateError || isEnding(error)) {
    // Where the backend is a folder or a bucket the engine names the process; one that was killed leaves its lock for good.
    const [, by] = /created by (\S+ \(pid \d+\))/u.exec(saidBy(error)) ?? [];
    const holder = by === undefined ? 'another update' : `an update of ${by}`;
    const message = `${holder} holds the stack; where it is gone, \`pulumi cancel\` clears what it left`;
    return new ToolError('locked', { message });
  }
  const said = saidBy(error);
  if (/spawn \S*pulumi\S* ENOENT/u.test(said)) {
    return new ToolError('no-pulumi', { message: 'there is no `pulumi` command on PATH', cause: error });
  }
  const lines = said.split('\n').filter((line) => /error|not found|ENOENT/iu.test(line));
  return new ToolError('pulumi-failed', { message: (lines.at(-1) ?? said.split('\n')[0] ?? '').trim(), cause: error });
}

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The update that held the stack let go of it while its lock was read: the engine then says that there is no such file. */
const isEnding = (error: unknown): boolean => /\.pulumi\/locks\/[^\n]*(?:no such file|NotFound)/u.test(saidBy(error));
