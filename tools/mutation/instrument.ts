// All mutants of the files of the sandbox and of the client, and one copy of each file that holds them all: which one is active is
// decided while the tests run (StrykerJS). The copies are read by vitest.config.ts.

import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { InstrumenterOptions } from '@stryker-mutator/instrumenter';
import type { Mutant } from './protocol.ts';

export const FOLDERS = ['src/sandbox', 'src/service'] as const;

export interface Instrumented {
  readonly mutants: readonly Omit<Mutant, 'hint'>[];
  /** Of each source file, as it was read. */
  readonly digests: Readonly<Record<string, string>>;
}

export function allFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted();
}

type Ignorer = InstrumenterOptions['ignorers'][number];

const SILENT = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** `default: return value satisfies never;`: the compiler has shown that nothing gets there. */
const NEVER_CHECK: Ignorer = {
  shouldIgnore: (path: { readonly node?: unknown }) => {
    const node = path.node as Partial<SwitchCase> | undefined;
    const checks = node?.type === 'SwitchCase' && node.test === null && node.consequent?.every(isNeverCheck);
    return checks === true ? 'nothing gets to a check for never' : undefined;
  },
};

/** What is read of a syntax tree of Babel. */
interface SwitchCase {
  readonly type: string;
  readonly test: object | null;
  readonly consequent: readonly {
    readonly argument?: { readonly typeAnnotation?: { readonly type: string } } | null;
  }[];
}

function isNeverCheck({ argument }: SwitchCase['consequent'][number]): boolean {
  return argument?.typeAnnotation?.type === 'TSNeverKeyword';
}

/** Writes the copies under `.stryker/instrumented`. */
export async function instrumentAll(root: string): Promise<Instrumented> {
  const mutants: Omit<Mutant, 'hint'>[] = [];
  const digests: Record<string, string> = {};
  for (const file of allFiles(root)) {
    const content = readFileSync(join(root, file), 'utf8');
    digests[file] = createHash('sha256').update(content).digest('hex');
    mutants.push(...(await instrument(root, file, content)));
  }
  return { mutants, digests };
}

async function instrument(root: string, file: string, content: string): Promise<Omit<Mutant, 'hint'>[]> {
  const options = { plugins: null, excludedMutations: [], ignorers: [NEVER_CHECK] };
  const made = await new Instrumenter(SILENT).instrument([{ name: file, mutate: true, content }], options);
  const copy = join(root, '.stryker/instrumented', file);
  mkdirSync(dirname(copy), { recursive: true });
  // Numbers of one file each: a change of one file leaves the names of the others' mutants alone.
  const renamed = (made.files[0]?.content ?? '').replaceAll(
    /(stryMutAct_9fa48|stryCov_9fa48)\(([^()]*)\)/gu,
    (_all, name: string, ids: string) => `${name}(${ids.replaceAll(/"(\d+)"/gu, `"${file}#$1"`)})`,
  );
  writeFileSync(copy, renamed);
  const lines = content.split('\n');
  return made.mutants.map(({ id, mutatorName, location: { start, end }, replacement, status, statusReason }) => ({
    id: `${file}#${id}`,
    file,
    mutator: mutatorName,
    line: start.line + 1,
    column: start.column + 1,
    original: textBetween(lines, start, end),
    replacement,
    ignored: status === 'Ignored' ? (statusReason ?? 'no reason') : null,
  }));
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const within = lines.slice(start.line, end.line + 1);
  return within
    .map((line, index) =>
      line.slice(index === 0 ? start.column : 0, index === within.length - 1 ? end.column : line.length),
    )
    .join('\n');
}
