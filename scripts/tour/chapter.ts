// One chapter of docs/tour.md: what it shows, and how it runs on a fresh copy of examples/tour and a fresh sandbox.

import type { Stage } from '../demo/stage.ts';

export interface Chapter {
  /** What plays it alone: `npm run tour -- ID`. */
  readonly id: string;
  readonly title: string;
  /** What happens and why, for a reader who reviews rosters. */
  readonly text: string;
  readonly play: (stage: Stage) => Promise<void>;
}

export const TEAM = 'teams/renewals.yaml';
export const SUMMER = 'campaigns/summer.yaml';
export const WELCOME = 'campaigns/welcome.yaml';
export const ANA = 'ana.ruiz@example.com';

/** The project as it stands in Git is applied; not shown. */
export async function applied(stage: Stage): Promise<void> {
  await stage.call(['muster', 'apply', '--auto-approve', '--quiet'], { silent: true });
}

/** Something that happens in the sandbox. */
export async function happens(stage: Stage, ...words: readonly string[]): Promise<void> {
  await stage.call(['muster', 'sandbox', ...words]);
}
