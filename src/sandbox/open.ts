// The sandbox of a target: started where it is needed, with the target told where it listens. Whoever begins a run hands `openTarget` in.

import { join } from 'node:path';
import type { Project } from '../core/model/state.ts';
import { serviceName } from '../core/model/target.ts';
import type { Target } from '../core/model/target.ts';

interface SandboxPlace {
  readonly project: Pick<Project, 'directory'>;
  readonly target: Target;
}

/** Of any target; one that is no sandbox stays as it is. Throws `sandbox-failed`. */
export async function openTarget(place: SandboxPlace): Promise<Target> {
  const { target } = place;
  if (!target.sandbox || target.port !== 0) return target;
  const { ensureSandbox } = await import('./daemon/daemon.ts');
  const { sandboxTarget } = await import('./world/identity.ts');
  return sandboxTarget(target, await ensureSandbox(sandboxDirectory(place)));
}

export function sandboxDirectory({ project, target }: SandboxPlace): string {
  return join(project.directory, '.muster', 'sandbox', serviceName(target));
}
