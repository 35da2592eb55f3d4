// What a plan says of its assumptions about the service: how many, and where to read them; `--verbose` lists them. What a
// known answer makes of the plan stands apart.

import type { Layout } from '../layout.ts';
import { count } from '../words.ts';
import type { PlanFacts } from './facts.ts';

const WHERE = 'muster explain assumptions';

export function reliesLines(relies: PlanFacts['relies'], { verbose }: Layout): string[] {
  if (relies.length === 0) return [];
  const cautions = relies.flatMap(({ id, caution }) => (caution === null ? [] : [`Careful (${id}): ${caution}`]));
  if (verbose) return [...cautions, ...listed(relies)];
  const of = (wanted: PlanFacts['relies'][number]['how']): number => relies.filter(({ how }) => how === wanted).length;
  const [assumed, known, stated] = [of('assumed'), of('measured'), of('stated')];
  const parts = [
    assumed === 0 ? '' : `Makes ${count(assumed, 'assumption')} about the service: ${WHERE}`,
    known === 0 ? '' : `Relies on ${count(known, 'measured answer')} of this environment`,
    stated === 0 ? '' : `Relies on ${count(stated, 'answer')} stated by a person`,
  ];
  return [...cautions, ...parts.filter((part) => part !== '')];
}

function listed(relies: PlanFacts['relies']): string[] {
  const width = Math.max(...relies.map(({ id }) => id.length));
  return [
    `Relies on, where the interface documents leave it open (${WHERE}):`,
    ...relies.map(({ id, question, answer, how, at }) => {
      const since = { measured: `measured, last on ${at ?? ''}`, stated: `stated on ${at ?? ''}`, assumed: 'assumed' }[
        how
      ];
      return `  ${id.padEnd(width)}  ${question}: ${answer} (${since})`;
    }),
  ];
}
