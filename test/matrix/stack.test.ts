// The stories through the handlers of Pulumi: a few rows in which every value of every open point, and every way to keep a stack, stands
// at least once.

import { describe, test } from 'vitest';

import { playScenario, SCENARIOS } from './scenarios.ts';
import { Story } from './story.ts';
import { STACK_FEW } from './switch-values.ts';

describe.each(Object.entries(SCENARIOS))('%s', (_name, scenario) => {
  test.each(STACK_FEW)('ends in silence and harms nobody under $name', async (profile) => {
    await playScenario(await Story.open(profile), scenario);
  });
});
