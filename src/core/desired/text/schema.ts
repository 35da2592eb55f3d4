// The committed JSON Schemas (schemas/, draft-07) as ajv checks them: one source for editors and for every run.

import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';

import { ToolError } from '../../model/errors.ts';
import { readSchema } from './schema-file.ts';
import type { SchemaName } from './schema-file.ts';

/** The part of draft-07 that our schemas use and our code reads. */
export interface SchemaNode {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly pattern?: string;
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

/** One shape: the schema, for reading texts as what it asks for, and its compiled check. */
export interface Shape<T> {
  readonly root: SchemaNode;
  readonly schema: SchemaNode;
  readonly accepts: ValidateFunction<T>;
  /** The same without required keys: for a value without its faulty parts. */
  readonly acceptsPart: ValidateFunction<Partial<T>>;
}

/** Compiles shapes of one schema file, each some 5 to 20 ms: make it `once`. */
export class ShapeBook {
  readonly #root: SchemaNode;
  readonly #ajv: Ajv;

  constructor(name: SchemaName) {
    this.#root = JSON.parse(readSchema(name)) as SchemaNode;
    // allErrors: all findings at once; files are bounded before. verbose: findings need the part of the schema. That ours are
    // schemas is for a test to say: checking them at every start would take as long as compiling them.
    const unchecked = { meta: false, validateSchema: false };
    const strictly = { strict: true, strictTypes: false, strictRequired: false };
    // Making the compiled code smaller takes a quarter of the time of compiling it, and saves 5 ms in checking 20,000 records.
    const quickly = { code: { optimize: false } };
    this.#ajv = new Ajv({ allErrors: true, verbose: true, ...strictly, ...unchecked, ...quickly });
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

/** Made when it is first asked for, and kept as long as the process runs: what it says of a value never changes. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

function without(schema: SchemaNode, keywords: readonly string[]): SchemaNode {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** The schema a reference stands for. */
export function resolve(schema: SchemaNode, root: SchemaNode): SchemaNode {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}
