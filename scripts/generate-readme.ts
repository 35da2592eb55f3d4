// `npm run docs`: runs the demo and puts its real output between the markers of README.md and docs/getting-started.md
// (`<!-- demo:NAME -->` … `<!-- /demo -->`), and takes a picture of the HTML report of the second plan. Run it when the output of
// the command changes; times in it differ each time.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readReport } from '../src/cli/read-report.ts';
import { renderHtml } from '../src/report/html/page.ts';
import { CAN_RUN_BROWSER, openPage, startBrowser } from '../test/support/browser.ts';
import type { Step } from './demo/stage.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

const DOCUMENTS = ['README.md', 'docs/getting-started.md'];
const BLOCK = /<!-- demo:(?<name>[\w-]+) -->\n[\s\S]*?<!-- \/demo -->/gu;

function playDemo(): readonly Step[] {
  const folder = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  try {
    const record = join(folder, 'steps.json');
    const demo = spawnSync(process.execPath, [path('scripts/demo.ts'), '--record', record], {
      stdio: ['ignore', 2, 2],
    });
    if (demo.status !== 0) throw new Error('The demo did not end well; nothing was written.');
    return JSON.parse(readFileSync(record, 'utf8')) as Step[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(text: string, steps: readonly Step[]): string {
  return text.replaceAll(BLOCK, (_block, name: string) => {
    const step = steps.find((candidate) => candidate.name === name);
    if (step === undefined) throw new Error(`The demo has no step named ${name}.`);
    return `<!-- demo:${name} -->\n\n\`\`\`\n$ ${step.command}\n${step.output}\n\`\`\`\n\n<!-- /demo -->`;
  });
}

/** The upper part of the page, as it opens. */
async function takePicture(steps: readonly Step[], file: string): Promise<void> {
  const report = steps.find(({ name }) => name === 'plan-edit')?.report;
  if (report === undefined || !CAN_RUN_BROWSER)
    throw new Error('There is no report, or no browser, to take a picture of.');
  const folder = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  const browser = await startBrowser();
  try {
    const html = renderHtml([readReport(JSON.stringify(report), 'plan-edit.json')]);
    const { page } = await openPage(browser, { folder, html });
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const steps = playDemo();
await takePicture(steps, path('docs/images/plan.png'));
for (const document of DOCUMENTS) {
  const text = readFileSync(path(document), 'utf8');
  writeFileSync(path(document), fill(text, steps));
}
