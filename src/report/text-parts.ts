// The parts every terminal report shares: the head lines, the route, the next command.

import type { ReportDocument } from './document-shape.ts';
import { titleLines, type Layout } from './layout.ts';

/** `contact-centre -> prod-eu`. */
export function route({ project, target }: ReportDocument): string {
  return [project, target?.name].filter(Boolean).join(' -> ');
}

/** Who and where, with the facts at the right edge; over several lines where one is too narrow. */
export function headLines(document: ReportDocument, facts: string, layout: Layout): string[] {
  const { target } = document;
  const place = target === null ? '' : `(${target.region}, ${target.companyCode}/${target.environment})`;
  const name = route(document) + (document.only === null ? '' : `  only ${document.only}`);
  return titleLines({ title: name, aside: place === '' ? '' : `  ${place}`, place: facts }, layout);
}

export function nextLine({ next }: ReportDocument, layout: Layout): string[] {
  return next === null ? [] : [`${next.why}:  ${layout.style.bold(next.command)}`];
}
