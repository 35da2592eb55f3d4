// The published schema of reports, and the same with nothing else allowed: what this version writes must be described whole.

import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Node = Readonly<Record<string, unknown>>;

const PUBLISHED = JSON.parse(
  readFileSync(new URL('../../schemas/report-1.0.schema.json', import.meta.url), 'utf8'),
) as Node;

const OPTIONS = { allErrors: true, allowUnionTypes: true, strict: true, strictRequired: true } as const;

/** As a reader has it. */
export const acceptsReport: ValidateFunction = new Ajv(OPTIONS).compile(PUBLISHED);

/** Every key must be known. */
const acceptsOnlyKnown = new Ajv(OPTIONS).compile(closed(PUBLISHED) as Node);

/** What is wrong with a report, by both schemas; empty when nothing is. */
export function faultsOf(report: unknown): string[] {
  return [acceptsReport, acceptsOnlyKnown].flatMap((accepts) =>
    accepts(report)
      ? []
      : (accepts.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
  );
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  const isObject = 'properties' in node && node['type'] === 'object';
  return isObject ? { ...node, additionalProperties: false } : node;
}
