// The two pictures of README.md, taken in a real browser: the comment of a plan, published on a pull request of a real forge (Gitea,
// started for this; `node tools/programs/main.ts` builds it) and rendered by it, and the HTML report of the same plan.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { readReport } from '../src/cli/process/read-report.ts';
import { numberAt, textAt } from '../src/forge/value.ts';
import { renderHtml } from '../src/report/html/page.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import { startGitea } from '../test/support/gitea.ts';
import { programOf } from '../test/support/tools.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPOSITORY = 'support/rosters';
const BASE = `/repos/${REPOSITORY}`;
const BRANCH = 'carlos-leaves';

export interface Pictured {
  /** The JSON report of a plan. */
  readonly report: object;
  /** The edit it is the plan of. */
  readonly edit: string;
}

/** Files `comment.png` and `plan.png` in this folder. Throws where there is no forge or no browser. */
export async function takePictures({ report, edit }: Pictured, images: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-pictures-'));
  const browser = await startBrowser();
  try {
    const html = renderHtml([readReport(JSON.stringify(report), 'plan.json')]);
    const { page } = await openPage(browser, { folder, html });
    await page.screenshot({ path: join(images, 'plan.png') });
    await takeComment(browser, { report, edit, folder }, join(images, 'comment.png'));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeComment(browser: Browser, given: Pictured & { folder: string }, path: string): Promise<void> {
  const program = await programOf('gitea');
  if (program === null) throw new Error('There is no Gitea here: `node tools/programs/main.ts` builds it.');
  const gitea = await startGitea(program);
  try {
    const { token } = await gitea.account('support');
    await gitea.ask(token, 'POST', '/user/repos', { name: 'rosters', auto_init: true, default_branch: 'main' });
    const file = { content: Buffer.from(given.edit).toString('base64'), message: 'Carlos leaves, Amara joins' };
    const branches = { branch: 'main', new_branch: BRANCH };
    await gitea.ask(token, 'POST', `${BASE}/contents/teams/leavers.yaml`, { ...file, ...branches });
    const request = { title: 'Carlos leaves, Amara joins', head: BRANCH, base: 'main' };
    const made = await gitea.ask(token, 'POST', `${BASE}/pulls`, request);
    const number = numberAt(made, 'number') ?? 0;
    publish(given, { url: gitea.url, token, number, commit: textAt(made, 'head', 'sha') ?? '' });
    const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1100, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${gitea.url}/${REPOSITORY}/pulls/${number}`);
    const shown = page.locator('.timeline-item.comment .render-content').filter({ hasText: 'muster:' });
    await page.setContent(framed(await shown.innerHTML()));
    await page.locator('.comment').screenshot({ path });
  } finally {
    await gitea.stop();
  }
}

/** A machine need not have a font with emoji: drawn as those fonts draw it. */
const NO_ENTRY =
  '<svg width="15" height="15" viewBox="0 0 16 16" style="vertical-align: -2px"><circle cx="8" cy="8" r="8" fill="#dd2e44"/><rect x="3" y="6.5" width="10" height="3" rx="1" fill="#fff"/></svg>';

/** What the forge made of the comment, in the style of GitHub: Gitea's own style sheets are not part of its Go module. */
function framed(comment: string): string {
  const style = fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown-light.css'));
  return `<!doctype html><style>${readFileSync(style, 'utf8')}
body { margin: 0; padding: 12px; background: #fff; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; }
.head { font: 14px sans-serif; color: #59636e; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 9px 16px; }
.markdown-body { padding: 16px; font-size: 14px; }
</style><div class="comment"><div class="head"><b>support-bot</b> commented on this pull request</div>
<div class="markdown-body">${comment.replaceAll('⛔', NO_ENTRY)}</div></div>`;
}

interface Where {
  readonly url: string;
  readonly token: string;
  readonly number: number;
  readonly commit: string;
}

/** `muster publish`, as a job of a pipeline calls it. */
function publish({ report, folder }: Pictured & { folder: string }, where: Where): void {
  const [file, event] = [join(folder, 'plan.json'), join(folder, 'event.json')];
  writeFileSync(file, JSON.stringify(report));
  const head = { sha: where.commit, repo: { full_name: REPOSITORY } };
  writeFileSync(event, JSON.stringify({ pull_request: { number: where.number, head } }));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GITEA_ACTIONS: 'true',
    GITHUB_API_URL: `${where.url}/api/v1`,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: where.commit,
    GITEA_TOKEN: where.token,
  };
  const args = [join(ROOT, 'bin/muster.js'), 'publish', file];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`muster publish ended with ${status}: ${stderr}`);
}
