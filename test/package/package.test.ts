// What npm would publish works where it is installed: the command, and the classes in a TypeScript program. Packs a copy
// of the checkout, so that a test that runs at the same time never meets a rewritten package.json.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ROOT } from '../../tools/files.ts';
import {
  betweenReleases,
  call,
  consumerEnvironment,
  copyCheckout,
  install,
  pack,
} from '../../scripts/package/consumer.ts';
import { saying } from '../cli/muster.ts';
import { findPulumiCli, pulumiEnvironment } from '../../tools/programs/pulumi.ts';
import { PACKAGE_NAME } from '../../src/core/model/package.ts';
import { pulumiIsHere } from '../pulumi/stack.ts';
import { guideCommands } from './guide.ts';

const MINUTES = 60_000;

const run = promisify(execFile);

/** Declarations a program reads, beside those of src/core/model. */
const PUBLIC = [
  'index',
  'core/desired',
  'program',
  'program/look-ups',
  'program/reconcile',
  'core/desired/declarations/define',
  'core/desired/declarations/record-input',
]
  .map((name) => `src/${name}.d.ts`)
  .concat('providers/arguments.d.ts', 'providers/resources.d.ts');

let workspace: string;
let checkout: string;
let tarball: string;
let consumer: string;
/** Where the package stands once it is installed. */
let installed: string;

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'muster-package-'));
  checkout = join(workspace, 'checkout');
  consumer = join(workspace, 'consumer');
  installed = join(consumer, 'node_modules', PACKAGE_NAME);
  await copyCheckout(checkout);
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const sdk = `@pulumi/pulumi@${devDependencies['@pulumi/pulumi']}`;
  tarball = await pack(checkout, workspace);
  await install(consumer, { packages: [tarball, sdk] });
  // For the type check only: the consumer's own compiler, without a second download.
  await mkdir(join(consumer, 'node_modules/@types'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@types/node'), join(consumer, 'node_modules/@types/node'), 'dir').catch(
    (error: NodeJS.ErrnoException) => expect(error.code).toBe('EEXIST'),
  );
}, 5 * MINUTES);

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

afterAll(async () => {
  await rm(workspace, { recursive: true, force: true });
});

const muster = (folder: string, ...args: readonly string[]): Promise<string> =>
  call(folder, join(consumer, 'node_modules/.bin/muster'), ...args);

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
    test('holds JavaScript, schemas and examples, and no test', async () => {
      const names = await readdir(installed);
      expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'bin', 'dist', 'examples', 'schemas']));
      expect(names).not.toEqual(expect.arrayContaining(['test']));
      expect(names).not.toContain('src');
    });

    test('brings no copy of the SDK: the one of the project is used', async () => {
      expect(await readdir(join(installed, 'node_modules')).catch(() => [])).not.toContain('@pulumi');
      expect(await readdir(join(consumer, 'node_modules/@pulumi'))).toContain('pulumi');
    });

    test('its declarations are those that a program reads: the public modules and the words of the model', async () => {
      const files = (await readdir(join(installed, 'dist'), { recursive: true, withFileTypes: true }))
        .filter((item) => item.name.endsWith('.d.ts'))
        .map((item) => join(item.parentPath, item.name));
      const names = files.map((file) => relative(join(installed, 'dist'), file).replaceAll('\\', '/'));
      expect(names).toEqual(expect.arrayContaining(PUBLIC));
      expect(names.filter((name) => !PUBLIC.includes(name) && !name.startsWith('src/core/model/'))).toEqual([]);
      const imported = files.flatMap((file) => ts.preProcessFile(ts.sys.readFile(file) ?? '').importedFiles);
      const packages = imported.map(({ fileName }) => fileName).filter((name) => !name.startsWith('.'));
      expect(new Set(packages)).toEqual(new Set(['@pulumi/pulumi']));
    });

    test('npx finds the command under the name of the package', async () => {
      const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
      expect(await call(consumer, 'npx', '--no-install', PACKAGE_NAME, 'version')).toContain(version);
      expect(await call(consumer, 'npx', '--no-install', 'muster', 'version')).toContain(version);
    });

    test('a CommonJS program can require it', async () => {
      const script = `const { reconcile, User } = require('${PACKAGE_NAME}'); console.log(typeof reconcile, typeof User);`;
      expect(await call(consumer, process.execPath, '-e', script)).toBe('function function\n');
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
      await cp(join(installed, 'examples/quickstart'), project, { recursive: true });
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
      const env = { ...consumerEnvironment, ...(cli && pulumiEnvironment(cli, join(project, 'state'))) };
      const pulumi = (...args: string[]) => run('pulumi', [...args, '--non-interactive'], { cwd: project, env });
      try {
        await pulumi('stack', 'init', 'dev');
        expect((await pulumi('up', '--yes', '--skip-preview')).stdout).toContain('+ 4 created');
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

test('without Pulumi beside it a target with `state: pulumi` says what to install, and doctor goes on', async () => {
  const [sdk, kept] = [join(consumer, 'node_modules/@pulumi'), join(workspace, 'kept-pulumi')];
  const folder = join(workspace, 'without-pulumi');
  await mkdir(folder);
  await muster(folder, 'init');
  const file = join(folder, 'muster.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/sandbox: true.*/u, 'sandbox: true\n    state: pulumi'));
  await rename(sdk, kept);
  try {
    await expect(muster(folder, 'plan')).rejects.toMatchObject({ code: 2, stderr: saying('[no-pulumi]') });
    const doctor = { stdout: expect.stringMatching(/pulumi .*no @pulumi\/pulumi[^]*ok +clock/u) as unknown };
    await expect(muster(folder, 'doctor')).rejects.toMatchObject(doctor);
  } finally {
    await rename(kept, sdk);
    await muster(folder, 'sandbox', 'stop');
  }
}, 60_000);

describe('an installation of the command alone', { timeout: MINUTES }, () => {
  let alone: string;
  const command = (...args: readonly string[]): Promise<string> =>
    call(alone, join(alone, 'node_modules/.bin/muster'), ...args);

  beforeAll(async () => {
    alone = join(workspace, 'alone');
    await install(alone, { packages: [tarball] });
    await command('init');
  }, MINUTES);

  test('brings neither Pulumi nor OpenTelemetry, and nothing that is inside the bundle', async () => {
    const names = await readdir(join(alone, 'node_modules'));
    expect(names).toEqual(expect.arrayContaining([PACKAGE_NAME, 'libphonenumber-js']));
    for (const name of ['@octokit', '@pulumi', '@opentelemetry', 'ajv', 'undici', 'yaml'])
      expect(names).not.toContain(name);
    const licenses = await readFile(join(alone, 'node_modules', PACKAGE_NAME, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['@octokit/core', 'ajv', 'undici', 'yaml'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'mu'));
  });

  test('has what publishing needs in a file that nothing else loads', async () => {
    const folder = join(alone, 'node_modules', PACKAGE_NAME, 'dist');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.filter((text) => text.includes('octokit-core.js'))).toHaveLength(1);
    expect(files.filter((name) => name.startsWith('octokit'))).toHaveLength(1);
  });

  test('validates as the checkout does, to the letter', async () => {
    await writeFile(
      join(alone, 'teams/bad.yaml'),
      'users:\n  - { loginUserId: a@example.com, firstName: 1, nickname: x }\n',
    );
    const [here, there] = [join(alone, 'node_modules/.bin/muster'), join(ROOT, 'bin/muster.js')].map((program) =>
      call(alone, process.execPath, program, 'validate').catch((error: { stdout: string }) => error.stdout),
    );
    expect(await here).toContain('unknown-key');
    expect(await here).toBe(await there);
    await rm(join(alone, 'teams/bad.yaml'));
  });

  test('reads a desired file in TypeScript, and says what one needs that imports the classes', async () => {
    const text = (from: string): string =>
      `import { defineDesired } from '${from}';\nexport default defineDesired({ users: [{ loginUserId: 'b@example.com', firstName: 'B', lastName: 'B', userTemplateName: 'T' }] });\n`;
    const muster = join(alone, 'muster.yaml');
    const before = await readFile(muster, 'utf8');
    await writeFile(muster, before.replace(/^desired:.*$/mu, "desired: ['b.mts']"));
    await writeFile(join(alone, 'b.mts'), text(`${PACKAGE_NAME}/desired`));
    expect(await command('validate')).toContain('1 user');
    await writeFile(join(alone, 'b.mts'), text(PACKAGE_NAME));
    await expect(command('validate')).rejects.toMatchObject({
      stdout: expect.stringMatching(/which needs\s+@pulumi\/pulumi/u) as unknown,
    });
    await writeFile(muster, before);
  });

  test('goes on without spans where OpenTelemetry is not installed, and says so', async () => {
    const env = { ...consumerEnvironment, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { stdout, stderr } = await run(join(alone, 'node_modules/.bin/muster'), ['validate'], { cwd: alone, env });
    expect(stdout).toContain('Valid');
    expect(stderr).toContain('there is no @opentelemetry/api beside musterctl');
  });
});

describe(
  'getting started, typed word by word',
  () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

    /** With the SDK that fits the CLI of these tests. */
    const typed = (command: string): string =>
      command
        .replace(/^npm install/u, 'npm install --ignore-scripts --no-audit --no-fund --prefer-offline')
        .replace(/ @pulumi\/pulumi$/u, ` @pulumi/pulumi@${devDependencies['@pulumi/pulumi']}`);

    async function type(folder: string, section: number): Promise<string> {
      const cli = await findPulumiCli();
      const stack = cli && pulumiEnvironment(cli, join(folder, '.pulumi-state'));
      const env = { ...consumerEnvironment, MUSTER: tarball, ...stack };
      const options = { cwd: folder, env: { ...env, PULUMI_NON_INTERACTIVE: 'true' } };
      const outputs: string[] = [];
      for (const command of guideCommands(section)) {
        const { stdout } = await betweenReleases(folder, () => run('bash', ['-c', typed(command)], options));
        outputs.push(stdout);
      }
      return outputs.join('');
    }

    test('works with the quickstart', async () => {
      const folder = join(workspace, 'copy');
      await mkdir(folder);
      try {
        expect(await type(folder, 1)).toContain('Plan: 240 to add');
      } finally {
        await muster(folder, 'sandbox', 'stop', '-C', 'quickstart');
      }
    });

    test.each([
      { name: 'an empty folder', before: 'true', sections: [2] },
      { name: 'a CommonJS project and Pulumi', before: 'npm init -y', sections: [2, 4] },
      { name: 'a project of ES modules', before: `echo '{"type":"module"}' > package.json`, sections: [2] },
    ])('works in $name', async ({ name, before, sections }) => {
      const folder = join(workspace, name.replaceAll(' ', '-'));
      await mkdir(folder);
      await run('bash', ['-c', before], { cwd: folder });
      try {
        expect(await type(folder, 2)).toContain('4 created');
        if (!sections.includes(4) || !pulumiIsHere()) return;
        await mkdir(join(folder, '.pulumi-state'));
        expect(await type(folder, 4)).toContain('+ 6 created');
      } finally {
        await muster(folder, 'sandbox', 'stop');
      }
    });
  },
  4 * MINUTES,
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

const PULUMI_PROGRAM = `import { PinnedRecord, User } from 'musterctl';

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

const PROGRAM = `import { defineDesired, PinnedRecord, reconcile, User } from 'musterctl';

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
