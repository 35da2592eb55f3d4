// What a command that reads no project loads: of all libraries the parser of the command line, and what the words of plans need. As
// processes: in this one the libraries are loaded already.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { ROOT } from '../../tools/files.ts';

const LISTING = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });`;

async function librariesOf(...words: readonly string[]): Promise<ReadonlySet<string>> {
  const hook = `data:text/javascript,${encodeURIComponent(LISTING)}`;
  const program = [`--import=${hook}`, join(ROOT, 'bin/muster.js'), ...words];
  const { stderr } = await promisify(execFile)(process.execPath, program, { maxBuffer: 1 << 24 });
  return new Set([...stderr.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gu)].map(([, name = '']) => name));
}

test.each(['version', '--help', 'plan --help', 'explain no-pulumi', 'completion bash'])(
  'muster %s loads no library that reads, checks or sends',
  { timeout: 30_000 },
  async (line) => {
    expect([...(await librariesOf(...line.split(' ')))].toSorted()).toEqual(['commander', 'fast-json-patch']);
  },
);

test('muster validate is seen to load what checks', { timeout: 30_000 }, async () => {
  const libraries = await librariesOf('validate', '-C', join(ROOT, 'examples/quickstart'));
  expect([...libraries]).toEqual(expect.arrayContaining(['ajv', 'yaml']));
});
