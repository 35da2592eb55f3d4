// Drift issues on GitHub and Gitea. They are found by their label, so an issue without it would be opened again and again: a label
// that did not stick is an error.

import { ToolError } from '../core/model/errors.ts';
import { madeOne, readComment, rubbish } from './answers.ts';
import type { Issues } from './forge.ts';
import { DRIFT_LABEL } from './issues.ts';
import type { Issue } from './issues.ts';
import type { Client, RepositoryPlace } from './octokit.ts';
import { isGone, RefusedRequest } from './refusal.ts';
import { at, listAt, numberAt, textAt } from './value.ts';

const COLOR = 'd93f0b';

export function gitHubIssues(client: Client, { base, forge }: RepositoryPlace): Issues {
  return {
    list: async () => {
      const query = `labels=${DRIFT_LABEL}&state=all${forge === 'gitea' ? '&type=issues' : ''}`;
      const found = await client.all(`${base}/issues?${query}`);
      return found.filter((each) => !isRequest(each)).map((each) => readIssue(each, 'the list of issues'));
    },
    open: async ({ title, body }) => {
      const label = await labelOf(client, { base, forge });
      const made = await client.send('POST', `${base}/issues`, { title, body, labels: [label] });
      const labels = listAt(made, 'labels') ?? [];
      if (!labels.some((each) => textAt(each, 'name') === DRIFT_LABEL)) {
        const message = `the new issue did not get the label ${DRIFT_LABEL}: the token may not set labels`;
        throw new ToolError('forge-token', { message });
      }
      return readIssue(made, 'the new issue');
    },
    rewrite: async (id, text, open) => {
      try {
        const made = await client.send('PATCH', `${base}/issues/${id}`, { ...text, state: open ? 'open' : 'closed' });
        madeOne(made, 'the changed issue');
        return 'done';
      } catch (error) {
        if (isGone(error)) return 'gone';
        throw error;
      }
    },
    comment: async (id, body) => {
      madeOne(await client.send('POST', `${base}/issues/${id}/comments`, { body }), 'the new comment');
    },
  };
}

/** GitHub lists requests among the issues; Gitea has the property in both, without a value. */
function isRequest(value: unknown): boolean {
  const request = at(value, 'pull_request');
  return request !== undefined && request !== null;
}

function readIssue(value: unknown, what: string): Issue {
  const number = numberAt(value, 'number');
  const state = textAt(value, 'state');
  if (number === null || (state !== 'open' && state !== 'closed')) throw rubbish(what, 'an issue');
  return { ...readComment(value, what), id: String(number), open: state === 'open' };
}

/** Name of the label; its number on Gitea. Made where it is not there yet. */
async function labelOf(client: Client, { base, forge }: RepositoryPlace): Promise<string | number> {
  const found = (await client.all(`${base}/labels`)).find((each) => textAt(each, 'name') === DRIFT_LABEL);
  const label = found ?? (await makeLabel(client, base));
  return forge === 'github' ? DRIFT_LABEL : (numberAt(label, 'id') ?? DRIFT_LABEL);
}

async function makeLabel(client: Client, base: string): Promise<unknown> {
  try {
    const description = 'A contact-centre target differs from what Git declares';
    return await client.send('POST', `${base}/labels`, { name: DRIFT_LABEL, color: COLOR, description });
  } catch (error) {
    // Another run made it at the same time.
    if (error instanceof RefusedRequest && error.status === 422) return null;
    throw error;
  }
}
