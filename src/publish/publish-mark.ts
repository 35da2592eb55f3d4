// What a job says of itself in the comment that is there: that it begins to apply, or that it was cancelled before it could report.
// Nothing else of the comment changes, and none is made: the plan that people approved stays readable below the line.

import { decideMark, markerOf } from './comments.ts';
import type { Mark } from './comments.ts';
import type { Forge } from './forge.ts';
import { safeUrl } from './publish.ts';
import type { Publication, PublicationLines } from './publish.ts';

export interface Marking extends Pick<Publication, 'reports' | 'header' | 'request' | 'reportUrl' | 'dryRun'> {
  readonly mark: Mark;
  /** Epoch milliseconds. */
  readonly at: number;
}

export async function publishMark(forge: Forge, marking: Marking): Promise<PublicationLines> {
  const { reports, header, request, dryRun, mark } = marking;
  if (request === null) return [`comment: not marked as ${mark}, because no open request has this commit`];
  const wanted = { marker: markerOf(reports, header), quiet: true, author: await forge.author() };
  const told = { mark, words: wordsOf(marking) };
  const edit = decideMark(await forge.comments(request), wanted, told);
  const place = `comment on request ${request}`;
  if (edit === null) return [`${place}: not marked as ${mark}, because none of this project is there that could be`];
  const made = dryRun ? 'done' : await forge.rewriteComment({ request, id: edit.id }, edit.body);
  return [made === 'gone' ? `${place}: not marked as ${mark}, because it is gone` : `${place}: marked as ${mark}`];
}

function wordsOf({ mark, at, reportUrl }: Marking): string {
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const run = reportUrl === null ? '' : ` [Run](<${safeUrl(reportUrl)}>)`;
  switch (mark) {
    case 'applying':
      return `**Applying** since ${time}: what is below is the plan.${run}`;
    case 'cancelled':
      return `**Cancelled** at ${time}: a part may have been written. Run the plan again: it shows what is left to do.${run}`;
    default:
      return mark satisfies never;
  }
}
