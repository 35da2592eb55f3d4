// One line with the counts beside the checks of a commit, on GitHub and Gitea.
//
//   forge    token                    what it becomes
//   GitHub   may write checks         a check: title, the report as its page, notes at lines of files
//   GitHub   may not (403, 404)       a status: the title alone
//   Gitea    any                      a status; Gitea has no checks
//
// Only a token of a workflow or of an app may write checks. Both have the same name, so that either can be required.

import { madeOne } from './answers.ts';
import type { Client, RepositoryPlace } from './octokit.ts';
import { RefusedRequest } from './refusal.ts';
import type { Status } from './status.ts';
import { placedNotes } from './workflow.ts';
import type { LineNote } from './workflow.ts';

/** Characters of the page of a check; GitHub takes 65,535. */
const PAGE_BUDGET = 60_000;

export async function setGitHubStatus(
  client: Client,
  { base, forge }: RepositoryPlace,
  of: { readonly status: Status; readonly commit: string },
): Promise<'status' | 'check'> {
  if (forge === 'github' && (await isTaken(client.send('POST', `${base}/check-runs`, checkOf(of))))) return 'check';
  const { name, state, words, url } = of.status;
  const target = url === null ? {} : { target_url: url };
  const body = { state, context: name, description: words, ...target };
  madeOne(await client.send('POST', `${base}/statuses/${of.commit}`, body), 'the new status');
  return 'status';
}

/** False where the token may not. */
async function isTaken(sent: Promise<unknown>): Promise<boolean> {
  try {
    madeOne(await sent, 'the new check');
    return true;
  } catch (error) {
    if (error instanceof RefusedRequest && [403, 404].includes(error.status) && error.code === 'forge-token')
      return false;
    throw error;
  }
}

function checkOf({ status, commit }: { readonly status: Status; readonly commit: string }): Record<string, unknown> {
  const { name, state, words, url, page, notes } = status;
  const annotations = placedNotes(notes).map(annotationOf);
  return {
    name,
    head_sha: commit,
    status: 'completed',
    conclusion: state,
    output: { title: words, summary: page(PAGE_BUDGET).text, ...(annotations.length > 0 ? { annotations } : {}) },
    ...(url === null ? {} : { details_url: url }),
  };
}

type PlacedNote = ReturnType<typeof placedNotes>[number];

const LEVELS: Readonly<Record<LineNote['level'], string>> = { error: 'failure', warning: 'warning' };

function annotationOf({ level, title, message, place }: PlacedNote): Record<string, unknown> {
  const { file, line, column } = place;
  const lines = { start_line: line, end_line: line, start_column: column, end_column: column };
  return { path: file, ...lines, annotation_level: LEVELS[level], title, message };
}
