// The glossary in CONTRIBUTING.md is the only list of our terms. Two rules are read from it: a refused word stands nowhere
// in the product or its documents, and every term is in use. Files that are not there yet are listed with their words; a
// word that is gone from such a file must leave the list, so that the list only becomes shorter.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const PAGE = 'CONTRIBUTING.md';
const HEADING = '## Glossary';

/** File -> refused words that still stand there. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'docs/adoption.md': ['live value'],
  'src/core/report/kinds/adopt.ts': ['live value'],
};

interface Term {
  readonly term: string;
  /** Refused in texts and as a part of a name, whatever its case; also with an s at its end. */
  readonly words: readonly string[];
  /** Refused as a whole name or text value in the sources. */
  readonly names: readonly string[];
}

interface Text {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

function readTexts(): Text[] {
  const inFolders = ['src', 'providers', 'contributing', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|md)$/u.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return [...inFolders.toSorted(), 'README.md', PAGE].map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return { file, text: file === PAGE ? text.slice(0, text.indexOf(HEADING)) : text };
  });
}

/** Rows of the table below the heading; the first two are its head. */
function readGlossary(page: string): Term[] {
  const rows = page
    .slice(page.indexOf(HEADING))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.map((row) => {
    const [term = '', , refused = ''] = row
      .slice(1)
      .split('|')
      .map((cell) => cell.trim());
    const all = refused.split(',').map((word) => word.trim());
    const isName = (word: string): boolean => word.startsWith('`');
    return {
      term,
      words: all.filter((word) => word !== '' && !isName(word)),
      names: all.filter(isName).map((word) => word.slice(1, -1)),
    };
  });
}

/** ` words of a text and of the names in it ` in small letters: `openOffice` is `open office`. */
function wordsOf(text: string): string {
  const spaced = text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ').replaceAll(/[^A-Za-z]+/gu, ' ');
  return ` ${spaced.toLowerCase().trim()} `;
}

function contains(words: string, phrase: string): boolean {
  const [first, plural] = [wordsOf(phrase), wordsOf(`${phrase}s`)];
  return words.includes(first) || words.includes(plural);
}

/** Identifiers and text values of a source file. */
function namesOf({ file, text }: Text): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  if (file.endsWith('.ts')) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS));
  return found;
}

/** The refused words in one file, its own path included. */
function refusedIn(source: Text, glossary: readonly Term[]): string[] {
  const words = wordsOf(`${source.file} ${source.text}`);
  const names = namesOf(source);
  return glossary.flatMap((row) => [
    ...row.words.filter((word) => contains(words, word)),
    ...row.names.filter((name) => names.has(name)),
  ]);
}

type Found = Readonly<Record<string, readonly string[]>>;

/** What differs between the words found and the exceptions, one line for each word. */
function differences(found: Found, exceptions: Found): string[] {
  const files = [...new Set([...Object.keys(found), ...Object.keys(exceptions)])].toSorted();
  return files.flatMap((file) => {
    const [stands, excused] = [found[file] ?? [], exceptions[file] ?? []];
    return [
      ...stands.filter((word) => !excused.includes(word)).map((word) => `${file}: "${word}" is not our word for it`),
      ...excused.filter((word) => !stands.includes(word)).map((word) => `${file}: "${word}" is an exception no longer`),
    ];
  });
}

describe('the words of the glossary', () => {
  const glossary = readGlossary(readFileSync(join(ROOT, PAGE), 'utf8'));
  const texts = readTexts();

  test('a refused word stands in no file but those listed, and each listed word still stands there', () => {
    const found = Object.fromEntries(texts.map((source) => [source.file, refusedIn(source, glossary)]));
    expect(differences(found, EXCEPTIONS)).toEqual([]);
  });

  test('every term is used outside of the page that explains it', () => {
    const all = texts.filter(({ file }) => file !== PAGE).map(({ text }) => wordsOf(text));
    const unused = glossary.filter(({ term }) => !all.some((words) => contains(words, term)));
    expect(unused.map(({ term }) => term)).toEqual([]);
  });

  test('no term stands twice, and none is refused elsewhere in the table', () => {
    const terms = glossary.map(({ term }) => term);
    expect(new Set(terms).size).toBe(terms.length);
    expect(glossary.flatMap(({ words, names }) => [...words, ...names]).filter((word) => terms.includes(word))).toEqual(
      [],
    );
  });
});

/** What a source file says in sentences: its comments and its names are for contributors. */
function sentencesOf({ file, text }: Text): string {
  const said: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) said.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS));
  return said.join('\n');
}

test('where people read, recorded state is the state', () => {
  const forms = ['templates', 'schemas', '.github/workflows'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(yml|json)$/u.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  const files = [...forms, 'action.yml', 'SECURITY.md', 'CHANGELOG.md'].map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));
  const read = readTexts().filter(({ file }) => !/^(?:CONTRIBUTING|contributing)/u.test(file));
  const told = [...read, ...files].filter((each) =>
    /recorded state/iu.test(each.file.endsWith('.ts') ? sentencesOf(each) : each.text),
  );
  expect(told.map(({ file }) => file)).toEqual([]);
});

describe('the check sees what it refuses', () => {
  const glossary = readGlossary(
    [
      HEADING,
      '| Term | Meaning | Not called |',
      '| --- | --- | --- |',
      '| entry point | x | door, way in, `hold` |',
    ].join('\n'),
  );

  test.each([
    ['src/a.ts', 'export function openDoor(): void {}', ['door']],
    ['src/a.ts', '// Both doors lead here.', ['door']],
    ['src/door.ts', '', ['door']],
    ['docs/a.md', 'It is the way in.', ['way in']],
    ['src/a.ts', 'const a = { hold: true };', ['hold']],
    ['src/a.ts', "const a = 'hold';", ['hold']],
  ])('in %s: %s', (file, text, expected) => {
    expect(refusedIn({ file, text }, glossary)).toEqual(expected);
  });

  test.each([
    ['src/a.ts', 'const indoor = 1; // indoors'],
    ['src/a.ts', '// It may hold a secret.\nconst isHolding = 1;'],
    ['docs/a.md', 'They hold `hold`.'],
  ])('and nothing else in %s: %s', (file, text) => {
    expect(refusedIn({ file, text }, glossary)).toEqual([]);
  });

  test('an exception is exact: one more and one less both fail', () => {
    const exceptions = { 'src/a.ts': ['door'] };
    expect(differences({ 'src/a.ts': ['door'] }, exceptions)).toEqual([]);
    expect(differences({ 'src/a.ts': ['door', 'hold'] }, exceptions)).toHaveLength(1);
    expect(differences({ 'src/a.ts': [] }, exceptions)).toHaveLength(1);
    expect(differences({}, exceptions)).toHaveLength(1);
  });
});
