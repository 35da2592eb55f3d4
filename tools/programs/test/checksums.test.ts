// The Pulumi CLI that is fetched or built: nothing runs that has not the checksum kept in this repository.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { ARCHIVE_SHA256, expectedSha256 } from '../pulumi-cli/archive-checksums.ts';
import { go, GO_MODULES } from '../pulumi-cli/build.ts';
import { PULUMI_VERSION } from '../pulumi-cli/cli.ts';
import { archiveName, download } from '../pulumi-cli/download.ts';
import { temporaryFolder } from '../../../test/support/sandbox.ts';

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  return directory;
}

/** An archive with one program in it, as Pulumi's are. */
function archive(program: string): Buffer {
  const place = folder();
  mkdirSync(join(place, 'pulumi'));
  writeFileSync(join(place, 'pulumi', 'pulumi'), program);
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'pulumi'], { cwd: place });
  return readFileSync(join(place, 'archive.tar.gz'));
}

async function serve(body: Buffer): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const name = archiveName(process.platform, process.arch) ?? '';

test('an archive is unpacked when it has the checksum that is kept', async () => {
  const [bytes, directory] = [archive('right'), folder()];
  const { url, asked } = await serve(bytes);
  await download(directory, { url, checksums: { [name]: sha256(bytes) } });
  expect(readFileSync(join(directory, 'pulumi'), 'utf8')).toBe('right');
  expect(readdirSync(directory)).toEqual(['pulumi']);
  expect(asked).toEqual([`/${name}`]);
});

test('a manipulated archive is refused, and nothing of it is unpacked', async () => {
  const [kept, sent, directory] = [archive('right'), archive('wrong'), folder()];
  const { url } = await serve(sent);
  const refused = download(directory, { url, checksums: { [name]: sha256(kept) } });
  await expect(refused).rejects.toThrow(`expected SHA-256 ${sha256(kept)}; given ${sha256(sent)}`);
  expect(readdirSync(directory)).toEqual(['pulumi.tar.gz']);
});

test('an archive without a checksum is not even asked for', async () => {
  const directory = folder();
  const { url, asked } = await serve(archive('right'));
  await expect(download(directory, { url, checksums: {} })).rejects.toThrow('no checksum is kept');
  expect(asked).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
])('a checksum is kept for the version in use on %s %s', (platform, architecture) => {
  expect(expectedSha256(archiveName(platform, architecture) ?? '', ARCHIVE_SHA256)).toMatch(/^[0-9a-f]{64}$/u);
});

test('no archive is named for a platform that has none, and no checksum comes from a prototype', () => {
  expect(archiveName('win32', 'x64')).toBeNull();
  expect(archiveName('linux', 's390x')).toBeNull();
  expect(() => expectedSha256('constructor', ARCHIVE_SHA256)).toThrow('no checksum');
});

const MODULES = ['pulumi', 'pulumi-language-nodejs'] as const;

test.each(MODULES)('every module that %s is built from has its checksum beside', (module) => {
  const read = (file: string): string => readFileSync(join(GO_MODULES, module, file), 'utf8');
  const sums = new Set(
    read('go.sum')
      .split('\n')
      .map((line) => line.split(' ').slice(0, 2).join(' ')),
  );
  const replaced = new Map(
    [...read('go.mod').matchAll(/^replace (\S+) => (\S+ \S+)$/gmu)].map(([, from, to]) => [from, to]),
  );
  const needed = [...read('go.mod').matchAll(/^(?:require |\t)(\S+) (v\S+)/gmu)];
  expect(needed.length).toBeGreaterThan(50);
  const missing = needed.filter(
    ([, path, version]) => !sums.has(replaced.get(path) ?? `${path ?? ''} ${version ?? ''}`),
  );
  expect(missing.map(([line]) => line)).toEqual([]);
});

test('the CLI is built from the version in use', () => {
  const text = readFileSync(join(GO_MODULES, 'pulumi', 'go.mod'), 'utf8');
  expect(text).toContain(`github.com/pulumi/pulumi/pkg/v3 v${PULUMI_VERSION}\n`);
});

const PROGRAM = 'github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs';

/** Where Go and the modules can be had at all; the untouched sums are good for it. */
const hasGo =
  spawnSync('go', ['list', '-mod=readonly', '-deps', PROGRAM], { cwd: join(GO_MODULES, 'pulumi-language-nodejs') })
    .status === 0;

/** A copy of the smaller module with another go.sum; go must refuse it before it compiles anything. */
function tampered(change: (sums: string) => string): string {
  const place = join(folder(), 'module');
  cpSync(join(GO_MODULES, 'pulumi-language-nodejs'), place, { recursive: true });
  const file = join(place, 'go.sum');
  const sums = readFileSync(file, 'utf8');
  expect(change(sums)).not.toBe(sums);
  writeFileSync(file, change(sums));
  return place;
}

const SDK = /^(github\.com\/pulumi\/pulumi\/sdk\/v3 v3\.60\.0 h1:)\S+\n/mu;

test.skipIf(!hasGo)('go builds nothing from a module with another checksum than the one that is kept', async () => {
  const other = `${'A'.repeat(43)}=`;
  const place = tampered((sums) => sums.replace(SDK, `$1${other}\n`));
  const program = join(place, 'program');
  await expect(go(place, ['build', '-o', program, PROGRAM])).rejects.toThrow(
    /does NOT match an earlier download recorded in go\.sum/u,
  );
  expect(existsSync(program)).toBe(false);
});

test.skipIf(!hasGo)('go builds nothing from a module without a checksum, and does not add one', async () => {
  const place = tampered((sums) => sums.replace(SDK, ''));
  const before = readFileSync(join(place, 'go.sum'), 'utf8');
  await expect(go(place, ['build', '-o', join(place, 'program'), PROGRAM])).rejects.toThrow(/missing go\.sum entry/u);
  expect(readFileSync(join(place, 'go.sum'), 'utf8')).toBe(before);
});
