// What every adoption needs: the run with its declared objects, recorded state, and a reader of the service.

import { connect, loadDesired, reachable } from '../../core/face.ts';
import type { Adoption, LeftOutReason, Memory, Overlay, Run, ServiceReader } from '../../core/face.ts';
import type { Address } from '../../core/model/address.ts';
import type { Diagnostic } from '../../core/model/errors.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { DesiredState, Project } from '../../core/model/state.ts';
import { targetHead, type Target } from '../../core/model/target.ts';

export interface AdoptContext {
  readonly run: Run;
  readonly memory: Memory;
  /** Write the files; otherwise only show what would change. */
  readonly write: boolean;
}

/** What the files declare. A project without any desired file declares nothing yet, which is no error here. */
export async function declaredSoFar(project: Project, target: Target): Promise<DesiredState> {
  try {
    return await loadDesired(project, target);
  } catch (error) {
    const isFirst = error instanceof ToolError && error.diagnostics.every(({ code }) => code === 'no-desired-files');
    if (!isFirst || !(error.diagnostics.length > 0)) throw error;
    return { users: [], campaigns: [], records: [], files: [], content: '' };
  }
}

/** A reader while `work` runs; it has no writing methods. */
export async function withReader<T>(run: Run, work: (reader: ServiceReader, target: Target) => Promise<T>): Promise<T> {
  const target = await reachable(run);
  const client = connect({ ...run, target, profile: null });
  try {
    return await work(client, target);
  } finally {
    await client.close();
  }
}

/** The patched files, read by the same rules as those on disk; or the new declarations that are refused. */
export async function loadPatched(
  { project, target }: Pick<Run, 'project' | 'target'>,
  overlay: Overlay,
): Promise<{ readonly desired: DesiredState } | { readonly refused: ReadonlyMap<Address, LeftOutReason> }> {
  try {
    return { desired: await loadDesired(project, target, overlay) };
  } catch (error) {
    if (!(error instanceof ToolError) || !error.diagnostics.every(isPlaced)) throw error;
    if (error.diagnostics.length === 0) throw error;
    const placed = error.diagnostics.filter(isPlaced);
    return { refused: new Map(placed.map((diagnostic) => [diagnostic.address, { why: 'refused', diagnostic }])) };
  }
}

function isPlaced(diagnostic: Diagnostic): diagnostic is Diagnostic & { readonly address: Address } {
  return diagnostic.address !== null;
}

export function placeOf({ project, target }: Run, real: Target): Pick<Adoption, 'project' | 'target'> {
  return { project: project.name, target: targetHead({ ...real, name: target.name }) };
}
