// The text of docs/classes/*.md: a page for each class and one for the functions that read. Inputs come from the schemas and the
// field tables, as in docs/keys.md; what a class is and gives, from the comments that an editor shows; what is refused, from the
// code that refuses; the examples are the files of examples/classes, which are compiled and played by tests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceOptions } from '@pulumi/pulumi';
import ts from 'typescript';
import { ARGUMENTS } from '../providers/arguments.ts';
import { REFUSED_OPTIONS } from '../providers/class-refusals.ts';
import { allKeys } from '../src/desired/text/keys.ts';
import type { Key } from '../src/desired/text/keys.ts';
import { PUBLIC_TASK_FIELDS } from '../src/model/task-fields.ts';
import { CLASSES, OPTIONS } from './classes/pages.ts';
import type { ClassPage } from './classes/pages.ts';
import { typeWords } from './classes/types.ts';
import { table } from './markdown.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FUNCTIONS = ['getUser', 'getRecord', 'searchRecords'];

/** Path from the project folder -> text. */
export function classPages(notice: string): Readonly<Record<string, string>> {
  const pages = CLASSES.map((page) => [`docs/classes/${page.file}.md`, classPage(page, notice)] as const);
  return { ...Object.fromEntries(pages), 'docs/classes/functions.md': functionsPage(notice) };
}

function classPage(page: ClassPage, notice: string): string {
  const declared = classNamed('providers/resources.ts', page.name);
  return [
    notice,
    `# ${page.name}`,
    comment(declared),
    ...page.text,
    '## Example',
    example(page.file),
    '## Inputs',
    INPUTS,
    inputsTable(page),
    ...page.inputs,
    '## Outputs',
    'Beside `id` and `urn`. Each is an output of Pulumi.',
    table(['Output', 'Type', 'Meaning'], declared.members.flatMap(outputRow)),
    '## Options',
    'The options of a Pulumi resource. What is refused ends the program in one line, before anything is registered.',
    table(['Option', 'Works', 'Meaning'], optionRows(page)),
    '## Import',
    ...page.imports,
    '## More',
    ...page.more,
  ].join('\n\n');
}

const INPUTS =
  'Each may be an output of another resource. Any other argument is refused. The same texts stand in [Keys](../keys.md), and an editor shows them. What they say of defaults of a campaign is for desired files and `reconcile`: a class has none.';

/** In the order of the arguments; a key below another (`offboard.reassignTo`) follows it. */
function inputsTable({ family, begins }: ClassPage): string {
  const keys = allKeys();
  const written = writtenOut();
  const rows = ARGUMENTS[family].flatMap((name) => {
    if (name === 'target') return [['`target`', 'text', written.get(name) ?? '', '`prod`', '']];
    const own = begins.flatMap((start) =>
      keys.flatMap((key) => (isOf(key.path, `${start}${name}`) ? [inputRow(key, key.path.slice(start.length))] : [])),
    );
    // Of `records` only itself: its keys are those of PinnedRecord.
    return name === 'records'
      ? own
          .slice(0, 1)
          .map(([input = '', , , shown = '']) => [input, 'list; required', written.get(name) ?? '', shown, ''])
      : own;
  });
  return table(['Input', 'Value', 'Meaning', 'Example', 'Sent with'], rows);
}

/** Arguments that no table of fields has -> what an editor shows of them. */
function writtenOut(): ReadonlyMap<string, string> {
  const source = parsed('providers/arguments.ts');
  const members = source.statements.flatMap((each) => (ts.isInterfaceDeclaration(each) ? [...each.members] : []));
  return new Map(members.map((member) => [member.name?.getText() ?? '', comment(member)]));
}

function isOf(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

function inputRow({ type, required, fallback, meaning, example: shown, sent }: Key, name: string): string[] {
  const need = required === 'no' ? '' : `; required${required === 'yes' ? '' : ` ${required}`}`;
  const value = `${type}${need}${fallback === null ? '' : `; default \`${fallback}\``}`;
  return [`\`${name}\``, value, meaning, shown === null ? '' : `\`${shown}\``, sent ?? ''];
}

function outputRow(member: ts.ClassElement): string[][] {
  if (!ts.isPropertyDeclaration(member) || member.type === undefined) return [];
  return [[`\`${member.name.getText()}\``, typeWords(member.type), comment(member)]];
}

function optionRows({ importId }: ClassPage): string[][] {
  const refused: Partial<Record<keyof CustomResourceOptions, string>> = REFUSED_OPTIONS;
  return Object.entries(OPTIONS).map(([name, { works, why }]) => {
    const words = refused[name as keyof CustomResourceOptions];
    return [`\`${name}\``, words === undefined ? works : 'refused', words ?? why.replace('ID', importId)];
  });
}

function functionsPage(notice: string): string {
  const source = parsed('src/program/look-ups.ts');
  const parts = FUNCTIONS.flatMap((name) => {
    const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return [
      `## ${name}`,
      comment(functionNamed(source, name)),
      table(['Argument', 'Type', 'Meaning'], memberRows(source, `${title}Args`)),
      table(['Answer', 'Type', 'Meaning'], memberRows(source, `${title}Result`)),
      `\`${name}Output\`: ${comment(functionNamed(source, `${name}Output`)).replace('As ', 'as ')}`,
    ];
  });
  const task = [
    '## A task',
    'What `getRecord` and `searchRecords` answer of each task, under the names of the service.',
  ];
  return [
    notice,
    '# Functions that read',
    ...FUNCTIONS_TEXT,
    '## Example',
    example('look-ups'),
    ...parts,
    ...task,
    TASK,
  ].join('\n\n');
}

const FUNCTIONS_TEXT = [
  '`getUser`, `getRecord` and `searchRecords` read in `pulumi preview` and in `pulumi up` alike, register nothing and record nothing: the look-ups of [`muster get` and `search`](../look-ups.md) for programs. That nobody is there is an answer (`exists: false`, no task); a service that does not answer ends the program with one line.',
  'What a class makes is there only after it: give `getUserOutput` and its like an output of that class, and the look-up waits. A plain function answers plain values: wrap what is personal in `pulumi.secret` before it goes into a resource.',
];
const TASK = `${PUBLIC_TASK_FIELDS.map((name) => `\`${name}\``).join(', ')} (times as ISO 8601, UTC), and \`data\`: items by key, without those that say how the task is delivered. What the service does not show is null.`;

/** Of an interface with what it extends in the same file. */
function memberRows(source: ts.SourceFile, name: string): string[][] {
  const found = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`there is no interface ${name}`);
  const own = found.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const need = member.questionToken === undefined && name.endsWith('Args') ? '; required' : '';
    return [[`\`${member.name.getText()}\``, `${typeWords(member.type)}${need}`, comment(member)]];
  });
  const above =
    found.heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression.getText())) ?? [];
  return [...own, ...above.flatMap((each) => memberRows(source, each))];
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function classNamed(file: string, name: string): ts.ClassDeclaration {
  const found = parsed(file).statements.find((each) => ts.isClassDeclaration(each) && each.name?.text === name);
  if (found === undefined || !ts.isClassDeclaration(found)) throw new Error(`there is no class ${name}`);
  return found;
}

function functionNamed(source: ts.SourceFile, name: string): ts.Node {
  const found = source.statements.find((each) => ts.isFunctionDeclaration(each) && each.name?.text === name);
  if (found === undefined) throw new Error(`there is no function ${name}`);
  return found;
}

/** What an editor shows, on one line, without its example. An argument that repeats a field is `As declared.` */
function comment(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? 'As declared.').replaceAll(/\s+/gu, ' ');
}

function example(file: string): string {
  const path = `examples/classes/${file}.ts`;
  const text = readFileSync(join(ROOT, path), 'utf8').trimEnd();
  return `\`\`\`ts\n${text}\n\`\`\`\n\nOne of the files of [examples/classes](../../examples/classes), a project that runs: \`pulumi stack init sandbox\`, \`pulumi up\`.`;
}
