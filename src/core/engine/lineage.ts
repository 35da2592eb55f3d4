// Whether recorded state is about the tenant and the stack of this run. A ledger or a stack that speaks of another tenant or another
// stack says nothing about this one: nothing is read with it, nothing is written.
//
//   recorded                     | this run                         | then
//   nothing yet                  | any                              | it is bound to this run by the first write
//   another tenant               | not in `formerTenants`           | other-tenant
//   another stack                | not in `formerStacks`            | other-stack
//   another region of a campaign  | tasks of it that are not used up  | other-tenant
//   a tenant or stack of before  | declared                         | read; what is written names this one
//
//   Example   The host of the target `prod` is changed in muster.yaml. Its ledger records 40 people of the old host. Without this
//   rule the same ids on the new host would count as these people, and who is no longer declared would be deleted there.

import { isRecord } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import { tenantOf } from '../model/identity.ts';
import type { Identity, Lineage } from '../model/identity.ts';
import type { DesiredState, Project, RecordedObject } from '../model/state.ts';
import { stackIn } from '../model/record.ts';
import type { Target } from '../model/target.ts';

/** The stack of a Pulumi program that keeps the recorded state. */
export interface PulumiStack {
  readonly project: string;
  readonly name: string;
}

export interface RunPlace {
  readonly project: Pick<Project, 'name'>;
  readonly target: Target;
  /** Absent: not asked about here. */
  readonly desired?: Pick<DesiredState, 'campaigns'>;
  /** Absent: the ledger keeps the recorded state. */
  readonly pulumi?: PulumiStack;
}

/** What this run writes into recorded state and markers. */
export function identityOf(place: RunPlace): Identity {
  const { project, target, pulumi } = place;
  const name = pulumi === undefined ? stackName(place) : `${project.name}.${pulumi.project}.${pulumi.name}`;
  return { tenant: tenantOf(target), stack: name.replaceAll('/', '-') };
}

/** One project on one target: the name in markers and digests. */
export function stackName(run: {
  readonly project: Pick<Project, 'name'>;
  readonly target: Pick<Target, 'stack'>;
}): string {
  return `${run.project.name}.${run.target.stack}`.replaceAll('/', '-');
}

/**
 * Whose markers count in this run: of this stack, of former ones that the target names, and of the target in its other home, where
 * those are recorded.
 * `identities`: what the recorded objects say of themselves. Throws `other-tenant`, `other-stack`, both sides named.
 */
export function lineageOf(
  place: RunPlace,
  identities: readonly Identity[],
  recorded: Iterable<RecordedObject> = [],
): Lineage {
  const own = identityOf(place);
  const { formerStacks, formerTenants } = place.target;
  for (const { tenant, stack } of identities) {
    if (tenant !== own.tenant && !formerTenants.includes(tenant)) throw otherTenant(place, tenant, own.tenant);
    if (stack !== own.stack && !formerStacks.includes(stack)) throw otherStack(place, stack, own.stack);
  }
  // Read once: it may be an iterator.
  const objects = [...recorded];
  refuseOtherRegion(place, objects);
  const marked = objects.flatMap((each) => (isRecord(each) && each.marker ? [stackIn(each.marker)] : []));
  const homes = [...new Set(marked)].filter((name) => name !== own.stack && isNameOf(place, name));
  const former = [...new Set([...formerStacks, ...homes])];
  return { stack: own.stack, former, ...(homes.length > 0 && { homes }) };
}

/** In a ledger `<project>.<stack>`, in a stack `<project>.<Pulumi project>.<stack>`: the same target, whose state was handed over. */
function isNameOf({ project, target }: RunPlace, name: string): boolean {
  const short = target.stack.slice(target.stack.lastIndexOf('/') + 1);
  return name === stackName({ project, target }) || (name.startsWith(`${project.name}.`) && name.endsWith(`.${short}`));
}

/** A campaign of the same name elsewhere is another one: its empty searches say nothing of the tasks that are recorded. */
function refuseOtherRegion({ desired, target }: RunPlace, recorded: readonly RecordedObject[]): void {
  const regions = new Map(
    desired?.campaigns.map(({ campaignName, region }) => [campaignName, region ?? target.region]),
  );
  for (const object of recorded) {
    if (!isRecord(object) || object.consumed !== null) continue;
    const { campaignName, region: before = target.region } = object;
    const region = regions.get(campaignName) ?? before;
    if (region === before) continue;
    const message = `the state is about ${campaignName} in ${before}; the file says region: ${region}`;
    throw new ToolError('other-tenant', { message });
  }
}

function otherTenant({ target }: RunPlace, recorded: string, own: string): ToolError {
  return new ToolError('other-tenant', {
    message: `the state is about ${recorded}; target ${target.name} is ${own}`,
  });
}

function otherStack({ target }: RunPlace, recorded: string, own: string): ToolError {
  return new ToolError('other-stack', {
    message: `the state is of stack ${recorded}; target ${target.name} is stack ${own}`,
  });
}
