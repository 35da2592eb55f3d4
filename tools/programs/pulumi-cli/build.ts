// Builds the CLI from Go modules, for networks that have a module proxy and nothing else. Two modules, because the Node
// language host was a tagged module of its own kind only up to sdk v3.60.0; that one drives today's CLI and SDK well.
// Nothing is built from a module whose checksum is not in go.sum. With another PULUMI_VERSION set it in go/pulumi/go.mod, run
// `go mod tidy` there with the checksum database on, as it is by default, and review the difference.

import { execFile } from 'node:child_process';
import type { ExecFileOptions } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { programName, PULUMI_VERSION } from './cli.ts';

const VERSION_FLAG = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_VERSION}`;

interface GoProgram {
  readonly name: string;
  readonly package: string;
}

const PROGRAMS: readonly GoProgram[] = [
  { name: 'pulumi', package: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi' },
  {
    name: 'pulumi-language-nodejs',
    package: 'github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs',
  },
];

/** A folder for each program: go.mod with every module it is built from, go.sum with their checksums. */
export const GO_MODULES = join(import.meta.dirname, 'go');

/** Fills `directory` with the two programs. Throws with the reason when that is not possible. */
export async function build(directory: string, say: (text: string) => void): Promise<void> {
  const version = await goVersion();
  say(`building it with ${version}: about 7 minutes on 2 cores, once for this user`);
  for (const program of PROGRAMS) {
    say(`building ${program.name} …`);
    const output = join(directory, programName(program.name));
    const flags = ['-tags', 'osusergo,grpcnotrace', '-ldflags', VERSION_FLAG, '-o', output];
    await go(join(GO_MODULES, program.name), ['build', ...flags, program.package]);
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

/**
 * Every module must stand in go.mod and have its checksum in go.sum, whatever this user's settings of Go say; the compiler is
 * the one that is installed.
 */
const PINNED = {
  GOFLAGS: '-buildvcs=false -mod=readonly',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOINSECURE: '',
  GOPRIVATE: '',
  GONOSUMDB: '',
};

/** Runs go; its standard output, trimmed. `more`: variables. Throws with the last lines of what it says when it fails. */
export async function go(folder: string, args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  return output('go', args, { cwd: folder, env: { ...process.env, ...PINNED, CGO_ENABLED: '0', ...more } });
}

/** Of a program on PATH, in the same way. */
export async function output(program: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { ...options, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return stdout.trim();
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new Error(`there is no \`${program}\` on PATH`, { cause: error });
    throw new Error(`${program} ${args[0]} failed: ${stderr.trim().split('\n').slice(-5).join('\n')}`, {
      cause: error,
    });
  }
}
