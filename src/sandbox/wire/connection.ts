// Between a connection and the exchange: reads the body, writes or withholds the answer.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SandboxControl } from '../operations/control.ts';
import type { SandboxExchange, Reaction } from './exchange.ts';
import { readOwnJson } from '../world/own-json.ts';
import type { LateWork } from '../world/late-work.ts';
import type { Swap } from '../messages/swap.ts';
import type { SandboxAnswer } from '../messages/verdict.ts';

export const CONTROL_PATH = '/_sandbox/';
export const TOKEN_HEADER = 'x-sandbox-token';
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface ConnectionParts {
  readonly exchange: SandboxExchange;
  readonly control: SandboxControl;
  readonly token: string;
  readonly late: LateWork;
  readonly swap: Swap;
  readonly delayMs: () => number;
  /** Of the world: what the Date header says. */
  readonly now: () => number;
}

export function connectionHandler(parts: ConnectionParts): RequestListener {
  return (request, response) => {
    response.setHeader('date', new Date(parts.now()).toUTCString());
    readText(request, (text) => {
      try {
        if (!isLoopbackName(request.headers.host)) return send(response, answer(421, 'not a loopback name'));
        if (request.url?.startsWith(CONTROL_PATH)) return void answerControl({ request, response, text }, parts);
        react(exchangeOf({ request, response, text }, parts), response, parts);
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        send(response, answer(500, 'the sandbox itself failed'));
      }
    });
  };
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly text: string;
}

function exchangeOf({ request, text }: Call, { exchange, late }: ConnectionParts): Reaction {
  late.catchUp();
  const { method = '', url = '', headers } = request;
  return exchange.handle({ method, url, headers, text });
}

function react(reaction: Reaction, response: ServerResponse, parts: ConnectionParts): void {
  switch (reaction.kind) {
    case 'answer':
      return sendAfter(reaction.delayMs + parts.delayMs(), response, reaction.answer);
    case 'raw':
      return write(response, { status: 200, contentType: reaction.contentType, text: reaction.text });
    case 'reset':
      return void response.socket?.destroy();
    case 'reset-then':
      response.socket?.destroy();
      if (reaction.byClock) return parts.late.afterByClock(reaction.delayMs, reaction.work);
      return parts.late.after(reaction.delayMs, reaction.work);
    case 'swap':
      return parts.swap({ ...reaction, send: (answer) => send(response, answer) });
    case 'work-then':
      return parts.late.after(reaction.delayMs, () => send(response, reaction.work()));
    case 'hang':
      return;
    default:
      return reaction satisfies never;
  }
}

/** Only a page in a browser would reach loopback under another host name. */
function isLoopbackName(host: string | undefined): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)(?::\d+)?$/u.test(host ?? '');
}

interface Command {
  run(argument: unknown): Promise<unknown>;
}

async function answerControl({ request, response, text }: Call, parts: ConnectionParts): Promise<void> {
  const given = Buffer.from(String(request.headers[TOKEN_HEADER] ?? ''));
  const token = Buffer.from(parts.token);
  if (given.length !== token.length || !timingSafeEqual(given, token))
    return send(response, answer(403, 'wrong token'));
  const name = (request.url ?? '').slice(CONTROL_PATH.length);
  const commands: Readonly<Record<string, Command['run']>> = { ...parts.control };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return send(response, answer(404, 'no such command'));
  try {
    const { argument } = readOwnJson<{ readonly argument?: unknown }>(text);
    const value = await command(argument ?? undefined);
    send(response, { status: 200, body: { value }, outcome: 'control' });
  } catch (error) {
    send(response, answer(400, error instanceof Error ? error.message : String(error)));
  }
}

function answer(status: number, error: string): SandboxAnswer {
  return { status, body: { error }, outcome: error };
}

function sendAfter(delayMs: number, response: ServerResponse, body: SandboxAnswer): void {
  if (delayMs > 0) setTimeout(() => send(response, body), delayMs);
  else send(response, body);
}

function send(response: ServerResponse, { status, body, headers }: SandboxAnswer): void {
  const text = JSON.stringify(body);
  write(response, { status, contentType: 'application/json', text, ...(headers ? { headers } : {}) });
}

interface TextResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function write(response: ServerResponse, { status, contentType, text, headers }: TextResponse): void {
  if (response.destroyed) return;
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': contentType, 'content-length': length, ...headers });
  response.end(text);
}

function readText(request: IncomingMessage, then: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => then(Buffer.concat(chunks).toString('utf8')));
}
