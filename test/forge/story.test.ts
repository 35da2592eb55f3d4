// The whole story of a pull request (scripts/forge/story.ts): a real forge, the workflow files that `muster init --ci github` writes, run
// as a runner of GitHub runs them, muster's own action bundled as in a release, and the sandbox as the service. Not real: the actions of
// others (checkout, artifacts, cache), which a machine without a network cannot fetch, have small stand-ins; the events are made from
// what the forge tells about its requests; nobody protects the environment of the apply. Where the forge or the runner cannot be had
// the file says so and is skipped.

import { expect, test } from 'vitest';
import { playStory } from '../../scripts/forge/story.ts';
import { openWorld } from '../../scripts/forge/world.ts';
import { programOf } from '../support/tools.ts';

const [gitea, act] = [await programOf('gitea'), await programOf('act')];
const MINUTE = 60_000;

test.skipIf(gitea === null || act === null)(
  'request, comment, edit, apply by fingerprint, outdated plan, and a drift issue that opens, is rewritten and closes',
  { timeout: 10 * MINUTE },
  async () => {
    const world = await openWorld({ gitea: gitea ?? '', act: act ?? '' });
    const shown: string[] = [];
    try {
      await playStory(world, { say: () => undefined, show: async (name) => void shown.push(name) });
    } finally {
      await world.close();
    }
    expect(shown).toEqual([
      '2-comment',
      '3-edited-comment',
      '5-applied',
      '6-outdated',
      '7-drift-issue',
      '8-drift-issue-rewritten',
      '9-drift-issue-closed',
    ]);
  },
);
