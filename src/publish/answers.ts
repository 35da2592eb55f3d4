// What a forge answered -> a value, or an error that says what to do. Nothing of an answer is believed unread: a proxy may answer
// 200 with a sign-in page, and an empty list that is none would make a second comment.

import { ToolError } from '../core/model/errors.ts';
import type { Comment } from './comments.ts';
import { listAt, numberAt, textAt } from './value.ts';

/** One line for people: method and path, without host, query and values. */
export function asked(method: string, url: string): string {
  return `${method} ${(URL.parse(url)?.pathname ?? url).slice(0, 200)}`;
}

export function rubbish(what: string, expected: string): ToolError {
  return new ToolError('forge-failed', { message: `${what} was answered with something else than ${expected}` });
}

export function needed(value: number | null, what: string): number {
  if (value === null) throw rubbish(what, 'a number');
  return value;
}

export interface ForgeRefusal {
  readonly what: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The forge's own words; shown shortened. */
  readonly words: string;
  /** Which variable holds the token, and what it needs. */
  readonly needs: string;
}

/** `forge-limited`, `forge-token` or `forge-failed`. */
export function refused({ what, status, headers, words, needs }: ForgeRefusal): ToolError {
  const said = words === '' ? '' : `: ${words.replaceAll(/\s+/gu, ' ').slice(0, 160)}`;
  const wait = waitSeconds(headers);
  const limited = status === 429 || (status === 403 && (wait !== null || /rate limit|abuse/iu.test(words)));
  if (limited) {
    const time = wait === null ? 'some minutes' : `${wait} seconds`;
    return new ToolError('forge-limited', { message: `${what}: HTTP ${status}; it may be asked again after ${time}` });
  }
  if ([401, 403, 404].includes(status)) {
    const doubt = status === 404 ? ', or it is not there' : '';
    const message = `${what}: HTTP ${status}${said}. ${needs}${doubt}`;
    return new ToolError('forge-token', { message });
  }
  return new ToolError('forge-failed', { message: `${what}: HTTP ${status}${said}` });
}

/** A redirect to another place would carry the token there. */
export function moved(what: string, status: number, location: string | null): ToolError {
  const to = location === null ? null : URL.parse(location);
  const where = to === null ? 'another address' : to.host;
  const message = `${what}: HTTP ${status}, redirected to ${where}. The address of the interface may be an old one, or a proxy asks to sign in`;
  return new ToolError('forge-failed', { message });
}

/** Of what was made or changed: its number, which no page of a proxy has. Throws where there is none. */
export function madeOne(value: unknown, what: string): void {
  if (numberAt(value, 'id') === null) throw rubbish(what, 'what was sent');
}

/** Waits that are longer are left to the next run: a job must not sleep for an hour. */
export const LONGEST_WAIT_S = 60;

/** Longer lists are given up: a forge that links every page to a next one would never end. */
export const MOST_PAGES = 100;

export function endless(what: string): ToolError {
  const message = `${what} has more than ${(MOST_PAGES * 100).toLocaleString('en')} entries, or never ends`;
  return new ToolError('forge-failed', { message });
}

/** Of `retry-after`, or of an exhausted limit until its reset; null for neither. */
function waitSeconds(headers: ForgeRefusal['headers']): number | null {
  const after = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(after) && after >= 0) return Math.ceil(after);
  if (String(headers['x-ratelimit-remaining']) !== '0') return null;
  const [reset, now] = [Number(headers['x-ratelimit-reset']), Date.parse(textAt(headers, 'date') ?? '')];
  return Number.isFinite(reset - now / 1000) ? Math.max(1, Math.ceil(reset - now / 1000)) : null;
}

/** `names`: where a forge keeps the parts. Throws where one of them is missing. */
export function readComment(value: unknown, what: string, body: 'body' | 'content' = 'body'): Comment {
  const id = numberAt(value, 'id');
  const author = numberAt(value, 'user', 'id') ?? numberAt(value, 'author', 'id') ?? textAt(value, 'author', 'id');
  const created = Date.parse(textAt(value, 'created_at') ?? textAt(value, 'publishedDate') ?? '');
  if (id === null || author === null || Number.isNaN(created)) throw rubbish(what, 'a comment');
  return { id: String(id), author: String(author), body: textAt(value, body) ?? '', createdAt: created };
}

/** Throws where something else than a list came. */
export function listOf(value: unknown, what: string): readonly unknown[] {
  const list = listAt(value);
  if (list === null) throw rubbish(what, 'a list');
  return list;
}
