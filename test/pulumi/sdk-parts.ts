// `node --require` for the stories: parts of Pulumi's SDK that each of its processes loads at its start and no story uses are
// loaded at their first use, and nothing else is different. It takes a quarter off every `pulumi up`. What is installed is tried
// with the SDK as it is: test/package, and the demo.

import { createRequire } from 'node:module';

/** For the serialisation of functions, which muster's resources do without (docs/decisions/0003-pulumi-resources.md). */
const PARTS = ['@npmcli/arborist', 'typescript'];
const PROCESS_OF_SDK = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]/u;

const main = process.argv[1] ?? '';
if (PROCESS_OF_SDK.test(main)) {
  // A language host that is older than its CLI is not told `typescript: false` of Pulumi.yaml, and would start ts-node.
  delete process.env['PULUMI_NODEJS_TYPESCRIPT'];
  for (const part of PARTS) loadAtFirstUse(createRequire(main), part);
}

/** In the place of the part stands a proxy, which puts the part itself there as soon as anything is taken from it. */
function loadAtFirstUse(load: NodeJS.Require, part: string): void {
  const file = load.resolve(part);
  const whole = (): object => {
    if (load.cache[file] === placeholder) delete load.cache[file];
    return load(part) as object;
  };
  const placeholder = Object.assign(Object.create(null) as NodeJS.Module, { id: file, filename: file, loaded: true });
  placeholder.exports = new Proxy(
    {},
    {
      // Only asked whether it needs wrapping: both are CommonJS modules, whose properties are found either way.
      get: (_, key): unknown => key === '__esModule' || Reflect.get(whole(), key),
      has: (_, key) => Reflect.has(whole(), key),
    },
  );
  load.cache[file] = placeholder;
}
