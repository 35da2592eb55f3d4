// The committed JSON Schemas (schemas/, draft-07), read by editors and by ajv at run time: one source for both.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';

import { ToolError } from '../model/errors.ts';

export type SchemaName = 'desired' | 'project' | 'profile' | 'report-1.0';

/** The part of draft-07 that our schemas use and our code reads. */
export interface SchemaNode {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly required?: readonly string[];
  readonly if?: SchemaNode;
  readonly else?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** Text of a schema file. Works from the source tree and from the built package. */
export function readSchema(name: SchemaName): string {
  return readFileSync(join(schemaFolder(), `${name}.schema.json`), 'utf8');
}

function schemaFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'schemas');
    if (existsSync(join(candidate, 'desired.schema.json'))) return candidate;
  }
  throw new ToolError('internal', { message: 'the package has no schemas folder' });
}

/** One shape: the schema, for reading texts as what it asks for, and its compiled check. */
export interface Shape<T> {
  readonly root: SchemaNode;
  readonly schema: SchemaNode;
  readonly accepts: ValidateFunction<T>;
  /** The same without required keys: for a value without its faulty parts. */
  readonly acceptsPart: ValidateFunction<Partial<T>>;
}

/** Compiles shapes of one schema file, each some 5 to 20 ms: make it once a run. */
export class ShapeBook {
  readonly #root: SchemaNode;
  readonly #ajv: Ajv;

  constructor(name: SchemaName) {
    this.#root = JSON.parse(readSchema(name)) as SchemaNode;
    // allErrors: all findings at once; files are bounded before. verbose: findings need the part of the schema. That ours are
    // schemas is for a test to say: checking them at every start would take as long as compiling them.
    const unchecked = { meta: false, validateSchema: false };
    const strictly = { strict: true, strictTypes: false, strictRequired: false };
    this.#ajv = new Ajv({ allErrors: true, verbose: true, ...strictly, ...unchecked });
  }

  whole<T>(): Shape<T> {
    return this.#shape<T>(this.#root);
  }

  definition<T>(name: string): Shape<T> {
    return this.#shape<T>(this.#definition(name));
  }

  /** A shape without checks of the items of the named lists: those are checked one by one elsewhere. */
  shell<T>(name: string | null, lists: readonly string[]): Shape<T> {
    const schema = name === null ? this.#root : this.#definition(name);
    const opened = Object.fromEntries(lists.map((list) => [list, { ...schema.properties?.[list], items: {} }]));
    return this.#shape<T>({ ...schema, properties: { ...schema.properties, ...opened } });
  }

  #definition(name: string): SchemaNode {
    const schema = this.#root.definitions?.[name];
    if (!schema) throw new ToolError('internal', { message: `the schema has no definition ${name}` });
    return schema;
  }

  #shape<T>(schema: SchemaNode): Shape<T> {
    // Each shape is compiled with the definitions it may refer to; ajv would refuse the same $id twice.
    const whole = { ...without(schema, ['$id']), definitions: this.#root.definitions ?? {} };
    const ajv = this.#ajv;
    let accepts: ValidateFunction<T> | null = null;
    let part: ValidateFunction<Partial<T>> | null = null;
    return {
      root: this.#root,
      schema,
      // Each is compiled when it is first needed: compiling is most of the time of a short run, and most have no fault.
      get accepts() {
        accepts ??= ajv.compile<T>(whole);
        return accepts;
      },
      get acceptsPart() {
        part ??= ajv.compile<Partial<T>>(without(whole, ['required', 'if', 'else']));
        return part;
      },
    };
  }
}

function without(schema: SchemaNode, keywords: readonly string[]): SchemaNode {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** The schema a reference stands for. */
export function resolve(schema: SchemaNode, root: SchemaNode): SchemaNode {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}
