// The native provider under the model of Pulumi's engine: its calls as they are, on messages of its wire, without a socket; and what a program
// of another language registers. No program plans it: a person passes what a refusal names by its number, and lets the set that a row leaves
// depend on the one that takes it, as that refusal says; and lets who adds a customer to a second campaign depend on who holds the first
// (docs/native-provider.md).

import provider from '@pulumi/pulumi/proto/provider_pb.js';

import type { ProviderContext } from '../../../../providers/context.ts';
import type { Properties } from '../../../../providers/declaration.ts';
import { asOutputs } from '../../../../providers/native-form.ts';
import { receiptsOf } from '../../../../providers/receipts.ts';
import { UnfinishedError } from '../../../../providers/refusals.ts';
import { clientIdOf, recordAddress } from '../../../../src/core/model/address.ts';
import { resourceCalls } from '../../../../src/program/native/resources.ts';
import { fromWire, toWire } from '../../../../src/program/native/wire.ts';
import type { EngineHandlers, HandlersByKind, Resource, StackDouble, Wanted } from '../../../support/pulumi-stack.ts';

/** Each property list carries the URN under this name, which the engine knows beside them. */
const URN = '__owner';

export function nativeHandlersOf(context: ProviderContext): HandlersByKind {
  const calls = resourceCalls(context);
  const own: EngineHandlers = {
    configure: ({ config }) => context.configure((key) => config.get(key) ?? null),
    check: async (_olds, { [URN]: urn, ...news }) => {
      const answer = await calls.check(new provider.CheckRequest().setUrn(String(urn)).setNews(toWire(news)));
      const failures = read(answer, provider.CheckResponse).getFailuresList();
      const inputs = fromWire(read(answer, provider.CheckResponse).getInputs());
      return {
        inputs: { ...inputs, [URN]: urn },
        failures: failures.map((each) => ({ property: each.getProperty(), reason: each.getReason() })),
      };
    },
    diff: async (id, { [URN]: urn, ...olds }, { [URN]: _, ...news }, { [URN]: __, ...inputs }) => {
      const asked = new provider.DiffRequest().setUrn(String(urn)).setId(id).setOlds(toWire(olds));
      const answer = await calls.diff(asked.setOldInputs(toWire(inputs)).setNews(toWire(news)));
      const { DIFF_NONE, DIFF_UNKNOWN } = provider.DiffResponse.DiffChanges;
      const [changes, replaces] = [answer.getChanges(), answer.getReplacesList()];
      const isSaid = changes !== DIFF_UNKNOWN || replaces.length > 0;
      return { ...(isSaid && { changes: changes !== DIFF_NONE }), ...(replaces.length > 0 && { replaces }) };
    },
    create: ({ [URN]: urn, ...news }) =>
      withUrn(urn, async () => {
        const answer = await calls.create(new provider.CreateRequest().setUrn(String(urn)).setProperties(toWire(news)));
        return { id: answer.getId(), outs: { ...fromWire(answer.getProperties()), [URN]: urn } };
      }),
    read: async (id, { [URN]: urn, ...olds }) => {
      const answer = await calls.read(
        new provider.ReadRequest().setUrn(String(urn)).setId(id).setProperties(toWire(olds)),
      );
      if (answer.getId() === '') return {};
      const [props, inputs] = [fromWire(answer.getProperties()), fromWire(answer.getInputs())];
      return { id: answer.getId(), props: { ...props, [URN]: urn }, inputs: { ...inputs, [URN]: urn } };
    },
    update: (id, { [URN]: urn, ...olds }, { [URN]: _, ...news }) =>
      withUrn(urn, async () => {
        const asked = new provider.UpdateRequest().setUrn(String(urn)).setId(id).setOlds(toWire(olds));
        const answer = await calls.update(asked.setNews(toWire(news)));
        return { outs: { ...fromWire(answer.getProperties()), [URN]: urn } };
      }),
    delete: async (id, { [URN]: urn, ...olds }) => {
      await calls.delete(new provider.DeleteRequest().setUrn(String(urn)).setId(id).setProperties(toWire(olds)));
    },
  };
  return { user: own, record: own, set: own };
}

/** The calls say no more of their answers than that they are messages. */
function read<T>(answer: object, type: abstract new (...args: never) => T): T {
  if (answer instanceof type) return answer;
  throw new Error('the provider answered with another message');
}

/** What was done before an error is kept as it is shown (serve.ts). */
async function withUrn<T>(urn: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnfinishedError)) throw error;
    const kept = { ...fromWire(toWire(asOutputs(error.properties))), [URN]: urn };
    throw new UnfinishedError(error.id, kept, error.message);
  }
}

/** MUSTER_ALLOW of the process: what a provider is configured with does not count in a destroy. */
export async function withAllowance<T>(allow: string, work: () => Promise<T>): Promise<T> {
  if (allow !== '') process.env['MUSTER_ALLOW'] = allow;
  return work().finally(() => delete process.env['MUSTER_ALLOW']);
}

/** What refusals name: guard -> the number that passes it. */
export function passesIn(lines: readonly string[]): Readonly<Record<string, number>> {
  const named = lines.join('\n').matchAll(/MUSTER_ALLOW=([a-z]+)=(\d+)/gu);
  return Object.fromEntries([...named].map(([, guard = '', count]) => [guard, Number(count)]));
}

/** Name of a set -> addresses of rows that are not used up. */
type Holds = ReadonlyMap<string, readonly string[]>;

export function heldRows({ resources }: StackDouble): Holds {
  const rows = ({ outputs }: Resource): string[] => {
    const { recorded, openIntents } = receiptsOf(outputs);
    const open = recorded.filter((object) => object.kind === 'record' && object.consumed === null);
    return [...open, ...openIntents].map(({ address }) => String(address));
  };
  return new Map([...resources.values()].map((each) => [each.name, rows(each)] as const));
}

/** Whoever takes a row comes before the set that it leaves. */
export function registeredNatively(
  classes: readonly Wanted[],
  holds: Holds,
  ownerOf: (wanted: Wanted) => string,
): Wanted[] {
  const all = classes.map((each): Wanted => {
    const given = { ...shownForm(each.given), [URN]: ownerOf(each) };
    const takers = classes.flatMap((other) => (rowsBetween(each, other, holds).length > 0 ? [other.name] : []));
    const firsts = classes.flatMap((other) => (secondsBeside(each, other, holds).length > 0 ? [other.name] : []));
    return { ...each, given, movedFrom: null, dependsOn: [...each.dependsOn, ...takers, ...firsts] };
  });
  return inOrder(all);
}

/** Where sets hand over to each other, one way in this update and the other in the next: until then the rows stay. */
export function oneWay(classes: readonly Wanted[], holds: Holds): Wanted[] {
  const back = (each: Wanted, at: number) =>
    classes.slice(at + 1).flatMap((other) => ({ from: each, to: other, rows: rowsBetween(each, other, holds) }));
  const isBoth = classes.some((each, at) =>
    classes.slice(0, at).some((other) => rowsBetween(each, other, holds).length > 0),
  );
  const held = isBoth ? classes.flatMap(back).filter(({ rows }) => rows.length > 0) : [];
  return classes.map((each) => {
    const [stay, come] = [held.filter(({ from }) => from === each), held.filter(({ to }) => to === each)];
    if (stay.length + come.length === 0) return each;
    const coming = new Set(come.flatMap(({ rows }) => rows));
    const kept = rowsIn(each.given).filter(({ clientId }) => !coming.has(String(clientId)));
    const staying = stay.flatMap(({ to, rows }) =>
      rowsIn(to.given).filter(({ clientId }) => rows.includes(String(clientId))),
    );
    return { ...each, given: { ...each.given, records: JSON.stringify([...kept, ...staying]) } };
  });
}

/** clientIds that are new in one resource, and stand in the campaign of the other one, which goes on declaring them. */
function secondsBeside({ given }: Wanted, other: Wanted, holds: Holds): string[] {
  const [own, there] = [given['campaignName'], other.given['campaignName']].map(String) as [string, string];
  if (own === there) return [];
  const held = new Set([...holds.values()].flat());
  const others = new Set(clientsIn(other.given));
  const isSecond = (id: string): boolean =>
    others.has(id) && held.has(recordAddress(there, id)) && !held.has(recordAddress(own, id));
  return clientsIn(given).filter(isSecond);
}

/** clientIds that leave a set for that one. */
function rowsBetween(set: Wanted, other: Wanted, holds: Holds): string[] {
  if (set.kind !== 'set' || set === other) return [];
  const [own, others] = [set, other].map(({ given }) => new Set(clientsIn(given)));
  return (holds.get(set.name) ?? []).map(clientIdOf).filter((id) => own?.has(id) === false && others?.has(id) === true);
}

const rowsIn = ({ records }: Properties): Properties[] =>
  typeof records === 'string' ? (JSON.parse(records) as Properties[]) : [];

function clientsIn({ clientId, records }: Properties): string[] {
  if (typeof records === 'string') return rowsIn({ records }).flatMap(clientsIn);
  return typeof clientId === 'string' ? [clientId] : [];
}

function shownForm({ data, records, ...given }: Properties): Properties {
  const rows = typeof records === 'string' ? (JSON.parse(records) as Properties[]) : null;
  return {
    ...given,
    ...(typeof data === 'string' && { data: JSON.parse(data) as unknown }),
    ...(rows && { records: Object.fromEntries(rows.map(({ clientId, ...row }) => [String(clientId), row])) }),
  };
}

/** After those that it depends on; where two depend on each other, as the program has them. */
function inOrder(all: readonly Wanted[]): Wanted[] {
  const byName = new Map(all.map((each) => [each.name, each]));
  const done = new Set<Wanted>();
  const begun = new Set<Wanted>();
  const visit = (each: Wanted): void => {
    if (begun.has(each)) return;
    begun.add(each);
    for (const name of each.dependsOn) {
      const before = byName.get(name);
      if (before !== undefined) visit(before);
    }
    done.add(each);
  };
  for (const each of all) visit(each);
  return [...done];
}
