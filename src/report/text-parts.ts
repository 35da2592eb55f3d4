// The parts every terminal report shares: the head line, the route, the next command.

import type { ReportDocument } from './document-shape.ts';
import { columns, type Layout } from './layout.ts';

/** `contact-centre -> prod-eu`. */
export function route({ project, target }: ReportDocument): string {
  return [project, target?.name].filter(Boolean).join(' -> ');
}

export function headLine(document: ReportDocument, facts: string, layout: Layout): string {
  const { target } = document;
  const place = target === null ? '' : `  (${target.region}, ${target.companyCode}/${target.environment})`;
  const name = route(document) + (document.only === null ? '' : `  only ${document.only}`);
  const gap = ' '.repeat(Math.max(2, layout.width - columns(name) - columns(place) - columns(facts)));
  return `${layout.style.bold(name)}${place}${gap}${layout.style.dim(facts)}`;
}

export function nextLine({ next }: ReportDocument, layout: Layout): string[] {
  return next === null ? [] : [`${next.why}:  ${layout.style.bold(next.command)}`];
}
