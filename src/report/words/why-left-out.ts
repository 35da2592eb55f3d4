// Why an adoption leaves something out, in words without personal values.

import { isRecord } from '../../model/address.ts';
import type { Kind } from '../../model/address.ts';
import type { Diagnostic } from '../../model/errors.ts';
import type { DesiredDifference, ElsewhereReason, LeftOutReason } from '../../reconcile/adopt/adopt.ts';
import { whyFinding } from './why-finding.ts';
import { whyVerdict } from './why-verdict.ts';
import { SECOND_SYSTEM } from './words.ts';

export function whyLeftOut(reason: LeftOutReason & { readonly kind: Kind }, system = SECOND_SYSTEM): string {
  switch (reason.why) {
    case 'declared':
      return 'is declared already';
    case 'recorded':
      return 'is recorded already: muster answers for it';
    case 'absent':
      if (isRecord(reason)) return 'is not in the campaign';
      return reason.inBackend ? `is in ${system} only, not in the service` : 'is not in the service';
    case 'unreadable':
      if ('finding' in reason) return whyFinding(reason.finding, system);
      return `could not be read: ${reason.problem?.message ?? 'no answer'}`;
    case 'twin':
      return `stands ${reason.count} times in the campaign: declare it with the previewRecordId that is meant`;
    case 'foreign':
      return `carries the marker of ${reason.stack}, which manages it`;
    case 'refused':
      return reason.diagnostic === null ? 'has a data key twice, which a file cannot say' : refused(reason.diagnostic);
    case 'differs':
      return differs(reason.from, system);
    case 'elsewhere':
      return elsewhere(reason.because);
    case 'no-file': {
      const { finding } = reason;
      const isMoved = finding.class === 'drift' || finding.class === 'conflict';
      return `${isMoved ? '' : `${finding.class}: there is no value to take over; `}${whyFinding(finding, system)}`;
    }
    default:
      return reason satisfies never;
  }
}

/** Without the path inside a file that will not be written. */
function refused({ code, message }: Diagnostic): string {
  return `cannot be declared as it is (${code}): ${message.replace(/^[a-z]+\[\d+\](?:\.records\[\d+\])?\.?/u, '')}`;
}

function differs(from: DesiredDifference, system: string): string {
  switch (from.kind) {
    case 'decision':
      return whyVerdict(from.verdict, system);
    case 'change':
      return `would be a ${from.action ?? 'change'}`;
    case 'declaration':
      return `the declaration would change ${from.fields.join(', ')} (defaults of the campaign, or a value nobody can declare)`;
    case 'edit':
      return `${from.fields.join(', ')}: would still differ after the edit`;
    default:
      return from satisfies never;
  }
}

function elsewhere(because: ElsewhereReason): string {
  switch (because.kind) {
    case 'other-file':
      return `${because.fields.join(', ')}: comes from ${because.file}, which is not edited`;
    case 'name-shown':
      return `${because.field}: the service shows a name, and a file takes the code`;
    case 'not-editable':
      return because.field === null ? because.refusal : `${because.field}: ${because.refusal}`;
    default:
      return because satisfies never;
  }
}
