// Carries out what comments.ts and issues.ts decide: looks, decides, writes, looks again. Nothing is sent twice blindly: when the
// answer to a create is lost, the next look tells whether it arrived. Two runs at once end with one comment.

import { ToolError } from '../core/model/errors.ts';
import { decideComment, markerOf, outdate, surplus } from './comments.ts';
import type { Comment, CommentDecision, WantedComment } from './comments.ts';
import type { Forge } from './forge.ts';
import { markerLine, withState } from './marker.ts';
import type { Marker } from './marker.ts';
import type { PublishedReport, WriteBody } from './published.ts';
import { statusOf } from './status.ts';
import type { LineNote } from './workflow.ts';

export interface Publication {
  readonly reports: readonly PublishedReport[];
  readonly header: string;
  readonly write: WriteBody;
  readonly reportUrl: string | null;
  /** Null: no request is known, so there is no comment. */
  readonly request: number | null;
  readonly commit: string | null;
  readonly dryRun: boolean;
  /** For a check: notes at lines of files that nothing else shows. */
  readonly notes: readonly LineNote[];
}

/** One line for people about each thing that was done, or would be. */
export type PublicationLines = readonly string[];

export async function publishOnRequest(forge: Forge, publication: Publication): Promise<PublicationLines> {
  const { reports, header, reportUrl, commit, dryRun, write, notes } = publication;
  if (reports.length === 0) return [];
  const commented = publication.request === null ? [] : await comment(forge, publication, publication.request);
  const wishes = { reports, header, url: reportUrl, limit: forge.limits.statusWords, page: write, notes };
  const status = statusOf(wishes);
  const kind = commit === null || dryRun ? 'status' : await forge.setStatus(status, commit, publication.request);
  const told = commit === null ? [] : [`${kind} ${status.name}: ${status.state}, ${status.words}`];
  return [...commented, ...told, ...(await markOthers(forge, publication))];
}

const MOST_TRIES = 3;

async function comment(forge: Forge, publication: Publication, request: number): Promise<string[]> {
  const { reports, header, dryRun } = publication;
  const marker = markerOf(reports, header);
  const author = await forge.author();
  const wanted: WantedComment = { marker, quiet: reports.every(({ quiet }) => quiet), author };
  const body = commentBody(forge, publication);
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const there = await forge.comments(request);
    const decision = decideComment(there, wanted);
    if (dryRun || decision.kind === 'none') return [sayComment(decision, request)];
    if (decision.kind === 'rewrite') {
      if ((await forge.rewriteComment({ request, id: decision.id }, body)) === 'gone') continue;
      await hide(forge, request, decision.hide);
      return [sayComment(decision, request)];
    }
    const created = await createOrLook(() => forge.createComment(request, body));
    if (created === null) continue;
    const known = { ...wanted, author: author ?? created.author };
    await hide(forge, request, surplus(await forge.comments(request), known));
    return [sayComment(decision, request)];
  }
  const message = `the comment on request ${request} was gone, or not to be seen, after each of ${MOST_TRIES} tries`;
  throw new ToolError('forge-failed', { message });
}

/** What stands in the comment. */
export function commentBody({ limits }: Pick<Forge, 'limits'>, publication: Publication): string {
  const { reports, header, write, reportUrl } = publication;
  const first = markerLine(markerOf(reports, header));
  const link = reportUrl === null ? '' : `\n[Full report](<${safeUrl(reportUrl)}>)\n`;
  return `${first}\n${write(limits.comment - first.length - link.length - 1).text}${link}`;
}

/** In Markdown a link between < and > ends at these. */
export const safeUrl = (url: string): string => url.replaceAll(/[<>\s\\]/gu, encodeURIComponent);

/** Null when no answer came, or one that says nothing: the caller looks whether it arrived. */
export async function createOrLook<Made>(create: () => Promise<Made>): Promise<Made | null> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof ToolError && error.code === 'forge-failed') return null;
    throw error;
  }
}

async function hide(
  forge: Forge,
  request: number,
  comments: readonly (Comment & { marker?: Marker })[],
): Promise<void> {
  for (const { id, body, marker } of comments) {
    const replaced = marker === undefined ? body : withState(body, { ...marker, state: 'replaced' }, REPLACED);
    await forge.hideComment({ request, id }, replaced);
  }
}

const REPLACED = '**Replaced** by a newer comment.';

function sayComment(decision: CommentDecision, request: number): string {
  const place = `request ${request}`;
  switch (decision.kind) {
    case 'create':
      return `comment on ${place}: created`;
    case 'rewrite':
      return `comment on ${place}: rewritten${decision.hide.length > 0 ? `, ${decision.hide.length} older hidden` : ''}`;
    case 'none':
      return decision.why === 'quiet'
        ? `comment on ${place}: none, because nothing changes`
        : `comment on ${place}: left, because it shows a newer report`;
    default:
      return decision satisfies never;
  }
}

/** After an apply the plans of other open requests were made against a service that has changed. */
async function markOthers(forge: Forge, publication: Publication): Promise<string[]> {
  const { reports, header, request, dryRun } = publication;
  const written = reports.filter(({ kind, wrote }) => kind === 'apply' && wrote);
  if (written.length === 0) return [];
  const applied = markerOf(written, header);
  const author = await forge.author();
  const told: string[] = [];
  for (const other of await forge.openRequests()) {
    if (other === request) continue;
    for (const { id, body } of outdate(await forge.comments(other), applied, author)) {
      if (!dryRun) await forge.rewriteComment({ request: other, id }, body);
      told.push(`comment on request ${other}: marked as outdated`);
    }
  }
  return told;
}
