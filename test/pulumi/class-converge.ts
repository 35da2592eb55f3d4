// After a step with classes: nothing is left to do, to say or to send.

import { expect } from 'vitest';

import type { ClassEngine, Registered } from './class-engine.ts';

const QUIET = { operations: [], errors: [], said: [], writes: 0 };

export async function converge(engine: ClassEngine, resources: readonly Registered[]): Promise<void> {
  await engine.up(resources);
  for (const options of [{ preview: true }, {}, { refresh: true, preview: true }, { refresh: true }])
    expect(await engine.up(resources, options)).toEqual(QUIET);
}
