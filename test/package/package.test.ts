// What npm would publish works where it is installed: the command, and the classes in a TypeScript program. Packs a copy
// of the checkout, so that a test that runs at the same time never meets a rewritten package.json.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findPulumiCli, pulumiEnvironment } from '../../scripts/pulumi-cli.ts';
import { pulumiIsHere } from '../pulumi/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['bin', 'docs', 'examples', 'providers', 'schemas', 'scripts', 'src'];
const MINUTES = 60_000;

const run = promisify(execFile);

let workspace: string;
let checkout: string;
let consumer: string;

/** npm and everything it starts use the Node that runs the tests. */
const environment = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

/** Runs a program in a folder; fails with its output when it fails. */
async function call(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

async function copyCheckout(): Promise<void> {
  await mkdir(checkout);
  const files = (await readdir(ROOT, { withFileTypes: true })).filter((item) => item.isFile());
  const names = [...COPIED, ...files.map((item) => item.name)];
  await Promise.all(names.map((name) => cp(join(ROOT, name), join(checkout, name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'), 'dir');
}

async function install(tarball: string): Promise<void> {
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await call(consumer, 'npm', 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
  // For the type check only: the consumer's own compiler, without a second download.
  await mkdir(join(consumer, 'node_modules/@types'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@types/node'), join(consumer, 'node_modules/@types/node'), 'dir').catch(
    (error: NodeJS.ErrnoException) => expect(error.code).toBe('EEXIST'),
  );
}

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'muster-package-'));
  checkout = join(workspace, 'checkout');
  consumer = join(workspace, 'consumer');
  await copyCheckout();
  await call(checkout, 'npm', 'pack', '--pack-destination', workspace);
  const tarball = (await readdir(workspace)).find((name) => name.endsWith('.tgz'));
  await install(join(workspace, tarball ?? 'no tarball'));
}, 5 * MINUTES);

afterAll(async () => {
  await rm(workspace, { recursive: true, force: true });
});

describe('the checkout', () => {
  test('packing leaves package.json as it was', async () => {
    const manifest = await readFile(join(checkout, 'package.json'), 'utf8');
    expect(manifest).toBe(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await readdir(checkout)).not.toContain('package.json.packed-backup');
  });

  test('a pack that was interrupted is repaired by the next one', async () => {
    const original = await readFile(join(checkout, 'package.json'), 'utf8');
    await writeFile(join(checkout, 'package.json.packed-backup'), original);
    await writeFile(join(checkout, 'package.json'), '{}');
    await call(checkout, process.execPath, 'scripts/pack.ts', 'end');
    expect(await readFile(join(checkout, 'package.json'), 'utf8')).toBe(original);
  });
});

describe(
  'the installed package',
  () => {
    const muster = (folder: string, ...args: readonly string[]): Promise<string> =>
      call(folder, join(consumer, 'node_modules/.bin/muster'), ...args);

    test('holds JavaScript, schemas and examples, and no test', async () => {
      const installed = await readdir(join(consumer, 'node_modules/muster'));
      expect(installed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'bin', 'dist', 'examples', 'schemas']));
      expect(installed).not.toEqual(expect.arrayContaining(['test']));
      expect(installed).not.toContain('src');
    });

    test('the command tells its version', async () => {
      const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
      expect(await call(consumer, 'npx', '--no-install', 'muster', 'version')).toContain(manifest.version);
    });

    test('a project made by init is valid', async () => {
      const project = join(consumer, 'project');
      await mkdir(project);
      await muster(project, 'init');
      expect(await readdir(project)).toContain('muster.yaml');
      await muster(project, 'validate');
    });

    test('its sandbox starts: what init wrote is applied, and a second plan is empty', async () => {
      const project = join(consumer, 'project');
      try {
        await muster(project, 'apply', '--auto-approve', '--quiet');
        expect(await muster(project, 'plan', '--expect-no-changes')).toContain('Nothing to do');
      } finally {
        await muster(project, 'sandbox', 'stop');
      }
    });

    test('the quickstart it ships is valid', async () => {
      const project = join(consumer, 'quickstart');
      await cp(join(consumer, 'node_modules/muster/examples/quickstart'), project, { recursive: true });
      await muster(project, 'validate');
    });

    test('a TypeScript program can use the classes, and their types are right', async () => {
      await writeFile(join(consumer, 'program.ts'), PROGRAM);
      await writeFile(join(consumer, 'tsconfig.json'), TSCONFIG);
      await call(consumer, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
      expect(await call(consumer, process.execPath, 'program.ts')).toBe('function function object function\n');
    });

    test.skipIf(!pulumiIsHere())('a TypeScript Pulumi program of it goes up and comes down again', async () => {
      const project = join(consumer, 'stack');
      await mkdir(join(project, 'state'), { recursive: true });
      const files = { 'Pulumi.yaml': PULUMI_YAML, 'muster.yaml': MUSTER_YAML, 'index.ts': PULUMI_PROGRAM };
      for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
      const cli = await findPulumiCli();
      const env = { ...environment, ...(cli && pulumiEnvironment(cli, join(project, 'state'))) };
      const pulumi = (...args: string[]) => run('pulumi', [...args, '--non-interactive'], { cwd: project, env });
      try {
        await pulumi('stack', 'init', 'dev');
        expect((await pulumi('up', '--yes', '--skip-preview')).stdout).toContain('+ 3 created');
        await pulumi('preview', '--expect-no-changes');
        expect(await muster(project, 'sandbox', 'users')).toContain('ana@example.com');
        await pulumi('destroy', '--yes', '--skip-preview');
      } finally {
        await muster(project, 'sandbox', 'stop');
      }
    });

    test('the types refuse a user without a name', async () => {
      await writeFile(join(consumer, 'program.ts'), PROGRAM.replace("firstName: 'Ana',", ''));
      const compiled = call(consumer, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
      await expect(compiled).rejects.toMatchObject({
        stdout: expect.stringContaining("to type 'UserInput'") as string,
      });
    });
  },
  2 * MINUTES,
);

const PULUMI_YAML = `name: team
runtime: { name: nodejs, options: { typescript: false } }
main: index.ts
options: { refresh: always }
`;

const MUSTER_YAML = `name: team
desired: ['*.yaml']
targets: { sandbox: { sandbox: true } }
`;

const PULUMI_PROGRAM = `import { PinnedRecord, User } from 'muster';

const ana = new User('ana', {
  loginUserId: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Ruiz',
  userTemplateName: 'Agents',
});
new PinnedRecord(
  'first',
  { campaignName: 'Summer', clientId: 'C-1', preferredAgent: 'ana@example.com', data: { Name: 'Maria' } },
  { dependsOn: ana },
);
`;

const PROGRAM = `import { defineDesired, PinnedRecord, reconcile, User } from 'muster';

const desired = defineDesired({
  users: [
    {
      loginUserId: 'ana.ruiz@example.com',
      firstName: 'Ana',
      lastName: 'Ruiz',
      userTemplateName: 'Agents-EU',
    },
  ],
});
console.log(typeof User, typeof PinnedRecord, typeof desired, typeof reconcile);
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
  },
  files: ['program.ts'],
});
