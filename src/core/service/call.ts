// One request from its turn to its outcome: takes a key that is young enough, sends, classifies the reply. Promises: once the run
// is stopped nothing more is sent; who may ask again, and when, is decided in turn.ts.
//
// Terms: a request is under way from the moment it is handed to a connected socket. Premise: whatever stops the run (a signal, a
// lock that was lost, a ledger that cannot be written, the first failure of the environment), the service must see nothing that
// was not under way at that moment.
//
//   at the stop a request waits for       it is                      a write counts as
//   its place, its rate slot, its key     refused here, never sent   not done
//   a retry                               not sent again             as its last attempt ended
//   a socket that is connected            refused there, never sent  not done
//   its answer (it is under way)          left to its answer         done, not done or unknown, as answered

import { ToolError } from '../model/errors.ts';
import type { Outcome, Problem } from '../model/outcome.ts';
import { REGIONS } from '../model/region.ts';
import type { Target } from '../model/target.ts';
import type { ApiKey, KeyKeeper } from './api-key.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { KeyTrial, KeyWord } from './key-trial.ts';
import { controlCall, PROBE_PREFIX, readingOf } from './control-read.ts';
import { isReading, isUserOperation, operationUrl } from './operation.ts';
import type { Operation } from './operation.ts';
import { judge, neverSent, notDone, problem } from './outcome.ts';
import type { Reply, JudgedReply } from './outcome.ts';
import type { Pace } from './pace.ts';
import type { ServiceRequest } from './request.ts';
import { tellRequest } from './request-event.ts';
import { sampleOf } from './sample.ts';
import type { CampaignPlace } from './service.ts';

export interface Counts {
  readonly byOperation: Map<Operation, number>;
  requests: number;
  answers: number;
  retries: number;
  failureRetries: number;
  /** Of the last answer: clock of the service minus ours, in ms. */
  skewMs: number | null;
}

/** What all calls of one client share. The counts and `stopped` are the only things that change. */
export interface Line {
  readonly target: Target;
  readonly exchange: Exchange;
  readonly keeper: KeyKeeper;
  readonly trial: KeyTrial;
  readonly pace: Pace;
  readonly gate: Gate;
  readonly monotonic: () => number;
  /** Aborted when the run stops: ends all waits. */
  readonly waiting: AbortController;
  readonly sleep: (ms: number) => Promise<void>;
  /** Asked right before a write is handed over. Throws ToolError where this run may write no more. */
  readonly mayWrite: () => void;
  /** In [0, 1). */
  readonly chance: () => number;
  readonly counts: Counts;
  /** Names one operation and its retries. */
  readonly newId: () => string;
  stopped: Problem | null;
  /** A campaign to ask about when the campaign service is the other one; null while none is known. */
  campaign: CampaignPlace | null;
  /** What the other service answered to a key that one of them refused; asked once. */
  otherService: Promise<'accepts' | 'refuses' | 'unclear'> | null;
}

export interface Attempt<T> {
  readonly verdict: JudgedReply<T>;
  /** Null when nothing was sent: the run had stopped, or no key could be had. */
  readonly sent: { readonly key: ApiKey; readonly reply: Reply } | null;
}

/** A request with the number of times it was sent before. */
export interface NumberedRequest<T> extends ServiceRequest<T> {
  readonly requestId: string;
  readonly retries: number;
}

/** One request with this key, unless the run stopped while it waited for its place or its key. */
export async function attempt<T>(line: Line, call: NumberedRequest<T>, key: ApiKey | null): Promise<Attempt<T>> {
  if (!isReading(call.operation)) stopUnlessWriting(line);
  if (line.stopped !== null || key === null) return { verdict: refusedHere(line), sent: null };
  const tried = await send(line, call, key);
  line.trial.note(key, keyWordOf(tried.verdict));
  return tried;
}

function keyWordOf({ outcome, again }: JudgedReply<unknown>): KeyWord {
  if (again === 'new-key' || again === 'other-key') return 'refused';
  return outcome.kind === 'done' ? 'accepted' : 'nothing';
}

/**
 * Never a key that was refused to somebody meanwhile. Null when no key can be had; then the run stops, because every request
 * needs it.
 */
export async function takeKey(line: Line): Promise<ApiKey | null> {
  if (line.stopped !== null) return null;
  try {
    const current = await line.keeper.current();
    return line.trial.isOutdated(current) ? await line.keeper.renew(current) : current;
  } catch (error) {
    const known = error instanceof ToolError ? error : null;
    const message = known?.message ?? 'The source of the key failed.';
    stop(line, problem(known?.code ?? 'secret-unavailable', message, true));
    return null;
  }
}

function stopUnlessWriting(line: Line): void {
  if (line.stopped !== null) return;
  try {
    line.mayWrite();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    stop(line, problem(error.code, error.message, true));
  }
}

function refusedHere(line: Line): JudgedReply<never> {
  const reason = line.stopped ?? problem('skipped-stopped', 'The run was stopped.', true);
  return { outcome: notDone(neverSent(reason)), again: 'never' };
}

async function send<T>(line: Line, call: NumberedRequest<T>, key: ApiKey): Promise<Attempt<T>> {
  const { operation } = call;
  if (!isUserOperation(operation)) line.campaign ??= campaignIn(call.body);
  const startedAt = line.monotonic();
  const reply = await line.exchange.post({ operation, body: JSON.stringify(call.body), key });
  count(line.counts, operation, reply);
  const endedAt = line.monotonic();
  line.pace.note({ ...sampleOf(reply), operation, startedAt, endedAt });
  const asked = { reading: isReading(operation), url: operationUrl(line.target, operation) };
  const interpret: typeof call.interpret = (json, status) => call.interpret(json, status, key.reveal());
  const verdict = judge(asked, reply, interpret);
  tellRequest(call, { reply, outcome: verdict.outcome, durationMs: endedAt - startedAt });
  return { verdict, sent: { key, reply } };
}

function count(counts: Counts, operation: Operation, reply: Reply): void {
  if (reply.kind === 'unsent') return;
  counts.requests += 1;
  counts.byOperation.set(operation, (counts.byOperation.get(operation) ?? 0) + 1);
  if (reply.kind !== 'answer') return;
  counts.answers += 1;
  counts.skewMs = reply.skewMs ?? counts.skewMs;
}

/** A 401 that a fresh key does not cure is a wrong URL when the other service takes the same key and headers. */
export async function withOtherReading<T>(line: Line, call: ServiceRequest<T>, tried: Attempt<T>): Promise<Attempt<T>> {
  const { verdict, sent } = tried;
  const { outcome } = verdict;
  const refused = outcome.kind === 'not-done' && outcome.problem.code === 'key-refused';
  if (!refused || sent === null || (line.stopped !== null && line.otherService === null)) return tried;
  line.otherService ??= askOther(line, call.operation, sent.key);
  const reason = readingOf(await line.otherService, outcome.problem, operationUrl(line.target, call.operation));
  return { verdict: { outcome: notDone(reason), again: 'never' }, sent };
}

async function askOther(line: Line, refused: Operation, key: ApiKey): Promise<'accepts' | 'refuses' | 'unclear'> {
  const { target, campaign, newId } = line;
  const call = controlCall(target, refused, { campaignName: null, ...campaign, id: `${PROBE_PREFIX}${newId()}` });
  const { verdict } = await send(line, { ...call, requestId: line.newId(), retries: 0 }, key);
  if (verdict.outcome.kind === 'done') return 'accepts';
  const { code } = verdict.outcome.problem;
  if (code === 'not-supported') return 'accepts';
  return code === 'key-refused' || code === 'unauthorized' ? 'refuses' : 'unclear';
}

function campaignIn(body: object): CampaignPlace | null {
  const { campaignName, region: said }: Readonly<Record<string, unknown>> = { ...body };
  const region = REGIONS.find((each) => each === said);
  return typeof campaignName === 'string' ? { campaignName, ...(region && { region }) } : null;
}

/** The first failure of the environment stops the run; so does a service that has stopped answering. */
export function conclude<T>(line: Line, { verdict, sent }: Attempt<T>): Outcome<T> {
  const outcome = sent === null ? verdict.outcome : hideKey(verdict.outcome, sent.key);
  if (outcome.kind === 'done') return outcome;
  const stopsRun = outcome.problem.stopsRun || line.pace.hopeless(line.monotonic());
  const reason = { ...outcome.problem, stopsRun };
  if (stopsRun) stop(line, reason);
  return { kind: outcome.kind, problem: reason };
}

/** A service that echoes the key must not put it into a message; `safeMessage` masks it, and this is the last line. */
function hideKey<T>(outcome: Outcome<T>, key: ApiKey): Outcome<T> {
  if (outcome.kind === 'done' || !outcome.problem.message.includes(key.reveal())) return outcome;
  return { kind: outcome.kind, problem: { ...outcome.problem, message: 'The text of the service is not shown.' } };
}

/** Ends the run for all later and all waiting calls. The first reason counts. */
export function stop(line: Line, reason: Problem): void {
  line.stopped ??= reason;
  line.waiting.abort();
  line.exchange.stop();
  line.gate.throwOpen();
}
