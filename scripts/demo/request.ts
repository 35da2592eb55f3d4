// A usual request, small enough for README.md: one joins, and a customer is pinned to her. Played on a copy of examples/tour.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { applied } from '../outputs/scene.ts';
import { SUMMER, TEAM } from '../tour/chapters.ts';
import type { Stage } from './stage.ts';

export const TITLE = 'Mia joins and calls Lena Fischer';

const MIA = `  - loginUserId: mia.keller@example.com
    firstName: Mia
    lastName: Keller
    userTemplateName: Agents
`;
const LENA = '      - clientId: C-1003\n';
const PINNED = `${LENA}        preferredAgent: mia.keller@example.com\n`;

/** Answers the Markdown of the plan, as the comment on a request has it. */
export async function playRequest(stage: Stage): Promise<string> {
  await stage.call(['muster', 'sandbox', 'start'], { silent: true });
  await applied(stage);
  stage.edit(TEAM, 'users:\n', `users:\n${MIA}`);
  stage.edit(SUMMER, LENA, PINNED);
  await stage.call(['muster', 'plan', '--out', 'markdown=plan.md'], { silent: true });
  await stage.call(['muster', 'plan'], { name: 'request' });
  return readFileSync(join(stage.folder, 'plan.md'), 'utf8');
}
