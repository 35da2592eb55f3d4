// The Dockerfile, built with the package of this checkout and run. Where no image can be built, or the base image cannot be had, the file
// says so and is skipped; MUSTER_REQUIRE_TOOLS=1 makes that a failure. MUSTER_IMAGE_BASE names another base image.

import { afterAll, beforeAll, describe, test } from 'vitest';

import { baseOf, buildImage } from '../../scripts/image/build.ts';
import type { Built } from '../../scripts/image/build.ts';
import { CHECKS } from '../../scripts/image/checks.ts';
import { findEngine } from '../../scripts/image/engine.ts';
import { readVersion } from '../../src/core/engine/version.ts';
import { programOf, skipped } from '../support/tools.ts';

const MINUTE = 60_000;
const base = baseOf(process.env);
const [engine, verdaccio] = [await findEngine(base), await programOf('verdaccio')];
if (typeof engine === 'string') skipped(`${engine}, so no image is built and tried.`);

describe.skipIf(typeof engine === 'string' || verdaccio === null)('the image', { timeout: 2 * MINUTE }, () => {
  let image: Built | null = null;
  beforeAll(async () => {
    if (typeof engine === 'string' || verdaccio === null) return;
    image = await buildImage(engine, { base, version: readVersion(), verdaccio });
  }, 10 * MINUTE);
  afterAll(() => image?.remove());

  test.each(CHECKS)('$title', async ({ run }) => {
    if (image === null) throw new Error('there is no image');
    await run(image);
  });
});
