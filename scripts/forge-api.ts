// `node scripts/forge-api.ts [azure=FILE]`: cuts what publishing asks out of the descriptions that forges publish of their interfaces. The
// doubles of the tests are checked against these slices (test/support/forge-api.ts).
//
//   github   GitHub's description, from npm, pinned            -> test/forge/api/github.json, part of this project (MIT)
//   gitlab   GitLab's own client, a Go module, pinned          -> test/forge/api/gitlab.json, part of this project (Apache-2.0)
//   azure    FILE: specification/git/7.1/git.json of           -> the cache of this user: it has a license of its own
//            github.com/MicrosoftDocs/vsts-rest-api-specs

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { slice, type ApiSlice } from './forge/api-slice.ts';
import { goSlice } from './forge/go-client.ts';
import { apiFile, WANTED } from './forge/wanted.ts';
import type { ApiName } from './forge/wanted.ts';

const PACKAGE = '@octokit/openapi@23.0.2';
const SHA512 = 'pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==';
const DESCRIPTION = 'package/generated/api.github.com.json';

const MODULE = 'gitlab.com/gitlab-org/api/client-go@v1.46.0';
const MODULE_SUM = 'h1:YxBWFZIFYKcGESCb9fpkwzouo+apyB9pr/XTWzNoL24=';

function main(args: readonly string[]): void {
  if (args.length === 0) {
    write('github', slice(JSON.parse(gitHubText()), WANTED.github, `${PACKAGE}, MIT, GitHub Inc.`));
    write('gitlab', goSlice(gitLabText(), WANTED.gitlab, `${MODULE}, Apache-2.0, GitLab Inc.`));
  }
  for (const arg of args) {
    const [name = '', file = ''] = arg.split('=', 2);
    if (name !== 'azure' || file === '') throw new Error(`expected azure=FILE: ${arg}`);
    write('azure', slice(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')), WANTED.azure, file));
  }
}

function write(name: ApiName, cut: ApiSlice): void {
  const file = apiFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(cut));
  console.log(file);
}

/** The Go files of the package, without its tests. */
function gitLabText(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-forge-api-'));
  try {
    // Its files may be written, so that they can be removed.
    const env = { ...process.env, GOMODCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw' };
    const words = ['mod', 'download', '-json', MODULE];
    const answer: unknown = JSON.parse(execFileSync('go', words, { cwd: folder, encoding: 'utf8', env }));
    const { Dir, Sum } = answer as { readonly Dir: string; readonly Sum: string };
    if (Sum !== MODULE_SUM) throw new Error(`${MODULE} has another checksum than the one kept here`);
    const files = readdirSync(Dir).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
    return files.map((name) => readFileSync(join(Dir, name), 'utf8')).join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
