// `node scripts/measure-reports.ts [FOLDER]`: how long the reports of usual requests are, in lines and words, played against the
// sandbox, and how high a comment and a page are on a telephone, in a browser. FOLDER keeps what was printed, and pictures.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startBrowser } from '../test/support/browser.ts';
import { ROOT } from '../tools/files.ts';
import { framed } from './pictures.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'muster-measure-')));
const kept = process.argv[2];
if (kept !== undefined) mkdirSync(kept, { recursive: true });

function muster(folder: string, ...words: readonly string[]): string {
  const run = spawnSync(process.execPath, [join(ROOT, 'bin/muster.js'), ...words, '--color', 'never'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '100', XDG_STATE_HOME: home },
  });
  return words[0] === 'validate' ? run.stdout + run.stderr : run.stdout;
}

function measure(name: string, text: string): void {
  const [lines, words] = [/\n/u, /\s+/u].map((between) => String(text.trim().split(between).length));
  console.log(`${name.padEnd(24)}${lines?.padStart(6)} lines${words?.padStart(8)} words`);
  if (kept !== undefined) writeFileSync(join(kept, `${name}.txt`), text);
}

function git(folder: string, ...words: readonly string[]): void {
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
}

function newProject(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  muster(folder, 'init');
  return folder;
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'edit');
}

const CSV = `campaigns:
  - campaignName: Autumn
    recordsFrom: { file: autumn.csv, columns: { clientId: id, preferredAgent: agent, data: { phone: phone } } }
`;

const rows = (phone: (row: number) => string): string =>
  ['id,agent,phone', ...Array.from({ length: 300 }, (_, at) => `A-${at + 1},,${phone(at)}`)].join('\n');

function created(): string {
  const folder = newProject('contact-centre');
  git(folder, 'init', '-q');
  commit(folder);
  measure('plan-4-creates', muster(folder, 'plan'));
  muster(folder, 'apply', '--auto-approve', '--quiet');
  return folder;
}

function changed(folder: string): void {
  const file = join(folder, 'campaigns/welcome.yaml');
  const text = readFileSync(file, 'utf8').replace('preferredAgent: ana.ruiz', 'preferredAgent: ben.okafor');
  writeFileSync(file, text);
  commit(folder);
  measure('plan-1-update', muster(folder, 'plan'));
  muster(folder, 'apply', '--auto-approve', '--quiet');
  measure('why-record', muster(folder, 'why', 'record:Welcome Calls/C-1001'));
  measure('search', muster(folder, 'search'));
}

function many(): void {
  const folder = newProject('many');
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'campaigns', name), text);
  const right = rows((at) => `+4477009${String(at).padStart(5, '0')}`);
  write('autumn.yaml', CSV);
  write('autumn.csv', right);
  const outs = ['markdown=plan.md', 'html=plan.html'].flatMap((out) => ['--out', out]);
  measure('plan-300-creates', muster(folder, 'plan', ...outs));
  measure('comment-300-creates', readFileSync(join(folder, 'plan.md'), 'utf8'));
  const wrong = rows(() => '+44 7700 900000');
  write('autumn.csv', wrong);
  measure('validate-300-cells', muster(folder, 'validate'));
}

const PHONE = { width: 390, height: 844 };

/** Nothing is shown that a reader has to open. `cut`: how much wider than the telephone it is. */
async function onAPhone(): Promise<void> {
  const read = (file: string): string => readFileSync(join(home, 'many', file), 'utf8');
  const pages = { comment: framed({ markdown: read('plan.md'), title: 'Autumn' }, 'light'), html: read('plan.html') };
  const browser = await startBrowser();
  for (const [name, html] of Object.entries(pages)) {
    const page = await browser.newPage({ viewport: PHONE });
    await page.setContent(html);
    const { high, wide } = await page.evaluate(() => ({
      high: document.documentElement.scrollHeight,
      wide: document.documentElement.scrollWidth,
    }));
    console.log(
      `${`${name}-300-creates`.padEnd(24)}${String(high).padStart(6)} px${String(wide - PHONE.width).padStart(9)} cut`,
    );
    if (kept !== undefined) await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true });
  }
  await browser.close();
}

function story(): void {
  const record = join(home, 'demo.json');
  spawnSync(process.execPath, [join(ROOT, 'scripts/demo.ts'), '--record', record]);
  const steps = JSON.parse(readFileSync(record, 'utf8')) as { name: string; output: string }[];
  for (const { name, output } of steps.filter((each) => ['plan-first', 'drift', 'plan-edit'].includes(each.name)))
    measure(`quickstart-${name}`, output);
}

try {
  const folder = created();
  changed(folder);
  many();
  await onAPhone();
  story();
} finally {
  for (const name of ['contact-centre', 'many']) muster(join(home, name), 'sandbox', 'stop');
  rmSync(home, { recursive: true, force: true });
}
