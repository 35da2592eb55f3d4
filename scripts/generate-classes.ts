// The tables of docs/classes.md: what the three classes take, give, and make of the options of a Pulumi resource. Arguments come from
// the tables of fields, outputs from the comments that an editor shows, refusals from the code that refuses.

import type { CustomResourceOptions } from '@pulumi/pulumi';
import ts from 'typescript';
import { ARGUMENTS, REQUIRED } from '../providers/arguments.ts';
import { REFUSED_OPTIONS } from '../providers/class-run.ts';
import { OPTIONS } from './classes/options.ts';
import { read } from '../tools/files.ts';
import { table } from '../tools/markdown.ts';

const CLASSES = [
  { name: 'User', family: 'user' },
  { name: 'PinnedRecord', family: 'record' },
  { name: 'RecordSet', family: 'set' },
] as const;

/** Name of the block in the page -> its table. */
export function classTables(): Readonly<Record<string, string>> {
  return {
    'class-arguments': table(['Class', 'Needed', 'May be given'], CLASSES.map(argumentRow)),
    'class-outputs': table(['Output', 'Of', 'Type', 'Meaning'], outputRows()),
    'class-options': table(['Option', 'Works', 'Meaning'], optionRows()),
  };
}

function argumentRow({ name, family }: (typeof CLASSES)[number]): string[] {
  const [needed, others] = [true, false].map((wanted) =>
    ARGUMENTS[family].filter((each) => REQUIRED.includes(each) === wanted),
  );
  return [code(name), named(needed ?? []), named(others ?? [])];
}

/** One row for what several classes give in the same words. */
function outputRows(): string[][] {
  const rows = CLASSES.flatMap(({ name }) =>
    classNamed(name).members.flatMap((member) => outputOf(member).map((cells) => ({ name, cells }))),
  );
  const alike = Map.groupBy(rows, ({ cells }) => cells.join('\n'));
  return [...alike.values()].map((group) => {
    const [output = '', type = '', meaning = ''] = group[0]?.cells ?? [];
    return [output, named(group.map(({ name }) => name)), type, meaning];
  });
}

function outputOf(member: ts.ClassElement): string[][] {
  if (!ts.isPropertyDeclaration(member) || member.type === undefined) return [];
  return [[code(member.name.getText()), typeWords(member.type), comment(member) || 'As declared.']];
}

/** One row for options of which the same is to be said. */
function optionRows(): string[][] {
  const refused: Partial<Record<keyof CustomResourceOptions, string>> = REFUSED_OPTIONS;
  const rows = Object.entries(OPTIONS).map(([name, { works, why }]) => {
    const words = refused[name as keyof CustomResourceOptions];
    return { name, cells: words === undefined ? [works, why] : ['refused', words] };
  });
  const alike = Map.groupBy(rows, ({ cells }) => cells.join('\n'));
  return [...alike.values()].map((group) => [named(group.map(({ name }) => name)), ...(group[0]?.cells ?? [])]);
}

/** The declaration of a class of Pulumi. */
export function classNamed(name: string): ts.ClassDeclaration {
  const file = 'providers/resources.ts';
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((each) => ts.isClassDeclaration(each) && each.name?.text === name);
  if (found === undefined || !ts.isClassDeclaration(found)) throw new Error(`there is no class ${name}`);
  return found;
}

/** What an editor shows, on one line. */
export function comment(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').replaceAll(/\s+/gu, ' ').trim();
}

const code = (text: string): string => `\`${text}\``;
const named = (names: readonly string[]): string => names.map(code).join(', ');

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  Presence: '`present`, `absent` or `unknown`',
  WorkedState: '`NOTWORKED`, `WORKED`, `COMPLETED` or `REMOVED`',
};
const LEFT_OUT = ' | undefined';

/** `pulumi.Output<string | undefined>` is `text, or undefined`. */
function typeWords(type: ts.TypeNode): string {
  const text = type.getText().replace(/^pulumi\.Output<(.+)>$/su, '$1');
  const word = WORDS[text.replace(LEFT_OUT, '')];
  if (word === undefined) throw new Error(`no words for the type ${text}`);
  return text.endsWith(LEFT_OUT) ? `${word}, or undefined` : word;
}
