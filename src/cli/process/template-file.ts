// The files in templates/, found from the source tree and from the built package. The bundle of the GitHub action has their texts in
// place of this file (scripts/build-action.ts).

import { readFileSync } from 'node:fs';

/** Paths below templates/. `muster.yml` stands where GitLab looks for a component. */
export const TEMPLATES = [
  'github/muster-plan.yml',
  'github/muster-publish.yml',
  'github/muster-apply.yml',
  'github/muster-drift.yml',
  'github/steps.txt',
  'gitlab/head.yml',
  'gitlab/steps.txt',
  'starter/muster.yaml',
  'starter/team.yaml',
  'starter/campaign.yaml',
  'starter/Pulumi.yaml',
  'completion/muster.bash',
  'completion/muster.zsh',
  'muster.yml',
] as const;

export function readTemplate(name: (typeof TEMPLATES)[number]): string {
  return readFileSync(new URL(`../../../templates/${name}`, import.meta.url), 'utf8');
}
