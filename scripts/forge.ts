// `node scripts/forge.ts`: finds or builds Gitea, the forge that test/forge/gitea.test.ts talks to, and prints its folder. Where it
// cannot be had it says why and ends with 0 and no output; MUSTER_REQUIRE_FORGE=1 makes that a failure.

import { findGitea, GITEA_VERSION, makeGitea } from './forge/gitea.ts';

const say = (text: string): void => console.error(`gitea: ${text}`);
try {
  const folder = (await findGitea()) ?? (await makeGitea(say));
  say(`${GITEA_VERSION} in ${folder}`);
  console.log(folder);
} catch (error) {
  say(`SKIPPED: ${error instanceof Error ? error.message : String(error)}`);
  say('  It needs Go 1.26 or newer, a C compiler, and access to a Go module proxy. Then run this again.');
  if (process.env['MUSTER_REQUIRE_FORGE'] === '1') process.exitCode = 1;
}
