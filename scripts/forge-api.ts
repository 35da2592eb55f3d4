// `node scripts/forge-api.ts [azure=FILE] [gitlab=FILE]`: cuts what publishing asks out of the descriptions that forges publish of their
// interfaces. The doubles of the tests are checked against these slices (test/support/forge-api.ts).
//
//   github   from npm, pinned by its checksum           -> test/forge/api/github.json, part of this project (MIT)
//   azure    FILE: specification/git/7.1/git.json of    -> the cache of this user: it has a license of its own
//            github.com/MicrosoftDocs/vsts-rest-api-specs
//   gitlab   FILE: doc/api/openapi/openapi_v3.yaml of   -> likewise (CC BY-SA 4.0)
//            gitlab.com/gitlab-org/gitlab

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { slice } from './forge/api-slice.ts';
import { apiFile, WANTED } from './forge/wanted.ts';
import type { ApiName } from './forge/wanted.ts';

const PACKAGE = '@octokit/openapi@23.0.2';
const SHA512 = 'pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==';
const DESCRIPTION = 'package/generated/api.github.com.json';

function main(args: readonly string[]): void {
  if (args.length === 0) return cut('github', { text: gitHubText(), source: `${PACKAGE}, MIT, GitHub Inc.` });
  for (const arg of args) {
    const [name = '', file = ''] = arg.split('=', 2);
    if ((name !== 'azure' && name !== 'gitlab') || file === '')
      throw new Error(`expected azure=FILE or gitlab=FILE: ${arg}`);
    cut(name, { text: readFileSync(file, 'utf8'), source: file });
  }
}

function cut(name: ApiName, { text, source }: { readonly text: string; readonly source: string }): void {
  const description: unknown = text.startsWith('#') ? parse(text) : JSON.parse(text.replace(/^\uFEFF/u, ''));
  const file = apiFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(slice(description, WANTED[name], source)));
  console.log(file);
}

/** The package is 385 MB when it is unpacked, so one file of its archive is taken. */
function gitHubText(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-forge-api-'));
  try {
    const run = (program: string, ...words: string[]): string =>
      execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const archive = run('npm', 'pack', '--silent', PACKAGE).split('\n').at(-1) ?? '';
    const sum = createHash('sha512')
      .update(readFileSync(join(folder, archive)))
      .digest('base64');
    if (sum !== SHA512) throw new Error(`${PACKAGE} has another checksum than the one kept here`);
    run('tar', '-xzf', archive, DESCRIPTION);
    return readFileSync(join(folder, DESCRIPTION), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2));
