// The one line of a plan that says which open points of the interface documents it relied on (design section 10):
// measured ones as a number, assumed ones by name; `--verbose` lists all. What makes a plan unsafe stands apart.

import type { Layout } from '../layout.ts';
import type { PlanFacts } from './facts.ts';

/** Before anything is measured every plan relies on many points: the first ones are enough to see what is meant. */
const NAMED = 3;

export function reliesLines(relies: PlanFacts['relies'], { verbose }: Layout): string[] {
  const cautions = relies.flatMap(({ id, caution }) => (caution === null ? [] : [`Careful (${id}): ${caution}`]));
  if (relies.length === 0) return [];
  if (verbose) return [...cautions, ...listed(relies)];
  const of = (wanted: PlanFacts['relies'][number]['how']): number => relies.filter(({ how }) => how === wanted).length;
  const [known, stated] = [of('measured'), of('stated')];
  const assumed = relies.filter(({ how }) => how === 'assumed');
  const named = assumed.slice(0, NAMED).map(({ id, question }) => `${question} (${id})`);
  const rest = assumed.length - named.length;
  const names = [...named, rest === 0 ? '' : `${rest} more (--verbose lists them)`]
    .filter((each) => each !== '')
    .join(', ');
  const parts = [
    assumed.length === 0
      ? ''
      : `${names}; assumed, left open by the interface documents: \`muster doctor --probe\` checks`,
    known === 0 ? '' : `${known} measured ${known === 1 ? 'answer' : 'answers'} of this environment`,
    stated === 0 ? '' : `${stated} stated by a person`,
  ].filter((part) => part !== '');
  return [...cautions, `Relies on: ${parts.join('; ')}`];
}

function listed(relies: PlanFacts['relies']): string[] {
  return [
    'Relies on, where the interface documents leave it open:',
    ...relies.map(({ id, question, answer, how, at }) => {
      const since = { measured: `measured, last on ${at ?? ''}`, stated: `stated on ${at ?? ''}`, assumed: 'assumed' }[
        how
      ];
      return `  ${id}  ${question}: ${answer} (${since})`;
    }),
  ];
}
