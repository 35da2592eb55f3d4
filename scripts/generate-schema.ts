// Writes schemas/report-1.0.schema.json, the published schema of JSON reports, from the type that they have
// (src/report/json-report.ts). `node scripts/generate-schema.ts`; `npm run check -- generated` fails where the two differ.
//
// The schema is open: it names every key that this version writes, and forbids no other, because minor versions add keys.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { generateSchema, programFromConfig } from 'typescript-json-schema';
import { ERRORS } from '../src/model/errors.ts';
import { POINT_IDS } from '../src/model/open-points.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const REPORT_SCHEMA = 'schemas/report-1.0.schema.json';

type Node = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, unknown>>;

export async function reportSchema(): Promise<string> {
  const program = programFromConfig(join(ROOT, 'tsconfig.json'), [join(ROOT, 'src/report/json-report.ts')]);
  const settings = { required: true, ref: true, aliasRef: true, strictNullChecks: true, ignoreErrors: true };
  const made: unknown = generateSchema(program, 'JsonReport', settings);
  if (!isNode(made) || !isNode(made['definitions'])) throw new Error('there is no schema of JsonReport');
  const { definitions, ...root } = made;
  const named = collected(root, definitions);
  const whole = { ...HEAD, ...named.root, definitions: named.definitions };
  return format(JSON.stringify(whole), { parser: 'json', printWidth: 120 });
}

const HEAD = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'muster/report-1.0.schema.json',
  title: 'JSON report of muster, format 1.0',
  description:
    'What --json prints and --out json=PATH writes. Minor versions add keys, codes and ids; a new word in a list raises the minor version.',
};

/** Every definition that is used, under its own name; what has no name of its own stands where it is used. */
function collected(root: Node, definitions: Definitions): { readonly root: Node; readonly definitions: Definitions } {
  const kept = new Map<string, unknown>();
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => visit(each, ''));
    if (!isNode(value)) return value;
    const { $ref, ...rest } = value;
    if (typeof $ref === 'string') return { ...referred(definitionOf($ref)), ...rest };
    if (key === 'formatVersion') return { ...value, pattern: String.raw`^1\.\d+$` };
    const words = openWords(value);
    if (words !== null) return words;
    if (Array.isArray(value['allOf'])) return visit(merged(value['allOf'], definitions), key);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each, name)]));
  };
  const referred = (long: string): Node => {
    const name = ownName(long);
    const definition = definitions[long];
    if (!isNode(definition)) throw new Error(`there is no definition ${long}`);
    if (name === null) return visit(definition, '') as Node;
    if (!kept.has(name)) {
      kept.set(name, null);
      kept.set(name, visit(definition, ''));
    }
    return { $ref: PREFIX + name };
  };
  const opened = visit(root, '') as Node;
  const sorted = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { root: opened, definitions: Object.fromEntries(sorted) };
}

const PREFIX = '#/definitions/';

function definitionOf(reference: string): string {
  return decodeURIComponent(reference.slice(PREFIX.length));
}

/** One object of several: `ReportField & { class }`. */
function merged(parts: readonly unknown[], definitions: Definitions): Node {
  const whole = parts.map((part) => {
    if (!isNode(part)) throw new Error('allOf holds what is no schema');
    const { $ref } = part;
    const node = typeof $ref === 'string' ? definitions[definitionOf($ref)] : part;
    if (!isNode(node) || !isNode(node['properties'])) throw new Error('allOf holds what is no object');
    return { properties: node['properties'], required: Array.isArray(node['required']) ? node['required'] : [] };
  });
  const properties = Object.assign({}, ...whole.map((each) => each.properties)) as Node;
  return { type: 'object', properties, required: whole.flatMap((each): unknown[] => each.required) };
}
/** Names that the compiler makes up. */
const MADE_UP = /^(__type(_\d+)?|Pick|Omit|Exclude|Extract|Record|Readonly)$/u;

/** `SourcePosition` of `import("…/address").SourcePosition`; null for what is no name of ours. */
function ownName(long: string): string | null {
  const short = /^(?:import\(.*\)\.)?(\w+)$/su.exec(long)?.[1] ?? null;
  return short === null || MADE_UP.test(short) ? null : short;
}

/** Codes and ids are added in any version: a reader must expect others than those of today. */
const OPEN_WORDS: readonly (readonly string[])[] = [Object.keys(ERRORS), POINT_IDS];

function openWords({ enum: listed, description }: Node): Node | null {
  if (!Array.isArray(listed) || !OPEN_WORDS.some((words) => words.every((word) => listed.includes(word)))) return null;
  const said = typeof description === 'string' ? { description } : {};
  return { ...said, type: listed.includes(null) ? ['string', 'null'] : 'string' };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(join(ROOT, REPORT_SCHEMA), await reportSchema());
}
