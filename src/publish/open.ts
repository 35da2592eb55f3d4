// Context and token -> the forge.

import { ToolError } from '../core/model/errors.ts';
import { azure, AZURE_NEEDS } from './azure.ts';
import { TOKEN_VARIABLES, tokenOf } from './context.ts';
import type { PipelineEnvironment, ForgeContext } from './context.ts';
import type { Forge } from './forge.ts';
import { gitHub, NEEDS } from './github.ts';
import { gitLab, GITLAB_NEEDS } from './gitlab.ts';
import { openHttp } from './http.ts';
import { openTransport } from './transport.ts';

export interface ForgeOptions {
  readonly environment: PipelineEnvironment;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds of a second; default 1000. */
  readonly second?: number;
}

export interface OpenedForge {
  readonly forge: Forge;
  readonly close: () => Promise<void>;
}

/** Throws `forge-token` when the variable is not set. Octokit is loaded for the forges that speak it. */
export async function openForge(context: ForgeContext, opening: ForgeOptions): Promise<OpenedForge> {
  const { environment, version, signal, second = 1000 } = opening;
  const token = tokenOf(context.forge, environment);
  if (token === null) {
    const message = `${TOKEN_VARIABLES[context.forge].join(' or ')} is not set. ${needsOf(context)}`;
    throw new ToolError('forge-token', { message });
  }
  const transport = openTransport(environment, signal);
  const { apiUrl } = context;
  const input = { apiUrl, version, transport, needs: needsOf(context), second };
  const http = (headers: Record<string, string>) => openHttp({ ...input, headers, signal });
  const forgeOf = async (): Promise<Forge> => {
    const { forge } = context;
    switch (forge) {
      case 'github':
      case 'gitea': {
        const { openOctokit } = await import('./octokit.ts');
        return gitHub(openOctokit({ ...input, token }), { ...context, forge });
      }
      case 'gitlab':
        return gitLab(http({ 'private-token': token }), context);
      case 'azure':
        return azure(http({ authorization: `Bearer ${token}` }), context);
      default:
        return forge satisfies never;
    }
  };
  return { forge: await forgeOf(), close: transport.close };
}

function needsOf({ forge }: ForgeContext): string {
  if (forge === 'gitlab') return GITLAB_NEEDS;
  return forge === 'azure' ? AZURE_NEEDS : NEEDS[forge];
}
