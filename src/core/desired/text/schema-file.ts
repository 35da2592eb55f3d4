// The files in schemas/, found from the source tree and from the built package. The bundle of the GitHub action has their texts in
// place of this file (scripts/build-action.ts): nothing lies beside it.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ToolError } from '../../model/errors.ts';

export type SchemaName = 'desired' | 'project' | 'profile' | 'report-1.0';

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
