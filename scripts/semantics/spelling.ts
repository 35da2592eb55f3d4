// A clientId in another spelling: every cell is an answer of the differ.

import { recordAddress } from '../../src/core/model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../../src/core/model/record.ts';
import { table } from '../markdown.ts';
import { answer } from './answer.ts';
import { ask, USED_UP } from './records.ts';
import * as v from './values.ts';

/** A clientId that is declared for the first time, beside one that is ours under another spelling. */
export function spellingTable(): string {
  const spelled = (clientId: string): DesiredRecord =>
    v.declared({ clientId, skillQueue: 'silver', address: recordAddress('Summer', clientId) });
  const [ours, otherForm, otherCase] = [spelled('C-1\u00e9'), spelled('C-1e\u0301'), spelled('c-1\u00e9')];
  const cell = (desired: DesiredRecord, before: Partial<RecordedRecord>, isDeclared: boolean): string => {
    const task = v.seen(v.taskOf(ours));
    const { changes, verdicts } = ask({
      desired: isDeclared ? [ours, desired] : [desired],
      recorded: [{ ...v.recordedRecord(ours), ...before }],
      records: [
        [ours.address, before.consumed ? v.seen() : task],
        [desired.address, v.seen()],
      ],
    });
    const at = ({ address }: { readonly address: string }): boolean => address === desired.address;
    return answer({ change: changes.find(at) ?? null, verdict: verdicts.find(at) ?? null });
  };
  const rows: readonly (readonly [string, Partial<RecordedRecord>, boolean])[] = [
    ['recorded, and declared', {}, true],
    ['recorded, declared nowhere', {}, false],
    ['finished', USED_UP, false],
  ];
  return table(
    ['Ours under the other spelling', 'other form (NFC, NFD)', 'other case', 'other case, with a new `reissue`'],
    rows.map(([name, before, isDeclared]) => [
      name,
      cell(otherForm, before, isDeclared),
      cell(otherCase, before, isDeclared),
      cell({ ...otherCase, reissue: 'another customer' }, before, isDeclared),
    ]),
  );
}
