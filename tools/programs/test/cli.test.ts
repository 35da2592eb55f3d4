import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { recordChecksums } from '../pulumi-cli/cached.ts';
import { PULUMI_VERSION } from '../pulumi-cli/cli.ts';
import { pulumiEnvironment } from '../pulumi.ts';

const SCRIPT = fileURLToPath(new URL('../pulumi.ts', import.meta.url));
const NAMES = ['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-pulumi-nodejs'];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'muster-cli-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Programs that answer `pulumi version`. */
function fakeCli(version: string, names = NAMES): string {
  const made = join(folder(), 'bin');
  mkdirSync(made);
  for (const name of names) {
    writeFileSync(join(made, name), `#!/bin/sh\necho v${version}\n`);
    chmodSync(join(made, name), 0o755);
  }
  return made;
}

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** On a machine without Go whose network lets nothing out. */
function run(path: readonly string[], environment: Record<string, string> = {}): Promise<Printed> {
  const PATH = [...path, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const closed = { HTTPS_PROXY: 'http://127.0.0.1:9', XDG_CACHE_HOME: folder() };
  const withoutGo = { PATH, ...closed, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env: withoutGo }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

describe('the script that finds the Pulumi command', () => {
  test('takes the one on PATH', async () => {
    const bin = fakeCli('3.240.0');
    const printed = await run([bin]);
    expect(printed).toMatchObject({ code: 0, stdout: `${bin}\n` });
    expect(printed.stderr).toContain('3.240.0 (path)');
  });

  test.each([
    ['too old', () => fakeCli('3.228.9')],
    ['of another major version', () => fakeCli('4.0.0')],
    ['without its language host', () => fakeCli('3.240.0', ['pulumi'])],
  ])('leaves one that is %s', async (_why, make) => {
    const { code, stdout, stderr } = await run([make()]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('SKIPPED');
  });

  test.each([
    ['takes the one it made earlier', true, () => undefined],
    ['runs none that is not as it was put there', false, (bin: string) => appendFileSync(join(bin, NAMES[1]!), '\n')],
    ['runs none where nothing says what was put there', false, (bin: string) => rmSync(join(bin, 'checksums.json'))],
  ])('%s', async (_title, isTaken, change) => {
    const cache = folder();
    const bin = join(cache, 'muster', 'pulumi', `${PULUMI_VERSION}-${process.platform}-${process.arch}`);
    cpSync(fakeCli(PULUMI_VERSION), bin, { recursive: true });
    await recordChecksums(bin);
    change(bin);
    const { code, stdout, stderr } = await run([], { XDG_CACHE_HOME: cache });
    expect({ code, stdout }).toEqual({ code: 0, stdout: isTaken ? `${bin}\n` : '' });
    expect(stderr).toContain(isTaken ? `${PULUMI_VERSION} (cache)` : 'is not as it was put there');
  });

  test('says which ways it tried, and fails where a command is required', async () => {
    const { code, stdout, stderr } = await run([], { MUSTER_REQUIRE_PULUMI: '1' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/download: .*\n.*build: there is no `go` on PATH/u);
  });

  test('gives the command its own state, this Node and no network', () => {
    const cli = { binDirectory: '/opt/pulumi', version: '3.259.0', origin: 'path' } as const;
    const environment = pulumiEnvironment(cli, '/tmp/state of mine');
    expect(environment).toMatchObject({
      PULUMI_BACKEND_URL: 'file:///tmp/state%20of%20mine',
      PULUMI_SKIP_UPDATE_CHECK: 'true',
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    });
    expect(environment['PATH']?.split(delimiter)[0]).toBe('/opt/pulumi');
  });
});
