// A customer whom `policy.doNotCall` lists: every cell is an answer of the differ.

import { readDoNotCall } from '../../src/core/model/do-not-call.ts';
import type { ObservedRecord, RecordedRecord } from '../../src/core/model/record.ts';
import { table } from '../markdown.ts';
import { answer } from './answer.ts';
import { ask, USED_UP } from './records.ts';
import * as v from './values.ts';

export function listedTable(): string {
  const desired = v.declared({ skillQueue: 'silver' });
  const doNotCall = readDoNotCall(desired.clientId, '');
  const cell = (recorded: Partial<RecordedRecord> | null, observed: ObservedRecord): string => {
    const { changes, verdicts } = ask({
      desired: [desired],
      recorded: recorded === null ? [] : [{ ...v.recordedRecord(desired), ...recorded }],
      records: [[desired.address, observed]],
      doNotCall,
    });
    return answer({ change: changes[0] ?? null, verdict: verdicts[0] ?? null });
  };
  return table(
    ['The customer', 'Answer'],
    [
      ['is new', cell(null, v.seen())],
      ['has an open task of ours', cell({}, v.seen(v.taskOf(desired)))],
      ['is finished', cell(USED_UP, v.seen())],
    ],
  );
}
