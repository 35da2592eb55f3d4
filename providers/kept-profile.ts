// A person whose name, template, e-mail or createInBackend changed in a program of classes. No call updates a person (user
// provisioning interface), so nothing is sent: `diff` takes the person for equal in these and says so in each preview and each
// `up`, and the outputs, which the engine keeps of what is equal, go on saying what was sent at creation.

import type { Verdict } from '../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import type { TargetContext } from './context.ts';
import type { Declaration, Properties } from './declaration.ts';
import type { Receipts } from './kept.ts';
import { comparePart, observedFrom, partOf } from './part.ts';
import { nameOfOwner } from './refusals.ts';

/** What a comparison with a recorded user as last seen says beside changes; of anything else nothing. Sends nothing. */
export function lastVerdicts(
  declaration: Declaration,
  kept: Receipts,
  { context, olds }: LastState,
): readonly Verdict[] {
  const [user] = declaration.users;
  const receipt = kept.recorded.find((object) => object.kind === 'user');
  if (user === undefined || receipt === undefined) return [];
  const { backendPresence: shown } = olds;
  const backend = shown === 'present' || shown === 'absent' ? shown : 'unknown';
  const asRecorded = { ...receipt, service: 'present', backend, observedAt: 0, problem: null } as const;
  const seen = kept.observed?.get(user.address) ?? asRecorded;
  const part = partOf(declaration, context, { ...kept, openIntents: [] });
  return comparePart(part, observedFrom(new Map([[user.address, seen]])), context).verdicts;
}

interface LastState {
  readonly context: TargetContext;
  readonly olds: Properties;
}

/** Says what no update applies: a class has no plan that would. A refresh declares nothing. */
export function sayUnapplied(all: readonly Verdict[], { owner }: Declaration, { tell, registry }: TargetContext): void {
  for (const verdict of all.filter((each) => isKept(each) && registry.isDeclared(each.address)))
    tell(`warning: User ${nameOfOwner(owner)} (${verdict.address}): ${whyVerdict(verdict)}${WAY_ON}`);
}

const WAY_ON = '; the stack keeps what was sent: declare that, or onProfileChange: replace (deletes, then creates)';

const isKept = ({ reason }: Verdict): boolean => reason.kind === 'profile-kept';

/** Inputs with what the stack said before in the place of what is not applied. */
export function asSent(news: Properties, olds: Properties | null, verdicts: readonly Verdict[]): Properties {
  const names = new Set(verdicts.filter(isKept).flatMap(({ fields }) => fields.map(({ field }) => field)));
  const others = Object.entries(news).filter(([name]) => !names.has(name));
  const sent = Object.entries(olds ?? {}).filter(([name]) => names.has(name));
  return Object.fromEntries([...others, ...sent]);
}
