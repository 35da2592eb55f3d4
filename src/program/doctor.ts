// What doctor says about recorded state that lives in a Pulumi stack: the CLI, the stack, writes left open. Reads only.

import { PulumiCommand } from '@pulumi/pulumi/automation/index.js';

import { failed, ok, warning } from '../core/model/check.ts';
import type { Check } from '../core/model/check.ts';
import { ERRORS, ToolError } from '../core/model/errors.ts';
import type { RecordedState } from '../core/model/state.ts';
import type { Run } from '../core/engine/run.ts';
import { recall } from './home.ts';

const NOTHING: RecordedState = { objects: new Map(), openIntents: [] };

export async function home(
  place: Pick<Run, 'project' | 'target'>,
): Promise<{ readonly checks: readonly Check[]; readonly recorded: RecordedState }> {
  const advice = 'Install the Pulumi CLI: https://www.pulumi.com/docs/install/.';
  let version: string;
  try {
    version = (await PulumiCommand.get()).version?.version ?? 'of unknown version';
  } catch {
    const text = 'there is no usable Pulumi CLI on PATH';
    return { checks: [failed('pulumi', { code: 'pulumi-failed', text, advice })], recorded: NOTHING };
  }
  const cli = ok('pulumi', `CLI ${version}`);
  try {
    const { recorded } = await recall(place);
    return { checks: [cli, ...stackChecks(place.target.stack, recorded)], recorded };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const reason = { code: error.code, text: error.message, advice: ERRORS[error.code].advice };
    return { checks: [cli, failed('stack', reason)], recorded: NOTHING };
  }
}

function stackChecks(stack: string, { objects, openIntents }: RecordedState): Check[] {
  const state = objects.size === 0 ? 'nothing recorded yet' : `${objects.size} objects recorded`;
  if (openIntents.length === 0) return [ok('stack', `${stack}: ${state}`)];
  const text = `${stack}: ${openIntents.length} writes of an interrupted update are open`;
  return [ok('stack', `${stack}: ${state}`), warning('intents', text, 'The next preview settles them by reading.')];
}
