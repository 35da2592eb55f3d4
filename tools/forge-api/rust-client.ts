// Microsoft's own client for Rust -> the few operations that publishing asks, in the form of api-slice.ts. It is generated from the
// published description of Azure DevOps: its modules name method, path and query of each operation, its structures the names, types
// and enumerations of what is sent and answered. What it does not hold:
//
//   statuses of answers         200 here, as the description has for every operation that is asked
//   types of dictionaries       any value here; the description has them (results of a query of pull requests)
//   parts that must be there    here those that the client requires; the description requires none
//
// Pure.

import type { ApiSlice, Operation, Wanted } from './api-slice.ts';

/** Texts of `src/git/mod.rs` and `src/git/models.rs`. */
export interface RustClient {
  readonly operations: string;
  readonly models: string;
}

/** Throws where a wanted operation has no module. */
export function rustSlice(client: RustClient, wanted: Wanted, from: string): ApiSlice {
  const place: Place = { models: client.models, definitions: {} };
  const modules = modulesIn(client.operations);
  const operations = Object.entries(wanted).flatMap(([path, names]) =>
    names.map((method) => {
      const found = modules.find((each) => each.method === method && each.path === path.replaceAll(/\{\w+\}/gu, '{}'));
      if (found === undefined) throw new Error(`${method} ${path} has no module`);
      return operationOf(place, path, found);
    }),
  );
  return { source: from, operations, definitions: place.definitions };
}

interface Place {
  readonly models: string;
  /** Filled with every structure that is referred to. */
  readonly definitions: Record<string, unknown>;
}

interface Module {
  readonly method: string;
  /** `/{}/{}/_apis/git/repositories/{}`. */
  readonly path: string;
  readonly query: readonly string[];
  /** Rust type of what is sent; null for nothing. */
  readonly body: string | null;
  /** Rust type of the answer: `models::Comment`, `()` for an empty one. */
  readonly answer: string;
}

/** The first part of a path is the address of the service. */
function modulesIn(source: string): Module[] {
  return source.split(/^ {4}pub mod \w+ \{$/mu).map((text) => {
    const found = (pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;
    return {
      method: (found(/http::Method::(\w+)/u) ?? '').toUpperCase(),
      path: found(/"\{\}(\/[^"]*)"/u) ?? '',
      query: [...text.matchAll(/append_pair\(\s*"([^"]+)"/gu)].map(([, name = '']) => name),
      body: found(/pub\(crate\) body: (\S+),$/mu),
      answer: found(/http::Response<\s*([^\s,]+),/u) ?? '',
    };
  });
}

function operationOf(place: Place, path: string, { method, query, body, answer }: Module): Operation {
  const schema = answer === '()' ? null : typeOf(place, answer);
  return {
    method,
    path,
    query,
    request: body === null ? null : typeOf(place, body),
    answers: { 200: { schema, example: null } },
  };
}

interface Field {
  readonly json: string;
  readonly type: string;
  readonly required: boolean;
}

/** Those of an embedded structure, too. */
function fieldsOf(models: string, name: string): Field[] {
  const body = new RegExp(`^pub struct ${name} \\{(?<body>\\}|[\\s\\S]*?^\\})`, 'mu').exec(models)?.groups?.['body'];
  if (body === undefined) throw new Error(`there is no structure ${name}`);
  const plain = body.replaceAll(/^ *#\[doc = .*\n/gmu, '');
  return [...plain.matchAll(FIELD)].flatMap(({ groups = {} }): Field[] => {
    const { serde = '', field = '', type = '' } = groups;
    if (serde === 'flatten') return fieldsOf(models, type);
    const json = /\brename = "([^"]+)"/u.exec(serde)?.[1] ?? field;
    return [{ json, type, required: !/\bdefault\b/u.test(serde) }];
  });
}

const FIELD = /^ {4}(?:#\[serde\((?<serde>[^\]]*)\)\]\s+)?pub (?<field>\w+):\s+(?<type>[^\n]+),$/gmu;

const WRITTEN: Readonly<Record<string, unknown>> = {
  String: { type: 'string' },
  bool: { type: 'boolean' },
  i32: { type: 'integer' },
  i64: { type: 'integer' },
  f64: { type: 'number' },
  'time::OffsetDateTime': { type: 'string', format: 'date-time' },
  'serde_json::Value': {},
};

/** What may be missing is never null: the client leaves it out. */
function typeOf(place: Place, type: string): unknown {
  const inner = /^Option<(.*)>$/u.exec(type)?.[1];
  if (inner !== undefined) return typeOf(place, inner);
  const item = /^Vec<(.*)>$/u.exec(type)?.[1];
  if (item !== undefined) return { type: 'array', items: typeOf(place, item) };
  const known = WRITTEN[type];
  if (known !== undefined) return known;
  const name = type.replace(/^models::/u, '');
  if (name.includes('::')) return { enum: wordsOf(place.models, name) };
  define(place, name);
  return { $ref: `#/definitions/${name}` };
}

/** The words of an enumeration: `comment_thread::Status`. */
function wordsOf(models: string, name: string): string[] {
  const [module = '', type = ''] = name.split('::');
  const pattern = `^pub mod ${module} \\{[\\s\\S]*?^ {4}pub enum ${type} \\{(?<body>[\\s\\S]*?)^ {4}\\}`;
  const body = new RegExp(pattern, 'mu').exec(models)?.groups?.['body'];
  if (body === undefined) throw new Error(`there is no enumeration ${name}`);
  return [...body.matchAll(/rename = "([^"]+)"/gu)].map(([, word = '']) => word);
}

function define(place: Place, name: string): void {
  if (name in place.definitions) return;
  place.definitions[name] = {};
  const fields = fieldsOf(place.models, name);
  const properties = Object.fromEntries(fields.map(({ json, type }) => [json, typeOf(place, type)]));
  const required = fields.filter((each) => each.required).map(({ json }) => json);
  place.definitions[name] = { type: 'object', properties, required, additionalProperties: false };
}
