// `node scripts/image.ts [BASE]`: builds the Dockerfile with the package of this checkout and tries what the image promises
// (scripts/image/checks.ts). BASE: another base image than that of the Dockerfile.

import { readVersion } from '../src/core/engine/version.ts';
import { programOf } from '../test/support/tools.ts';
import { baseOf } from './image/base.ts';
import { buildImage } from './image/build.ts';
import { CHECKS } from './image/checks.ts';
import { findEngine } from './image/engine.ts';

async function main([base = baseOf(process.env)]: readonly string[]): Promise<number> {
  const verdaccio = await programOf('verdaccio');
  if (verdaccio === null) return 1;
  const engine = await findEngine(base);
  if (typeof engine === 'string') {
    console.error(engine);
    return 1;
  }
  const image = await buildImage(engine, { base, version: readVersion(), verdaccio });
  try {
    for (const name of [base, image.tag]) {
      const { out } = await engine.call('image', 'inspect', '--format', '{{.Size}}', name);
      console.log(`${name}: ${Math.round(Number(out) / 1e6)} MB`);
    }
    for (const { title, run } of CHECKS) {
      await run(image);
      console.log(`ok  ${title}`);
    }
  } finally {
    await image.remove();
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
