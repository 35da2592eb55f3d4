// Builds the CLI from Go modules, for networks that have a module proxy and nothing else. Two modules, because the Node
// language host was a tagged module of its own kind only up to sdk v3.60.0; that one drives today's CLI and SDK well.

import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { programName, PULUMI_VERSION } from './cli.ts';

const VERSION_FLAG = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_VERSION}`;

interface GoProgram {
  readonly name: string;
  readonly package: string;
  readonly module: string;
}

const PROGRAMS: readonly GoProgram[] = [
  {
    name: 'pulumi',
    package: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    // The two replacements are those of Pulumi's own go.mod; Go does not take them over from a dependency.
    module: `module muster/pulumi
go 1.25.0
require (
  github.com/pulumi/pulumi/pkg/v3 v${PULUMI_VERSION}
  github.com/pulumi/pulumi/sdk/v3 v${PULUMI_VERSION}
)
replace github.com/atotto/clipboard => github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e
replace golang.org/x/text => golang.org/x/text v0.39.0
`,
  },
  {
    name: 'pulumi-language-nodejs',
    package: 'github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs',
    module: `module muster/pulumi-language-nodejs
go 1.25.0
require github.com/pulumi/pulumi/sdk/v3 v3.60.0
`,
  },
];

/** Fills `directory` with the two programs. Throws with the reason when that is not possible. */
export async function build(directory: string, say: (text: string) => void): Promise<void> {
  const version = await goVersion();
  say(`building it with ${version}: about 7 minutes on 2 cores, once for this user`);
  for (const program of PROGRAMS) {
    say(`building ${program.name} …`);
    const folder = join(directory, `${program.name}.module`);
    await mkdir(folder);
    await writeFile(join(folder, 'go.mod'), program.module);
    await writeFile(join(folder, 'tools.go'), `package tools\n\nimport _ "${program.package}"\n`);
    await go(folder, ['mod', 'tidy']);
    const output = join(directory, programName(program.name));
    const flags = ['-tags', 'osusergo,grpcnotrace', '-ldflags', VERSION_FLAG, '-o', output];
    await go(folder, ['build', ...flags, program.package]);
    await rm(folder, { recursive: true });
  }
}

async function goVersion(): Promise<string> {
  const text = await go('.', ['env', 'GOVERSION']);
  const [, major = '0', minor = '0'] = /^go(\d+)\.(\d+)/u.exec(text) ?? [];
  if (Number(major) < 1 || (Number(major) === 1 && Number(minor) < 25)) {
    throw new Error(`Go 1.25 or newer is needed, found ${text || 'none'}`);
  }
  return text;
}

/** Runs go; its standard output, trimmed. Throws with the last lines of what it says when it fails. */
function go(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-buildvcs=false' };
    const child = spawn('go', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-2000)));
    child.on('error', () => reject(new Error('there is no `go` on PATH')));
    child.on('close', (code) => {
      if (code === 0) resolve(stdout.trim());
      else reject(new Error(`go ${args[0]} failed: ${stderr.trim().split('\n').slice(-5).join('\n')}`));
    });
  });
}
