// Two usual requests, played on a copy of examples/tour. The picture of README.md: one joins, and a customer is pinned to her. The
// plan of README.md: one customer more, in eight lines of YAML and eight of plan.

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
const IDA = `      - clientId: C-1004
        preferredAgent: ana.ruiz@example.com
        data: { Name: Ida Novak, phone: '+420212345678' }

`;

/** Answers the Markdown of the first plan, as the comment on a request has it. The second is the step `request`. */
export async function playRequest(stage: Stage): Promise<string> {
  await stage.call(['muster', 'sandbox', 'start'], { silent: true });
  await applied(stage);
  stage.edit(TEAM, 'users:\n', `users:\n${MIA}`);
  stage.edit(SUMMER, LENA, PINNED);
  await stage.call(['muster', 'plan', '--out', 'markdown=plan.md'], { silent: true });
  const markdown = readFileSync(join(stage.folder, 'plan.md'), 'utf8');
  await stage.call(['muster', 'apply', '--auto-approve', '--quiet'], { silent: true });
  stage.edit(SUMMER, LENA, `${IDA}${LENA}`);
  await stage.call(['muster', 'plan'], { name: 'request' });
  return markdown;
}
