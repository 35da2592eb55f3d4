// One apply in a process of its own, so that it can be killed. Told everything on its command line as one JSON text.

import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { apply } from '../../src/core/engine.ts';
import type { Target } from '../../src/core/model/target.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

interface Told {
  readonly directory: string;
  readonly target: Target;
  readonly desired: DesiredInput;
  /** How far its clock is ahead; default 0. */
  readonly aheadMs?: number;
}

const told = JSON.parse(process.argv[2] ?? '{}') as Told;
await apply(
  {
    project: {
      directory: told.directory,
      name: 'contact-centre',
      targets: new Map([[told.target.name, told.target]]),
      policy: { deletes: { count: 3, percent: 10 } },
      ignore: [],
    },
    target: told.target,
    desired: readDesiredInput(told.desired, told.target),
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock: () => Date.now() + (told.aheadMs ?? 0),
    onProgress: () => undefined,
  },
  async () => true,
);
