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

/** By the name of a resource: addresses. */
type Holds = ReadonlyMap<
  string,
  { readonly recorded: readonly string[]; /** Not used up, or perhaps sent. */ readonly rows: readonly string[] }
>;

export function heldRows({ resources }: StackDouble): Holds {
  const held = ({ outputs }: Resource) => {
    const { recorded, openIntents } = receiptsOf(outputs);
    const open = recorded.filter((object) => object.kind === 'record' && object.consumed === null);
    const [all, rows] = [recorded, [...open, ...openIntents]].map((each) => each.map(({ address }) => String(address)));
    return { recorded: all ?? [], rows: rows ?? [] };
  };
  return new Map([...resources.values()].map((each) => [each.name, held(each)] as const));
}

/** Whoever takes a row comes before the set that it leaves, and who holds a customer before who adds the same beside it. */
export function registeredNatively(
  classes: readonly Wanted[],
  holds: Holds,
  ownerOf: (wanted: Wanted) => string,
): Wanted[] {
  const waits = waitsBetween(classes, holds);
  const all = classes.map((each): Wanted => {
    const given = { ...shownForm(each.given), [URN]: ownerOf(each) };
    const firsts = waits.flatMap(({ from, on }) => (from === each ? [on.name] : []));
    return { ...each, given, movedFrom: null, dependsOn: [...each.dependsOn, ...firsts] };
  });
  return inOrder(all);
}

/** In the next update, because the others are to be there before. */
export interface PutOff {
  readonly address: string;
  readonly until: readonly string[];
}

/**
 * Where resources would wait for each other, the rest in the next update, as the document says: a row that is handed over stays where it is,
 * and who is to stand in a second campaign, too, is added there later.
 */
export function oneWay(
  classes: readonly Wanted[],
  holds: Holds,
  putOff: readonly PutOff[] = [],
): { readonly classes: readonly Wanted[]; readonly putOff: readonly PutOff[] } {
  const waits = waitsBetween(classes, holds);
  const kept: Wait[] = [];
  for (const wait of waits) if (!waitsFor(wait.on, wait.from, kept)) kept.push(wait);
  const later = waits.filter((wait) => !kept.includes(wait));
  if (later.length === 0) return { classes, putOff };
  const next = classes.map((each) => {
    const coming = new Set(later.flatMap(({ adds, rows }) => (adds === each ? rows : [])));
    const staying = later.flatMap(({ from, adds, rows }) =>
      from === each && adds !== each
        ? rowsIn(adds.given).filter(({ clientId }) => rows.includes(String(clientId)))
        : [],
    );
    if (coming.size + staying.length === 0) return each;
    const own = rowsIn(each.given).filter(({ clientId }) => !coming.has(String(clientId)));
    return { ...each, given: { ...each.given, records: JSON.stringify([...own, ...staying]) } };
  });
  const put = later.flatMap((wait): PutOff[] => {
    const between = kept.filter((each) => waitsFor(wait.on, each.from, kept) && waitsFor(each.on, wait.from, kept));
    return addedBy(wait).map((address) => ({ address, until: between.flatMap(addedBy) }));
  });
  return oneWay(next, holds, [...putOff, ...put]);
}

const addedBy = ({ adds, rows }: Wait): string[] =>
  rows.map((id) => recordAddress(String(adds.given['campaignName']), id));

/** `from` is to come after `on`, because of these clientIds; `adds`: the one of the two that has them anew. */
interface Wait {
  readonly from: Wanted;
  readonly on: Wanted;
  readonly adds: Wanted;
  readonly rows: readonly string[];
}

function waitsBetween(classes: readonly Wanted[], holds: Holds): Wait[] {
  const pairs = classes.toReversed().flatMap((from) => classes.map((on) => ({ from, on })));
  const handed = pairs.map(({ from, on }) => ({ from, on, adds: on, rows: rowsBetween(from, on, holds) }));
  const beside = pairs.map(({ from, on }) => ({ from, on, adds: from, rows: secondsBeside(from, on, holds) }));
  return [...handed, ...beside].filter(({ rows }) => rows.length > 0);
}

function waitsFor(one: Wanted, other: Wanted, waits: readonly Wait[]): boolean {
  return one === other || waits.some(({ from, on }) => from === one && waitsFor(on, other, waits));
}

/** clientIds that are new in one resource, and stand in the campaign of the other one, which goes on declaring them. */
function secondsBeside({ given }: Wanted, other: Wanted, holds: Holds): string[] {
  const [own, there] = [given, other.given].map(({ campaignName }) => String(campaignName)) as [string, string];
  if (own === there) return [];
  const held = new Set([...holds.values()].flatMap(({ rows }) => rows));
  const others = new Set(clientsIn(other.given));
  const isSecond = (id: string): boolean =>
    others.has(id) && held.has(recordAddress(there, id)) && !held.has(recordAddress(own, id));
  return clientsIn(given).filter(isSecond);
}

/** clientIds that leave a set for that one, which does not stand there already. */
function rowsBetween(set: Wanted, other: Wanted, holds: Holds): string[] {
  if (set.kind !== 'set' || set === other) return [];
  const [own, others] = [set, other].map(({ given }) => new Set(clientsIn(given)));
  const there = String(other.given['campaignName']);
  const isSame = there === set.given['campaignName'];
  const held = new Set(
    (isSame ? [holds.get(other.name)] : [...holds.values()]).flatMap((each) => each?.recorded ?? []),
  );
  const isTaken = (id: string): boolean => others?.has(id) === true && !held.has(recordAddress(there, id));
  return (holds.get(set.name)?.rows ?? []).map(clientIdOf).filter((id) => own?.has(id) === false && isTaken(id));
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
