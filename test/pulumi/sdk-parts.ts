// For the stories (sdk-start.cjs): parts of Pulumi's SDK that each of its processes loads at its start and no story uses are
// loaded at their first use, or left out, and nothing else is different. It takes a third off every `pulumi up`. What is
// installed is tried with the SDK as it is: test/package, and the demo.

import { createRequire, flushCompileCache } from 'node:module';
import { setDefaultCACertificates } from 'node:tls';
import type * as OpenTelemetry from '@opentelemetry/api';

/** For the serialisation of functions, which muster's resources do without (contributing/decisions/0003-pulumi-resources.md). */
const AT_FIRST_USE = ['@npmcli/arborist', 'typescript', 'normalize-package-data', '../../automation'];

/** Traces that nobody collects, maps of the SDK's own sources, and a debugger that looks for the sources of functions. */
const leftOut = (load: NodeJS.Require): Readonly<Record<string, object>> => ({
  '../run/tracing': { start: nothing, stop: nothing, newSpan: () => unrecordedSpan(load) },
  '../../runtime/closure/v8Hooks': { isInitializedAsync: () => Promise.resolve() },
  'source-map-support/register': {},
});

function nothing(): void {
  // In the place of what a part would do.
}

function unrecordedSpan(load: NodeJS.Require): unknown {
  const { trace } = load('@opentelemetry/api') as typeof OpenTelemetry;
  return trace.getTracer('').startSpan('');
}

const main = process.argv[1] ?? '';
// A language host that is older than its CLI is not told `typescript: false` of Pulumi.yaml, and would start ts-node.
delete process.env['PULUMI_NODEJS_TYPESCRIPT'];
// As in the tests themselves: reading the machine's roots anew for each client costs more than what it does.
setDefaultCACertificates([]);
const load = createRequire(main);
for (const part of AT_FIRST_USE) loadAtFirstUse(load, part);
for (const [part, rest] of Object.entries(leftOut(load))) standIn(load, part, { __esModule: true, ...rest });
// The engine kills the provider, and what Node compiled is kept when it ends.
if (main.includes('dynamic-provider')) setInterval(flushCompileCache, 500).unref();

function standIn(load: NodeJS.Require, part: string, exports: object): NodeJS.Module {
  const file = load.resolve(part);
  const module = Object.assign(Object.create(null) as NodeJS.Module, { id: file, filename: file, loaded: true });
  load.cache[file] = Object.assign(module, { exports });
  return module;
}

/** In the place of the part stands a proxy, which puts the part itself there as soon as anything is taken from it. */
function loadAtFirstUse(load: NodeJS.Require, part: string): void {
  const file = load.resolve(part);
  const whole = (): object => {
    if (load.cache[file] === placeholder) delete load.cache[file];
    return load(part) as object;
  };
  const proxy = new Proxy(
    {},
    {
      // Only asked whether it needs wrapping: all are CommonJS modules, whose properties are found either way.
      get: (_, key): unknown => key === '__esModule' || Reflect.get(whole(), key),
      has: (_, key) => Reflect.has(whole(), key),
    },
  );
  const placeholder = standIn(load, part, proxy);
}
