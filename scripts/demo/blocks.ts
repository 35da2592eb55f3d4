// Real output in hand-written pages: what stands between `<!-- MARKER:NAME -->` and `<!-- /MARKER -->` is the step of that name.

import type { Step } from './stage.ts';

export interface Played {
  readonly marker: 'demo' | 'output';
  readonly steps: readonly Step[];
  /** Blocks without a step stay as they are. Default: they are an error. */
  readonly isPart?: boolean;
}

export function fillBlocks(text: string, { marker, steps, isPart = false }: Played): string {
  const block = new RegExp(`^( *)<!-- ${marker}:([\\w-]+) -->\\n[\\s\\S]*?<!-- /${marker} -->`, 'gmu');
  return text.replaceAll(block, (before: string, indent: string, name: string) => {
    const step = steps.find((candidate) => candidate.name === name);
    if (step === undefined && isPart) return before;
    if (step === undefined) throw new Error(`There is no step named ${name}.`);
    const output = `\`\`\`console\n$ ${step.command}\n${step.output}\n\`\`\``;
    return `<!-- ${marker}:${name} -->\n\n${output}\n\n<!-- /${marker} -->`.replaceAll(/^(?=.)/gmu, indent);
  });
}

/** What differs at every run, and the blanks that give way to it. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?UTC|Z)?/gu, 'TIME'],
  [/\b20\d\d-\d\d-\d\d\b/gu, 'DAY'],
  [/\b\d[\d,.]*(?:-\d+)? (?:ms|s|min)\b/gu, 'DURATION'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gu, 'UUID'],
  [/\b(?=[a-f]*\d)[\da-f]{10,}\b/gu, 'DIGEST'],
  [/\bcommit [\da-f]{9}\b/gu, 'COMMIT'],
  [/\b127\.0\.0\.1:\d+/gu, 'HOST'],
  [/-{3,}/gu, '---'],
  [/\s+/gu, ' '],
];

/** Whether two pages differ in nothing but times, digests and ports. */
export function saysTheSame(one: string, other: string): boolean {
  const fixed = (text: string): string => VARYING.reduce((rest, [what, word]) => rest.replaceAll(what, word), text);
  return fixed(one) === fixed(other);
}
