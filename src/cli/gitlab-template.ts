// The component templates/muster.yml, found from the source tree and from the built package. The bundle of the GitHub action has its
// text in place of this file (scripts/build-action.ts).

import { readFileSync } from 'node:fs';

export function readTemplate(): string {
  return readFileSync(new URL('../../templates/muster.yml', import.meta.url), 'utf8');
}
