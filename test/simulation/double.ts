// The service of one life: the sandbox in memory, in virtual time. Everything that changes in it is written to the log with its cause,
// whoever changed it; faults fall on requests by their number in a run.

import { createExchange } from '../../src/sandbox/wire/exchange.ts';
import type { SandboxExchange } from '../../src/sandbox/wire/exchange.ts';
import { SANDBOX_IDENTITY, sandboxTarget } from '../../src/sandbox/world/identity.ts';
import { IN_MEMORY } from '../../src/sandbox/world/store.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import type { Task } from '../../src/sandbox/world/task.ts';
import { openWorld } from '../../src/sandbox/world/world.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import type { Outside } from '../../src/core/engine/outside.ts';
import type { Target } from '../../src/core/model/target.ts';
import { operationPath } from '../../src/core/service/operation.ts';
import type { Reply } from '../../src/core/service/outcome.ts';
import type { FaultKind } from './faults.ts';
import { headersOf } from '../support/memory-sandbox.ts';
import { BARE_TARGET } from '../support/sandbox.ts';
import type { Effect, Log } from './log.ts';
import type { Chance } from './random.ts';
import type { Scheduler } from './scheduler.ts';

export interface Person {
  readonly inService: boolean;
  readonly connectUserId: string | null;
}

/** What the service holds, whatever it answers. Shown tasks only. */
export interface Truth {
  readonly tasks: ReadonlyMap<number, Task>;
  readonly people: ReadonlyMap<string, Person>;
}

export interface Double {
  readonly target: Target;
  readonly world: World;
  readonly truth: () => Truth;
  /** The campaign in which a task first stood. */
  readonly madeIn: (id: number) => string | null;
  /** Does something that is no request of ours, and logs what it changed. False where it could not be done. */
  readonly byOthers: (event: string, work: () => void) => boolean;
  /** The way from a run to the service. */
  readonly wire: (run: RunWire) => Pick<Outside, 'openExchange' | 'credentials'>;
  readonly close: () => void;
}

/** A request that is about to arrive. */
export interface Arrival {
  /** With the object that it is about. */
  readonly body: unknown;
  readonly isWrite: boolean;
  /** Addresses of writes whose end is not recorded, as they stand then. */
  readonly openIntents: () => readonly string[];
}

export interface RunWire {
  readonly run: number;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly faultAt: (request: number, isWrite: boolean) => FaultKind | null;
  /** Before request so many of the run arrives. */
  readonly beforeArrival: (request: number, arrival: Arrival) => void;
  readonly happens: () => void;
  /** Addresses of writes whose end is not recorded. */
  readonly openIntents: () => readonly string[];
}

const READS = new Set(['query-existence', 'searchPreviewCampaign']);

export function openDouble(
  { scheduler, log }: { readonly scheduler: Scheduler; readonly log: Log },
  switches: Partial<Switches>,
): Double {
  let ids = 0;
  const newId = (): string => `account-${(ids += 1)}`;
  const world = openWorld({ directory: IN_MEMORY, clock: scheduler.now, switches, newId });
  const exchange = createExchange(world);
  let last = truthOf(world);
  let requests = 0;
  const effects = (request: number | null, event: string | null): number => {
    const now = truthOf(world);
    const found = differences(last, now);
    last = now;
    for (const effect of found) log.add({ kind: 'effect', request, event, effect });
    return found.length;
  };
  const settle = (): void => {
    if (world.tasks.nextLapse() > world.now()) return;
    world.settlePins();
    effects(null, 'pin-lapsed');
  };
  return {
    target: { ...sandboxTarget(BARE_TARGET, { port: 1, ca: '' }), identity: identityIn(switches) },
    world,
    truth: () => {
      settle();
      return last;
    },
    madeIn: (id) => {
      const made = log.entries.find(
        (entry) =>
          entry.kind === 'effect' &&
          entry.effect.of === 'task' &&
          entry.effect.id === id &&
          entry.effect.before === null,
      );
      return made?.kind === 'effect' && made.effect.of === 'task' ? (made.effect.after?.campaignName ?? null) : null;
    },
    byOthers: (event, work) => {
      settle();
      try {
        world.store.transaction(work);
      } catch {
        return false;
      }
      const count = effects(null, event);
      if (count > 0) log.add({ kind: 'event', name: event, detail: {} });
      return count > 0;
    },
    wire: (run) => {
      const number = (): number => (requests += 1);
      return wireOf({ run, exchange, log, number, settle, effects: (request) => effects(request, null) });
    },
    close: () => world.close(),
  };
}

function identityIn({ identity }: Partial<Switches>): Target['identity'] {
  return identity ?? 'saml';
}

interface WireParts {
  readonly run: RunWire;
  readonly exchange: SandboxExchange;
  readonly log: Log;
  readonly number: () => number;
  readonly settle: () => void;
  readonly effects: (request: number) => void;
}

function wireOf(parts: WireParts): Pick<Outside, 'openExchange' | 'credentials'> {
  const { run, exchange, log, settle } = parts;
  const { scheduler, chance } = run;
  const later = (ms: number, work: () => void): void => void scheduler.at(scheduler.now() + ms, run.run, work);
  const onTheWay = (ms: number, work: () => void): void =>
    void scheduler.at(scheduler.now() + ms, run.run, work, 'on the way');
  /** Answers that wait for another one to change places with, by operation. */
  const waiting = new Map<string, (other: Reply) => Reply>();
  let sent = 0;
  const arrive = (request: number, { url, headers, text, isWrite }: Arriving): Reply => {
    settle();
    const reaction = exchange.handle({ method: 'POST', url, headers, text });
    // A reading changes nothing.
    if (isWrite) parts.effects(request);
    if (reaction.kind !== 'answer') throw new Error('the double plays its faults itself');
    const { status, body } = reaction.answer;
    return answerOf(status, structuredClone(body), null);
  };
  return {
    openExchange: (target, timeoutMs, clock) => {
      let isStopped = false;
      return {
        post: ({ operation, body: text, key }) =>
          new Promise((resolve) => {
            if (isStopped) return resolve({ kind: 'unsent', cause: 'interrupted', detail: 'interrupted' });
            const [request, position] = [parts.number(), (sent += 1)];
            const body: unknown = JSON.parse(text);
            const isWrite = !READS.has(operation);
            const fault = run.faultAt(position, isWrite);
            const headers = { ...headersOf(target), 'x-sc-company-api-key': key.reveal() };
            const arriving = { url: operationPath(target, operation), headers, text, isWrite };
            log.add({
              kind: 'request',
              request,
              run: run.run,
              operation,
              body,
              intents: isWrite ? run.openIntents() : [],
            });
            const give = (reply: Reply, played: FaultKind | null = fault): void => {
              later(5 + chance.int(40), () => {
                const answer =
                  reply.kind === 'answer'
                    ? { status: reply.status, body: reply.body?.json ?? null }
                    : { status: null, body: null };
                log.add({ kind: 'answer', request, ...answer, isHeard: true, fault: played });
                run.happens();
                resolve(reply.kind === 'answer' ? { ...reply, skewMs: dateOf(scheduler.now()) - clock() } : reply);
              });
            };
            const swap = (reply: Reply): void => {
              let isGiven = false;
              const once = (own: Reply): void => {
                if (!isGiven) give(own);
                isGiven = true;
              };
              waiting.set(operation, (other) => {
                once(other);
                return reply;
              });
              later(1_500, () => {
                if (!isGiven) waiting.delete(operation);
                once(reply);
              });
            };
            const giveOrSwap = (reply: Reply): void => {
              const change = reply.kind === 'answer' ? waiting.get(operation) : undefined;
              if (change === undefined) return give(reply);
              waiting.delete(operation);
              give(change(reply), 'swapped');
            };
            onTheWay(5 + chance.int(40), () => {
              run.happens();
              run.beforeArrival(position, { body, isWrite, openIntents: run.openIntents });
              log.add({ kind: 'arrival', request });
              playFault(fault, {
                refusal: refusalOf(body),
                claim: isWrite ? claimOf(body) : null,
                carryOut: () => arrive(request, arriving),
                give: giveOrSwap,
                swap,
                timeoutMs,
                chance,
                // Whoever sent it is gone or has given up: it belongs to the world by now.
                afterwards: (ms, work) => void scheduler.at(scheduler.now() + ms, 0, work),
                later,
              });
            });
          }),
        stop: () => void (isStopped = true),
        close: async () => undefined,
      };
    },
    credentials: ({ apiKey }) => ({
      fetch: () =>
        new Promise((resolve) =>
          later(20, () => {
            const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue', authorization: 'AWS4-HMAC-SHA256 test' };
            const text = JSON.stringify({ SecretId: apiKey.secretName });
            const reaction = exchange.handle({ method: 'POST', url: SANDBOX_IDENTITY.secretsPath, headers, text });
            const body = reaction.kind === 'answer' ? reaction.answer.body : null;
            const isKey = typeof body === 'object' && body !== null && 'SecretString' in body;
            resolve(isKey ? String(body.SecretString) : '');
          }),
        ),
    }),
  };
}

/** What the Date header of an answer says: whole seconds. */
function dateOf(now: number): number {
  return Math.trunc(now / 1000) * 1000;
}

interface Arriving {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly isWrite: boolean;
}

interface FaultParts {
  /** What the service says where it does not do it. */
  readonly refusal: unknown;
  /** What it says where it has done it; null of a reading. */
  readonly claim: unknown;
  readonly carryOut: () => Reply;
  readonly give: (reply: Reply) => void;
  readonly swap: (reply: Reply) => void;
  readonly timeoutMs: number;
  readonly chance: Chance;
  readonly afterwards: (ms: number, work: () => void) => void;
  readonly later: (ms: number, work: () => void) => void;
}

const LOST: Reply = { kind: 'lost', cause: 'network', detail: 'UND_ERR_SOCKET' };
const TIMED_OUT: Reply = { kind: 'lost', cause: 'timeout', detail: 'time limit' };

function playFault(fault: FaultKind | null, parts: FaultParts): void {
  const { carryOut, give, timeoutMs, chance, afterwards, later } = parts;
  switch (fault) {
    case null:
      return give(carryOut());
    case 'lost-before':
      return give(LOST);
    case 'lost-after':
      carryOut();
      return give(LOST);
    case 'late':
      give(LOST);
      return afterwards(chance.int(200_000), () => void carryOut());
    case '500-before':
      return give(answerOf(500, { message: 'failed' }, null));
    case '503-before':
      return give(answerOf(503, { message: 'failed' }, 1000));
    case '503-after':
      carryOut();
      return give(answerOf(503, { message: 'failed' }, 1000));
    case '429':
      return give(answerOf(429, { message: 'too many' }, 1000));
    case '401':
      return give(answerOf(401, { message: 'Unauthorized' }, null));
    case 'failed':
      return give(answerOf(200, parts.refusal, null));
    case 'claims-done':
      return give(parts.claim === null ? carryOut() : answerOf(200, parts.claim, null));
    case 'swapped':
      return parts.swap(carryOut());
    case 'garbage':
      carryOut();
      return give({ kind: 'answer', status: 200, body: null, retryAfterMs: null });
    case 'slow':
      return later(3_000 + chance.int(12_000), () => give(carryOut()));
    case 'timeout-before':
      return later(timeoutMs, () => give(TIMED_OUT));
    case 'timeout-after':
      carryOut();
      return later(timeoutMs, () => give(TIMED_OUT));
    case 'no-connection':
      return give({ kind: 'unsent', cause: 'network', detail: 'ECONNREFUSED' });
    default:
      return fault satisfies never;
  }
}

/** `FAILED` in the envelope of a campaign, `FAIL` of a user. */
function refusalOf(body: unknown): unknown {
  if (isOfUser(body)) return { result: 'FAIL', message: 'not now' };
  return inEnvelope(body, { previewResultStatus: 'FAILED', error: 'not now' });
}

function claimOf(body: unknown): unknown {
  if (isOfUser(body)) return { result: 'SUCCESS', message: 'done' };
  return inEnvelope(body, { previewResultStatus: 'SUCCESS', error: null });
}

const isOfUser = (body: unknown): boolean => typeof body === 'object' && body !== null && 'tenant' in body;

function inEnvelope(body: unknown, previewResult: unknown): unknown {
  const { platform, companyCode, environment, region, campaignName }: Readonly<Record<string, unknown>> = {
    ...(body as object),
  };
  return { platform, companyCode, environment, region, campaignName, previewResult };
}

function answerOf(status: number, json: unknown, retryAfterMs: number | null): Reply {
  return { kind: 'answer', status, body: { json }, retryAfterMs };
}

function truthOf(world: World): Truth {
  const tasks = new Map<number, Task>();
  for (const id of world.tasks.ids(null)) {
    const task = world.tasks.get(id);
    // What was deleted and is shown as REMOVED is gone; a status that is set brings it back.
    if (task?.visibility === 'shown' || (task?.visibility === 'removed' && task.state !== 'REMOVED'))
      tasks.set(id, task);
  }
  return { tasks, people: new Map(world.people.logins().map((login) => [login, world.people.find(login)])) };
}

const NOBODY: Person = { inService: false, connectUserId: null };

function differences(before: Truth, after: Truth): Effect[] {
  const found: Effect[] = [];
  for (const id of new Set([...before.tasks.keys(), ...after.tasks.keys()])) {
    const [was, is] = [before.tasks.get(id) ?? null, after.tasks.get(id) ?? null];
    if (JSON.stringify(was) !== JSON.stringify(is)) found.push({ of: 'task', id, before: was, after: is });
  }
  for (const login of new Set([...before.people.keys(), ...after.people.keys()])) {
    const [was, is] = [before.people.get(login) ?? NOBODY, after.people.get(login) ?? NOBODY];
    if (JSON.stringify(was) !== JSON.stringify(is)) found.push({ of: 'user', login, before: was, after: is });
  }
  return found;
}
