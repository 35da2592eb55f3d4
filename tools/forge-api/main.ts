// `node tools/forge-api/main.ts [NAME...]`: cuts what publishing asks out of what forges publish of their interfaces, into
// slices/NAME.json. The doubles of the tests are checked against these slices (test/support/forge-api.ts); they are part of
// this project, under the licenses that README.md names. Each source comes by the ordinary client of its registry and
// is taken only with the checksum that is kept here. Without names: all three; needs npm, Go and cargo.
//
//   github   GitHub's description, from npm
//   gitlab   GitLab's own client for Go, from the Go module proxy
//   azure    Microsoft's own client for Rust, from crates.io, which is generated from the description of Azure DevOps

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slice, type ApiSlice } from './api-slice.ts';
import { goSlice } from './go-client.ts';
import { rustSlice, type RustClient } from './rust-client.ts';
import { apiFile, WANTED } from './wanted.ts';
import type { ApiName } from './wanted.ts';

const PACKAGE = '@octokit/openapi@23.0.2';
const PACKAGE_SHA512 = 'pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==';
const DESCRIPTION = 'package/generated/api.github.com.json';

const MODULE = 'gitlab.com/gitlab-org/api/client-go@v1.46.0';
const MODULE_SUM = 'h1:YxBWFZIFYKcGESCb9fpkwzouo+apyB9pr/XTWzNoL24=';

const CRATE = 'azure_devops_rust_api@0.39.1';
const CRATE_SHA256 = '5ff76e32fbdb8303613077bfa71642531a507a23cc85a9c70adf53584812059e';

const SLICES: Readonly<Record<ApiName, () => ApiSlice>> = {
  github: () => slice(JSON.parse(gitHubText()), WANTED.github, `npm ${PACKAGE}, MIT`),
  gitlab: () => goSlice(gitLabText(), WANTED.gitlab, `Go ${MODULE}, Apache-2.0`),
  azure: () => rustSlice(azureTexts(), WANTED.azure, `crates.io ${CRATE}, MIT`),
};

function main(args: readonly string[]): void {
  const all = Object.keys(SLICES) as ApiName[];
  const unknown = args.filter((each) => !all.some((name) => name === each));
  if (unknown.length > 0) throw new Error(`expected ${all.join(', ')}: ${unknown.join(' ')}`);
  for (const name of all.filter((each) => args.length === 0 || args.includes(each))) {
    writeFileSync(apiFile(name), JSON.stringify(SLICES[name]()));
    console.log(apiFile(name));
  }
}

/** The package is 385 MB when it is unpacked, so one file of its archive is taken. */
function gitHubText(): string {
  return inFolder((folder) => {
    const archive = run(folder, 'npm', 'pack', '--silent', PACKAGE).split('\n').at(-1) ?? '';
    check(PACKAGE, digest('sha512', 'base64', join(folder, archive)), PACKAGE_SHA512);
    run(folder, 'tar', '-xzf', archive, DESCRIPTION);
    return readFileSync(join(folder, DESCRIPTION), 'utf8');
  });
}

/** The Go files of the package, without its tests. */
function gitLabText(): string {
  return inFolder((folder) => {
    // Its files may be written, so that they can be removed.
    const words = ['GOFLAGS=-modcacherw', `GOMODCACHE=${join(folder, 'cache')}`, 'go', 'mod', 'download', '-json'];
    const { Dir, Sum } = JSON.parse(run(folder, 'env', ...words, MODULE)) as { Dir: string; Sum: string };
    check(MODULE, Sum, MODULE_SUM);
    const files = readdirSync(Dir).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
    return files.map((name) => readFileSync(join(Dir, name), 'utf8')).join('\n');
  });
}

/** `cargo info` gets the archive of this crate alone, where `cargo fetch` would get what it is built with, too. */
function azureTexts(): RustClient {
  return inFolder((folder) => {
    run(folder, 'env', `CARGO_HOME=${folder}`, 'cargo', 'info', CRATE);
    const [name, version] = CRATE.split('@');
    const [archive = ''] = globSync(`registry/cache/*/${name}-${version}.crate`, { cwd: folder });
    check(CRATE, digest('sha256', 'hex', join(folder, archive)), CRATE_SHA256);
    run(folder, 'tar', '-xzf', archive);
    const text = (file: string): string => readFileSync(join(folder, `${name}-${version}/src/git`, file), 'utf8');
    return { operations: text('mod.rs'), models: text('models.rs') };
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'muster-forge-api-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, program: string, ...words: string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: [...stdio] }).trim();
}

const digest = (algorithm: string, form: 'hex' | 'base64', file: string): string =>
  createHash(algorithm).update(readFileSync(file)).digest(form);

function check(what: string, sum: string, kept: string): void {
  if (sum !== kept) throw new Error(`${what} has another checksum than the one kept here`);
}

main(process.argv.slice(2));
