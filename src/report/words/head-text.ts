// The lines every report shares in the terminal: the head lines and the route.

import type { ReportHead } from './head.ts';
import { titleLines, type Layout } from './layout.ts';

/** `contact-centre -> prod-eu`. */
export function routeOf({ project, target }: Pick<ReportHead, 'project' | 'target'>): string {
  return [project, target?.name].filter(Boolean).join(' -> ');
}

/** Who and where, with the facts at the right edge; over several lines where one is too narrow. */
export function headLines(
  head: Pick<ReportHead, 'project' | 'target' | 'only'>,
  facts: string,
  layout: Layout,
): string[] {
  const { target, only } = head;
  const place = target === null ? '' : ` (${target.region}, ${target.companyCode}/${target.environment})`;
  const name = routeOf(head) + (only === null ? '' : `  only ${only}`);
  return titleLines({ title: name, aside: place, place: facts }, layout);
}

/** `Files of commit 3f2a91c03f2a, with changes since.`; empty outside of a repository. */
export function gitText({ git }: Pick<ReportHead, 'git'>): string {
  if (git === null) return '';
  const since = git.dirty ? ', with changes since' : '';
  return `Files of commit ${git.commit.slice(0, 12)}${since}.`;
}
