// `muster get user`: one query-existence, beside what is declared and recorded.

import type { LookupHead, UserLookup } from '../../core/face.ts';
import { userAddress } from '../../core/model/address.ts';
import { targetHead, type Target } from '../../core/model/target.ts';
import { answered, asking } from './context.ts';
import type { LookupContext } from './context.ts';
import { knownOf } from './known.ts';

export async function lookUpUser(context: LookupContext, loginUserId: string): Promise<UserLookup> {
  const asked = await asking(context, async (reader) => answered(await reader.lookUpUser(loginUserId)));
  const known = knownOf(userAddress(loginUserId), context);
  return { ...headOf(context, asked), loginUserId, answer: asked.value, known };
}

export function headOf(
  { project, target: { name }, unread }: LookupContext,
  { requests, target }: { readonly requests: number; readonly target: Target },
): LookupHead {
  return { project: project.name, target: targetHead({ ...target, name }), requests, unread };
}
