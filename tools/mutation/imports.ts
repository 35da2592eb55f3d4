// Which file imports which, read from the sources.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Importers } from './protocol.ts';

/** Types leave nothing behind at run time. */
const IMPORT =
  /(?:^|\n)(?:import|export)(?! type)[^;']*?from '(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import '(\.[^']+)'/gu;

function importsOf(root: string, file: string): string[] {
  const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT);
  const paths = [...found].map((match) => normalize(join(dirname(file), match[1] ?? match[2] ?? match[3] ?? '')));
  return paths.filter((path) => path.endsWith('.ts') && existsSync(join(root, path)));
}

/** For each of these source files, what imports it. */
export function importersOf(
  root: string,
  sources: readonly string[],
  tests: readonly string[],
): Record<string, Importers> {
  const files = globSync(['{src,test,providers,scripts,tools}/**/*.ts'], { cwd: root });
  const direct = new Map<string, string[]>();
  for (const file of files)
    for (const imported of importsOf(root, file)) direct.set(imported, [...(direct.get(imported) ?? []), file]);
  const all = (source: string): Set<string> => {
    const reached = new Set<string>();
    const open = [source];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const importer of direct.get(next) ?? [])
        if (!reached.has(importer)) {
          reached.add(importer);
          open.push(importer);
        }
    return reached;
  };
  return Object.fromEntries(
    sources.map((source) => {
      const reached = all(source);
      return [source, { tests: tests.filter((test) => reached.has(test)), direct: direct.get(source) ?? [] }];
    }),
  );
}
