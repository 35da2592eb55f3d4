// The program reads its own stack: what the last run recorded, and which creates were cut off. Works in preview and in up;
// both see the state before the refresh of the same run. Takes the command that runs the program, from PATH.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as pulumi from '@pulumi/pulumi';

import { ToolError } from '../model/errors.ts';
import type { Digest } from '../model/state.ts';
import { clock } from '../../providers/context.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';

const MAX_EXPORT_BYTES = 2 ** 30;

/** Throws `pulumi-failed` with the last line of what the command said. `name`: of the stack in markers. */
export async function readOwnStack(name: string, digest: Digest): Promise<StackState> {
  const stack = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');
  const args = ['stack', 'export', '--show-secrets', '--non-interactive', '--stack', stack];
  try {
    const { stdout } = await promisify(execFile)('pulumi', args, { maxBuffer: MAX_EXPORT_BYTES });
    return readStack(stdout, { stack: name, digest, now: clock() });
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : null;
    const why = said || 'there is no `pulumi` on PATH that runs';
    throw new ToolError('pulumi-failed', { message: `pulumi stack export: ${why}` });
  }
}
