// `Roster`: the desired files of the project as one component. The plugin registers what they declare as a program of this package does,
// with the same plan and guards and under the same names: a stack goes from one to the other without a request.

import * as pulumi from '@pulumi/pulumi';
import provider from '@pulumi/pulumi/proto/provider_pb.js';

import { loadDesired } from '../../core/desired/project/load.ts';
import { ToolError } from '../../core/model/errors.ts';
import { reconcileWith } from '../reconcile.ts';
import { requestsAnswered } from '../monitor.ts';
import type { ProviderContext } from '../../../providers/context.ts';
import type { Properties } from '../../../providers/declaration.ts';
import { leftText, nameOfOwner } from '../../../providers/refusals.ts';
import type { DesiredState } from '../../core/model/state.ts';
import { fromWire } from './wire.ts';

type ConstructRequest = InstanceType<typeof provider.ConstructRequest>;

class Roster extends pulumi.ComponentResource {
  constructor(name: string, parent: string) {
    super('muster:index:Roster', name, {}, parent === '' ? {} : { parent: new pulumi.DependencyResource(parent) });
    this.registerOutputs();
  }
}

/**
 * For one process of the plugin, which lives for one preview or one update: the SDK speaks for one program in it, and a stack is one target.
 * `engine`: its address. `configured`: of its provider; it counts before that of the stack. The answer throws what a program ends with, and
 * `bad-usage` for a second Roster and for what would do nothing.
 */
export function openRosters(
  engine: string,
  configured: () => Properties,
  provider: ProviderContext,
): (request: ConstructRequest) => Promise<object> {
  let first: string | null = null;
  return async (request) => {
    const name = request.getName();
    if (first !== null)
      throw new ToolError('bad-usage', { message: `${name}: a stack has one Roster, and ${first} is it` });
    first = name;
    return constructed(request, { engine, configured: configured(), declare: rosterIn(provider) });
  };
}

interface Around {
  readonly engine: string;
  readonly configured: Properties;
  readonly declare: ReturnType<typeof rosterIn>;
}

/**
 * Says to the single resources of this process what a Roster declares. Throws `duplicate-user` or `duplicate-record` for what one of them
 * declares, too: with two owners an update would stop half done; and `conflict` for a row that the update of a set removes.
 */
export function rosterIn(provider: ProviderContext) {
  return async (roster: string, target: string | null, { users, records }: Declared): Promise<void> => {
    const { registry } = await provider.target(target);
    const addresses = [...users, ...records].map(({ address }) => address);
    const twice = registry.declareBeside(roster, addresses);
    const left = await registry.leftBefore(roster, addresses);
    if (left !== null) throw new ToolError('conflict', { message: leftText(left, roster), address: left.address });
    if (twice === null) return;
    const message = `${twice} is declared twice: by a file of ${nameOfOwner(roster)} and by a resource beside it; keep one of them`;
    throw new ToolError(twice.startsWith('user:') ? 'duplicate-user' : 'duplicate-record', { message });
  };
}

type Declared = Pick<DesiredState, 'users' | 'records'>;

async function constructed(request: ConstructRequest, around: Around): Promise<object> {
  const { declare } = around;
  const { target, ...others } = fromWire(request.getInputs());
  const [unused] = [...Object.keys(others), ...optionsOf(request)];
  if (unused !== undefined)
    throw new ToolError('bad-usage', {
      message: `${unused} has no effect on a Roster: there is target; all else is said in the files`,
    });
  await useMonitorOf(request, around);
  const roster = new Roster(request.getName(), request.getParent());
  const urn = await new Promise<string>((resolve) => roster.urn.apply(resolve));
  const named = typeof target === 'string' ? target : null;
  const load: typeof loadDesired = async (project, chosen) => {
    const desired = await loadDesired(project, chosen);
    await declare(urn, named, desired);
    return desired;
  };
  await reconcileWith(load, named === null ? {} : { target: named });
  await requestsAnswered();
  // What is left out was said as an error: it ends an update, not a preview.
  if (pulumi.log.hasErrors()) throw new Error('some of what the files declare was left out, as said above');
  return new provider.ConstructResponse().setUrn(urn);
}

/** Those that would be about the component alone, whose objects stand beside it. */
function optionsOf(request: ConstructRequest): string[] {
  const given: Readonly<Record<string, unknown>> = {
    protect: request.getProtect(),
    retainOnDelete: request.getRetainondelete(),
    ignoreChanges: request.getIgnorechangesList()[0],
    replaceOnChanges: request.getReplaceonchangesList()[0],
    deletedWith: request.getDeletedwith(),
    aliases: request.getAliasesList()[0],
  };
  return Object.keys(given).filter((name) => Boolean(given[name]));
}

/** From then on the SDK of this process speaks for the update that asks. */
async function useMonitorOf(request: ConstructRequest, { engine, configured }: Around): Promise<void> {
  const { resetOptions, setAllConfig } = pulumi.runtime;
  const around = [request.getParallel(), engine, request.getMonitorendpoint(), request.getDryrun()] as const;
  resetOptions(request.getProject(), request.getStack(), ...around, request.getOrganization());
  const given: Record<string, string> = {};
  request.getConfigMap().forEach((value, key) => (given[key] = value));
  for (const [key, value] of Object.entries(configured)) given[`muster:${key}`] = String(value);
  setAllConfig(given, request.getConfigsecretkeysList());
  // The SDK's declarations leave it out: whether secrets and aliases are understood.
  const asked: unknown = Reflect.get(pulumi.runtime, 'awaitFeatureSupport');
  if (typeof asked === 'function') await Reflect.apply(asked, undefined, []);
}
