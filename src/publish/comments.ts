// What must be done with the comments of one request, decided from what is there. Pure.
//
//   ours, same key     report has something to say      report is quiet
//   none               create                           nothing
//   one                rewrite                          rewrite
//   several            rewrite the newest, hide the others
//   a newer report     leave it, say so                 leave it, say so
//
// Terms: *ours* = written by the account of the token, with a marker. The *key* is project and header; a run that ended before the
// project was read has none, and takes the comment of the only project that has one.

import { readMarker, withState } from './marker.ts';
import type { CommentState, Marker, MarkedReport } from './marker.ts';
import type { PublishedReport } from './published.ts';

export interface Comment {
  readonly id: string;
  /** Id of the account. */
  readonly author: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface MarkedComment extends Comment {
  readonly marker: Marker;
}

export type CommentDecision =
  | { readonly kind: 'create' }
  | { readonly kind: 'rewrite'; readonly id: string; readonly hide: readonly Comment[] }
  | { readonly kind: 'none'; readonly why: 'quiet' | 'newer' };

export interface WantedComment {
  readonly marker: Marker;
  readonly quiet: boolean;
  /** Id of the account of the token; null when the forge does not tell: then no comment can be known to be ours. */
  readonly author: string | null;
}

/** Newest first. */
function ours(comments: readonly Comment[], author: string | null): MarkedComment[] {
  return comments
    .filter((each) => each.author === author)
    .flatMap((each) => {
      const marker = readMarker(each.body);
      return marker === null || marker.state === 'replaced' ? [] : [{ ...each, marker }];
    })
    .toSorted((a, b) => b.createdAt - a.createdAt || byId(b.id, a.id));
}

/** Ids are numbers as text, or numbers with a slash between them. */
const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

export function decideComment(comments: readonly Comment[], wanted: WantedComment): CommentDecision {
  const same = sameKey(ours(comments, wanted.author), wanted.marker);
  const [newest, ...older] = same;
  if (newest === undefined) return wanted.quiet ? { kind: 'none', why: 'quiet' } : { kind: 'create' };
  if (isNewer(newest.marker, wanted.marker)) return { kind: 'none', why: 'newer' };
  return { kind: 'rewrite', id: newest.id, hide: older };
}

/** Those that another run made at the same time: all but the newest of the same key. */
export function surplus(comments: readonly Comment[], { marker, author }: WantedComment): Comment[] {
  return sameKey(ours(comments, author), marker).slice(1);
}

function sameKey(comments: readonly MarkedComment[], { about, project, header }: Marker): MarkedComment[] {
  const alike = comments.filter(({ marker }) => marker.about === about && marker.header === header);
  if (project !== null) return alike.filter(({ marker }) => marker.project === project || marker.project === null);
  const projects = new Set(alike.flatMap(({ marker }) => marker.project ?? []));
  return projects.size <= 1 ? alike : alike.filter(({ marker }) => marker.project === null);
}

/** Two runs of one request may end in the wrong order: the later look at the service wins. */
function isNewer(there: Marker, wanted: Marker): boolean {
  const latest = ({ reports }: Marker): string => reports.map((each) => each.at).reduce((a, b) => (a > b ? a : b), '');
  return latest(there) > latest(wanted);
}

/** What the comment is about, for its first line. */
export function markerOf(reports: readonly PublishedReport[], header: string): Marker {
  const project = reports.map((each) => each.project).find((name) => name !== null) ?? null;
  return { about: 'report', project, header, state: stateOf(reports), reports: reports.map(marked) };
}

function stateOf(reports: readonly PublishedReport[]): CommentState {
  if (reports.some(({ cancelled }) => cancelled)) return 'cancelled';
  if (reports.some(({ failed }) => failed)) return 'failed';
  return reports.some(({ kind }) => kind === 'apply') ? 'applied' : 'planned';
}

export function marked({ kind, target, at, fingerprint, commit }: PublishedReport): MarkedReport {
  return { kind, target, at, fingerprint, commit };
}

export const MARKS = ['applying', 'cancelled'] as const;
export type Mark = (typeof MARKS)[number];

/** Which of our comment's states a job may overwrite that says of itself what it does; of the others it knows less than they say. */
const MARKABLE: Readonly<Record<Mark, ReadonlySet<CommentState>>> = {
  applying: new Set(['planned', 'applying', 'failed', 'cancelled', 'outdated', 'applied']),
  cancelled: new Set(['planned', 'applying', 'outdated']),
};

/** Null where no comment of ours is there, or where it says already how the run ended. The words below the state stay. */
export function decideMark(
  comments: readonly Comment[],
  wanted: WantedComment,
  told: { readonly mark: Mark; readonly words: string },
): Edit | null {
  const [newest] = sameKey(ours(comments, wanted.author), wanted.marker);
  if (newest === undefined || !MARKABLE[told.mark].has(newest.marker.state)) return null;
  return { id: newest.id, body: withState(newest.body, { ...newest.marker, state: told.mark }, told.words) };
}

export interface Edit {
  readonly id: string;
  readonly body: string;
}

/** Comments of another request whose plan is about a target that was applied since: marked, never rewritten. */
export function outdate(comments: readonly Comment[], applied: Marker, author: string | null): Edit[] {
  const written = applied.reports.filter(({ kind }) => kind === 'apply');
  return ours(comments, author).flatMap(({ id, body, marker }) => {
    if (marker.about !== 'report' || marker.project !== applied.project) return [];
    if (!MAY_BE_OUTDATED.has(marker.state)) return [];
    const later = written.find(({ target, at }) =>
      marker.reports.some((each) => each.kind === 'plan' && each.target === target && each.at < at),
    );
    if (later === undefined) return [];
    return [{ id, body: withState(body, { ...marker, state: 'outdated' }, outdatedWords(later)) }];
  });
}

/** What is being applied says itself what came of it. */
const MAY_BE_OUTDATED: ReadonlySet<CommentState> = new Set(['planned', 'failed', 'cancelled']);

function outdatedWords({ target, at, commit }: MarkedReport): string {
  const of = commit !== null && /^[0-9a-f]{7,64}$/u.test(commit) ? ` (commit ${commit.slice(0, 9)})` : '';
  const name = target !== null && /^[\w.-]{1,64}$/u.test(target) ? ` for ${target}` : '';
  const time = /^[\d:TZ.-]{16,30}$/u.test(at) ? ` at ${at.slice(0, 16).replace('T', ' ')} UTC` : '';
  return `**Outdated**: another change was applied${name}${of}${time}. Run the plan again before you approve this one.`;
}
