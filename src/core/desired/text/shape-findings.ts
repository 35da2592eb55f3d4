// ajv's errors -> findings that a person can act on: place, path, what was expected, and what kind of value was given. No value
// is repeated, and no key that may be one: a slip of the hand puts a name in the place of either.

import type { ErrorObject } from 'ajv';

import type { Address } from '../../model/address.ts';
import type { FileFinding, FindingCode } from './findings.ts';
import { keysNamed } from './keys.ts';
import { keyWords, masked } from './masked.ts';
import type { SchemaNode } from './schema.ts';
import { hiddenIn, ID_PATTERN } from '../../model/hidden.ts';
import { didYouMean, nearest } from '../../model/suggest.ts';
import type { Source } from './source.ts';
import { descend, keyPlace } from './tree.ts';
import type { TreeNode } from './tree.ts';

/** Word that is often written: the key that is called so here. A hint only where that key is known. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['csv', 'file'],
  ['map', 'columns'],
]);

const SECRET = /key|secret|token|password/iu;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'a mapping',
};

/** A tree with what is needed to talk about it. */
export interface Subject {
  readonly node: TreeNode;
  readonly source: Source;
  /** `campaigns[0].records[3]`; empty for the whole file. */
  readonly path: string;
  readonly address: Address | null;
}

export function explainShape(errors: readonly ErrorObject[], subject: Subject): FileFinding[] {
  const chosen = new Set(errors.filter((error) => error.keyword === 'enum').map((error) => error.instancePath));
  const isEcho = ({ keyword, instancePath }: ErrorObject): boolean =>
    keyword === 'if' || keyword === 'propertyNames' || (keyword === 'type' && chosen.has(instancePath));
  const isWanted = wantedIn(errors);
  return withoutOtherForms(errors)
    .filter((error) => !isEcho(error) && isWanted(error) && !isRefused(descend(subject.node, stepsOf(error))))
    .map((error) => explain(error, subject));
}

/** Keys that decide which others are needed. */
const DECIDING = ['sandbox', 'ensure'];

/** Not what is missing because it is misspelled, or because the key that decides is wrong: one mistake is one finding. */
function wantedIn(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const wrong = new Set(
    errors.map((each) => each.instancePath + (each.keyword === 'additionalProperties' ? `/${meantBy(each)}` : '')),
  );
  return ({ keyword, instancePath, params, schemaPath }) => {
    const keys = [String(params['missingProperty']), ...(schemaPath.includes('/else/') ? DECIDING : [])];
    return keyword !== 'required' || !keys.some((key) => wrong.has(`${instancePath}/${key}`));
  };
}

/**
 * Of several allowed forms only the one that was written is reported; when none was, only the choice itself.
 * ajv lists the errors of the forms right before the error of the choice.
 */
function withoutOtherForms(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf') kept.push(error);
    else kept.push(...writtenForm(error, takeForms(kept, error)));
  }
  return kept;
}

function takeForms(kept: ErrorObject[], choice: ErrorObject): ErrorObject[] {
  let start = kept.length;
  while (kept[start - 1]?.schemaPath.startsWith(`${choice.schemaPath}/`)) start -= 1;
  return kept.splice(start);
}

function writtenForm(choice: ErrorObject, forms: readonly ErrorObject[]): readonly ErrorObject[] {
  const formOf = (error: ErrorObject): string | undefined =>
    error.schemaPath.slice(choice.schemaPath.length).split('/')[1];
  const isOtherType = (error: ErrorObject): boolean =>
    error.keyword === 'type' && error.instancePath === choice.instancePath;
  const otherForms = new Set(forms.filter(isOtherType).map(formOf));
  const written = forms.filter((error) => !otherForms.has(formOf(error)));
  return written.length > 0 ? written : [choice];
}

/** Keys and list positions down to what is wrong; for an unknown key, down to that key. */
export function pathOf(error: ErrorObject): string[] {
  const steps = stepsOf(error);
  return error.keyword === 'additionalProperties' ? [...steps, String(error.params['additionalProperty'])] : steps;
}

function explain(error: ErrorObject, subject: Subject): FileFinding {
  const steps = stepsOf(error);
  const node = descend(subject.node, steps);
  const path = pathText(subject.path, isBareKey(node, steps) ? steps.slice(0, -1) : steps);
  const unknown = error.keyword === 'additionalProperties' ? String(error.params['additionalProperty']) : null;
  const key = unknown ?? error.propertyName ?? null;
  return {
    code: codeOf(error, steps),
    source: subject.source,
    at: key === null ? node.at : keyPlace(node, key),
    message: `${path === '' ? '' : `${path}: `}${words(error, node, subject.source)}`,
    address: subject.address,
    secret: steps.includes('apiKey') || (unknown !== null && SECRET.test(unknown)),
  };
}

function codeOf(error: ErrorObject, steps: readonly string[]): FindingCode {
  if (isHidden(error)) return 'hidden-character';
  if (error.keyword === 'additionalProperties') return 'unknown-key';
  if (error.keyword === 'required') return 'missing-key';
  if (error.keyword === 'minItems' || error.keyword === 'minProperties') return 'empty-list';
  return steps.at(-1) === 'displayOrder' ? 'display-order' : 'wrong-type';
}

function words(error: ErrorObject, node: TreeNode, source: Source): string {
  const { keyword, params } = error;
  if (keyword === 'additionalProperties') return unknownKey(String(params['additionalProperty']), error, source);
  if (keyword === 'required') return `expected the key "${params['missingProperty']}"; it is missing`;
  if (keyword === 'minItems' || keyword === 'minProperties') return 'expected at least one entry; given none';
  const name = error.propertyName;
  if (isHidden(error)) return hiddenWords(name ?? (node.kind === 'scalar' ? String(node.value) : ''));
  // A word that is allowed is named, never the given one.
  const allowed = keyword === 'enum' ? [params['allowedValues']].flat().map(String) : [];
  const hint = node.kind === 'scalar' ? didYouMean(String(node.value), allowed) : '';
  return `expected ${expected(error)}; given ${name === undefined ? given(node, error) : masked(name)}${hint}`;
}

function isHidden({ keyword, params }: ErrorObject): boolean {
  return keyword === 'pattern' && params['pattern'] === ID_PATTERN;
}

function hiddenWords(text: string): string {
  return `expected an id without hidden characters and outer blanks; given one ${hiddenIn(text) ?? 'with another'}`;
}

function knownIn({ parentSchema }: ErrorObject): string[] {
  const { properties = {} }: SchemaNode = { ...parentSchema };
  return Object.keys(properties).filter((name) => name !== '$schema');
}

/** The key that is called so, or nearly so, there. */
function meantBy(error: ErrorObject): string | null {
  const [key, known] = [String(error.params['additionalProperty']), knownIn(error)];
  return nearest(key, known) ?? known.find((name) => name === OTHER_WORDS.get(key)) ?? null;
}

/** Where the one key of that name stands. */
function placeOf(key: string): string | null {
  const [one, ...others] = keysNamed(key).filter(({ path }) => path.includes('.') && !path.includes('.columns.'));
  return others.length === 0 ? (one?.path ?? null) : null;
}

/** A file is shown the place; a program has none, and its keys are names of the code. */
function unknownKey(key: string, error: ErrorObject, source: Source): string {
  const meant = meantBy(error) ?? placeOf(key);
  const hint = meant === null ? `expected one of ${knownIn(error).join(', ')}` : `did you mean "${meant}"?`;
  const isNamed = source.line(0) === null && /^[A-Za-z]\w{0,40}$/u.test(key);
  return `${isNamed ? `the key "${key}"` : 'this key'} is not known here; ${hint}`;
}

function expected({ keyword, params, parentSchema }: ErrorObject): string {
  const title = typeof parentSchema?.['title'] === 'string' ? parentSchema['title'] : 'another form';
  if (keyword === 'type') return TYPE_WORDS[String(params['type'])] ?? title;
  if (keyword === 'enum') return `one of ${[params['allowedValues']].flat().join(', ')}`;
  if (keyword === 'const') return String(params['allowedValue']);
  if (keyword === 'minimum') return `at least ${params['limit']}`;
  if (keyword === 'maximum') return `at most ${params['limit']}`;
  if (keyword === 'minLength') return 'text that is not empty';
  if (keyword === 'maxLength') return `at most ${params['limit']} characters`;
  return title;
}

function given(node: TreeNode, { keyword, params }: ErrorObject): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a mapping';
  const { value } = node;
  const wantsText = keyword !== 'type' || params['type'] === 'string';
  if (value === null) return wantsText ? 'nothing (write "" for empty text)' : 'nothing';
  if (keyword === 'type' && typeof value === 'number' && wantsText)
    return 'a number, which may have lost digits: quote it';
  return masked(value);
}

/** `data: {Maria}`: YAML reads what looks like a value as a key without one. */
function isBareKey(node: TreeNode, steps: readonly string[]): boolean {
  return steps.at(-2) === 'data' && node.kind === 'scalar' && node.value === null;
}

function stepsOf(error: ErrorObject): string[] {
  return error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isRefused(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.refused === true;
}

/** `users` + [`3`, `firstName`] -> `users[3].firstName`. */
function pathText(start: string, steps: readonly string[]): string {
  return steps.reduce((path, step) => {
    if (/^\d+$/u.test(step)) return `${path}[${step}]`;
    return path === '' ? keyWords(step) : `${path}.${keyWords(step)}`;
  }, start);
}
