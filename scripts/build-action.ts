// `node scripts/build-action.ts [folder]`: the files that the GitHub action runs, action/ by default, made of the sources with
// everything they need: no install at run time. They are not kept in Git; a release is a commit that has them
// (docs/decisions/0014-pipelines.md).
//
//   main.mjs            the action, and the `muster` command that it starts
//   daemon-main.mjs     the sandbox, for targets with `sandbox: true`
//   ledger-writer.mjs   the thread that writes a ledger

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';

import { TEMPLATES } from '../src/cli/init/template-file.ts';
import { SCRIPT } from '../src/report/html/client.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const SCHEMAS = ['desired', 'project', 'profile', 'report-1.0'] as const;

/**
 * Modules that read files beside them, print their own source, or load Pulumi -> what stands for them. What the page's script is
 * made of must not pass through the bundler: functions are printed into it as they stand.
 */
function substitutes(version: string): Readonly<Record<string, string>> {
  const schemas = Object.fromEntries(SCHEMAS.map((name) => [name, text(`schemas/${name}.schema.json`)]));
  const templates = Object.fromEntries(TEMPLATES.map((name) => [name, text(`templates/${name}`)]));
  return {
    'src/desired/text/schema-file.ts': `const texts = ${JSON.stringify(schemas)};\nexport const readSchema = (name) => texts[name];`,
    'src/cli/init/template-file.ts': `const texts = ${JSON.stringify(templates)};\nexport const readTemplate = (name) => texts[name];`,
    'src/desired/declarations/phone-library.ts': `export const readPhoneLibrary = () => require('libphonenumber-js/min');`,
    'src/engine/version.ts': `export const readVersion = () => ${JSON.stringify(version)};\nexport const readAction = () => null;`,
    'src/report/html/client.ts': `export const SCRIPT = ${JSON.stringify(SCRIPT)};`,
    'src/program/home.ts': `export * from '../action/pulumi-home.ts';`,
    'src/program/doctor.ts': `export { home } from '../action/pulumi-home.ts';`,
  };
}

function text(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

function substituting(table: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'substitutes',
    setup: (build) => {
      const used = new Set<string>();
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(ROOT, path).replaceAll('\\', '/');
        const contents = table[file];
        if (contents === undefined) return undefined;
        used.add(file);
        return { contents, loader: 'js', resolveDir: dirname(path) };
      });
      build.onEnd(() => {
        const unused = Object.keys(table).filter((file) => !used.has(file));
        return unused.length === 0 ? {} : { errors: unused.map((file) => ({ text: `${file} is not in the bundle` })) };
      });
    },
  };
}

/** Packages in CommonJS ask for `require`, which a module does not have. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);`;

async function buildAction(folder: string): Promise<void> {
  const { version } = JSON.parse(text('package.json')) as { readonly version: string };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: {
      main: 'src/action/main.ts',
      'daemon-main': 'src/sandbox/daemon/daemon-main.ts',
      'ledger-writer': 'src/state/ledger-writer.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What it names as its main file asks for its other files in a way that no bundler follows.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // Names stay: errors are told by them.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: REQUIRE },
    logLevel: 'warning',
    plugins: [substituting(substitutes(version))],
  });
}

await buildAction(resolve(process.argv[2] ?? join(ROOT, 'action')));
