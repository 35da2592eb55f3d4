// The one issue of a target about drift, decided from what is there. Pure.
//
//   newest of ours    drift found                nothing found, all read     not all could be read
//   none              open one                   nothing                     nothing
//   open              rewrite                    close, with a comment       leave it open, say in it that it is not known
//   closed            open it again, rewrite     nothing                     nothing
//
// So a target has one issue, with its whole history, and absence is never concluded from what could not be read.

import type { Comment } from './comments.ts';
import { readMarker } from './marker.ts';
import type { Marker } from './marker.ts';
import type { PublishedReport } from './published.ts';

/** What finds the issues of muster among others. */
export const DRIFT_LABEL = 'muster-drift';

export interface Issue extends Comment {
  readonly open: boolean;
}

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

export type IssueDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'rewrite'; readonly id: string; readonly reopen: boolean; readonly close: readonly string[] }
  | { readonly kind: 'close'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown'; readonly id: string; readonly body: string; readonly marker: Marker }
  | { readonly kind: 'none'; readonly why: 'quiet' | 'newer' };

export interface WantedIssue {
  readonly report: PublishedReport;
  readonly marker: Marker;
  readonly author: string | null;
}

export function decideIssue(issues: readonly Issue[], wanted: WantedIssue): IssueDecision {
  const { report, marker } = wanted;
  const same = sameTarget(issues, wanted);
  const [newest] = same;
  if (newest !== undefined && isNewer(newest.marker, marker)) return { kind: 'none', why: 'newer' };
  const open = same.filter((each) => each.open);
  if (report.quiet && !report.failed) {
    return open.length === 0 ? { kind: 'none', why: 'quiet' } : { kind: 'close', ids: open.map(({ id }) => id) };
  }
  const kept = open[0] ?? newest;
  if (report.quiet) {
    return kept?.open ? { kind: 'unknown', id: kept.id, body: kept.body, marker: kept.marker } : QUIET;
  }
  if (kept === undefined) return { kind: 'open' };
  const others = open.filter(({ id }) => id !== kept.id).map(({ id }) => id);
  return { kind: 'rewrite', id: kept.id, reopen: !kept.open, close: others };
}

const QUIET: IssueDecision = { kind: 'none', why: 'quiet' };

/** Two runs at once may have opened two: all open ones but the newest. */
export function surplusIssues(issues: readonly Issue[], wanted: WantedIssue): string[] {
  return sameTarget(issues, wanted)
    .filter((each) => each.open)
    .slice(1)
    .map(({ id }) => id);
}

type MarkedIssue = Issue & { readonly marker: Marker };

/** Newest first. */
function sameTarget(issues: readonly Issue[], { marker, author }: WantedIssue): MarkedIssue[] {
  const targets = (each: Marker): string => JSON.stringify([each.project, each.reports.map(({ target }) => target)]);
  return issues
    .filter((each) => each.author === author)
    .flatMap((each) => {
      const there = readMarker(each.body);
      const same = there !== null && there.about === 'drift' && targets(there) === targets(marker);
      return same ? [{ ...each, marker: there }] : [];
    })
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id.localeCompare(a.id, 'en', { numeric: true }));
}

function isNewer(there: Marker, wanted: Marker): boolean {
  return (there.reports[0]?.at ?? '') > (wanted.reports[0]?.at ?? '');
}
