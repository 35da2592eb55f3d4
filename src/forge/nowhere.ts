// A forge that has nothing and takes nothing, and a place without a pipeline: what `--dry-run` decides against where there is no token to look
// with, or nothing says where to.

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

export function noPlace(wishes: Wishes): ForgeContext {
  const unknown = { apiUrl: '', repository: '', pullRequest: null, headBranch: null, commit: null };
  return { forge: 'github', ...unknown, ...wishes, webUrl: null, runUrl: null, maker: 'own', jobShowsNotes: false };
}
