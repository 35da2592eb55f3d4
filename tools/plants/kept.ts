// `node kept.ts [SEED]`: plays the kept seeds of all ways, the newest first, each drawn as it was when it found something; with a seed that
// one alone. Prints `first: SEED` for the first that breaks a rule, which none does without a plant.

import { drawLife } from '../../test/simulation/draw.ts';
import { KEPT } from '../../test/simulation/kept.ts';
import { playLife } from '../../test/simulation/life.ts';
import { faults } from '../../test/simulation/oracle.ts';

const [only] = process.argv.slice(2);

/** A mistake of the program, which ends a life, is a fault of the plant, too. */
const breaks = async (kept: (typeof KEPT)[number]): Promise<boolean> =>
  playLife(drawLife(kept.seed, kept)).then(
    (life) => faults(life).length > 0,
    () => true,
  );

for (const kept of KEPT.toReversed()) {
  if (only !== undefined && kept.seed !== Number(only)) continue;
  if (!(await breaks(kept))) continue;
  console.log(`first: ${kept.seed}`);
  break;
}
