// The stories through the command under the default reading of the documents, and under every other value of every open point by itself.

import { describe, test } from 'vitest';

import { playScenario, SCENARIOS } from './scenarios.ts';
import { Story } from './story.ts';
import { SINGLES } from './switch-values.ts';

describe.each(Object.entries(SCENARIOS))('%s', (_name, scenario) => {
  test.each(SINGLES)('ends in silence and harms nobody under $name', async (profile) => {
    await playScenario(await Story.open(profile), scenario);
  });
});
