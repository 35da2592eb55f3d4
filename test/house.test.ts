// The rules of the house, read from the sources: which room may import which, who may touch the clock, the console and
// Pulumi, and how large a file or a function may grow. Exceptions stand below with their number; CONTRIBUTING.md tells
// the reasons. The second half shows every rule a source that breaks it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

import { INSIDE, TABLE, folderOf, roomOf } from './support/rooms.ts';
import type { Access } from './support/rooms.ts';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const FOLDERS = ['src', 'providers', 'test', 'scripts', 'tools', 'bench'];

/** `rule file` -> how many times the rule may be broken there. A number that is too high fails too. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  // vitest finds a reporter, a runner and its settings by their default export.
  'default-export scripts/count-reporter.ts': 1,
  'default-export tools/mutation/vitest.config.ts': 1,
};

interface Source {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

interface Import {
  readonly specifier: string;
  readonly kind: 'value' | 'type' | 'on-demand';
  readonly line: number;
}

interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

/** What rooms without effects may not touch. */
const EFFECTS =
  /^(undici|@aws-sdk\/|node:(fs|net|tls|http|https|http2|dns|child_process|sqlite|worker_threads|process))/u;

function readSources(): Source[] {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .toSorted()
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .map((file) => parse(file, readFileSync(join(ROOT, file), 'utf8'))),
  );
}

function parse(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  return { file, tree, imports: importsOf(tree) };
}

function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  walk(tree, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      const typeOnly = ts.isExportDeclaration(node)
        ? node.isTypeOnly
        : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      found.push(toImport(tree, node.moduleSpecifier, typeOnly ? 'type' : 'value'));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      found.push(toImport(tree, node.arguments[0]!, 'on-demand'));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push(toImport(tree, node.argument.literal, 'type'));
    }
  });
  return found;
}

function toImport(tree: ts.SourceFile, node: ts.Node, kind: Access): Import {
  return { specifier: ts.isStringLiteralLike(node) ? node.text : node.getText(tree), kind, line: lineOf(tree, node) };
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** The file a relative import names; null for packages. */
function fileOf(source: Source, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.join(posix.dirname(source.file), specifier) : null;
}

function allowed(from: string, to: string, kind: Access): boolean {
  if (from === to || to === 'model') return true;
  const access = TABLE[from]?.[to];
  return access !== undefined && (access === 'value' || kind === 'type' || kind === access);
}

function importTable(source: Source): string[] {
  const room = roomOf(source.file);
  if (room === null) return [];
  if (!(room in TABLE)) return [`${room} is no room of the table`];
  return source.imports.flatMap(({ specifier, kind, line }) => {
    const target = fileOf(source, specifier);
    if (target === null || target.endsWith('.json')) return [];
    const to = roomOf(target) ?? target;
    return allowed(room, to, kind) ? [] : [`line ${line}: ${room} may not import ${to} (${kind}): ${specifier}`];
  });
}

function folderTable(source: Source): string[] {
  const room = roomOf(source.file);
  const table = INSIDE[room ?? ''];
  if (table === undefined) return [];
  const folder = folderOf(source.file);
  const reachable = table[folder ?? ''] ?? (folder === null ? [] : undefined);
  if (reachable === undefined) return [`${folder} is no folder of the table of ${room}`];
  return source.imports.flatMap(({ specifier, line }) => {
    const target = fileOf(source, specifier);
    if (target === null || roomOf(target) !== room) return [];
    const to = folderOf(target);
    if (to === null || to === folder || reachable.includes(to)) return [];
    return [`line ${line}: ${folder ?? room} may not import ${to}: ${specifier}`];
  });
}

function packages(source: Source): string[] {
  const room = roomOf(source.file);
  return source.imports.flatMap(({ specifier, line }) => {
    if (specifier.startsWith('.') || room === null) return [];
    const refused =
      (specifier.startsWith('@pulumi/') && room !== 'providers' && room !== 'program') ||
      room === 'model' ||
      (room === 'report' && EFFECTS.test(specifier)) ||
      (room === 'reconcile' && EFFECTS.test(specifier));
    return refused ? [`line ${line}: ${room} may not import ${specifier}`] : [];
  });
}

/** The oracle judges what the reconciler says in words of its own: what it took from there would share the fault it looks for. */
function oracle(source: Source): string[] {
  if (!/^test\/simulation\/oracle(?:\/|\.ts$)/u.test(source.file)) return [];
  const taken = source.imports.filter(({ specifier }) => fileOf(source, specifier)?.startsWith('src/core/reconcile/'));
  return taken.map(({ specifier, line }) => `line ${line}: the oracle may not import ${specifier}`);
}

/** Nodes of the program whose source text is one of these accesses. */
function accesses(source: Source, texts: readonly string[]): string[] {
  const found: string[] = [];
  walk(source.tree, (node) => {
    if (ts.isPropertyAccessExpression(node) && texts.includes(node.getText(source.tree))) {
      found.push(`line ${lineOf(source.tree, node)}: ${node.getText(source.tree)}`);
    }
  });
  return found;
}

function output(source: Source): string[] {
  if (roomOf(source.file) === null || source.file === 'src/cli/main.ts') return [];
  const found = accesses(source, ['process.exit']);
  walk(source.tree, (node) => {
    if (ts.isIdentifier(node) && node.text === 'console') found.push(`line ${lineOf(source.tree, node)}: console`);
  });
  return found;
}

/** Reads time, timers and chance of the machine for all others. The sandbox is a program apart. */
const MACHINE = 'src/core/machine.ts';
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate'];
const CHANCE = ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'randomFillSync', 'getRandomValues'];

function outside(source: Source): string[] {
  const room = roomOf(source.file);
  if (room === null || room === 'sandbox' || source.file === MACHINE) return [];
  const found = accesses(source, [
    'Date.now',
    'Math.random',
    'performance.now',
    'process.hrtime',
    'AbortSignal.timeout',
  ]);
  const say = (node: ts.Node, what: string): number => found.push(`line ${lineOf(source.tree, node)}: ${what}`);
  walk(source.tree, (node) => {
    const isNow = ts.isNewExpression(node) && node.expression.getText(source.tree) === 'Date';
    if (isNow && !node.arguments?.length) say(node, 'new Date()');
    // A method of that name is another thing: socket.setTimeout.
    const isOwn = ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node);
    if (isOwn && [...TIMERS, ...CHANCE].includes(node.text)) say(node, node.text);
    const isModule = ts.isStringLiteral(node) && /^(?:node:)?(?:timers|perf_hooks)/u.test(node.text);
    if (isModule && !ts.isPropertyAssignment(node.parent)) say(node, node.text);
  });
  return found;
}

/** Those of a tool stand beside it: `tools/programs/test`. */
function isTest({ file }: Source): boolean {
  return /^(?:tools\/[^/]+\/)?test\//u.test(file);
}

function fileSize(source: Source): string[] {
  const lines = source.tree.text.split('\n').length - 1;
  const limit = isTest(source) ? 600 : 400;
  return lines > limit ? [`${lines} lines, the limit is ${limit}`] : [];
}

function functionSize(source: Source): string[] {
  if (isTest(source)) return [];
  return functionsOf(source).flatMap((node) => {
    const first = lineOf(source.tree, node);
    const lines = source.tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - first;
    return lines > 60 ? [`line ${first}: a function of ${lines} lines, the limit is 60`] : [];
  });
}

/** Tests are free: a row of `test.each` has as many columns as it needs. */
function parameters(source: Source): string[] {
  if (isTest(source)) return [];
  return functionsOf(source).flatMap((node) => {
    const count = node.parameters.filter((parameter) => parameter.name.getText(source.tree) !== 'this').length;
    return count > 3 ? [`line ${lineOf(source.tree, node)}: ${count} parameters, the limit is 3`] : [];
  });
}

function functionsOf(source: Source): ts.SignatureDeclaration[] {
  const found: ts.SignatureDeclaration[] = [];
  walk(source.tree, (node) => {
    const isFunction = ts.isFunctionLike(node) && !ts.isCallSignatureDeclaration(node) && !ts.isFunctionTypeNode(node);
    if (isFunction) found.push(node);
  });
  return found;
}

function looseTypes(source: Source): string[] {
  const found = comments(source)
    .filter(({ text }) => /@ts-(ignore|nocheck|expect-error)/u.test(text))
    .map(({ line }) => `line ${line}: the compiler is silenced`);
  walk(source.tree, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`line ${lineOf(source.tree, node)}: any`);
  });
  return found;
}

function postponed(source: Source): string[] {
  return comments(source)
    .filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/u.test(text))
    .map(({ line }) => `line ${line}: postponed work belongs in an issue`);
}

function comments(source: Source): { line: number; text: string }[] {
  const found = new Map<number, string>();
  const { text } = source.tree;
  walk(source.tree, (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const range of ranges) found.set(range.pos, text.slice(range.pos, range.end));
  });
  return [...found].map(([start, body]) => ({
    line: source.tree.getLineAndCharacterOfPosition(start).line + 1,
    text: body,
  }));
}

/** The two functions name the kinds they know, so that the compiler finds every place when there is another kind. */
function kindWords(source: Source): string[] {
  const room = roomOf(source.file);
  if (room === null || room === 'providers' || room === 'program' || source.file === 'src/core/model/address.ts')
    return [];
  const found: string[] = [];
  walk(source.tree, (node) => {
    if (!ts.isBinaryExpression(node) || !ts.isStringLiteral(node.right)) return;
    const isKind =
      /(?:^|\.)kind$/u.test(node.left.getText(source.tree)) && ['user', 'record'].includes(node.right.text);
    if (isKind) found.push(`line ${lineOf(source.tree, node)}: ${node.getText(source.tree)}, say isUser or isRecord`);
  });
  return found;
}

function defaultExport(source: Source): string[] {
  const found: string[] = [];
  walk(source.tree, (node) => {
    const isDefault =
      (ts.isExportAssignment(node) && node.isExportEquals !== true) || node.kind === ts.SyntaxKind.DefaultKeyword;
    const inClause = node.parent !== undefined && ts.isDefaultClause(node.parent);
    if (isDefault && !inClause) found.push(`line ${lineOf(source.tree, node)}: default export`);
  });
  return found;
}

/** Files that reach themselves through imports, those of types alone included. */
function rings(sources: readonly Source[]): Violation[] {
  const files = new Map(sources.map((source) => [source.file, source]));
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      const source = files.get(file);
      for (const { specifier } of source?.imports ?? []) {
        const next = source && fileOf(source, specifier);
        if (!next || !files.has(next) || seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
    return seen;
  };
  const reached = new Map(sources.map(({ file }) => [file, reach(file)]));
  return sources.flatMap(({ file }) => {
    if (!reached.get(file)?.has(file)) return [];
    const members = [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file));
    return [{ rule: 'ring', file, text: `is in a ring: ${members.toSorted().join(', ')}` }];
  });
}

/** An exported type name that several files of the product declare: one word, one meaning. */
function oneMeaning(sources: readonly Source[]): Violation[] {
  const declared = sources
    .filter(({ file }) => roomOf(file) !== null)
    .flatMap(({ file, tree }) => exportedTypes(tree).map((name) => ({ file, name })));
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, places]) => {
    const files = [...new Set(places.map(({ file }) => file))];
    if (files.length === 1) return [];
    return files.map((file) => ({ rule: 'one-meaning', file, text: `${name} is declared in ${files.join(', ')}` }));
  });
}

function exportedTypes(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((node) => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
    const isExported = isType && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported && node.name !== undefined ? [node.name.text] : [];
  });
}

/** Rules about all sources together. */
const HOUSE_RULES: Readonly<Record<string, (sources: readonly Source[]) => readonly Violation[]>> = {
  ring: rings,
  'one-meaning': oneMeaning,
};

const RULES: Readonly<Record<string, (source: Source) => readonly string[]>> = {
  'import-table': importTable,
  'folder-table': folderTable,
  packages,
  oracle,
  output,
  outside,
  'file-size': fileSize,
  'function-size': functionSize,
  parameters,
  'loose-types': looseTypes,
  postponed,
  'kind-words': kindWords,
  'default-export': defaultExport,
};

function violations(sources: readonly Source[], rule: string): Violation[] {
  const ofHouse = HOUSE_RULES[rule];
  if (ofHouse !== undefined) return [...ofHouse(sources)];
  return sources.flatMap((source) => RULES[rule]!(source).map((text) => ({ rule, file: source.file, text })));
}

function judged(found: readonly Violation[], rule: string): string[] {
  const counts = Map.groupBy(found, ({ file }) => file);
  const broken = [...counts].filter(([file, list]) => EXCEPTIONS[`${rule} ${file}`] !== list.length);
  const unused = Object.keys(EXCEPTIONS).filter((key) => key.startsWith(`${rule} `) && !counts.has(key.split(' ')[1]!));
  return [
    ...broken.flatMap(([file, list]) => list.map(({ text }) => `${file}: ${text}`)),
    ...unused.map((key) => `the exception "${key}" is no longer needed`),
  ];
}

describe('the sources keep the rules of the house', () => {
  const sources = readSources();
  test.each([...Object.keys(RULES), ...Object.keys(HOUSE_RULES)])('%s', (rule) => {
    expect(judged(violations(sources, rule), rule)).toEqual([]);
  });

  /** A name more is a promise more of the core: it has its reason in the pull request, and another one goes. */
  test.each([
    ['src/core/face.ts', 97],
    ['src/core/page.ts', 49],
  ])('the face %s has %i names', (file, names) => {
    const face = sources.find((source) => source.file === file);
    const clauses = face?.tree.statements.filter(ts.isExportDeclaration).map(({ exportClause }) => exportClause) ?? [];
    const counts = clauses.map((clause) => (clause && ts.isNamedExports(clause) ? clause.elements.length : Infinity));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(names);
  });

  test('every source file is read', () => {
    expect(sources.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['src/core/engine.ts', 'test/house.test.ts']),
    );
  });
});

describe('each rule sees what it forbids', () => {
  const long = (lines: number): string => 'f();\n'.repeat(lines);
  test.each([
    ['import-table', 'src/core/model/a.ts', `import { b } from '../service/b.ts';`],
    ['import-table', 'src/sandbox/a.ts', `import type { b } from '../core/service/b.ts';`],
    ['import-table', 'src/core/reconcile/a.ts', `import { b } from '../state/b.ts';`],
    ['import-table', 'src/core/report/a.ts', `export { b } from '../reconcile/b.ts';`],
    ['import-table', 'src/core/engine.ts', `import { b } from '../sandbox/daemon.ts';`],
    ['import-table', 'src/core/engine.ts', `const b = await import('../sandbox/daemon.ts');`],
    ['import-table', 'src/core/engine.ts', `const b = await import('./report/text.ts');`],
    ['import-table', 'src/cli/a.ts', `import { b } from '../core/service/b.ts';`],
    ['import-table', 'src/desk/lookup/a.ts', `import type { b } from '../../core/reconcile/b.ts';`],
    ['import-table', 'src/core/engine/a.ts', `import type { b } from '../../desk/lookup/b.ts';`],
    ['import-table', 'src/core/report/a.ts', `import { b } from '../face.ts';`],
    ['import-table', 'providers/a.ts', `import { b } from '../src/core/service/b.ts';`],
    ['import-table', 'src/attic/a.ts', `export const a = 1;`],
    ['folder-table', 'src/core/reconcile/diff/a.ts', `import { b } from '../plan/b.ts';`],
    ['folder-table', 'src/core/reconcile/observe/a.ts', `import type { b } from '../diff/b.ts';`],
    ['folder-table', 'src/core/reconcile/a.ts', `import { b } from './plan/b.ts';`],
    ['folder-table', 'src/core/reconcile/attic/a.ts', `export const a = 1;`],
    ['packages', 'src/core/model/a.ts', `import { createHash } from 'node:crypto';`],
    ['packages', 'src/core/engine.ts', `import * as pulumi from '@pulumi/pulumi';`],
    ['packages', 'src/core/reconcile/a.ts', `import { Pool } from 'undici';`],
    ['packages', 'src/core/report/a.ts', `import { readFileSync } from 'node:fs';`],
    ['oracle', 'test/simulation/oracle/a.ts', `import type { b } from '../../../src/core/reconcile/b.ts';`],
    ['oracle', 'test/simulation/oracle.ts', `import type { b } from '../../src/core/reconcile/b.ts';`],
    ['oracle', 'test/simulation/oracle/a.ts', `export { b } from '../../../src/core/reconcile/diff/b.ts';`],
    ['output', 'src/cli/verbs/table.ts', `console.log('a');`],
    ['output', 'src/sandbox/daemon/daemon.ts', `process.exit(1);`],
    ['outside', 'src/core/engine.ts', `const a = Date.now();`],
    ['outside', 'src/core/service/a.ts', `const a = Math.random;`],
    ['outside', 'src/core/state/a.ts', `const a = new Date();`],
    ['outside', 'src/core/report/a.ts', `const a = performance.now();`],
    ['outside', 'providers/a.ts', `setTimeout(() => undefined, 1);`],
    ['outside', 'src/publish/a.ts', `fetch(a, { signal: AbortSignal.timeout(1) });`],
    ['outside', 'src/core/state/a.ts', `import { randomBytes } from 'node:crypto';`],
    ['outside', 'src/publish/a.ts', `const { a } = await import('node:timers/promises');`],
    ['file-size', 'src/core/engine.ts', long(401)],
    ['file-size', 'test/a.test.ts', long(601)],
    ['file-size', 'tools/a/b.ts', long(401)],
    ['file-size', 'tools/a/test/b.test.ts', long(601)],
    ['function-size', 'src/core/engine.ts', `const a = () => {\n${long(59)}};`],
    ['parameters', 'src/core/engine.ts', `export function a(b: number, c: number, d: number, e: number): void {}`],
    ['loose-types', 'src/core/engine.ts', `const a = b as any;`],
    ['loose-types', 'src/core/engine.ts', `// @ts-expect-error\nconst a: number = '';`],
    ['postponed', 'src/core/engine.ts', `const a = 1; // ${'TO'}DO later`],
    ['kind-words', 'src/core/engine.ts', `if (a?.kind !== 'record') b();`],
    ['kind-words', 'src/core/report/a.ts', `const a = kind === 'user';`],
    ['default-export', 'src/core/engine.ts', `export default 1;`],
    ['default-export', 'src/core/engine.ts', `export default function a(): void {}`],
  ])('%s is broken in %s (case %#)', (rule, file, text) => {
    expect(RULES[rule]!(parse(file, text))).toHaveLength(1);
  });

  test.each([
    ['import-table', 'src/core/reconcile/a.ts', `import type { b } from '../state/b.ts';`],
    ['import-table', 'src/desk/lookup/a.ts', `import { b } from '../../core/face.ts';`],
    ['import-table', 'src/publish/a.ts', `import { b } from '../core/model/b.ts';`],
    ['import-table', 'src/cli/run.ts', `const b = await import('../sandbox/daemon.ts');`],
    ['folder-table', 'src/core/reconcile/apply/a.ts', `import { b } from '../plan/b.ts';`],
    ['folder-table', 'src/core/reconcile/plan/a.ts', `import { b } from '../change.ts';`],
    ['packages', 'src/program.ts', `import * as pulumi from '@pulumi/pulumi';`],
    ['oracle', 'test/simulation/oracle/a.ts', `import type { b } from '../../../src/sandbox/world/b.ts';`],
    ['oracle', 'test/simulation/a.ts', `import type { b } from '../../src/core/reconcile/b.ts';`],
    ['output', 'src/cli/main.ts', `console.log('a'); process.exit(1);`],
    ['outside', 'src/core/state/a.ts', `const a = new Date(0);`],
    ['outside', 'src/core/service/a.ts', `socket.setTimeout(1);`],
    ['outside', 'src/core/machine.ts', `const a = Date.now();`],
    ['file-size', 'src/core/engine.ts', long(400)],
    ['function-size', 'src/core/engine.ts', `const a = () => {\n${long(58)}};`],
    ['parameters', 'src/core/engine.ts', `export function a(b: number, c: number, d: number): void {}`],
    ['kind-words', 'src/core/engine.ts', `if (a.kind === b.kind || c.kind === 'plan') d();`],
    ['default-export', 'src/core/engine.ts', `switch (a) { default: b(); }`],
  ])('%s allows something like it in %s (case %#)', (rule, file, text) => {
    expect(RULES[rule]!(parse(file, text))).toEqual([]);
  });

  test.each([
    ['values inside a room', 'src/core/state/a.ts', `import { b } from './b.ts';`, `export * from './a.ts';`],
    [
      'types inside a room',
      'src/core/state/a.ts',
      `import type { b } from './b.ts';`,
      `import type { a } from './a.ts';`,
    ],
    [
      'types across rooms',
      'src/core/engine.ts',
      `import type { b } from './state/b.ts';`,
      `import type { a } from '../engine.ts';`,
    ],
  ])('a ring of %s', (_name, file, first, second) => {
    const ring = [parse(file, first), parse('src/core/state/b.ts', second)];
    expect(rings(ring)).toHaveLength(2);
    expect(rings(ring.slice(0, 1))).toEqual([]);
  });

  test('a file that names a ring is not in it', () => {
    const sources = [
      parse('src/core/model/a.ts', `import type { b } from './b.ts';`),
      parse('src/core/model/b.ts', `import type { a } from './a.ts';`),
      parse('src/core/model/c.ts', `import type { a } from './a.ts';`),
    ];
    expect(rings(sources).map(({ file }) => file)).toEqual(['src/core/model/a.ts', 'src/core/model/b.ts']);
  });

  test('one type name exported by two files', () => {
    const [a, b] = [
      parse('src/core/state/a.ts', `export interface A {}`),
      parse('providers/b.ts', `export type A = string;`),
    ];
    expect(oneMeaning([a, b]).map(({ file }) => file)).toEqual(['src/core/state/a.ts', 'providers/b.ts']);
    const others = [`interface A {}`, `export const A = 1;`, `export type { A } from './a.ts';`];
    expect(others.flatMap((text) => oneMeaning([a, parse('src/core/model/c.ts', text)]))).toEqual([]);
    expect(oneMeaning([a, parse('test/c.ts', `export type A = string;`)])).toEqual([]);
  });

  test('an exception is exact: one more and one less both fail', () => {
    const files = ['scripts/count-reporter.ts', 'tools/mutation/vitest.config.ts'];
    const found = files.map((file) => ({ rule: 'default-export', file, text: 'line 1' }));
    expect(judged(found, 'default-export')).toEqual([]);
    expect(judged([...found, ...found.slice(0, 1)], 'default-export')).toHaveLength(2);
    expect(judged(found.slice(1), 'default-export')).toHaveLength(1);
  });
});
