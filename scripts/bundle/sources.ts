// The sources as esbuild reads them, for both bundles: the package's (scripts/build.ts) and the action's (scripts/build-action.ts). What
// reads files beside it or prints its own source is replaced; what starts a file of its own by its URL finds it beside the bundle.

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

import { TEMPLATES } from '../../src/cli/process/template-file.ts';
import { SCRIPT } from '../../src/formats/html/client.ts';
import { read, ROOT } from '../../tools/files.ts';

const SCHEMAS = ['desired', 'project', 'profile', 'report-1.0'] as const;

/** How a process or a worker of our own is named in the sources: `new URL('./daemon-main.ts', import.meta.url)`. */
const OWN_FILE = /(?<=new URL\(')(\.{1,2}\/[\w./-]+\.ts)(?=', import\.meta\.url\))/gu;

/**
 * Modules that read files beside them, or print their own source -> what stands for them. What the page's script is made of must not
 * pass through the bundler: functions are printed into it as they stand.
 */
export function withoutFiles(): Readonly<Record<string, string>> {
  const schemas = Object.fromEntries(SCHEMAS.map((name) => [name, read(`schemas/${name}.schema.json`)]));
  const templates = Object.fromEntries(TEMPLATES.map((name) => [name, read(`templates/${name}`)]));
  return {
    'src/core/desired/text/schema-file.ts': `const texts = ${JSON.stringify(schemas)};\nexport const readSchema = (name) => texts[name];`,
    'src/cli/process/template-file.ts': `const texts = ${JSON.stringify(templates)};\nexport const readTemplate = (name) => texts[name];`,
    'src/formats/html/client.ts': `export const SCRIPT = ${JSON.stringify(SCRIPT)};`,
  };
}

/** Entries of the bundle that the sources start by their URL: name in the bundle -> source. */
export function ownFiles(): Readonly<Record<string, string>> {
  const sources = globSync(['src/**/*.ts', 'providers/**/*.ts'], { cwd: ROOT });
  const found = sources.flatMap((source) =>
    (read(source).match(OWN_FILE) ?? []).map((name) => join(dirname(source), name)),
  );
  return Object.fromEntries(found.map((source) => [basename(source, '.ts'), source]));
}

/** `table`: source -> what stands for it. Each must be in the bundle: a file that moved would be read as it is, unnoticed. */
export function sources(table: Readonly<Record<string, string>>, ending: string): Plugin {
  return {
    name: 'sources',
    setup: (build) => {
      const used = new Set<string>();
      // The module reads every property of `process` when it is loaded, streams and lists of flags among them: 10 ms for nothing.
      build.onResolve({ filter: /^(node:)?process$/ }, () => ({ path: 'process', namespace: 'global' }));
      build.onLoad({ filter: /^process$/, namespace: 'global' }, () => ({ contents: 'module.exports = process;' }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(ROOT, path).replaceAll('\\', '/');
        used.add(file);
        const replaced = table[file];
        if (replaced !== undefined) return { contents: replaced, loader: 'js', resolveDir: dirname(path) };
        const contents = readFileSync(path, 'utf8').replace(OWN_FILE, (name) => `./${basename(name, '.ts')}${ending}`);
        return { contents, loader: 'ts' };
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

export const FOR_NODE = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  // What it names as its main file asks for its other files in a way that no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Names stay: errors are told by them.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  banner: { js: REQUIRE },
  logLevel: 'warning',
} as const satisfies BuildOptions;
