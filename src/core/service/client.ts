// The client of both interfaces for one target. Promises: everything in service.ts; the key is read at call time and
// never kept elsewhere; after a failure of the environment every further call returns it, and nothing is sent.

import { MACHINE, pause } from '../machine.ts';
import type { Machine } from '../machine.ts';
import { ToolError } from '../model/errors.ts';
import { hiddenIn } from '../model/hidden.ts';
import { isDeleted } from '../model/record.ts';
import type { Campaign } from '../model/record.ts';
import type { Problem } from '../model/outcome.ts';
import type { Clock } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { isTenantText } from '../model/value-rules.ts';
import { createKeyKeeper } from './api-key.ts';
import type { CredentialSource } from './api-key.ts';
import { stop } from './call.ts';
import type { Line } from './call.ts';
import { openExchange } from './exchange.ts';
import type { OpenExchange } from './exchange.ts';
import { createGate } from './gate.ts';
import { createKeyTrial } from './key-trial.ts';
import { problem } from './outcome.ts';
import { createPace } from './pace.ts';
import * as records from './records.ts';
import { createSecretSource } from './secret.ts';
import { probing } from './probing.ts';
import type { ProbingClient } from './probing.ts';
import type {
  FoundTasks,
  LookupClient,
  Service,
  ServiceClient,
  ServiceReader,
  ServiceWriter,
  Traffic,
} from './service.ts';
import { isLoopback, refuseUncheckedTls } from './trust.ts';
import { perform, takeTurn } from './turn.ts';
import type { TurnSender } from './turn.ts';
import * as users from './users.ts';

export interface ClientOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** Aborted: a waiting call is not done; a request under way goes on. A ToolError as its reason is the problem of all later calls. */
  readonly signal?: AbortSignal;
  /** Asked right before a write is handed over. Throws ToolError where this run may write no more; then the run is stopped. */
  readonly mayWrite?: () => void;
  /** From asking for a socket to the last byte of the answer. Default 20,000. */
  readonly requestTimeoutMs?: number;
  /** Default: the network, the secrets manager named by the target, and this machine. */
  readonly outside?: Partial<ServiceOutside>;
  /** Default: that of `outside`. */
  readonly credentials?: CredentialSource;
  /** A ceiling of maxRecords measured for this environment: an answer that long may have been cut, too. */
  readonly searchCeiling?: number;
}

/** What a client reaches that is not its own. */
export interface ServiceOutside {
  readonly machine: Machine;
  readonly openExchange: OpenExchange;
  readonly credentials: (target: Target) => CredentialSource;
}

export const SERVICE_OUTSIDE: ServiceOutside = { machine: MACHINE, openExchange, credentials: createSecretSource };

const REQUEST_TIMEOUT_MS = 20_000;

/** Throws ToolError for a configuration that cannot be used safely. Opens no connection yet. */
export function openService(options: ClientOptions): ServiceClient {
  return openAround(options, (line) => operationsOf(line, options));
}

/** A read-only client that also returns raw answers. */
export function openProbing(options: ClientOptions): ProbingClient {
  return openAround(options, (line) => ({ ...readings(operationsOf(line, options)), ...probing(line) }));
}

/** For look-ups: two reads, and no other method. */
export function openLookup(options: ClientOptions): LookupClient {
  const { target } = options;
  return openAround(options, (line) => ({
    lookUpUser: (loginUserId) => perform(line, users.lookUpUserCall(target, loginUserId)),
    lookUpRecords: (question) => perform(line, records.lookUpRecordsCall(target, question)),
  }));
}

/** Picked one by one: the object has no other method, whatever its type says. */
function readings(all: Service): ServiceReader {
  return {
    queryUser: (loginUserId) => all.queryUser(loginUserId),
    findRecord: (campaign, clientId) => all.findRecord(campaign, clientId),
    findTask: (campaign, id) => all.findTask(campaign, id),
    searchRecords: (campaign, criterion) => all.searchRecords(campaign, criterion),
  };
}

function openAround<T extends object>(options: ClientOptions, operations: (line: Line) => T): T & Ending {
  refuseUncheckedTls(process.env);
  checkTarget(options.target);
  const outside = { ...SERVICE_OUTSIDE, ...options.outside };
  const source = options.credentials ?? outside.credentials(options.target);
  const line = openLine(options, outside, source);
  const release = followSignal(line, options.signal);
  return { ...operations(line), ...endings(line, { source, clock: options.clock }, release) };
}

type Ending = Pick<ServiceClient, 'traffic' | 'skewMs' | 'now' | 'close'>;

/** A Date header tells whole seconds, and travels: less than two of them is no difference of clocks. */
function toldSkew(skewMs: number): number {
  return Math.abs(skewMs) < 2_000 ? 0 : skewMs;
}

interface Around {
  readonly source: CredentialSource;
  readonly clock: Clock;
}

function endings(line: Line, { source, clock }: Around, release: () => void): Ending {
  return {
    traffic: () => readTraffic(line),
    skewMs: () => line.counts.skewMs,
    now: () => clock() + toldSkew(line.counts.skewMs ?? 0),
    async close() {
      release();
      stop(line, problem('skipped-stopped', 'The client was closed.', true));
      source.close?.();
      await line.exchange.close();
    },
  };
}

function operationsOf(line: Line, options: ClientOptions): Service {
  const alone: TurnSender = (call) => perform(line, call);
  return {
    ...asking(alone, options),
    turn: (work) => takeTurn(line, (ask) => work({ ...asking(ask, options), stopped: line.stopped })),
  };
}

function asking(ask: TurnSender, { target, searchCeiling }: ClientOptions): ServiceReader & ServiceWriter {
  const limit = Math.min(records.SEARCH_LIMIT, searchCeiling ?? records.SEARCH_LIMIT);
  return {
    queryUser: (loginUserId) => ask(users.queryUserCall(target, loginUserId)),
    addUser: (request) => ask(users.addUserCall(target, request)),
    deleteUser: (loginUserId, inBackend) => ask(users.deleteUserCall(target, loginUserId, inBackend)),
    findRecord: (campaign, clientId) => findRecord({ ask, target }, campaign, clientId),
    findTask: (campaign, id) => ask(records.findTaskCall(target, campaign, id)),
    searchRecords: (campaign, criterion) => ask(records.searchRecordsCall(target, campaign, { ...criterion, limit })),
    putRecord: (request) => ask(records.putRecordCall(target, request)),
    setRecordStatus: (request) => ask(records.setRecordStatusCall(target, request)),
    transferRecord: (request) => ask(records.transferRecordCall(target, request)),
    deleteRecord: (campaign, clientId, located = {}) =>
      ask(records.deleteRecordCall(target, { campaign, clientId, ...located })),
  };
}

function openLine(options: ClientOptions, outside: ServiceOutside, source: CredentialSource): Line {
  const { target, clock, requestTimeoutMs = REQUEST_TIMEOUT_MS, mayWrite = () => undefined } = options;
  const { machine } = outside;
  const { monotonic, chance, newId } = machine;
  const pace = createPace(target.maxConcurrency);
  const waiting = new AbortController();
  const keeper = createKeyKeeper({ source, wall: clock, monotonic, chance });
  return {
    target,
    exchange: outside.openExchange(target, requestTimeoutMs, clock),
    keeper,
    trial: createKeyTrial((key) => keeper.isRenewed(key), waiting.signal),
    pace,
    gate: createGate(pace, machine),
    monotonic,
    chance,
    newId,
    mayWrite,
    waiting,
    sleep: (ms) => pause(machine, ms, waiting.signal),
    counts: { byOperation: new Map(), requests: 0, answers: 0, retries: 0, failureRetries: 0, skewMs: null },
    stopped: null,
    campaign: null,
    otherService: null,
  };
}

/** A request under way is not cut off: its answer tells what it did, and costs the service nothing more. */
function followSignal(line: Line, signal: AbortSignal | undefined): () => void {
  const interrupt = (): void => stop(line, stopReason(signal?.reason));
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  return () => signal?.removeEventListener('abort', interrupt);
}

function stopReason(reason: unknown): Problem {
  if (reason instanceof ToolError) return problem(reason.code, reason.message, true);
  return problem('interrupted', 'The run was interrupted.', true);
}

/**
 * With intake files a second task of the same id is possible, and an id search shows one at most; one that was deleted and is shown as
 * REMOVED may hide another. So the id is asked for once more as data, where twins are seen.
 */
async function findRecord(
  { ask, target }: { readonly ask: TurnSender; readonly target: Target },
  campaign: Campaign,
  clientId: string,
): Promise<FoundTasks> {
  const byId = await ask(records.findRecordCall(target, campaign, clientId));
  if (byId.kind !== 'done' || !(campaign.intake || byId.value.some(isDeleted))) return byId;
  const criterion = { key: campaign.clientIdFieldName, value: clientId, condition: 'EQUALS' } as const;
  const byData = await ask(records.searchRecordsCall(target, campaign, criterion));
  if (byData.kind !== 'done') return { ...byData, shown: byId.value };
  return { kind: 'done', value: records.mergeTasks(byId.value, byData.value.tasks) };
}

function readTraffic({ counts, keeper }: Line): Traffic {
  return {
    requests: Object.fromEntries(counts.byOperation),
    retries: counts.retries,
    keyFetches: keeper.fetches(),
  };
}

/** Refuses what muster.yaml would be refused for, and a sandbox that is not on this machine, before anything is sent. */
function checkTarget(target: Target): void {
  for (const name of ['platform', 'companyCode', 'environment'] as const) {
    if (isTenantText(target[name])) continue;
    const given = target[name] === '' ? 'empty text' : `one ${hiddenIn(target[name])}`;
    throw new ToolError('wrong-type', {
      message: `Target ${target.name}: ${name}: expected an id without hidden characters; given ${given}.`,
    });
  }
  if (!/^[\x21-\x7e]+$/u.test(target.apiKey.secretsRegion)) {
    throw new ToolError('wrong-type', {
      message: `Target ${target.name}: secretsRegion: expected a cloud region such as eu-central-1; given another text.`,
    });
  }
  if (target.sandbox && !isLoopback(target.host)) {
    throw new ToolError('sandbox-failed', {
      message: `Target ${target.name}: a sandbox lives on loopback only; given: ${target.host}.`,
    });
  }
}
