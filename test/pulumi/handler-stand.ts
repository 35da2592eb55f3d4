// A sandbox, a project folder and the handlers of users and records, as a run starts them.

import { onTestFinished } from 'vitest';

import { openContext } from '../../providers/context.ts';
import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';

export interface Stand {
  readonly sandbox: TestSandbox;
  /** Of the project. */
  readonly folder: string;
  readonly users: Handlers;
  readonly records: Handlers;
  /** As a new run of the command starts them: nothing remembered. */
  readonly again: () => Pick<Stand, 'users' | 'records'>;
}

export async function stand(options: Partial<SandboxOptions> = {}): Promise<Stand> {
  const sandbox = await withSandbox(options);
  const folder = teamProject(sandbox);
  const again = (): Pick<Stand, 'users' | 'records'> => {
    const provider = openContext(folder);
    onTestFinished(() => provider.close());
    return { users: createHandlers('user', provider), records: createHandlers('record', provider) };
  };
  return { sandbox, folder, again, ...again() };
}
