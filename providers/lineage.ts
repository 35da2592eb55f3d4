// Which tenant and stack a resource is about, held against what its receipts say of themselves (src/engine/lineage.ts): receipts of
// another one are refused by every handler, before anything is read with them.

import { firstIdentity, lineageOf } from '../src/engine.ts';
import type { PulumiStack } from '../src/engine.ts';
import { isSameIdentity } from '../src/model/identity.ts';
import type { TargetContext } from './context.ts';
import { textIn } from './declaration.ts';
import type { Properties } from './declaration.ts';
import { identitiesIn } from './kept.ts';
import type { Receipts } from './kept.ts';

/** The context for one resource. Throws `other-tenant`, `other-stack`. */
export function inLineage(context: TargetContext, receipts: Receipts, properties: Properties): TargetContext {
  const { project, target } = context;
  const pulumi = homeIn(properties);
  const place = { project, target, ...(pulumi && { pulumi }) };
  const first = firstIdentity(place);
  const lineage = lineageOf(place, identitiesIn([receipts], first));
  return { ...context, lineage, identity: { ...first, stack: lineage.stack } };
}

/** Receipts of a former stack or tenant are written anew, so that muster.yaml need not name it for ever. */
export function isRenamed(receipts: Receipts, { identity, first }: TargetContext): boolean {
  const before = identitiesIn([receipts], first);
  return before.some((each) => !isSameIdentity(each, identity));
}

/** `[<organization>/]<project>/<name>`; null in a stack that goes on as an earlier version wrote it. */
function homeIn(properties: Properties): PulumiStack | null {
  const [name, project] = (textIn(properties, 'stack') ?? textIn(properties, 'home') ?? '').split('/').toReversed();
  return name === undefined || project === undefined ? null : { project, name };
}
