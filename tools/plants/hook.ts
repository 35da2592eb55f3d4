// Loaded with --import: plants the bug that MUSTER_PLANT names while the modules are loaded, in each thread. The tree stays as it is.

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { PLANTS } from './plants.ts';

const ROOT = join(import.meta.dirname, '../..');
const plant = PLANTS.find(({ name }) => name === process.env['MUSTER_PLANT']);
if (plant === undefined) throw new Error('MUSTER_PLANT names no plant');
const url = pathToFileURL(join(ROOT, plant.file)).href;

registerHooks({
  load: (given, context, next) => {
    const loaded = next(given, context);
    if (given !== url) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : Buffer.from((source ?? []) as Uint8Array).toString();
    if (!text.includes(plant.right)) throw new Error(`${plant.file} does not hold what the plant replaces`);
    return { ...loaded, source: text.replace(plant.right, () => plant.wrong) };
  },
});
