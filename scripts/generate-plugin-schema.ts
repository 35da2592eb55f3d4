// Writes plugin/schema.json, what the native provider says of itself (plugin/pulumi-resource-muster): resources from the field
// tables and schemas/desired.schema.json, what they show from the classes, functions from the types of the look-ups.
// `node scripts/generate-plugin-schema.ts`; `npm run check -- generated` fails where the two differ.

import { join } from 'node:path';
import ts from 'typescript';

import { ARGUMENTS } from '../providers/arguments.ts';
import { PERSONAL } from '../providers/declaration.ts';
import type { Family } from '../providers/declaration.ts';
import { OUTPUT_NAMES } from '../providers/receipts.ts';
import { FAMILIES, isNative } from '../providers/stack-export.ts';
import { CONFIG_KEYS } from '../src/program/native/config.ts';
import { EXPLICIT_KEYS } from '../src/core/model/read-config.ts';
import { pretty, readJson, ROOT, write } from '../tools/files.ts';
import { classNamed, comment } from './generate-classes.ts';
import { exportedType, programOf, SchemaWriter } from './generate-schema.ts';

export const PLUGIN_SCHEMA = 'plugin/schema.json';
const LOOK_UPS = join(ROOT, 'src/program/look-ups.ts');

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

const ANY = { $ref: 'pulumi.json#/Any' };
const OBJECT = 'muster:index:';

interface DesiredSchema {
  readonly definitions: Readonly<Record<'user' | 'campaign' | 'record', { readonly properties: Schemas }>>;
}

const { definitions } = readJson('schemas/desired.schema.json') as DesiredSchema;

export async function pluginSchema(): Promise<string> {
  const { version, license, description } = readJson('package.json') as Schema;
  const program = programOf([LOOK_UPS]);
  const config = { ...mapped(CONFIG_KEYS, (words) => ({ type: 'string', description: words })), ...explicitConfig() };
  const writer = new SchemaWriter(program.getTypeChecker());
  const typeOf = (name: string): Schema => objectOf(writer.of(exportedType(program, LOOK_UPS, name)), writer);
  const functions = mapped({ getUser: 'GetUser', getRecord: 'GetRecord', searchRecords: 'SearchRecords' }, (name) => ({
    inputs: typeOf(`${name}Args`),
    outputs: typeOf(`${name}Result`),
  }));
  const resources = mapped({ User: 'user', PinnedRecord: 'record', RecordSet: 'set' } as const, (family, name) =>
    resourceOf(family, classNamed(name)),
  );
  const { where, campaignName, clientIdFieldName } = typeOf('SearchRecordsArgs')['properties'] as Schemas;
  const filter = { ...where, description: 'All must match. Default: what is not finished.' };
  const listed = { campaignName, where: filter, clientIdFieldName };
  const listInputs = { properties: listed, required: ['campaignName'] };
  const { clientId: _, ...row } = fieldsOf('record', ['clientId', ...ARGUMENTS.record]);
  const { clientId: __, campaignName: ___, ...rowFields } = onlyOf(row, Object.keys(definitions.record.properties));
  const used = Object.entries(writer.definitions()).flatMap(([name, { properties }]) =>
    properties === undefined || /^(Get|Search)/u.test(name) ? [] : [name],
  );
  const types = {
    [`${OBJECT}DataItem`]: {
      type: 'object',
      description: 'A data item that says its place among the others.',
      properties: { value: { type: 'string', secret: true }, displayOrder: { type: 'integer' } },
      required: ['value'],
    },
    [`${OBJECT}Row`]: {
      type: 'object',
      description: 'A record of the set, under its clientId.',
      properties: rowFields,
    },
    ...byToken(Object.fromEntries(used.map((name) => [name, { type: 'object', ...objectOf({ $ref: name }, writer) }]))),
  };
  const words = 'One target: of muster.yaml, or given here with host and what belongs to it.';
  const schema = {
    name: 'muster',
    version,
    description,
    license,
    keywords: ['category/utility'],
    config: { variables: config },
    provider: { description: words, inputProperties: config, properties: config },
    types,
    resources: byToken({ ...resources, PinnedRecord: { ...resources['PinnedRecord'], listInputs }, Roster: ROSTER }),
    functions: byToken(functions),
    language: { nodejs: {}, python: {} },
  };
  return pretty(PLUGIN_SCHEMA, JSON.stringify(schema));
}

/** The words of muster.yaml. */
function explicitConfig(): Schemas {
  const { definitions: all } = readJson('schemas/project.schema.json') as {
    readonly definitions: { readonly target: { readonly properties: Schemas } };
  };
  const { properties } = all.target;
  const known = { ...properties, ...(properties['apiKey']?.['properties'] as Schemas) };
  return mapped(onlyOf(known, EXPLICIT_KEYS), ({ type, description }) => ({ type, description }));
}

function byToken(all: Schemas): Schemas {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`${OBJECT}${name}`, value]));
}

function mapped<T>(all: Readonly<Record<string, T>>, each: (value: T, name: string) => Schema): Schemas {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, each(value, name)]));
}

function onlyOf(all: Schemas, names: readonly string[]): Schemas {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

const REQUIRED = { user: ['loginUserId'], record: ['campaignName', 'clientId'], set: ['campaignName', 'records'] };

function resourceOf(family: Family, shown: ts.ClassDeclaration): Schema {
  const inputProperties = fieldsOf(family, ARGUMENTS[family]);
  const required = REQUIRED[family];
  // What stands in the stack as a text of ours (native-form.ts) is an input only.
  const { data: _, records: __, ...echoed } = inputProperties;
  const properties = { ...echoed, ...onlyOf(outputsOf(shown), OUTPUT_NAMES[family]) };
  // An entry of the class of the same name goes on with it.
  const aliases = [...FAMILIES].flatMap(([type, each]) => (each === family && !isNative(type) ? [{ type }] : []));
  return {
    description: comment(shown),
    inputProperties,
    requiredInputs: required,
    properties,
    required: required.filter((name) => name in properties),
    aliases,
  };
}

function outputsOf(shown: ts.ClassDeclaration): Schemas {
  const outputs = shown.members.filter(ts.isPropertyDeclaration).map((member) => {
    const description = comment(member);
    const type = member.type?.getText().includes('number') === true ? 'integer' : 'string';
    return [member.name.getText(), { ...(description && { description }), type }] as const;
  });
  return Object.fromEntries(outputs);
}

const ROSTER: Schema = {
  description:
    'What the desired files of the project declare, planned as a whole, with guards and a fingerprint, as by a program of musterctl.',
  isComponent: true,
  inputProperties: {
    target: { type: 'string', description: 'Name of a target in muster.yaml. Default: that of the configuration.' },
  },
};

/** The target is said by the provider. */
function fieldsOf(family: Family, names: readonly string[]): Schemas {
  const { user, campaign, record } = definitions;
  const known: Schemas = family === 'user' ? user.properties : { ...campaign.properties, ...record.properties };
  const fields = names.flatMap((name): (readonly [string, Schema])[] => {
    if (name === 'target') return [];
    if (family === 'set' && name === 'records') return [[name, RECORDS]];
    const { description = '' } = known[name] ?? {};
    const type = name === 'data' ? DATA : fieldType(known[name] ?? {});
    return [[name, { description, ...type, ...(PERSONAL.includes(name) && { secret: true }) }]];
  });
  return Object.fromEntries(fields);
}

const RECORDS: Schema = {
  description: 'By clientId. A clientId stands in one set only; some 500 belong into one.',
  type: 'object',
  additionalProperties: { $ref: `#/types/${OBJECT}Row` },
  secret: true,
};
const DATA: Schema = {
  type: 'object',
  additionalProperties: { oneOf: [{ type: 'string' }, { $ref: `#/types/${OBJECT}DataItem` }] },
};

function fieldType({ type, anyOf, items }: Schema): Schema {
  if (Array.isArray(anyOf)) return { oneOf: anyOf.map((each: Schema) => fieldType(each)) };
  if (type === 'array') return { type, items: fieldType(items as Schema) };
  if (type === 'object') return { type, additionalProperties: { type: 'string' } };
  return { type };
}

/** An interface of the look-ups as properties of a schema of Pulumi. */
function objectOf(schema: Schema, writer: SchemaWriter): Schema {
  const name = String(schema['$ref']).split('/').at(-1) ?? '';
  const { properties, required } = (writer.definitions()[name] ?? schema) as {
    readonly properties: Schemas;
    readonly required: readonly string[];
  };
  const named = writer.definitions();
  const shown = (each: Schema, field: string): Schema => ({
    ...asPulumi(each, named),
    ...(PERSONAL.includes(field) && { secret: true }),
  });
  return { properties: mapped(properties, shown), required };
}

/** JSON schema -> that of Pulumi, which knows no null and no lists of words. */
function asPulumi(schema: Schema, named: Schemas): Schema {
  const { description, type, $ref, items, anyOf, additionalProperties, enum: words } = schema;
  const said = description === undefined ? {} : { description };
  const of = (part: unknown): Schema => asPulumi(part as Schema, named);
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/definitions/', '');
    const isObject = named[name]?.['properties'] !== undefined;
    return { ...said, ...(isObject ? { $ref: `#/types/${OBJECT}${name}` } : of(named[name] ?? {})) };
  }
  if (Array.isArray(anyOf)) {
    const [first, second] = (anyOf as readonly Schema[]).filter((each) => each['type'] !== 'null');
    return second === undefined ? { ...said, ...of(first) } : { ...said, ...ANY };
  }
  if (words !== undefined) return { ...said, type: 'string' };
  if (type === 'array') return { ...said, type, items: of(items) };
  if (type === 'object') return { ...said, type, additionalProperties: of(additionalProperties ?? ANY) };
  const plain: unknown = Array.isArray(type) ? type[0] : type;
  return plain === undefined ? { ...said, ...ANY } : { ...said, type: plain };
}

if (import.meta.main) write(PLUGIN_SCHEMA, await pluginSchema());
