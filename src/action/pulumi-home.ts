// Stands in the bundle of the action in place of everything that loads Pulumi (scripts/build-action.ts): Pulumi's own action runs
// `pulumi preview` and `pulumi up`, with MUSTER_OUT for the report, and this one publishes it.

import { ToolError } from '../model/errors.ts';
import type { Target } from '../model/target.ts';

interface Place {
  readonly target: Target;
}

export async function plan(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function apply(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function drift(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function destroy(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function recall(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function placed(place: Place): Promise<never> {
  throw elsewhere(place);
}

export async function home(place: Place): Promise<never> {
  throw elsewhere(place);
}

function elsewhere({ target }: Place): ToolError {
  return new ToolError('wrong-home', {
    message: `target ${target.name} keeps its state in Pulumi, which this action does not carry: run pulumi/actions with MUSTER_OUT=json=PATH, then this action with the command publish (docs/pipelines.md)`,
  });
}
