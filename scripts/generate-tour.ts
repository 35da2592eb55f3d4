// `npm run tour`: runs every chapter on a fresh copy of examples/tour and writes docs/tour.md with the real output.
// `-- leaver move` runs only those and writes nothing. Ends with 1 when the result of a step is not the expected one.

import { openStage } from './demo/stage.ts';
import type { Step } from './demo/stage.ts';
import { pretty, write } from '../tools/files.ts';
import { CHAPTERS } from './tour/chapters.ts';

const INTRO = `<!-- Made by scripts/generate-tour.ts (\`npm run tour\`). Change the chapters, not this page. -->

# What muster does that scripts and other tools do not

Each chapter runs on a fresh copy of [examples/tour](../examples/tour) against a fresh sandbox, and the output is what the
commands printed. Run them yourself: \`npm run tour\`, or one of them: \`npm run tour -- leaver\`.
`;

async function playChapter(chapter: (typeof CHAPTERS)[number]): Promise<string> {
  const stage = openStage(() => ({}), 'tour');
  stage.chapter(chapter.title);
  try {
    await stage.call(['muster', 'sandbox', 'start'], { silent: true });
    await chapter.play(stage);
    return [`## ${chapter.title}`, chapter.text, ...stage.steps().map(block)].join('\n\n');
  } finally {
    stage.close();
  }
}

function block({ name, command, output }: Step): string {
  if (name === 'edit') return `In \`${command.replace('# edit ', '')}\`:\n\n\`\`\`diff\n${output}\n\`\`\``;
  return `\`\`\`console\n$ ${command}\n${output}\n\`\`\``;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !CHAPTERS.some((chapter) => chapter.id === id));
if (unknown.length > 0) throw new Error(`There is no chapter ${unknown.join(', ')}.`);
const pages: string[] = [];
for (const chapter of CHAPTERS) {
  if (wanted.length === 0 || wanted.includes(chapter.id)) pages.push(await playChapter(chapter));
}
if (wanted.length === 0) {
  write('docs/tour.md', await pretty('docs/tour.md', [INTRO, ...pages].join('\n\n')));
}
