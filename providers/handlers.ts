// The three dynamic providers as plain functions over the core. The engine loads this file by one `require` that stands in
// the stack (resources.ts), so the names exported here are a contract with every stack ever written.
//
// Must: observe before every write; tolerate values not known yet. May: read many objects at once. Must not: take an
// error for absence; drop a recorded object because it is not seen; send requests in check or diff; give an error a
// numeric `code` (the engine would take it for its own status) or a stack trace.

import { recordAddress } from '../src/model/address.ts';
import { ERRORS, ToolError } from '../src/model/errors.ts';
import { isUnknown } from './check.ts';
import type { Checked } from './check.ts';
import { RECORD, textIn, USER } from './kinds.ts';
import type { ObjectKind } from './kinds.ts';
import { diffOne, readOne } from './observe.ts';
import type { DiffAnswer, ReadAnswer } from './observe.ts';
import { openOffice } from './office.ts';
import type { Desk, Office } from './office.ts';
import type { Properties } from './outputs.ts';
import { readRows, readTexts } from './set-inputs.ts';
import type { SetInputs } from './set-inputs.ts';
import { diffSet, newsOf, ownerOf, readSet } from './set-observe.ts';
import { createSet, deleteSet, updateSet } from './set-write.ts';
import { createOne, deleteOne, handedAddresses, UnsettledError, updateOne } from './write.ts';

/** As Pulumi's dynamic providers are called. Promises reject with an error whose message is all there is to say. */
export interface Handlers {
  readonly configure: (request: { readonly config: { get(key: string): string | undefined } }) => void;
  readonly check: (olds: Properties, news: Properties) => Promise<Checked<Properties>>;
  readonly diff: (id: string, olds: Properties, news: Properties) => Promise<DiffAnswer>;
  readonly create: (news: Properties) => Promise<{ readonly id: string; readonly outs: Properties }>;
  readonly read: (id: string, olds: Properties) => Promise<ReadAnswer>;
  readonly update: (id: string, olds: Properties, news: Properties) => Promise<{ readonly outs: Properties }>;
  readonly delete: (id: string, olds: Properties) => Promise<void>;
}

/** One set of handlers; those of one office share its doors. */
export function createHandlers(kind: ObjectKind, office: Office): Handlers {
  const desk = async (properties: Properties): Promise<Desk> => {
    const own = await office.desk(textIn(properties, 'target'));
    const campaignName = isUnknown(properties) ? null : textIn(properties, 'campaignName');
    if (campaignName !== null) own.campaigns.add(campaignName);
    return own;
  };
  return {
    configure: ({ config }) => office.configure((key) => config.get(key) ?? null),
    check: (_olds, news) =>
      told(async () => {
        const own = await desk(news);
        const { target, registered, custody } = own;
        for (const address of readTexts(textIn(news, 'forgets') ?? undefined)) own.forgets.add(address);
        const checked = office.checks()[kind.name](news, target);
        if (checked.failures.length === 0 && !isUnknown(news)) {
          const { address } = kind.desired(checked.inputs);
          registered.add(address);
          custody.claim([address, ...handedAddresses(news)], address);
        }
        return checked;
      }),
    diff: (_id, olds, news) => told(async () => diffOne({ kind, desk: await desk(olds), olds, news })),
    create: (news) => told(async () => createOne({ kind, desk: await desk(news), news })),
    read: (_id, olds) => told(async () => readOne({ kind, desk: await desk(olds), olds })),
    update: (_id, olds, news) => told(async () => updateOne({ kind, desk: await desk(news), olds, news })),
    delete: (_id, olds) => told(async () => deleteOne({ kind, desk: await desk(olds), olds })),
  };
}

/** The handlers of sets of records: one resource per shard of a campaign with `manage: set`. */
export function createSetHandlers(office: Office): Handlers {
  const desk = (properties: Properties): Promise<Desk> => office.desk(textIn(properties, 'target'));
  return {
    configure: ({ config }) => office.configure((key) => config.get(key) ?? null),
    check: (_olds, news) =>
      told(async () => {
        const own = await desk(news);
        const { target, registered, custody } = own;
        for (const address of readTexts(textIn(news, 'forgets') ?? undefined)) own.forgets.add(address);
        const checked = office.checks().set(news, target);
        if (checked.failures.length === 0 && !isUnknown(news)) {
          const inputs = newsOf(checked.inputs);
          registered.add(ownerOf(inputs));
          custody.claim([...addressesIn(inputs), ...handedAddresses(news)], ownerOf(inputs));
        }
        return checked;
      }),
    diff: (_id, olds, news) => told(async () => diffSet({ desk: await desk(olds), olds, news })),
    create: (news) => told(async () => createSet({ desk: await desk(news), news })),
    read: (_id, olds) => told(async () => readSet({ desk: await desk(olds), olds })),
    update: (_id, olds, news) => told(async () => updateSet({ desk: await desk(news), olds, news })),
    delete: (_id, olds) => told(async () => deleteSet({ desk: await desk(olds), olds })),
  };
}

function addressesIn(inputs: SetInputs): string[] {
  return [...readRows(inputs.records).keys()].map((clientId) => recordAddress(inputs.campaignName, clientId));
}

/** Errors as the engine shows them: what, and how to go on. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnsettledError) throw bare(error);
    if (!(error instanceof ToolError)) throw error;
    const { headline, advice } = ERRORS[error.code];
    throw bare(new Error(`[${error.code}] ${headline} ${error.message.replace(/\.$/u, '')}. ${advice}`));
  }
}

function bare<E extends Error>(error: E): E {
  error.stack = error.message;
  return error;
}

const office = openOffice(process.cwd());
export const userHandlers = createHandlers(USER, office);
export const recordHandlers = createHandlers(RECORD, office);
export const setHandlers = createSetHandlers(office);
