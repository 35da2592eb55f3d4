// GitLab's own client for Go -> the few operations that publishing asks, in the form of api-slice.ts. Its methods name method and path
// of each operation, its structures the names and types of what is sent and answered. Statuses are those of GitLab's REST interface:
// 201 for what was made, 204 for what was deleted, 200 else. Pure.

import type { ApiSlice, Operation, Wanted } from './api-slice.ts';

/** Throws where a wanted operation has no method. `source`: all files of the package, one after the other. */
export function goSlice(source: string, wanted: Wanted, from: string): ApiSlice {
  const place: Place = { source, definitions: {} };
  const methods = methodsIn(source);
  const operations = Object.entries(wanted).flatMap(([path, names]) =>
    names.map((method) => {
      const found = methods.find((each) => each.method === method && each.path === pattern(path));
      if (found === undefined) throw new Error(`${method} ${path} has no method`);
      return operationOf(place, path, found);
    }),
  );
  return { source: from, operations, definitions: place.definitions };
}

interface Place {
  readonly source: string;
  /** Filled with every structure that is referred to. */
  readonly definitions: Record<string, unknown>;
}

interface Method {
  readonly method: string;
  /** `projects/%/issues`. */
  readonly path: string;
  /** Name of the structure of its options; null for none. */
  readonly options: string | null;
  /** Go type of the answer: `[]*Note`. */
  readonly answer: string;
}

const METHOD =
  /^func \(s \*\w+\) \w+\((?<parameters>[^\n]*?)\) \([^\n]*\) \{\n[^\n]*\bdo\[(?<answer>[^\n]+?)\]\(s\.client,\n(?<call>(?:\t\t[^\n]*\n)+)/gmu;

function methodsIn(source: string): Method[] {
  return [...source.matchAll(METHOD)].map(({ groups = {} }) => {
    const { parameters = '', answer = '', call = '' } = groups;
    const method = /withMethod\(http\.Method(?<name>\w+)\)/u.exec(call)?.groups?.['name'] ?? 'Get';
    const path = /withPath\("(?<path>[^"]+)"/u.exec(call)?.groups?.['path'] ?? '';
    const options = /\bopt \*(?<name>\w+)/u.exec(parameters)?.groups?.['name'] ?? null;
    return { method: method.toUpperCase(), path: path.replaceAll(/%\w/gu, '%'), options, answer };
  });
}

const pattern = (path: string): string => path.replaceAll(/\{\w+\}/gu, '%').replace(/^\//u, '');

/** Every list takes these, also where the client has no options for it. */
const PAGING = ['page', 'per_page'];

function operationOf(place: Place, path: string, { method, options, answer }: Method): Operation {
  const isRead = method === 'GET';
  const fields = options === null ? [] : fieldsOf(place.source, options);
  const made = { POST: '201', DELETE: '204' }[method] ?? '200';
  const schema = method === 'DELETE' ? null : typeOf(place, answer);
  return {
    method,
    path,
    query: isRead ? [...new Set([...fields.map(({ query }) => query), ...PAGING])] : [],
    request: isRead || options === null ? null : typeOf(place, options),
    answers: { [made]: { schema, example: null } },
  };
}

interface Field {
  readonly json: string;
  readonly query: string;
  readonly type: string;
}

/** Those of an embedded structure, too. */
function fieldsOf(source: string, name: string): Field[] {
  const body = new RegExp(`^type ${name} struct \\{\\n(?<body>[\\s\\S]*?)^\\}`, 'mu').exec(source)?.groups?.['body'];
  if (body === undefined) throw new Error(`there is no structure ${name}`);
  return body.split('\n').flatMap((line): Field[] => {
    const embedded = /^\t\*?(?<name>[A-Z]\w+)$/u.exec(line)?.groups?.['name'];
    if (embedded !== undefined) return fieldsOf(source, embedded);
    const field = /^\t\w+\s+(?<type>\S+)\s+`(?<tags>[^`]*)`/u.exec(line)?.groups;
    const tag = (of: string): string => new RegExp(`${of}:"([^",]*)`, 'u').exec(field?.['tags'] ?? '')?.[1] ?? '';
    const json = tag('json');
    return json === '' || json === '-' ? [] : [{ json, query: tag('url') || json, type: field?.['type'] ?? '' }];
  });
}

/** Types that write themselves in another way than their structure says. */
const WRITTEN: Readonly<Record<string, unknown>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int64: { type: 'integer' },
  int: { type: 'integer' },
  float64: { type: 'number' },
  'time.Time': { type: 'string', format: 'date-time' },
  ISOTime: { type: 'string' },
  LabelOptions: { type: 'string' },
};

/** What may be missing in Go may be null in JSON. */
function typeOf(place: Place, type: string): unknown {
  if (type.startsWith('*')) return typeOf(place, type.slice(1));
  if (type.startsWith('[]')) return { type: 'array', items: typeOf(place, type.slice(2)) };
  const known = WRITTEN[type];
  if (known !== undefined) return known;
  const alias = new RegExp(`^type ${type} (?<of>string|\\[\\]string)$`, 'mu').exec(place.source)?.groups?.['of'];
  if (alias !== undefined) return constantsOf(place, type) ?? typeOf(place, alias);
  if (!new RegExp(`^type ${type} struct \\{$`, 'mu').test(place.source)) return {};
  define(place, type);
  return { $ref: `#/definitions/${type}` };
}

/** The words that the client has for a type; null for any. */
function constantsOf({ source }: Place, type: string): unknown {
  const words = [...source.matchAll(new RegExp(`^\\t\\w+\\s+${type}\\s+= "([^"]*)"`, 'gmu'))].map((each) => each[1]);
  return words.length === 0 ? null : { enum: words };
}

function define(place: Place, name: string): void {
  if (name in place.definitions) return;
  place.definitions[name] = {};
  const fields = fieldsOf(place.source, name);
  const nullable = (type: string): unknown => ({ anyOf: [typeOf(place, type), { type: 'null' }] });
  const properties = Object.fromEntries(fields.map(({ json, type }) => [json, nullable(type)]));
  place.definitions[name] = { type: 'object', properties, additionalProperties: false };
}
