// The package is found under one name everywhere: `muster` on the registry is somebody else's program, so a line that
// installs or imports that name runs foreign code.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';

import { User } from '../../providers/resources.ts';
import { starterFiles } from '../../src/cli/init/starter.ts';
import { PACKAGE_NAME, PULUMI_SDK_RANGE } from '../../src/core/model/package.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = [
  '.ci',
  '.github',
  'bench',
  'bin',
  'contributing',
  'docs',
  'examples',
  'providers',
  'schemas',
  'scripts',
  'src',
  'templates',
  'test',
];
const TEXT = /\.(?:ts|js|json|ya?ml|md|sh)$|\/run$/u;

/** What says the command's name where the package's belongs. Each has the foreign name in its first group. */
const RULES = {
  'imports it': /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*\\?['"`](muster)(?:\/[\w./-]+)?\\?['"`]/gu,
  'requires it in the provider line': /\(\\?["'](muster)\/providers/gu,
  'looks for it in node_modules': /node_modules(?:\/|', ')(muster)(?=['"/`])/gu,
  'installs it': /\bnpm (?:i|install|add|exec)\b(?: [^\s`#]+)*? (muster)(?=[\s@`]|$)/gmu,
  'runs it with npx': /\bnpx\b(?: --?[\w-]+)*[ ](muster)\b/gu,
  'depends on it': /"(muster)": "[\^~\d]/gu,
} as const;

type Rule = keyof typeof RULES;

function findings(rule: Rule, text: string): string[] {
  return [...text.matchAll(RULES[rule])].map((match) => match[0]);
}

function files(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && !/node_modules|[\\/]\.muster/u.test(item.parentPath.slice(ROOT.length)))
      .map((item) => join(item.parentPath, item.name)),
  );
  const onTop = readdirSync(ROOT, { withFileTypes: true }).filter((item) => item.isFile());
  return [...onTop.map(({ name }) => join(ROOT, name)), ...inFolders].filter((file) => TEXT.test(file));
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

describe('the name of the package', () => {
  test('is the one of package.json and of the lock file; the command is called muster', () => {
    expect(json('package.json')).toMatchObject({ name: PACKAGE_NAME, bin: { muster: 'bin/muster.js' } });
    expect(json('package-lock.json')).toMatchObject({ name: PACKAGE_NAME });
  });

  test.each(Object.keys(RULES) as Rule[])('no file %s under the name of the command', (rule) => {
    const found = files().flatMap((file) =>
      findings(rule, readFileSync(file, 'utf8')).map((text) => `${file.slice(ROOT.length)}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test('is what the provider line in a stack requires', async () => {
    const line = Promise.withResolvers<unknown>();
    const mocks = {
      newResource: ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
        line.resolve(Reflect.get(Object(inputs), '__provider'));
        return { id: name, state: {} };
      },
      call: () => ({ outputs: {} }),
    };
    await pulumi.runtime.setMocks(mocks, 'team', 'dev', false, 'organization');
    new User('ana', { loginUserId: 'ana@example.com', ensure: 'absent' });
    expect(await line.promise).toContain(
      `createRequire(process.cwd() + "/")("${PACKAGE_NAME}/providers").userHandlers`,
    );
    // The SDK keeps its engine for the whole process, and other files share it.
    pulumi.runtime.resetOptions('', '', -1, '', '', false, '');
  });

  test('what the documents, the examples and the command are about is read', () => {
    const read = files().map((file) => file.slice(ROOT.length).replaceAll('\\', '/'));
    const some = ['README.md', 'docs/getting-started.md', 'examples/tour/muster.yaml', 'schemas/project.schema.json'];
    expect(read).toEqual(expect.arrayContaining([...some, 'providers/resources.ts', 'templates/starter/team.yaml']));
  });

  test.each<[Rule, string]>([
    ['imports it', `import { reconcile } from 'NAME';`],
    ['imports it', `import 'NAME/program';`],
    ['imports it', `const { User } = require("NAME");`],
    ['imports it', `await import('NAME')`],
    ['requires it in the provider line', `createRequire(process.cwd() + "/")("NAME/providers")`],
    ['requires it in the provider line', `createRequire(process.cwd() + \\"/\\")(\\"NAME/providers\\")`],
    ['looks for it in node_modules', `$schema=../node_modules/NAME/schemas/desired.schema.json`],
    ['looks for it in node_modules', `join(folder, 'node_modules', 'NAME')`],
    ['installs it', `npm install --save-dev NAME`],
    ['installs it', `npm install --save-dev NAME @pulumi/pulumi`],
    ['installs it', `npm i NAME@latest`],
    ['runs it with npx', `npx NAME plan`],
    ['runs it with npx', `npx --yes NAME plan`],
    ['depends on it', `"NAME": "^0.1.0"`],
  ])('%s is seen in %s, and the right name is not', (rule, text) => {
    expect(findings(rule, text.replace('NAME', 'muster'))).toHaveLength(1);
    expect(findings(rule, text.replace('NAME', PACKAGE_NAME))).toEqual([]);
  });
});

describe('the repository, its page and its issues', () => {
  test('are written into package.json by the release, before it publishes, and stand nowhere else', () => {
    for (const name of ['repository', 'homepage', 'bugs']) expect(json('package.json')).not.toHaveProperty(name);
    const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
    const [before = '', after] = workflow.split('npm publish');
    expect(before).toContain(
      'npm pkg set repository.type=git repository.url="git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git"',
    );
    expect(before).toMatch(/npm pkg set homepage="\S+#readme" bugs\.url="\S+\/issues"/u);
    expect(after).toBeDefined();
  });
});

describe('what init and the examples depend on', () => {
  const versioned = { '@pulumi/pulumi': PULUMI_SDK_RANGE, [PACKAGE_NAME]: '^1.2.3' };

  test('is this package, and the versions of the SDK that package.json asks for', () => {
    expect(json('package.json')).toMatchObject({ peerDependencies: { '@pulumi/pulumi': PULUMI_SDK_RANGE } });
    expect(
      JSON.parse(starterFiles({ version: '1.2.3', isModule: true, isReleased: true, pulumi: true })['package.json']!),
    ).toMatchObject({
      dependencies: versioned,
    });
  });

  test.each(['classes', 'native', 'quickstart', 'tour', 'typescript'])(
    'example %s: the version in package.json too',
    (example) => {
      const { version } = json('package.json') as { version: string };
      const dependencies = { ...versioned, [PACKAGE_NAME]: `^${version}` };
      expect(json(`examples/${example}/package.json`)).toMatchObject({ dependencies });
    },
  );
});
