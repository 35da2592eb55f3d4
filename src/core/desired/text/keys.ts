// Every key that muster.yaml and a desired file may hold, from the committed schemas and the field tables: for `explain KEY` and
// docs/keys.md. A key that a schema gains is here without more.

import { RECORD_FIELDS } from '../../model/record-fields.ts';
import { styleless } from '../../model/suggest.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import { resolve } from './schema.ts';
import type { SchemaNode } from './schema.ts';
import { readSchema } from './schema-file.ts';

export interface Key {
  /** `users[].loginUserId`, `targets.<name>.host`, `policy.deletes.count`. */
  readonly path: string;
  readonly name: string;
  /** `text`, `true or false`, `FAIL or ALLOW`, `list of texts`, … */
  readonly type: string;
  /** `yes`, `unless ensure: absent`, `no`. */
  readonly required: string;
  /** As a file would say it; null for none. */
  readonly fallback: string | null;
  readonly meaning: string;
  /** As a file would say it; null where nothing is exemplary. */
  readonly example: string | null;
  /** What carries it to the service; null for what muster alone acts on. */
  readonly sent: string | null;
}

/** A schema with the keywords that only people read. */
interface DescribedNode extends SchemaNode {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

interface ConstantNode extends SchemaNode {
  readonly const?: unknown;
}

/** In the order of the schemas: muster.yaml, then desired files. */
export function allKeys(): readonly Key[] {
  return [...keysOf('project'), ...keysOf('desired')];
}

/** By path, by the end of a path (`deletes.count`), or by name, in any style; several where several files have it. */
export function keysNamed(word: string): readonly Key[] {
  const bare = (path: string): string => styleless(path.replaceAll('[]', ''));
  const wanted = bare(word);
  const found = allKeys().filter(({ path }) => bare(path) === wanted || bare(path).endsWith(`.${wanted}`));
  // What declares the field itself, before the column of a spreadsheet that may hold it.
  const rank = ({ path }: Key): number => (path.includes('.columns.') ? 1 : 0);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

function keysOf(schema: 'project' | 'desired'): readonly Key[] {
  const root = JSON.parse(readSchema(schema)) as DescribedNode;
  return propertiesOf(root, { root, path: '', depth: 0 });
}

interface Place {
  readonly root: DescribedNode;
  readonly path: string;
  readonly depth: number;
}

const DEEPEST = 6;

function propertiesOf(node: DescribedNode, place: Place): Key[] {
  if (place.depth > DEEPEST) return [];
  return Object.entries<DescribedNode>(node.properties ?? {}).flatMap(([name, given]) => {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    const property: DescribedNode = { ...resolve(given, place.root), ...given };
    const key: Key = {
      path,
      name,
      type: typeOf(property, place.root),
      required: requiredIn(node, name),
      fallback: property.default === undefined ? null : inFile(property.default),
      meaning: property.description ?? '',
      example: property.examples?.[0] === undefined ? null : inFile(property.examples[0]),
      sent: sentOf(path, name),
    };
    return [key, ...below(property, { ...place, path, depth: place.depth + 1 })];
  });
}

function below(node: DescribedNode, place: Place): Key[] {
  const { root } = place;
  const inside = (given: SchemaNode | boolean | undefined, path: string): Key[] =>
    typeof given === 'object' ? propertiesOf(resolve(given, root), { ...place, path }) : [];
  const choices = (node.anyOf ?? []).flatMap((each) => inside(each, place.path));
  return [
    ...propertiesOf(node, place),
    ...inside(node.items, `${place.path}[]`),
    ...inside(node.additionalProperties, `${place.path}.<name>`),
    ...choices,
  ];
}

/** A condition of a schema is that one property has one value. */
function requiredIn(node: DescribedNode, name: string): string {
  if (node.required?.includes(name)) return 'yes';
  if (!node.else?.required?.includes(name)) return 'no';
  const [condition] = Object.entries<ConstantNode>(node.if?.properties ?? {});
  return condition === undefined ? 'no' : `unless ${condition[0]}: ${String(condition[1].const)}`;
}

const WORDS: Readonly<Record<NonNullable<SchemaNode['type']>, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'whole number',
  number: 'number',
  array: 'list',
  object: 'mapping',
};

function typeOf(node: DescribedNode, root: DescribedNode): string {
  if (node.enum !== undefined) return listed(node.enum.map(inFile));
  if (node.anyOf !== undefined) return listed(node.anyOf.map((each) => typeOf(resolve(each, root), root)));
  if (node.type === undefined) return 'text';
  if (node.type === 'array') return `list of ${kindOf(node.items, root)}`;
  if (node.minimum === undefined) return WORDS[node.type];
  return `${WORDS[node.type]}, ${node.maximum === undefined ? `at least ${node.minimum}` : `${node.minimum} to ${node.maximum}`}`;
}

function kindOf(items: SchemaNode | undefined, root: DescribedNode): string {
  const node = items && resolve(items, root);
  return node?.type === 'object' ? 'mappings' : 'texts';
}

/** `a, b or c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function inFile(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** Of the keys that declare objects; the same tables make the requests. */
function sentOf(path: string, name: string): string | null {
  if (path === `users[].${name}`) return sentOfUser(name);
  if (path === `campaigns[].records[].${name}` || path === `campaigns[].defaults.${name}`) return sentOfRecord(name);
  if (path === 'campaigns[].campaignName') return 'each request about its records';
  if (path === 'campaigns[].marker') return 'one hidden data item of each record';
  return null;
}

function sentOfUser(name: string): string | null {
  const fields: Readonly<Record<string, { readonly sent: string | null }>> = USER_FIELDS;
  const sent = fields[name]?.sent ?? null;
  if (sent === null) return null;
  return name === 'loginUserId' ? 'each request about the person: `loginUserId`' : `add-user: \`${sent}\``;
}

interface WireNames {
  readonly property: string | null;
  readonly item: string | null;
  readonly route: string | null;
}

function sentOfRecord(name: string): string | null {
  if (name === 'clientId') return 'each request about the record';
  if (name === 'data') return 'addOrUpdateCampaignRecord: one data item each';
  const fields: Readonly<Record<string, WireNames>> = RECORD_FIELDS;
  const { property, item, route } = fields[name] ?? { property: null, item: null, route: null };
  const parts = [
    property === null ? '' : `addOrUpdateCampaignRecord: \`${property}\``,
    item === null ? '' : `addOrUpdateCampaignRecord: data item \`${item}\``,
    route === null ? '' : `status change and transfer: \`${route}\``,
  ];
  return parts.filter((part) => part !== '').join('; ') || null;
}
