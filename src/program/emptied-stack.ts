// A stack whose state went to a ledger: our resources are taken out without a request, and one entry says where they went, so that an
// old checkout, or a job that runs again, does not take the stack for a new one.

import type { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';

import { APPLIED_TYPE, child, FAMILIES, handedOverNote, isResource, list } from '../../providers/stack-export.ts';
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
export async function emptiedStack(
  workspace: Pick<LocalWorkspace, 'exportStack' | 'importStack'>,
  { stack, exported, at }: EmptyWish,
): Promise<void> {
  try {
    const now = await workspace.exportStack(stack);
    if (JSON.stringify(now) !== JSON.stringify(exported)) {
      throw new ToolError('locked', { message: `the stack ${stack} was written meanwhile: say it again` });
    }
    await workspace.importStack(stack, { ...now, deployment: withoutOurs(now.deployment, at) });
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
  const root = others.find(({ type }) => type === 'pulumi:pulumi:Stack');
  const left = others.map((each) => ({ ...each, ...without(each, ours) }));
  const rest = typeof deployment === 'object' ? deployment : {};
  return { ...rest, resources: [...left, ...(root === undefined ? [] : [handedOverNote(root.urn, at)])] };
}

/** The engine refuses a state in which something waits for what is not there. */
function without(resource: unknown, gone: ReadonlySet<string>): object {
  const dependencies = list(resource, 'dependencies').filter((urn) => !gone.has(String(urn)));
  return Array.isArray(child(resource, 'dependencies')) ? { dependencies } : {};
}
