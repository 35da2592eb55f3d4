// The checks of all schemas, compiled when the bundle is made: ajv's own standalone code, asked for by the digest of the schema. In the
// bundle it stands in place of ajv; the sources compile each schema when it is first needed. What they say of a value is the same to
// the letter (test/desired/checks.test.ts).

import { createHash } from 'node:crypto';
import { Ajv, type ValidateFunction } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';

import { readReport } from '../../src/cli/process/read-report.ts';
import { desiredShapes } from '../../src/core/desired/declarations/declare.ts';
import { ShapeBook, type Shape } from '../../src/core/desired/text/schema.ts';
import { decodePreviewAnswer, decodeTasks, decodeUserAnswer } from '../../src/core/service/wire.ts';
import { ROOT } from '../../tools/files.ts';

export interface Check {
  readonly schema: object;
  /** As the sources compile it. */
  readonly accepts: ValidateFunction;
  /** The same as CommonJS. */
  readonly code: string;
}

/** By the digest of the schema. */
export type Checks = ReadonlyMap<string, Check>;

type Compile = (this: Ajv, schema: object) => ValidateFunction;

/** Every schema that the sources compile, found by making them compile it. A schema that is missing here ends the run that asks for it. */
export function compiledChecks(): Checks {
  const compiler = Ajv.prototype as { compile: Compile };
  const { compile } = compiler;
  const found = new Map<string, Check>();
  compiler.compile = function (schema) {
    const accepts = compile.call(this, schema);
    const printing = new Ajv({ ...this.opts, code: { source: true, optimize: true } });
    const code = standalone.default(printing, compile.call(printing, schema));
    found.set(digestOf(schema), { schema, accepts, code });
    return accepts;
  };
  try {
    askForAll();
  } finally {
    compiler.compile = compile;
  }
  return found;
}

function digestOf(schema: object): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex');
}

function askForAll(): void {
  const wholes = [new ShapeBook('project').whole(), new ShapeBook('profile').whole()];
  const { file, user, campaign, record } = desiredShapes();
  const shapes: readonly Shape<unknown>[] = [file, user, campaign, record, ...wholes];
  for (const shape of shapes) void [shape.accepts, shape.acceptsPart];
  for (const decode of [decodeUserAnswer, decodePreviewAnswer, decodeTasks]) decode(null);
  try {
    readReport('{"formatVersion":"1.0"}', '');
  } catch {
    // It is no report; its schema was asked for.
  }
}

/** In place of ajv. What compiles another schema at run time would find nothing, so it says which file has to know of it. */
function standIn(checks: Checks): string {
  const rows = [...checks.keys()].map((digest) => `  '${digest}': () => require('check:${digest}'),`);
  return `import { createHash } from 'node:crypto';
const checks = {
${rows.join('\n')}
};
export class Ajv {
  compile(schema) {
    const load = checks[createHash('sha256').update(JSON.stringify(schema)).digest('hex')];
    if (load === undefined) throw new TypeError('scripts/bundle/checks.ts knows no check of this schema');
    const check = load();
    return check.default ?? check;
  }
}
`;
}

export function withoutCompiling(checks: Checks): Plugin {
  return {
    name: 'checks',
    setup: (build) => {
      build.onResolve({ filter: /^ajv$/ }, () => ({ path: 'ajv', namespace: 'checks' }));
      build.onResolve({ filter: /^check:/ }, ({ path }) => ({
        path: path.slice('check:'.length),
        namespace: 'checks',
      }));
      build.onLoad({ filter: /./, namespace: 'checks' }, ({ path }) => ({
        contents: path === 'ajv' ? standIn(checks) : (checks.get(path)?.code ?? ''),
        resolveDir: ROOT,
      }));
    },
  };
}
