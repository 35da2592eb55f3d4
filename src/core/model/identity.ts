// What recorded state speaks of: one tenant of the service, and one stack. A word about another one says nothing here.

import { baseUrl } from './target.ts';
import type { Target } from './target.ts';

/** The name that our markers carry, and those of stacks whose records are taken over (`formerStacks` of the target). */
export interface Lineage {
  readonly stack: string;
  readonly former: readonly string[];
  /** Of those, names that the target has in its other home: what carries one of them is not written anew. */
  readonly homes?: readonly string[];
}

/** What recorded state is bound to. */
export interface Identity {
  /** As tenantOf() gives it. */
  readonly tenant: string;
  /** The name that our markers carry: `<project>.<stack>`. */
  readonly stack: string;
}

/** Whose objects: host, region, platform, company and environment in one line (both interface documents, "Endpoints"). */
export function tenantOf(target: Target): string {
  const { sandbox, platform, companyCode, environment } = target;
  const place = sandbox ? 'sandbox' : baseUrl(target).toLowerCase();
  const tenant = [platform, companyCode, environment].map((each) => each.replaceAll(/[%/]/gu, encodeURIComponent));
  return `${place} ${tenant.join('/')}`;
}

export function isSameIdentity(one: Identity | null, other: Identity): boolean {
  return one !== null && one.tenant === other.tenant && one.stack === other.stack;
}
