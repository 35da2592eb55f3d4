// The committed schemas: complete for editors, strict, and equal to the types a program sees. Users, records and defaults are
// held to the field tables in test/fields.test.ts.

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';

import type {
  CampaignInput,
  DesiredInput,
  RecordsFromInput,
  UsersFromInput,
} from '../../src/core/desired/declarations/define.ts';
import { readSchema } from '../../src/core/desired/text/schema-file.ts';
import type { SchemaName } from '../../src/core/desired/text/schema-file.ts';
import type { SchemaNode } from '../../src/core/desired/text/schema.ts';

interface Described extends SchemaNode {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

function parse(name: SchemaName): Described {
  return JSON.parse(readSchema(name)) as Described;
}

/** Every schema node with its path. */
function nodesOf(node: Described, path = '#'): [string, Described][] {
  const groups = { ...node.definitions, ...node.properties, items: node.items, any: node.additionalProperties };
  const children = Object.entries(groups).filter(
    (entry): entry is [string, SchemaNode] => typeof entry[1] === 'object',
  );
  const forms = (node.anyOf ?? []).map((form, index): [string, SchemaNode] => [`anyOf/${index}`, form]);
  return [[path, node], ...[...children, ...forms].flatMap(([key, part]) => nodesOf(part, `${path}/${key}`))];
}

test.each(['desired', 'project', 'profile'] as const)('%s.schema.json is a schema, which no run checks', (name) => {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
  expect(() => ajv.compile(parse(name))).not.toThrow();
});

describe.each(['desired', 'project'] as const)('%s.schema.json', (name) => {
  test('is draft-07', () => {
    expect(readSchema(name)).toContain('"$schema": "http://json-schema.org/draft-07/schema#"');
  });

  test('describes every property and gives an example of it', () => {
    const bare = nodesOf(parse(name))
      .flatMap(([path, node]) =>
        Object.entries(node.properties ?? {}).map(([key, part]): [string, Described] => [`${path}/${key}`, part]),
      )
      .filter(([, part]) => part.$ref === undefined && !(part.description && part.examples?.length))
      .map(([path]) => path);
    expect(bare).toEqual([]);
  });

  test('knows every key of every mapping, or what its values are', () => {
    const open = nodesOf(parse(name)).filter(([, node]) => node.type === 'object' && !('additionalProperties' in node));
    expect(open.map(([path]) => path)).toEqual([]);
  });
});

type Keys<T> = Record<keyof T & string, true>;

const campaignKeys: Keys<CampaignInput> = {
  campaignName: true,
  clientIdFieldName: true,
  manage: true,
  marker: true,
  region: true,
  intake: true,
  adopt: true,
  defaults: true,
  records: true,
  recordsFrom: true,
};
const recordsFromKeys: Keys<RecordsFromInput> = { file: true, delimiter: true, columns: true, formats: true };
const usersFromKeys: Keys<UsersFromInput> = { file: true, delimiter: true, columns: true };
const fileKeys: Keys<DesiredInput> = { users: true, usersFrom: true, campaigns: true };

test.each([
  ['campaign', campaignKeys],
  ['recordsFrom', recordsFromKeys],
  ['usersFrom', usersFromKeys],
])('the schema of a %s has the keys of its type', (name, keys) => {
  const schema = parse('desired').definitions?.[name];
  expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(Object.keys(keys).toSorted());
});

test('a file has the keys of DesiredInput, and $schema for editors', () => {
  const keys = Object.keys(parse('desired').properties ?? {});
  expect(keys.toSorted()).toEqual(['$schema', ...Object.keys(fileKeys)].toSorted());
});
