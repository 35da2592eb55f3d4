// Stands in the bundle of the action in place of everything that loads Pulumi (scripts/build-action.ts): Pulumi's own action runs
// `pulumi preview` and `pulumi up`, with MUSTER_OUT for the report, and this one publishes it.

import { ToolError } from '../core/model/errors.ts';
import type { Target } from '../core/model/target.ts';

interface Place {
  readonly target: Target;
}

export {
  elsewhere as plan,
  elsewhere as apply,
  elsewhere as drift,
  elsewhere as destroy,
  elsewhere as recall,
  elsewhere as placed,
  elsewhere as home,
};

async function elsewhere({ target }: Place): Promise<never> {
  throw new ToolError('wrong-home', {
    message: `target ${target.name} keeps its state in Pulumi, which this action does not carry: run pulumi/actions with MUSTER_OUT=json=PATH, then this action with the command publish (docs/pipelines.md)`,
  });
}
