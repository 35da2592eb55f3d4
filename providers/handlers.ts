// The three dynamic providers as plain functions over the core: one family of handlers for one object and for many. The engine
// loads this file by one `require` that stands in the stack (resources.ts), so the names exported here are a contract with every
// stack ever written.
//
// Must: observe before every write; tolerate values not known yet. May: read many objects at once. Must not: take an
// error for absence; drop a recorded object because it is not seen; send requests in check or diff; give an error a
// numeric `code` (the engine would take it for its own status) or a stack trace.

import { otherTarget } from '../src/core/desired/project/explicit.ts';
import type { Address } from '../src/core/model/address.ts';
import { folded } from '../src/core/model/spelling.ts';
import { visible } from '../src/core/model/hidden.ts';
import { isUnknown, otherImport } from './check.ts';
import type { CheckedInputs } from './check.ts';
import { openContext } from './context.ts';
import type { ProviderContext, TargetContext } from './context.ts';
import { namedIn, namesOf, textIn } from './declaration.ts';
import type { Family, Properties } from './declaration.ts';
import { deleteResource } from './delete.ts';
import { asKept } from './native-form.ts';
import { ELSEWHERE, ORDER, readElsewhere, readOrder } from './order.ts';
import { diffResource, readResource } from './read.ts';
import type { DiffAnswer, ReadAnswer } from './read.ts';
import { inputsIn } from './receipts.ts';
import { leftText, nameOfOwner, told } from './refusals.ts';
import { previewUpdate, writeResource } from './write.ts';

/** As Pulumi's dynamic providers are called. Promises reject with an error whose message is all there is to say. */
export interface Handlers {
  readonly configure: (request: { readonly config: { get(key: string): string | undefined } }) => void;
  readonly check: (olds: Properties, news: Properties) => Promise<CheckedInputs<Properties>>;
  readonly diff: (id: string, olds: Properties, news: Properties) => Promise<DiffAnswer>;
  readonly create: (news: Properties) => Promise<{ readonly id: string; readonly outs: Properties }>;
  readonly read: (id: string, olds: Properties) => Promise<ReadAnswer>;
  readonly update: (id: string, olds: Properties, news: Properties) => Promise<{ readonly outs: Properties }>;
  readonly delete: (id: string, olds: Properties) => Promise<void>;
}

/** Those of the native provider: its engine asks in a preview, too. */
interface NativeHandlers extends Handlers {
  readonly preview: (olds: Properties, news: Properties) => Promise<void>;
}

/** Handlers of one provider context share its clients and its registry. What was registered through the native provider goes on here. */
export function createHandlers(family: Family, provider: ProviderContext): NativeHandlers {
  const contextOf = async (properties: Properties): Promise<TargetContext> =>
    entering(properties, await provider.target(textIn(properties, 'target')));
  const unlessSaid = async (properties: Properties): Promise<TargetContext | null> => {
    const context = await provider.targetUnlessSaid(textIn(properties, 'target'));
    return context && entering(properties, context);
  };
  // Nobody is removed while tasks may still change hands.
  const writing = async <T>(about: Properties, work: (context: TargetContext) => Promise<T>): Promise<T> => {
    const context = await contextOf(about);
    return family === 'user' ? work(context) : context.registry.writing(work(context));
  };
  return {
    configure: ({ config }) => provider.configure((key) => config.get(key) ?? null),
    check: (_olds, news) => told(async () => check({ family, provider, context: await contextOf(news) }, news)),
    diff: (_id, kept, news) =>
      told(async () => {
        const olds = asKept(kept);
        const context = await unlessSaid(olds);
        return context === null ? AS_IT_IS : diffResource({ family, context, olds, news });
      }),
    create: (news) => told(() => writing(news, (context) => writeResource({ family, context, olds: null, news }))),
    read: (id, kept) =>
      told(async () => {
        const olds = asKept(kept);
        const context = await unlessSaid(olds);
        if (context === null) return { id, props: kept, inputs: inputsIn(family, olds) };
        return readResource({ family, context, olds });
      }),
    update: (_id, kept, news) =>
      told(() => writing(news, (context) => writeResource({ family, context, olds: asKept(kept), news }))),
    preview: (kept, news) =>
      told(async () => previewUpdate({ family, context: await contextOf(news), olds: asKept(kept), news })),
    delete: (_id, kept) => {
      const olds = asKept(kept);
      return told(() => writing(olds, (context) => deleteResource({ family, context, olds })));
    },
  };
}

function entering(properties: Properties, context: TargetContext): TargetContext {
  const campaignName = isUnknown(properties) ? null : textIn(properties, 'campaignName');
  if (campaignName !== null) context.registry.campaigns.add(campaignName);
  const stack = textIn(properties, '__stack');
  if (stack !== null) context.registry.inStack(stack);
  return context;
}

interface CheckInput {
  readonly family: Family;
  readonly provider: ProviderContext;
  readonly context: TargetContext;
}

/** What has a whole order is checked already. An order stays in this process. */
async function check(
  { family, provider, context }: CheckInput,
  { [ORDER]: order, [ELSEWHERE]: others, ...news }: Properties,
): Promise<CheckedInputs<Properties>> {
  const { registry, target } = context;
  for (const [address, other] of readElsewhere(others)) registry.declare(other, [address]);
  const planned = readOrder(order);
  const checked = planned.says === 'whole' ? { inputs: news, failures: [] } : provider.checks()[family](news, target);
  if (checked.failures.length > 0 || isUnknown(news)) return checked;
  const names = namesOf(family, checked.inputs);
  const { owner } = names;
  const refused = (reason: string) => ({
    inputs: checked.inputs,
    failures: [{ property: '', reason: visible(reason) }],
  });
  const imported = otherImport(names, news);
  if (imported !== null) return refused(imported);
  const { addresses, people } = namedIn(family, checked.inputs);
  const other = registry.declare(owner, [...addresses, ...planned.inherits]);
  if (other !== null) {
    const [one, second] = [owner, other.owner].map(nameOfOwner);
    return refused(`${other.address} is declared twice: by ${one} and by ${second}; keep one of them`);
  }
  registry.setOrder(owner, planned);
  for (const id of people) registry.people.add(id);
  if (family === 'user' && checked.inputs['ensure'] !== 'absent')
    for (const address of addresses) registry.wanted.set(folded(address), address);
  // Before anything of ours is written: from then on the engine lists writes of this update as those that were cut off.
  await registry.look();
  // An engine that is told another provider makes its object there and deletes the one of before, without asking for a difference.
  const before = context.allowance.isNative ? await registry.recordedElsewhere(owner).catch(() => null) : null;
  if (context.allowance.isNative) await sayHeldTwice(owner, addresses, context);
  if (before !== null) return refused(otherTarget(before, target.name).message);
  const left = await registry.leftBefore(owner, addresses);
  return left === null ? checked : refused(leftText(left, owner));
}

/** Each provider of a stack has a process of its own: what two of them declare of one tenant shows by the state only, after both have it. */
async function sayHeldTwice(
  owner: string,
  addresses: readonly Address[],
  { registry, tell }: TargetContext,
): Promise<void> {
  const other = await registry.heldTwice(owner, addresses).catch(() => null);
  if (other === null) return;
  const [one, second] = [owner, other.owner].map(nameOfOwner);
  tell(
    `${other.address} is held by ${one} and by ${second}: two that are declared write over each other in each update; keep one of them`,
  );
}

const AS_IT_IS: DiffAnswer = { changes: false };

const provider = openContext(process.cwd());
export const userHandlers = createHandlers('user', provider);
export const recordHandlers = createHandlers('record', provider);
export const setHandlers = createHandlers('set', provider);
