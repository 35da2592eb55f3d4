// The table of contributing/proof.md: by which seed each plant is found. Read and written.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PLANTS } from './plants.ts';

const PAGE = join(import.meta.dirname, '../../contributing/proof.md');
const MARKS = ['<!-- plants -->', '<!-- /plants -->'] as const;
const NOT_PLAYED = 'not played';

export const KEPT = 'kept ';
/** A seed as lives are drawn now, or one of test/simulation/kept.ts, drawn as it was then. */
export type Found = number | `${typeof KEPT}${number}`;

export function isFound(finding: number | string | undefined): finding is Found {
  return typeof finding === 'number' || /^kept \d+$/u.test(finding ?? '');
}

/** Of a plant by its name: the seed that finds it, or in words that none did. */
type Findings = ReadonlyMap<string, number | string>;

function partsOf(page: string): readonly [string, string, string] {
  const [begin = -1, end = -1] = MARKS.map((mark) => page.indexOf(mark));
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for it`);
  const from = begin + MARKS[0].length;
  return [page.slice(0, from), page.slice(from, end), page.slice(end)];
}

export function readFindings(): Map<string, number | string> {
  const [, table] = partsOf(readFileSync(PAGE, 'utf8'));
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.flatMap(([, name = '', , found = '']) => {
      if (!PLANTS.some((plant) => plant.name === name)) return [];
      return [[name, /^\d+$/u.test(found) ? Number(found) : found] as const];
    }),
  );
}

export async function writeFindings(findings: Findings): Promise<void> {
  const [before, , after] = partsOf(readFileSync(PAGE, 'utf8'));
  const { format } = await import('prettier');
  const page = `${before}\n\n${tableOf(findings)}\n\n${after}`;
  writeFileSync(PAGE, await format(page, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
}

function tableOf(findings: Findings): string {
  const lines = PLANTS.map(({ name, rule, door, unmet }) => {
    const listed = findings.get(name);
    const found = isFound(listed) ? listed : (unmet ?? listed ?? NOT_PLAYED);
    return `| ${name} | ${rule} | ${found} | ${door ?? ''} |`;
  });
  const count = PLANTS.filter(({ name }) => isFound(findings.get(name))).length;
  return [
    `${count} of ${PLANTS.length} are found.`,
    '',
    '| Planted | Rule | Found by seed | Way |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
