// A forge that has nothing and takes nothing, and a place without a pipeline: what `--dry-run` decides against where there is no token to look
// with, or nothing says where to.

import { ToolError } from '../core/model/errors.ts';
import type { ForgeContext, ForgeName, Wishes } from './context.ts';
import { LIMITS, type Forge } from './forge.ts';

export function nowhere(forge: ForgeName): Forge {
  const refuse = (): never => {
    throw new TypeError('a dry run writes nothing');
  };
  const none = async <Item>(): Promise<readonly Item[]> => Promise.resolve([]);
  return {
    name: forge,
    limits: LIMITS[forge],
    author: async () => Promise.resolve(null),
    requestOf: async () => Promise.resolve(null),
    openRequests: none,
    comments: none,
    createComment: refuse,
    rewriteComment: refuse,
    hideComment: refuse,
    setStatus: refuse,
    issues: { list: none, open: refuse, rewrite: refuse, comment: refuse },
  };
}

/** Where a dry run would publish, and which variable of a pipeline is missing; null: none. */
export function orNoPlace(read: () => ForgeContext, wishes: Wishes): readonly [ForgeContext, lacks: string | null] {
  try {
    return [read(), null];
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'forge-unknown') throw error;
    const unknown = { apiUrl: '', repository: '', pullRequest: null, headBranch: null, commit: null, runUrl: null };
    const rest = { webUrl: null, maker: 'own', jobShowsNotes: false } as const;
    return [{ forge: 'github', ...unknown, ...wishes, ...rest }, error.detail.message];
  }
}
