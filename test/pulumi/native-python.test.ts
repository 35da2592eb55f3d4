// The names of examples/python are those of plugin/schema.json, which the SDK is made from. Its program was played by hand
// (docs/native-provider.md): the tests have no language host for Python.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Named {
  readonly properties?: object;
}

interface Schema {
  readonly types: Readonly<Record<string, Named & { readonly required?: readonly string[] }>>;
  readonly resources: Readonly<
    Record<string, Named & { readonly inputProperties?: object; readonly requiredInputs?: readonly string[] }>
  >;
  readonly functions: Readonly<
    Record<string, { readonly inputs: Named & { readonly required?: readonly string[] }; readonly outputs: Named }>
  >;
}

const { types, resources, functions } = JSON.parse(read('plugin/schema.json')) as Schema;

const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
const named = (token: string): string => token.replace('muster:index:', '');
const names = (object: object | undefined): string[] => Object.keys(object ?? {}).map(snake);

/** Name in Python -> arguments, and those that must be there. */
const CALLABLE = new Map<string, readonly [known: string[], needed: string[]]>([
  ...Object.entries(resources).map(
    ([token, { inputProperties, requiredInputs = [] }]) =>
      [named(token), [names(inputProperties), requiredInputs.map(snake)]] as const,
  ),
  ...Object.entries(types).map(
    ([token, { properties, required = [] }]) =>
      [`${named(token)}Args`, [names(properties), required.map(snake)]] as const,
  ),
  ...Object.entries(functions).map(
    ([token, { inputs }]) =>
      [`${snake(named(token))}_output`, [names(inputs.properties), (inputs.required ?? []).map(snake)]] as const,
  ),
]);

/** Calls of the SDK, each with the names of its own arguments. */
function callsIn(program: string): [name: string, given: string[]][] {
  return [...program.matchAll(/muster\.(\w+)\(/gu)].map(({ 0: begun, 1: name = '', index }) => {
    const inner = argumentsFrom(program.slice(index + begun.length));
    return [name, [...inner.matchAll(/(\w+)=/gu)].map(([, given = '']) => given)];
  });
}

/** Up to the bracket that closes the call, without what stands in brackets or quotes of its own. */
function argumentsFrom(text: string): string {
  let [depth, own] = [0, ''];
  for (const [part] of text.matchAll(/"[^"]*"|#.*|[([{]|[)\]}]|[^"#()[\]{}]+/gu)) {
    if (/^[([{]/u.test(part)) depth += 1;
    else if (/^[)\]}]/u.test(part)) depth -= 1;
    else if (depth === 0 && !/^["#]/u.test(part)) own += part;
    if (depth < 0) return own;
  }
  return own;
}

test('the example in Python gives what the schema has, and all that it needs', () => {
  const calls = callsIn(read('examples/python/__main__.py'));
  expect(calls.map(([name]) => name)).toEqual([
    'User',
    'PinnedRecord',
    'RecordSet',
    'RowArgs',
    'RowArgs',
    'get_user_output',
  ]);
  for (const [name, given] of calls) {
    const [known, needed] = CALLABLE.get(name) ?? [[], []];
    expect(known, name).toEqual(expect.arrayContaining(given));
    expect(given, name).toEqual(expect.arrayContaining(needed));
  }
});

test('what it reads of a resource and of an answer is shown there', () => {
  const program = read('examples/python/__main__.py').replaceAll(/"[^"]*"/gu, '');
  const used = [...program.matchAll(/(?:ana|winter|\))\.(\w+)/gu)].map(([, name]) => name);
  const answers = [resources['muster:index:User'], resources['muster:index:RecordSet']];
  const shown = [...answers, functions['muster:index:getUser']?.outputs].flatMap((each) => names(each?.properties));
  expect(new Set(used)).toEqual(new Set(['login_user_id', 'exists', 'record_count']));
  expect(shown).toEqual(expect.arrayContaining(used));
});

test('its commands name files that the package has', () => {
  const page = read('docs/native-provider.md');
  const [, program = ''] = /gen-sdk \.\/node_modules\/musterctl\/(\S+) --language python --out sdk/u.exec(page) ?? [];
  expect(existsSync(join(ROOT, program))).toBe(true);
  expect(read('examples/python/requirements.txt')).toContain('./sdk/python');
  expect(read('examples/python/.gitignore').split('\n')).toEqual(expect.arrayContaining(['sdk/', 'venv/']));
});
