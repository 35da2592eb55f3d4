// One request through the sandbox: gate, fault, operation, answer. Knows nothing of sockets: it returns what the
// server has to do with the connection.

import type { IncomingHttpHeaders } from 'node:http';
import { answerAdmin } from '../operations/admin.ts';
import { createFaultBoard } from '../messages/faults.ts';
import type { Fault, FaultBoard } from '../messages/faults.ts';
import { createLimiter, refuseForm, refuseHeaders, unauthorized } from '../messages/gate.ts';
import type { Limiter } from '../messages/gate.ts';
import { answerPreview } from '../operations/preview.ts';
import { isBody } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { findRoute } from './routes.ts';
import type { Route } from '../messages/request.ts';
import { answerSecret } from './secrets.ts';
import { contentOf, createTraffic, keyOf } from '../messages/traffic.ts';
import type { LogEntry, TrafficLog } from '../messages/traffic.ts';
import { result } from '../operations/user-result.ts';
import { NO_RECORD_FOUND, previewAnswer, SUCCESS } from '../messages/verdict.ts';
import type { SandboxAnswer } from '../messages/verdict.ts';
import { parseRecordId } from '../world/task.ts';
import type { World } from '../world/world.ts';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What the server does with the connection. */
export type Reaction =
  | { readonly kind: 'answer'; readonly answer: SandboxAnswer; readonly delayMs: number }
  | { readonly kind: 'raw'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'reset-then'; readonly delayMs: number; readonly byClock: boolean; readonly work: () => void }
  | { readonly kind: 'swap'; readonly answer: SandboxAnswer; readonly fault: Fault }
  | { readonly kind: 'work-then'; readonly delayMs: number; readonly work: () => SandboxAnswer }
  | { readonly kind: 'hang' };

export interface SandboxExchange {
  readonly traffic: TrafficLog;
  readonly faults: FaultBoard;
  handle(request: Request): Reaction;
}

/** Told of each logged request, after its work and before its answer. */
export type OnRequest = (entry: LogEntry) => void;

interface Parts {
  readonly onRequest: OnRequest;
  readonly world: World;
  readonly traffic: TrafficLog;
  readonly faults: FaultBoard;
  readonly limiter: Limiter;
}

export function createExchange(world: World, onRequest: OnRequest = () => undefined): SandboxExchange {
  const parts: Parts = {
    onRequest,
    world,
    traffic: createTraffic(),
    faults: createFaultBoard(),
    limiter: createLimiter(world.now),
  };
  return { traffic: parts.traffic, faults: parts.faults, handle: (request) => handle(request, parts) };
}

function handle(request: Request, parts: Parts): Reaction {
  const route = findRoute(request.url);
  if (route === null) return reject(request.url, wrongUrl(request.url, parts.world), parts);
  const refused = route.service === 'secrets' ? null : refuseForm(request.method, request.headers);
  if (refused !== null) return reject(route.operation, refused, parts);
  const body = parseBody(request.text);
  parts.traffic.count(route);
  const named = {
    operation: route.operation,
    key: keyIn(body ?? {}, route.kind, parts.world),
    content: contentOf(request.text),
  };
  const fault = parts.faults.strike({ ...named, kind: route.kind });
  const sent = { ...named, keyAgeMs: keyAge(request, parts.world) };
  const note: Note = (outcome, what) => log({ ...sent, outcome, ...what }, parts);
  const work = (): SandboxAnswer => {
    const answer = perform({ route, request, body }, parts.world);
    const committed = answer.outcome === 'SUCCESS';
    const answered = fault === null || fault.kind === 'delay';
    note(fault === null ? answer.outcome : `${fault.kind}: ${answer.outcome}`, { committed, answered });
    return answer;
  };
  if (fault === null) return unhindered(work, note, parts);
  return strikeWith(fault, {
    route,
    work,
    note,
    claim: (found) => claimed(found, { route, request, body }, parts.world),
  });
}

/** A write that names its task by previewRecordId is about a clientId all the same. */
function keyIn(body: Body, kind: Route['kind'], { tasks }: World): string {
  const id = kind === 'write' ? body['previewRecordId'] : undefined;
  const clientId = typeof id === 'string' ? tasks.get(parseRecordId(id))?.clientId : undefined;
  return keyOf(clientId === undefined ? body : { ...body, previewRecordId: '', clientId });
}

type Note = (outcome: string, what?: Pick<LogEntry, 'committed' | 'answered'>) => void;

const UNDONE = { committed: false, answered: false };

function log(entry: Omit<LogEntry, 'at' | 'committed' | 'answered'> & Partial<LogEntry>, parts: Parts): void {
  const whole: LogEntry = { at: parts.world.now(), ...UNDONE, ...entry };
  parts.traffic.write(whole);
  parts.onRequest(whole);
}

function keyAge({ headers }: Request, { keys, now }: World): number | null {
  const key = headers['x-sc-company-api-key'];
  const at = typeof key === 'string' ? keys.handedOutAt(key) : null;
  return at === null ? null : now() - at;
}

/** "HTTP 401 means the endpoint URL is wrong, or …" (user provisioning interface, "Authentication"). */
function wrongUrl(url: string, world: World): SandboxAnswer {
  const service = url.includes('/api/users') ? 'admin' : 'preview';
  return { ...unauthorized(service, world.switches().S16), outcome: 'wrong URL' };
}

function reject(operation: string, answer: SandboxAnswer, parts: Parts): Reaction {
  parts.traffic.count(null);
  log({ operation, key: '', content: '', outcome: answer.outcome, keyAgeMs: null }, parts);
  return { kind: 'answer', answer, delayMs: 0 };
}

function unhindered(work: () => SandboxAnswer, note: Note, parts: Parts): Reaction {
  const passed = parts.limiter.pass(parts.world.switches().S18);
  if (typeof passed === 'number') return { kind: 'answer', answer: work(), delayMs: passed };
  note(passed.outcome);
  return { kind: 'answer', answer: passed, delayMs: 0 };
}

interface RoutedRequest {
  readonly route: Route;
  readonly request: Request;
  /** Null when the text is not a JSON object. */
  readonly body: Body | null;
}

function perform({ route, request, body }: RoutedRequest, world: World): SandboxAnswer {
  world.settlePins();
  if (body === null) {
    return { status: 400, body: { message: 'the body must be a JSON object' }, outcome: 'not a JSON object' };
  }
  if (route.service === 'secrets') {
    const { authorization, 'x-amz-target': target } = request.headers;
    return answerSecret({ target: typeof target === 'string' ? target : undefined, authorization, body }, world);
  }
  const refused = refuseHeaders(route.service, request.headers, world);
  if (refused !== null) return refused;
  return route.service === 'preview'
    ? answerPreview(route.operation, body, world)
    : answerAdmin(route.operation, body, world);
}

interface StrikeInput {
  readonly route: Route;
  readonly work: () => SandboxAnswer;
  readonly note: Note;
  /** An answer about nothing that was done or looked up: `found`, or not there. */
  readonly claim: (found: boolean) => SandboxAnswer;
}

function strikeWith(fault: Fault, { route, work, note, claim }: StrikeInput): Reaction {
  const delayMs = fault.delayMs ?? 200;
  const instead = (answer: SandboxAnswer): Reaction => {
    note(fault.kind);
    return { kind: 'answer', answer, delayMs: 0 };
  };
  const done = <R extends Reaction>(reaction: R): R => {
    work();
    return reaction;
  };
  switch (fault.kind) {
    case 'refuse-before':
      return instead(failed(fault, 503));
    case 'status':
      return instead(failed(fault, 500));
    case 'unauthorized':
      return instead(unauthorized(route.service, '401'));
    case 'reset-before':
      note(fault.kind);
      return { kind: 'reset' };
    case 'commit-then-reset':
      return done({ kind: 'reset' });
    case 'commit-then-5xx':
      return done({ kind: 'answer', answer: failed(fault, 500), delayMs: 0 });
    case 'commit-then-hang':
      return done({ kind: 'hang' });
    case 'commit-late':
      note(fault.kind);
      return { kind: 'reset-then', delayMs, byClock: fault.byClock ?? false, work };
    case 'delay':
      return { kind: 'work-then', delayMs, work };
    case 'claims-done':
      return instead(claim(true));
    case 'claims-absent':
      return instead(claim(false));
    case 'overlaid':
      return { kind: 'answer', answer: overlaid(work(), fault), delayMs: 0 };
    case 'swapped':
      return swapped(work(), fault);
    case 'garbage':
    case 'truncated':
    case 'alien-envelope':
      return unreadable(fault, work, note);
    default:
      return fault.kind satisfies never;
  }
}

function overlaid(answer: SandboxAnswer, { overlay = {} }: Fault): SandboxAnswer {
  return { ...answer, body: isBody(answer.body) ? { ...answer.body, ...overlay } : answer.body };
}

/** A refusal of the key says nothing about a request, and is never another one's. */
function swapped(answer: SandboxAnswer, fault: Fault): Reaction {
  return answer.outcome === 'UNAUTHORIZED' ? { kind: 'answer', answer, delayMs: 0 } : { kind: 'swap', answer, fault };
}

/** What the service would say of an object that is there, or is not, whatever the truth. */
function claimed(found: boolean, { route, body }: RoutedRequest, world: World): SandboxAnswer {
  if (route.service !== 'preview') {
    return { status: 200, body: result(found ? 'SUCCESS' : 'NOT_FOUND', 'claimed'), outcome: 'claimed' };
  }
  const asked = { body: body ?? {}, isSearch: route.kind === 'read' };
  return previewAnswer(found ? SUCCESS : NO_RECORD_FOUND, asked, world.switches());
}

/** Answers with status 200 that do not fit the documents. */
function unreadable(fault: Fault, work: () => SandboxAnswer, note: Note): Reaction {
  const isDone = fault.commit ?? true;
  if (!isDone) note(fault.kind);
  const body = isDone ? work().body : {};
  if (fault.kind === 'garbage') {
    return { kind: 'raw', contentType: 'text/html', text: '<html><body><h1>Maintenance</h1></body></html>' };
  }
  const text = JSON.stringify(fault.kind === 'alien-envelope' ? alien(body) : body);
  const length = fault.kind === 'truncated' ? Math.floor(text.length / 2) : text.length;
  return { kind: 'raw', contentType: 'application/json', text: text.slice(0, length) };
}

/**
 * Puts another environment's envelope around the answer; an answer about a user has no envelope and loses its result.
 */
function alien(body: unknown): unknown {
  if (!isBody(body) || !('previewResult' in body)) return { status: 'OK' };
  return { ...body, companyCode: 'another-company', environment: 'another-environment' };
}

function failed(fault: Fault, status: number): SandboxAnswer {
  const headers = fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
  return { status: fault.status ?? status, body: { message: 'failed' }, outcome: fault.kind, headers };
}

function parseBody(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text);
    return isBody(body) ? body : null;
  } catch {
    return null;
  }
}
