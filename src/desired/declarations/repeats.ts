// What is declared twice: refused where it is the same id, also in another Unicode form; where only case or a compatible character
// differs a warning, because the service tells such ids apart (user provisioning interface, loginUserId: case-sensitive).

import { folded, likeness } from '../../model/spelling.ts';
import { valuePlace } from './declare.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import type { Subject } from '../text/shape.ts';
import { text } from '../text/tree.ts';

interface Repeats {
  readonly key: 'loginUserId' | 'clientId' | 'campaignName';
  readonly code: FindingCode;
  /** `each user once`. */
  readonly expected: string;
  /** Two that may differ in case without a word. */
  readonly fits?: (one: Subject, other: Subject) => boolean;
}

/** Wrong shapes count too. */
export function reportRepeats(
  all: readonly { readonly subject: Subject }[],
  { key, code, expected, fits }: Repeats,
  findings: Findings,
): void {
  const seen = new Map<string, Subject[]>();
  for (const { subject } of all) {
    const id = text(subject.node, key);
    if (id === null) continue;
    const alike = seen.get(folded(id)) ?? [];
    seen.set(folded(id), [...alike, subject]);
    const worst = alike.find((first) => likeness(id, text(first.node, key) ?? '') !== 'like');
    const first = worst ?? alike[0];
    if (first === undefined || (worst === undefined && fits?.(subject, first) === true)) continue;
    const { file, line } = first.source.position(first.node.at);
    const how = text(first.node, key) === id ? 'the same one' : HOW[worst === undefined ? 'like' : 'form'];
    const { source, path, address } = subject;
    const message = `${path}.${key}: expected ${expected}; ${how} is declared at ${file}:${line}, too`;
    const place = { source, at: valuePlace(subject, key), message, address };
    if (worst === undefined) findings.warn({ ...place, code: 'similar-id' });
    else findings.add({ ...place, code });
  }
}

const HOW = { form: 'one that differs only in case or Unicode form', like: 'one that differs only in case or width' };
