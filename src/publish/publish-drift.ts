// Carries out what issues.ts decides about one target's issue.

import { ToolError } from '../core/model/errors.ts';
import { codeSpan } from '../core/model/markdown.ts';
import { marked } from './comments.ts';
import type { Forge, Issues } from './forge.ts';
import { decideIssue, surplusIssues } from './issues.ts';
import type { IssueDecision, IssueText, WantedIssue } from './issues.ts';
import { markerLine, withState } from './marker.ts';
import type { Marker } from './marker.ts';
import type { PublishedReport, WriteBody } from './published.ts';
import { createOrLook } from './publish.ts';
import type { PublicationLines } from './publish.ts';

export interface DriftPublication {
  readonly report: PublishedReport;
  /** Of this report alone. */
  readonly write: WriteBody;
  readonly runUrl: string | null;
  readonly dryRun: boolean;
}

const MOST_TRIES = 3;

export async function publishDrift(forge: Forge, publication: DriftPublication): Promise<PublicationLines> {
  const { report, dryRun } = publication;
  const name = report.target ?? 'an unknown target';
  if (report.project === null || report.target === null) {
    return [`drift issue: left as it is, because the run ended early: ${report.verdict}`];
  }
  if (report.partial) return [`drift issue of ${name}: left as it is, because the run looked at a part only (--only)`];
  const { issues } = forge;
  if (issues === null) return [`drift issue of ${name}: none, because ${forge.name} has no issues of this kind`];
  const marker = markerOf(report);
  const wanted: WantedIssue = { report, marker, author: await forge.author() };
  const text = issueText(forge, publication);
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const decision = decideIssue(await issues.list(), wanted);
    if (dryRun || (await carryOut(issues, decision, { text, wanted, publication }))) return [sayIssue(decision, name)];
  }
  const message = `the drift issue of ${name} was gone, or not to be seen, after each of ${MOST_TRIES} tries`;
  throw new ToolError('forge-failed', { message });
}

interface Work {
  readonly text: IssueText;
  readonly wanted: WantedIssue;
  readonly publication: DriftPublication;
}

/** False when it must be looked at again: deleted meanwhile, or no answer came. */
async function carryOut(issues: Issues, decision: IssueDecision, work: Work): Promise<boolean> {
  const { text, wanted, publication } = work;
  switch (decision.kind) {
    case 'none':
      return true;
    case 'open': {
      const opened = await createOrLook(() => issues.open(text));
      if (opened === null) return false;
      const known = { ...wanted, author: wanted.author ?? opened.author };
      await close(issues, surplusIssues(await issues.list(), known), 'Closed: a newer issue is about the same target.');
      return true;
    }
    case 'rewrite': {
      if ((await issues.rewrite(decision.id, text, true)) === 'gone') return false;
      if (decision.reopen) await issues.comment(decision.id, `Drift is back: ${codeSpan(publication.report.verdict)}`);
      await close(issues, decision.close, 'Closed: a newer issue is about the same target.');
      return true;
    }
    case 'close':
      await close(issues, decision.ids, closedWords(publication));
      return true;
    case 'unknown': {
      const words = `**Not known at ${minute(publication.report.at)}**: ${codeSpan(publication.report.verdict)}`;
      const body = withState(decision.body, { ...decision.marker, state: 'failed' }, words);
      return (await issues.rewrite(decision.id, { body }, true)) === 'done';
    }
    default:
      return decision satisfies never;
  }
}

async function close(issues: Issues, ids: readonly string[], words: string): Promise<void> {
  for (const id of ids) {
    await issues.comment(id, words);
    await issues.rewrite(id, {}, false);
  }
}

/** What stands in the issue. */
export function issueText({ limits }: Pick<Forge, 'limits'>, { report, write }: DriftPublication): IssueText {
  const first = markerLine(markerOf(report));
  return {
    title: `Drift in ${report.project}, target ${report.target}`,
    body: `${first}\n${write(limits.comment - first.length - 1).text}`,
  };
}

function markerOf(report: PublishedReport): Marker {
  const state = report.failed ? 'failed' : 'planned';
  return { about: 'drift', project: report.project, header: '', state, reports: [marked(report)] };
}

function closedWords({ report, runUrl }: DriftPublication): string {
  const run = runUrl === null ? '' : ` [Run](<${runUrl}>)`;
  return `No drift at ${minute(report.at)}; everything declared was read.${run}`;
}

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function sayIssue(decision: IssueDecision, name: string): string {
  const said = {
    open: 'opened',
    rewrite: 'kept up to date',
    close: 'closed, because there is no drift any more',
    unknown: 'left open, because not everything could be read',
    none: 'none, because there is no drift',
  } as const;
  const newer = decision.kind === 'none' && decision.why === 'newer';
  return `drift issue of ${name}: ${newer ? 'left, because it shows a newer report' : said[decision.kind]}`;
}
