// Does a request to a forge's double, and what the double answers, fit what the forge publishes of its interface? Slices of that are
// cut by tools/forge-api. A request may name only what is described; an answer must have what is required.

import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import type { ApiSlice, Operation } from '../../tools/forge-api/api-slice.ts';
import { apiFile } from '../../tools/forge-api/wanted.ts';
import type { ApiName } from '../../tools/forge-api/wanted.ts';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Undefined where nothing was sent. */
  readonly sent: unknown;
  readonly status: number;
  /** Undefined for an empty answer. */
  readonly answer: unknown;
}

export interface ForgeApi {
  /** One line about each thing that does not fit; refusals are not looked at. */
  readonly complaints: (exchange: Exchange) => string[];
  /** What the forge gives as an example of an answer. */
  readonly example: (method: string, path: string) => Record<string, unknown>;
}

/** What stands before a path of the description and is not part of what is asked. */
const PREFIX: Readonly<Record<ApiName, string>> = { github: '', gitlab: '', azure: '/organization' };
/**
 * Asked, and in no slice: GitHub's GraphQL has a schema of its own. Whose token it is on Azure DevOps stands neither in the published
 * description nor in the client that is generated from it; Microsoft's client for Node (azure-devops-node-api 17.0.1, MIT) asks this
 * path in WebApi.connect, and its `ConnectionData` has `authenticatedUser` with the `id` that is read here.
 */
const UNDESCRIBED = new Set(['/graphql', '/_apis/connectionData']);

export function openForgeApi(name: ApiName): ForgeApi {
  const { operations, definitions } = JSON.parse(readFileSync(apiFile(name), 'utf8')) as ApiSlice;
  const ajv = formats.default(new Ajv2019({ strict: false, allErrors: true }));
  const faults = (schema: unknown, value: unknown): string[] => {
    const validate = ajv.compile({ allOf: [schema], definitions, unevaluatedProperties: true });
    return validate(value) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
  };
  return {
    complaints: (exchange) => {
      if (UNDESCRIBED.has(exchange.path)) return [];
      const what = `${exchange.method} ${exchange.path}`;
      const operation = operations.find((each) => fits(each, exchange.method, `${PREFIX[name]}${exchange.path}`));
      if (operation === undefined) return [`${what} is not described`];
      return [...asked(operation, exchange, faults), ...answered(operation, exchange, faults)].map(
        (each) => `${what}: ${each}`,
      );
    },
    example: (method, path) => {
      const found = operations.find((each) => each.method === method && each.path === path);
      const [answer] = Object.values(found?.answers ?? {});
      return { ...(answer?.example as Record<string, unknown>) };
    },
  };
}

type Faults = (schema: unknown, value: unknown) => string[];

function fits(operation: Operation, method: string, path: string): boolean {
  const pattern = operation.path.replaceAll(/\{\w+\}/gu, '[^/]+');
  return operation.method === method && new RegExp(`^${pattern}$`, 'u').test(path);
}

function asked(operation: Operation, { query, sent }: Exchange, faults: Faults): string[] {
  const unknown = query.filter((name) => !operation.query.includes(name)).map((name) => `?${name} is not described`);
  if (sent === undefined) return unknown;
  if (operation.request === null) return [...unknown, 'takes no body'];
  return [...unknown, ...faults(closed(operation.request), sent).map((each) => `sent ${each}`)];
}

function answered({ answers }: Operation, { status, answer }: Exchange, faults: Faults): string[] {
  if (status < 200 || status > 299) return [];
  const described = answers[String(status)];
  if (described === undefined) return [`answers ${status}, described are ${Object.keys(answers).join(', ')}`];
  if (described.schema === null) return answer === undefined ? [] : ['answers with a body'];
  return faults(described.schema, answer).map((each) => `answered ${each}`);
}

/** Takes no property that is not described; also not inside, as far as the schema stands there in full. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, key === 'allOf' ? part : closed(part)]),
  );
  const isObject = 'properties' in schema || '$ref' in schema;
  return isObject && !('additionalProperties' in schema) ? { ...parts, unevaluatedProperties: false } : parts;
}
