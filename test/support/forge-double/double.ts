// What the doubles of the forges have in common: what is stored, and what they are asked.

import type { ForgeApi } from '../forge-api.ts';

export interface Answer {
  readonly status: number;
  /** Undefined: empty. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StoredComment {
  readonly id: number;
  author: number;
  body: string;
  hidden: boolean;
}

export interface StoredIssue {
  readonly number: number;
  author: number;
  title: string;
  body: string;
  open: boolean;
  labels: string[];
  /** What was said in it. */
  readonly notes: string[];
}

export interface Store {
  /** Of request 5, in the order of their ids. */
  readonly comments: StoredComment[];
  readonly issues: StoredIssue[];
  readonly labels: string[];
  readonly statuses: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** Requests as the forge lists them; GitHub and Azure DevOps add what is not said. */
  readonly requests: Readonly<Record<string, unknown>>[];
  /** Checks of commits, of GitHub. */
  readonly checks: Readonly<Record<string, unknown>>[];
  /** The token may write checks. */
  mayCheck: boolean;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Place {
  readonly store: Store;
  readonly api: ForgeApi;
}

export const OWN = 7;
export const PAGE = 100;

export const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };
export const ok = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
});

/** Later ids are later. */
export const time = (id: number): string => new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString();

export function addComment({ comments }: Store, body: string): StoredComment {
  const made = { id: (comments.at(-1)?.id ?? 0) + 1, author: OWN, body, hidden: false };
  comments.push(made);
  return made;
}

export function addIssue({ issues }: Store, parts: Pick<StoredIssue, 'title' | 'body' | 'labels'>): StoredIssue {
  const made = { number: (issues.at(-1)?.number ?? 0) + 1, author: OWN, open: true, notes: [], ...parts };
  issues.push(made);
  return made;
}

/** The comment that `pattern` finds in the path. */
export function commentAt({ comments }: Store, path: string, pattern: RegExp, factor = 1): StoredComment | undefined {
  const id = Number(pattern.exec(path)?.[1]);
  return comments.find((each) => each.id * factor === id);
}

export function issueAt({ issues }: Store, path: string, pattern: RegExp): StoredIssue | undefined {
  const number = Number(pattern.exec(path)?.[1]);
  return issues.find((each) => each.number === number);
}

export function remove<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1);
}
