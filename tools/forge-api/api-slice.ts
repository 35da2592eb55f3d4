// The published description of a forge's interface -> the few paths that publishing asks, as JSON schemas (draft-07) that refer to each
// other and to nothing else. Prose and examples are left out, apart from one example of each answer. Takes OpenAPI 3 (GitHub); clients
// of other forges come into the same form in go-client.ts and rust-client.ts. Pure.

/** Methods of each path, in the words of the description. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** Schema of the body that is sent; null for none. */
  readonly request: unknown;
  /** Of each status from 200 to 299; null for an empty answer. */
  readonly answers: Readonly<Record<string, { readonly schema: unknown; readonly example: unknown }>>;
}

export interface ApiSlice {
  readonly source: string;
  readonly operations: readonly Operation[];
  readonly definitions: Readonly<Record<string, unknown>>;
}

/** Throws where a wanted path is not described. */
export function slice(description: unknown, wanted: Wanted, source: string): ApiSlice {
  const definitions: Record<string, unknown> = {};
  const place: Place = { description, definitions };
  const operations = Object.entries(wanted).flatMap(([path, methods]) =>
    methods.map((method) => operationOf(place, path, method)),
  );
  return { source, operations, definitions };
}

interface Place {
  readonly description: unknown;
  /** Filled with every schema that is referred to. */
  readonly definitions: Record<string, unknown>;
}

function operationOf(place: Place, path: string, method: string): Operation {
  const found = get(place.description, 'paths', path, method.toLowerCase());
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  const parameters = list(get(found, 'parameters')).map((each) => resolved(place, each));
  const query = parameters.filter((each) => get(each, 'in') === 'query');
  const request = get(found, 'requestBody', 'content', 'application/json', 'schema');
  const answers = Object.entries(object(get(found, 'responses'))).filter(([status]) => /^2\d\d$/u.test(status));
  return {
    method,
    path,
    query: query.map((each) => String(get(each, 'name'))),
    request: request === undefined ? null : schema(place, request),
    answers: Object.fromEntries(answers.map(([status, answer]) => [status, answerOf(place, resolved(place, answer))])),
  };
}

function answerOf(place: Place, answer: unknown): { readonly schema: unknown; readonly example: unknown } {
  const content = get(answer, 'content', 'application/json');
  const found = get(content, 'schema');
  const [first] = Object.values(object(get(content, 'examples')));
  const example = get(resolved(place, first), 'value') ?? null;
  return { schema: found === undefined ? null : schema(place, found), example };
}

/** What a schema says about a value; the rest is prose or belongs to other tools. */
const KEPT = new Set(
  `type properties required items additionalProperties enum allOf anyOf oneOf not minLength maxLength minimum maximum minItems
   maxItems pattern nullable $ref format`.split(/\s+/u),
);

/** A copy in draft-07. `nullable` becomes a type; formats of numbers say nothing that is checked here. */
function schema(place: Place, value: unknown): unknown {
  const reference = get(value, '$ref');
  if (typeof reference === 'string') return { $ref: `#/definitions/${define(place, reference)}` };
  const copied = Object.entries(object(value)).flatMap(([key, part]): [string, unknown][] => {
    if (!KEPT.has(key) || key === 'nullable') return [];
    if (key === 'format') return part === 'date-time' ? [[key, part]] : [];
    return [[key, part]];
  });
  const own = Object.fromEntries(copied.map(([key, part]) => [key, inner(place, key, part)]));
  if (get(value, 'nullable') !== true) return own;
  return { anyOf: [own, { type: 'null' }] };
}

function inner(place: Place, key: string, part: unknown): unknown {
  if (key === 'properties') {
    return Object.fromEntries(Object.entries(object(part)).map(([name, each]) => [name, schema(place, each)]));
  }
  if (['allOf', 'anyOf', 'oneOf'].includes(key)) return list(part).map((each) => schema(place, each));
  if (['items', 'not', 'additionalProperties'].includes(key) && typeof part === 'object') return schema(place, part);
  return part;
}

/** The name of what `reference` points at; it is copied the first time. */
function define(place: Place, reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  if (!(name in place.definitions)) {
    place.definitions[name] = {};
    place.definitions[name] = schema(place, get(place.description, ...reference.slice(2).split('/')));
  }
  return name;
}

function resolved({ description }: Place, value: unknown): unknown {
  const reference = get(value, '$ref');
  return typeof reference === 'string' ? get(description, ...reference.slice(2).split('/')) : value;
}

function get(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, key) => object(inside)[key], value);
}

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
