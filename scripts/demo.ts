// `npm run demo`: a whole story on a copy of examples/quickstart, against the sandbox. `-- --pulumi` runs it with
// `pulumi preview` and `pulumi up`; `-- --record FILE` also writes the steps as JSON, for scripts/generate-readme.ts.
// Ends with 1 when the result of a step is not the expected one.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { playPulumiStory, pulumiStageEnvironment } from './demo/pulumi-story.ts';
import { openStage, StoryBroken } from './demo/stage.ts';
import { playStory } from './demo/story.ts';

const { values } = parseArgs({ options: { pulumi: { type: 'boolean' }, record: { type: 'string' } } });

async function main(): Promise<number> {
  const startedAt = Date.now();
  const environment = values.pulumi === true ? await pulumiStageEnvironment() : () => ({});
  if (environment === null) return 1;
  const stage = openStage(environment);
  try {
    await (values.pulumi === true ? playPulumiStory(stage) : playStory(stage));
    if (values.record !== undefined) writeFileSync(values.record, JSON.stringify(stage.steps(), null, 2));
    stage.say(farewell(Math.round((Date.now() - startedAt) / 1000)));
    return 0;
  } catch (error) {
    if (!(error instanceof StoryBroken)) throw error;
    console.error(`\nThe demo is broken: ${error.message}`);
    return 1;
  } finally {
    stage.close();
  }
}

function farewell(seconds: number): string {
  const other = values.pulumi === true ? 'npm run demo' : 'npm run demo -- --pulumi';
  return `
That was the whole story, in ${seconds} s. The copy it was played on and its sandbox are gone again.

Where to look next
  examples/quickstart        the files of the story; play it by hand there: node ../../bin/muster.js plan
  docs/getting-started.md    your own folder, your own environment
  ${other.padEnd(26)} the same story ${values.pulumi === true ? 'with the command alone' : 'through pulumi preview and pulumi up'}`;
}

process.exitCode = await main();
