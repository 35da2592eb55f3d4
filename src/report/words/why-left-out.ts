// Why an adoption leaves something out, in words without personal values.

import { isRecord } from '../../model/address.ts';
import type { Kind } from '../../model/address.ts';
import type { Diagnostic } from '../../model/errors.ts';
import type { DesiredDifference, ElsewhereReason, LeftOutReason } from '../../reconcile/adopt/adopt.ts';
import { whyFinding } from './why-finding.ts';
import { whyVerdict } from './why-verdict.ts';
import { textOf, type Texts } from './texts.ts';
import { SECOND_SYSTEM } from './words.ts';

export function whyLeftOut(reason: LeftOutReason & { readonly kind: Kind }, system = SECOND_SYSTEM): string {
  return textOf(LEFT_OUT, [reason, 'why'], { system });
}

const LEFT_OUT: Texts<LeftOutReason & { readonly kind: Kind }, 'why'> = {
  declared: 'is declared already',
  recorded: 'is recorded already: muster answers for it',
  absent: (reason, { system }) => {
    if (isRecord(reason)) return 'is not in the campaign';
    return reason.inBackend ? `is in ${system} only, not in the service` : 'is not in the service';
  },
  unreadable: (reason, { system }) => {
    if ('finding' in reason) return whyFinding(reason.finding, system);
    return `could not be read: ${reason.problem?.message ?? 'no answer'}`;
  },
  twin: (reason) => `stands ${reason.count} times in the campaign: declare it with the previewRecordId that is meant`,
  foreign: (reason) => `carries the marker of ${reason.stack}, which manages it`,
  refused: (reason) =>
    reason.diagnostic === null ? 'has a data key twice, which a file cannot say' : refused(reason.diagnostic),
  differs: (reason, { system }) => textOf(DIFFERS_BY, [reason.from, 'kind'], { system }),
  elsewhere: (reason, { system }) => textOf(ELSEWHERE, [reason.because, 'kind'], { system }),
  'no-file': (reason, { system }) => {
    const { finding } = reason;
    const isMoved = finding.class === 'drift' || finding.class === 'conflict';
    return `${isMoved ? '' : `${finding.class}: there is no value to take over; `}${whyFinding(finding, system)}`;
  },
};

/** Without the path inside a file that will not be written. */
function refused({ code, message }: Diagnostic): string {
  return `cannot be declared as it is (${code}): ${message.replace(/^[a-z]+\[\d+\](?:\.records\[\d+\])?\.?/u, '')}`;
}

const DIFFERS_BY: Texts<DesiredDifference, 'kind'> = {
  decision: (from, { system }) => whyVerdict(from.verdict, system),
  change: (from) => `would be a ${from.action ?? 'change'}`,
  declaration: (from) =>
    `the declaration would change ${from.fields.join(', ')} (defaults of the campaign, or a value nobody can declare)`,
  edit: (from) => `${from.fields.join(', ')}: would still differ after the edit`,
};

const ELSEWHERE: Texts<ElsewhereReason, 'kind'> = {
  'other-file': (because) => `${because.fields.join(', ')}: comes from ${because.file}, which is not edited`,
  'name-shown': (because) => `${because.field}: the service shows a name, and a file takes the code`,
  'not-editable': (because) => (because.field === null ? because.refusal : `${because.field}: ${because.refusal}`),
};
