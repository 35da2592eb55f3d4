// The commands of docs/recipes.md that are more than an edit and a plan, as they stand there. The outputs of the page come from runs
// (scripts/outputs/recipes.ts).

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { isOnPath } from '../../scripts/demo/stage.ts';
import { freshFolder, initialised, LAUNCHER, muster } from './muster.ts';

const PAGE = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

/** The lines of the shell block that says this word. */
function commands(word: string): string {
  const blocks = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, lines = '']) => lines);
  const found = blocks.filter((lines) => lines.includes(word));
  if (found.length !== 1) throw new Error(`${found.length} blocks say ${word}`);
  return found[0] ?? '';
}

const tools = ['jq', 'curl'].filter((name) => !isOnPath(name, process.env['PATH'] ?? ''));
if (tools.length > 0) console.error(`\nSKIPPED: the recipe of a chat needs ${tools.join(' and ')}.\n`);

describe.skipIf(tools.length > 0)('a message into a chat', () => {
  const folder = freshFolder();
  const posted: string[] = [];
  const chat = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      posted.push(text);
      response.end('ok');
    });
  });

  initialised(folder, async () => {
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    mkdirSync(join(folder, 'bin'));
    const launcher = `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`;
    writeFileSync(join(folder, 'bin/muster'), launcher, { mode: 0o755 });
    await muster(['apply', '--auto-approve'], { folder });
  });
  beforeEach(() => {
    posted.length = 0;
  });
  afterAll(() => void chat.close());

  /** Exit code. A shell starts the command, so it is a process. */
  function typed(): Promise<number | null> {
    const PATH = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
    const { port } = chat.address() as AddressInfo;
    const env = { ...process.env, CI: '', PATH, CHAT_WEBHOOK: `http://127.0.0.1:${port}/hook` };
    const child = spawn('bash', ['-c', commands('CHAT_WEBHOOK')], { cwd: folder, env, stdio: 'ignore' });
    return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  }

  test('says that there is no drift, and ends with 0', async () => {
    expect(await typed()).toBe(0);
    expect(posted.map((text) => JSON.parse(text) as unknown)).toEqual([{ text: 'contact-centre: no drift' }]);
  });

  test('says how many findings need somebody, and ends with the number of the run', async () => {
    await muster(['sandbox', 'change-record', 'Welcome Calls', 'C-1001', '--skill-queue', 'other'], { folder });
    expect(await typed()).toBe(11);
    const said = { text: 'contact-centre: 1 findings need somebody' };
    expect(posted.map((text) => JSON.parse(text) as unknown)).toEqual([said]);
  });

  test('says why a run failed, and ends with its number', async () => {
    writeFileSync(join(folder, 'teams/more.yaml'), 'users:\n  - loginUserId: x@example.com\n');
    expect(await typed()).toBe(2);
    expect(posted.map((text) => JSON.parse(text) as unknown)).toEqual([
      { text: 'contact-centre: drift run failed: missing-key' },
    ]);
  });
});
