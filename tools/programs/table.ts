// Every such program: which version, where it comes from, what pins its bytes.
//
//   gitea, act, actionlint,
//   pulumi-language-yaml     Go modules       go/NAME/go.sum: nothing is built from a module whose checksum is not in it
//   zizmor, moto             PyPI             python/NAME.txt: pip takes no wheel whose checksum is not in it
//   postgres, libreoffice    Debian           what apt installs, or what the machine has
//   verdaccio                npm              npm/verdaccio/package-lock.json
//   vitepress                npm              ../site/package-lock.json
//   gitlab-ci-local          npm              package-lock.json of this project
//
// Another version of a Go program: set it in go/NAME/go.mod (Gitea: with the requirements and replacements of its own go.mod), run
// `go mod tidy` there with the checksum database on, and review the difference. Another zizmor: replace the checksums by those that
// PyPI shows for the files of its release.

import { existsSync } from 'node:fs';
import { cp, glob, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { go, output } from './pulumi-cli/build.ts';
import type { Tool } from './tool.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What Gitea reads beside itself. */
const GITEA_PARTS = ['templates', 'options', 'public'] as const;

/** The forge. */
const gitea: Tool = {
  version: '1.26.0',
  files: ['gitea', ...GITEA_PARTS],
  needs: 'Go 1.26 or newer, a C compiler, a Go module proxy, and about 5 minutes of one core',
  make: async (folder) => {
    const module = here('go/gitea/');
    // SQLite is C; without a compiler for it the build says so.
    const flags = ['-tags', 'sqlite sqlite_unlock_notify', '-ldflags', '-s -w', '-o', join(folder, 'gitea')];
    await go(module, ['build', ...flags, 'code.gitea.io/gitea'], { CGO_ENABLED: '1' });
    const source = await go(module, ['list', '-m', '-f', '{{.Dir}}', 'code.gitea.io/gitea']);
    for (const part of GITEA_PARTS) await cp(join(source, part), join(folder, part), { recursive: true });
  },
};

/** Runs the workflow files of GitHub here, without a container. */
const act = goProgram('act', '0.2.89', 'github.com/nektos/act');

/** Checks workflow files as GitHub reads them. */
const actionlint = goProgram('actionlint', '1.7.12', 'github.com/rhysd/actionlint/cmd/actionlint');

/** The language host of Pulumi's programs in YAML. */
const yamlHost = goProgram('pulumi-language-yaml', '1.38.1', 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml');

/** Checks workflow files and actions for what an attacker could use. */
const zizmor: Tool = {
  version: '1.32.0',
  files: ['bin/zizmor'],
  needs: 'Python 3 with pip, and PyPI',
  make: async (folder) => {
    const pinned = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '-r', here('python/zizmor.txt')];
    await pip(['install', '--quiet', '--no-compile', '--target', folder, ...pinned]);
  },
};

/** A registry of npm packages. Node runs its program. */
const verdaccio = npmProgram('6.10.4', 'verdaccio/bin/verdaccio', 'npm/verdaccio/');

/** Builds the site. */
const vitepress = npmProgram('1.6.4', 'vitepress/bin/vitepress.js', '../site/');

/** A server that speaks S3. Python runs its program, with the folder on its path. */
const moto: Tool = {
  version: '5.2.5',
  files: ['bin/moto_server'],
  needs: 'Python 3.11 or newer with pip, and PyPI',
  make: async (folder) => {
    const pinned = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '-r', here('python/moto.txt')];
    await pip(['install', '--quiet', '--no-compile', '--target', folder, ...pinned]);
  },
};

/** The database server: `bin` leads to the folder of its programs. */
const postgres: Tool = {
  version: 'debian',
  files: ['bin/initdb', 'bin/postgres'],
  needs: 'PostgreSQL of this machine, or root and the package of Debian',
  make: async (folder) => {
    const found = (await postgresPrograms()) ?? (await installed('postgresql').then(postgresPrograms));
    if (found === null) throw new Error('there is no /usr/lib/postgresql/*/bin/initdb');
    await symlink(found, join(folder, 'bin'));
  },
};

async function postgresPrograms(): Promise<string | null> {
  const found: string[] = [];
  for await (const program of glob('/usr/lib/postgresql/*/bin/initdb')) found.push(program);
  const newest = found.toSorted().at(-1);
  return newest === undefined ? null : dirname(newest);
}

/** Saves a list as a spreadsheet does. `bin` leads to the folder of its program. */
const libreoffice: Tool = {
  version: 'debian',
  files: ['bin/soffice'],
  needs: 'LibreOffice Calc of this machine, or root, the package of Debian, and about a minute',
  make: async (folder) => {
    const program = '/usr/lib/libreoffice/program';
    if (!existsSync(join(program, 'soffice.bin'))) await installed('libreoffice-calc-nogui');
    await symlink(program, join(folder, 'bin'));
  },
};

async function installed(name: string): Promise<void> {
  await output('apt-get', ['update', '-q']);
  await output('apt-get', ['install', '-q', '-y', '--no-install-recommends', name]);
}

export const TOOLS = {
  gitea,
  act,
  actionlint,
  'pulumi-language-yaml': yamlHost,
  zizmor,
  verdaccio,
  vitepress,
  moto,
  postgres,
  libreoffice,
} as const;
export type ToolName = keyof typeof TOOLS;

function goProgram(name: string, version: string, path: string): Tool {
  return {
    version,
    files: [name],
    needs: 'Go 1.26 or newer, a Go module proxy, and up to 3 minutes',
    make: async (folder) => {
      await go(here(`go/${name}/`), ['build', '-ldflags', '-s -w', '-o', join(folder, name), path]);
    },
  };
}

function npmProgram(version: string, program: string, place: string): Tool {
  return {
    version,
    files: [`node_modules/${program}`],
    needs: 'npm and its registry, and less than a minute',
    make: async (folder) => {
      for (const name of ['package.json', 'package-lock.json']) await cp(here(`${place}${name}`), join(folder, name));
      await output('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
    },
  };
}

async function pip(args: readonly string[]): Promise<void> {
  await output('python3', ['-m', 'pip', '--disable-pip-version-check', '--no-input', ...args]);
}
