// A stack whose recorded state was handed over to a ledger. One entry of it says so: an old checkout, a job that runs again, or another
// machine in the middle of the hand-over must not take the stack for a new one. Our resources are taken out without a request.

import type { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';

import {
  APPLIED_TYPE,
  child,
  FAMILIES,
  handedOverAt,
  handedOverNote,
  isResource,
  list,
} from '../../providers/stack-export.ts';
import { ToolError } from '../core/model/errors.ts';
import { stackError } from './stack-memory.ts';

interface EmptyWish {
  readonly stack: string;
  /** As it was read: what somebody wrote since is not taken away. */
  readonly exported: object;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Throws `locked` where the stack was written since it was read, and `pulumi-failed`. */
export async function emptiedStack(workspace: Rewritable, { stack, exported, at }: EmptyWish): Promise<void> {
  await rewritten(workspace, stack, (now) => {
    if (JSON.stringify(now) === JSON.stringify(exported)) return withoutOurs(child(now, 'deployment'), at);
    throw new ToolError('locked', { message: `the stack ${stack} was written meanwhile: say it again` });
  });
}

/** Before a stack receives what a ledger has: the update that receives all of it takes this out, as its last step. */
export async function noteArriving(
  workspace: Rewritable & Pick<LocalWorkspace, 'projectSettings'>,
  stack: string,
  at: number,
): Promise<void> {
  const { name } = await workspace.projectSettings();
  const own = `urn:pulumi:${stack.slice(stack.lastIndexOf('/') + 1)}::${name}`;
  await rewritten(workspace, stack, (now) => {
    const deployment = child(now, 'deployment');
    if (handedOverAt(deployment) !== null) return null;
    const rest = typeof deployment === 'object' ? deployment : {};
    return { ...rest, resources: [...list(deployment, 'resources'), handedOverNote(own, at)] };
  });
}

type Rewritable = Pick<LocalWorkspace, 'exportStack' | 'importStack'>;

/** `change`: the whole export -> its deployment; null where it stays as it is. */
async function rewritten(workspace: Rewritable, stack: string, change: (now: object) => object | null): Promise<void> {
  try {
    const now = await workspace.exportStack(stack);
    const deployment = change(now);
    if (deployment !== null) await workspace.importStack(stack, { ...now, deployment });
  } catch (error) {
    throw error instanceof ToolError ? error : stackError(error);
  }
}

function withoutOurs(deployment: unknown, at: number): object {
  const resources = list(deployment, 'resources').filter(isResource);
  const ours = new Set(
    resources.filter(({ type }) => FAMILIES.has(type) || type === APPLIED_TYPE).map(({ urn }) => urn),
  );
  const others = resources.filter(({ urn }) => !ours.has(urn));
  const [root] = resources;
  const left = others.map((each) => ({ ...each, ...without(each, ours) }));
  const rest = typeof deployment === 'object' ? deployment : {};
  return { ...rest, resources: [...left, ...(root === undefined ? [] : [handedOverNote(root.urn, at)])] };
}

/** The engine refuses a state in which something waits for what is not there. */
function without(resource: unknown, gone: ReadonlySet<string>): object {
  const dependencies = list(resource, 'dependencies').filter((urn) => !gone.has(String(urn)));
  return Array.isArray(child(resource, 'dependencies')) ? { dependencies } : {};
}
