// What of a report is published, by who made it: this repository, a branch, or a fork. A report is believed as far as its maker. Pure.
//
//   Terms    The *maker* of a report is the run that wrote it, as the forge's event or the variables of the pipeline say it. `own`: it is
//            about no request (a push to the default branch, a schedule, a person). `branch`: about a request from a branch of this
//            repository. `fork`: about a request from another repository, or from one that is not told.
//   Premise  Whoever may change the workflow of a run decides what its report says: of a fork, anybody.
//   Rule     A report speaks of the request that the forge names, and of nothing else, unless the repository itself made it.
//
//   | maker    | validate                  | plan        | apply                                     | drift       |
//   | -------- | ------------------------- | ----------- | ----------------------------------------- | ----------- |
//   | `own`    | its request               | its request | its request, and the plans of the others  | the issue   |
//   | `branch` | its request               | its request | its request                               | nothing     |
//   | `fork`   | its request, as the fork's | nothing    | nothing                                   | nothing     |
//
//   Example  A fork edits its workflow, and the artifact says that 5 of 5 changes were applied: nothing is published.

import { ToolError } from '../core/model/errors.ts';
import type { PublishedKind, PublishedReport } from './published.ts';

export type Maker = 'own' | 'branch' | 'fork';

const BELIEVED: Readonly<Record<Maker, ReadonlySet<PublishedKind>>> = {
  own: new Set(['validate', 'plan', 'apply', 'drift']),
  branch: new Set(['validate', 'plan', 'apply']),
  fork: new Set(['validate']),
};

/** `from`: the repository that the run is of, null where the forge does not say it. */
export function makerOf(from: string | null, repository: string): Maker {
  return from?.toLowerCase() === repository.toLowerCase() ? 'branch' : 'fork';
}

/** What is believed of it. `commit`: the head of its request; `now`: epoch milliseconds. Throws `report-not-believed`. */
export function believed(
  report: PublishedReport,
  of: { readonly maker: Maker; readonly commit: string | null },
  now: number,
): PublishedReport {
  const { maker, commit } = of;
  if (!BELIEVED[maker].has(report.kind)) {
    const message = `a report of the kind ${report.kind} that ${MAKERS[maker]} made is not published`;
    throw new ToolError('report-not-believed', { message });
  }
  if (maker === 'own') return report;
  // A time in the future would stand above every later report.
  const at = new Date(Math.min(Date.parse(report.at), now)).toISOString();
  const verdict = maker === 'fork' ? `by a fork, not checked here: ${report.verdict}` : report.verdict;
  return { ...report, commit, at, verdict, wrote: false };
}

const MAKERS = { own: 'this repository', branch: 'the run of a request', fork: 'a fork' } as const;

/** Tells what a fork says apart from what this repository says: another comment, and a status that no rule asks for. */
export function headerOf(header: string, maker: Maker): string {
  return maker === 'fork' ? [header, 'fork'].filter(Boolean).join(', ') : header;
}

/** One line of Markdown above the report; null where nothing has to be said. */
export function makerLine(maker: Maker): string | null {
  return maker === 'fork'
    ? '**Made by a fork**, which says this of its own files: nothing was planned, and nobody here checked it.'
    : null;
}
