// The Pulumi program in a process of its own, with an engine that only takes down what is registered. Told everything on
// its command line as one JSON text; answers with one line of JSON.

import * as pulumi from '@pulumi/pulumi';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { reconcile } from '../../src/program/reconcile.ts';

interface Told {
  readonly desired: DesiredInput;
  readonly preview: boolean;
}

const told = JSON.parse(process.argv[2] ?? '{}') as Told;
const registered: string[] = [];
await pulumi.runtime.setMocks(
  {
    newResource: ({ name, inputs }) => {
      registered.push(name);
      return { id: name, state: inputs as Readonly<Record<string, unknown>> };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  },
  'team',
  'dev',
  told.preview,
  'people',
);
const error = await reconcile(told.desired).then(
  () => null,
  (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
);
process.stdout.write(`\n${JSON.stringify({ registered, error })}\n`);
