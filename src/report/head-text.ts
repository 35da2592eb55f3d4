// The lines every report shares in the terminal: the head lines, the route, the next command.

import type { ReportHead } from './head.ts';
import { titleLines, type Layout } from './layout.ts';
import type { ReportCommand } from './next.ts';

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

export function nextLine({ next }: { readonly next: ReportCommand | null }, layout: Layout): string[] {
  return next === null ? [] : [`${next.why}:  ${layout.style.bold(next.command)}`];
}
