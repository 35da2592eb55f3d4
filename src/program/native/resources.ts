// Resources of the native provider: each request of Pulumi to a handler of the dynamic one, and its answer back. An adapter and nothing
// else: no rule and no wording of its own.
//
// No program stands behind them, so no plan counts them as a whole: the handlers count, one resource after the other
// (providers/refusals.ts). What is not known yet is neither checked nor sent, as in each preview.

import { isDeepStrictEqual } from 'node:util';

import provider from '@pulumi/pulumi/proto/provider_pb.js';

import { isUnknown, isUnshown, UNKNOWN, UNSHOWN } from '../../../providers/check.ts';
import type { ProviderContext } from '../../../providers/context.ts';
import { declarationOf } from '../../../providers/declaration.ts';
import type { Family, Properties } from '../../../providers/declaration.ts';
import type { DiffAnswer } from '../../../providers/read.ts';
import { createHandlers } from '../../../providers/handlers.ts';
import { importObject } from '../../../providers/import.ts';
import { asHandled, asInputs, asOutputs, byClientId, formFailures } from '../../../providers/native-form.ts';
import { told } from '../../../providers/refusals.ts';
import { OUTPUT_NAMES } from '../../../providers/receipts.ts';
import { FAMILIES, stackOf } from '../../../providers/stack-export.ts';
import { openSameNumberCheck } from '../../core/desired/declarations/same-number.ts';
import { ToolError } from '../../core/model/errors.ts';
import { pick } from '../../core/model/fields.ts';
import { empty } from './sdk.ts';
import { checked, fromWire, toWire } from './wire.ts';

type Request<T extends abstract new (...args: never) => unknown> = InstanceType<T>;

/** By the name that the service has for each. */
export function resourceCalls(context: ProviderContext) {
  const { resource, unlessSaid } = resourcesOf(context);
  return {
    check: async (request: Request<typeof provider.CheckRequest>) => {
      const news = fromWire(request.getNews());
      if (isUnknown(news)) return checked(news, []);
      return checkedBy(await resource(request.getUrn()), news);
    },
    diff: async (request: Request<typeof provider.DiffRequest>) => {
      const opened = await unlessSaid(request.getUrn());
      if (opened === null) return diffAnswer({ changes: false }, true);
      const { family, handled, diff } = opened;
      const [olds, news] = [fromWire(request.getOlds()), fromWire(request.getNews())];
      const unshown = family === 'user' && isUnshown(olds) ? pick(news, UNSHOWN) : {};
      const isSame = isUnnamed({ ...unshown, ...fromWire(request.getOldInputs()) }, news);
      const before = { ...handled(olds), ...unshown };
      return diffAnswer(await diff(request.getId(), before, isUnknown(news) ? news : handled(news)), isSame);
    },
    create: async (request: Request<typeof provider.CreateRequest>) => {
      const { family, handled, create } = await resource(request.getUrn());
      const news = fromWire(request.getProperties());
      const { id, outs } = request.getPreview()
        ? { id: '', outs: { ...notKnownYet(family), ...news } }
        : await create(handled(news));
      return new provider.CreateResponse().setId(id).setProperties(toWire(asOutputs(outs)));
    },
    read: async (request: Request<typeof provider.ReadRequest>) => {
      const [kept, id] = [fromWire(request.getProperties()), request.getId()];
      const answer = new provider.ReadResponse();
      const isImport = Object.keys(kept).length === 0;
      const opened = await (isImport ? resource : unlessSaid)(request.getUrn());
      if (opened === null)
        return answer.setId(id).setProperties(request.getProperties()).setInputs(request.getInputs());
      const { family, beside, handled, read } = opened;
      const state = isImport
        ? await importObject({ family, provider: context, id, beside })
        : await read(id, handled(kept));
      if (state.id === undefined) return answer;
      const { props, inputs } = state;
      return answer
        .setId(state.id)
        .setProperties(toWire(asOutputs(props)))
        .setInputs(toWire(asInputs(inputs)));
    },
    update: async (request: Request<typeof provider.UpdateRequest>) => {
      const { handled, preview, update } = await resource(request.getUrn());
      const [olds, news] = [fromWire(request.getOlds()), fromWire(request.getNews())];
      if (request.getPreview() && !isUnknown(news)) await preview(handled(olds), handled(news));
      const { outs } = request.getPreview()
        ? { outs: { ...olds, ...news } }
        : await update(request.getId(), handled(olds), handled(news));
      return new provider.UpdateResponse().setProperties(toWire(asOutputs(outs)));
    },
    delete: async (request: Request<typeof provider.DeleteRequest>) => {
      const { handled, ...handlers } = await resource(request.getUrn());
      await handlers.delete(request.getId(), handled(fromWire(request.getProperties())));
      return new empty.Empty();
    },
  };
}

const OTHER: Readonly<Record<string, string>> = {
  'muster:index:Roster':
    'a Roster is not imported: declare it; what its files declare with `adopt: true` is taken over as it is there',
};

type Resource = Awaited<ReturnType<ReturnType<typeof resourcesOf>['resource']>>;

async function checkedBy({ handled, check, twice }: Resource, news: Properties): Promise<object> {
  const malformed = formFailures(news);
  if (malformed.length > 0) return checked(news, malformed);
  const { inputs, failures } = await check({}, handled(news));
  const said = failures.length > 0 ? failures : twice(inputs);
  return checked(
    asInputs(inputs),
    said.map((each) => ({ ...each, reason: byClientId(each.reason, news) })),
  );
}

/**
 * URN -> its handlers, and what they are told beside what is declared. Why a target cannot be opened is said with the first resource:
 * `unlessSaid` is null for each other one, and `resource` throws without the reason.
 */
function resourcesOf(context: ProviderContext) {
  const handlers = {
    user: createHandlers('user', context),
    record: createHandlers('record', context),
    set: createHandlers('set', context),
  };
  const sameNumber = openSameNumberCheck();
  const unlessSaid = async (urn: string) => {
    const type = urn.split('::')[2]?.split('$').at(-1) ?? '';
    const family = FAMILIES.get(type);
    if (family === undefined)
      throw new ToolError('bad-usage', { message: OTHER[type] ?? `there is no resource ${type}` });
    const opened = await told(() => context.targetUnlessSaid(null));
    if (opened === null) return null;
    const { target, project, tell } = opened;
    // By its URN a resource answers for its objects. Nothing of this is shown.
    const beside = { __owner: urn, __stack: stackOf(urn), target: target.name };
    const handled = (shown: Properties): Properties => ({ ...beside, ...asHandled(shown) });
    const beforeThese = (inputs: Properties) =>
      family === 'user' ? [] : sameNumber(declarationOf(family, inputs), { policy: project.policy, tell });
    const twice = (inputs: Properties) => beforeThese(inputs).map((reason) => ({ property: '', reason }));
    return { ...handlers[family], family, beside, handled, twice };
  };
  const resource = async (urn: string) => {
    const opened = await unlessSaid(urn);
    if (opened === null)
      throw new Error('nothing was done: the target cannot be opened, and another resource says why');
    return opened;
  };
  return { resource, unlessSaid };
}

/** What only the service can say. */
function notKnownYet(family: Family): Properties {
  return Object.fromEntries(OUTPUT_NAMES[family].map((name) => [name, UNKNOWN]));
}

/** Nothing differs that the engine should name; of inputs of the dynamic provider it would name what is our own. */
function isUnnamed(inputs: Properties, news: Properties): boolean {
  return '__provider' in inputs || isDeepStrictEqual(inputs, news);
}

/** Where inputs differ the engine finds by itself which, and shows them by their paths. */
function diffAnswer({ changes, replaces = [] }: DiffAnswer, isSame: boolean) {
  const { DIFF_UNKNOWN, DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
  const word = changes === false ? DIFF_NONE : isSame ? DIFF_SOME : DIFF_UNKNOWN;
  return new provider.DiffResponse().setChanges(word).setReplacesList([...replaces]);
}
