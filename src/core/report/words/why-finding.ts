// What a drift run found, in words: who moved something and how that shows, and what a reader must know about the run. Beside it why an
// adoption leaves something out.

import type { DriftRemark, Finding, PlatformMove } from '../../reconcile/finding.ts';
import { whyChange } from './why-change.ts';
import { whyVerdict } from './why-verdict.ts';
import { attempts, type Named, SECOND_SYSTEM, textOf, type Texts, timeIn } from './words.ts';
import { point } from '../../model/open-points.ts';
import { isRecord, type Kind } from '../../model/address.ts';
import type { Diagnostic } from '../../model/errors.ts';
import type { DesiredDifference, ElsewhereReason, LeftOutReason } from '../../reconcile/adoption.ts';

export function whyFinding({ cause, zone = null }: Pick<Finding, 'cause' | 'zone'>, system = SECOND_SYSTEM): string {
  return textOf(FINDING, [cause, 'kind'], { system, zone });
}

const FINDING: Texts<Finding['cause'], 'kind', Named & { readonly zone: string | null }> = {
  planned: (cause, { system }) => whyChange(cause.change, system),
  said: (cause, { system }) => whyVerdict(cause.verdict, system),
  'not-applied': 'declared, not applied yet',
  'changed-in-file': 'changed in the file, not applied yet',
  removed: (cause, { zone }) => `was removed from the service by somebody else${since(cause.recordedAt, zone)}`,
  'changed-in-service': (cause, { zone }) => `somebody changed it in the service${since(cause.recordedAt, zone)}`,
  'changed-on-both-sides': (cause, { zone }) =>
    `changed in the file and, differently, by somebody in the service${since(cause.recordedAt, zone)}`,
  'other-zone':
    'is called by the clock of another time zone than the file and the task say: another call set it. Take timeZone out, apply, and declare it again',
  'changed-alike': 'changed in the file and in the service to the same value',
  'backend-removed': (cause, { system }) =>
    cause.verdict === null
      ? `is gone from ${system}: somebody removed it there`
      : `${whyVerdict(cause.verdict, system)}: somebody removed it there`,
  'present-again': 'is declared absent and is present again',
  'gone-unasked': 'no longer declared, and already gone from the service',
  'made-again': 'is not the one that we added: deleted and added again, as an intake file does',
  'lost-marker': 'our marker is gone: an intake file or another writer has overwritten the customer',
  'added-twice': (cause, { system }) =>
    `${whyVerdict(cause.verdict, system)}: an intake file or another writer added it a second time`,
  'waits-for-agent': (cause) =>
    `changed in the file; not applied, because an agent has worked it (${attempts(cause.attempts)})`,
  'moved-at-work': (cause) => `moved while an agent works it (${attempts(cause.attempts)}): not touched`,
  'platform-moved': (cause) => cause.how.map((how) => PLATFORM[how]).join('; '),
  consumed: (cause, { system }) => `${whyVerdict(cause.verdict, system)} (${attempts(cause.attempts)})`,
  'finished-untouched': (cause) => `is ${cause.state} without one attempt: somebody took it out, and nobody was called`,
  'no-known-user':
    'answers NOT_FOUND, but no other person was found in this run: this may be the wrong tenant, so nothing is concluded; declare somebody who is there',
  unowned: 'carries our marker, and nothing declares or records it',
};

const PLATFORM: Readonly<Record<PlatformMove, string>> = {
  'time-passed': 'the earliest time has passed, and the platform or an agent moved it',
  'pin-lapsed': 'the pin lapsed: 30 deliverable minutes are over',
};

function since(recordedAt: number | null, zone: string | null): string {
  return recordedAt === null ? '' : ` (last recorded ${timeIn(recordedAt, zone)})`;
}

const REMARKS: Texts<DriftRemark, 'kind'> = {
  'history-absent': 'No earlier run is known here: since when something differs is counted from this one.',
  'history-damaged': 'The history of earlier runs is damaged: since when something differs is counted from this one.',
  'history-unreadable':
    'The history of earlier runs cannot be read: since when something differs is counted from this one.',
  'history-unwritten': 'The history of this run could not be written: the next one will not know of it.',
  'profile-changed': (remark) => {
    const { id, before, after } = remark.answer;
    const use = remark.isReliedOn ? 'This plan relies on it' : 'Plans may rely on it';
    const change = `${id} (${point(id).question}) was ${before} and is ${after} now`;
    return `The service profile changed since the last complete run: ${change} [profile-changed]. ${use}: look at the next plan before applying it.`;
  },
  passing: (remark) => {
    const words = remark.findings === 1 ? '1 finding was' : `${remark.findings} findings were`;
    return `${words} different or gone at the second reading: a passing state, not reported.`;
  },
  'clock-behind': (remark) => {
    const [earlier, later] = [remark.now, remark.recordedAt].map((time) => new Date(time).toISOString());
    const why = 'one of the two clocks was wrong, so ignore rules are judged by the later time';
    return `The clock says ${earlier}, and something was recorded at ${later}: ${why}.`;
  },
  'state-unlocked': (remark) => `State: ${remark.reason ?? 'there is none, so no finding is compared with it'}.`,
};

export function remarkText(remark: DriftRemark): string {
  return textOf(REMARKS, [remark, 'kind'], { system: SECOND_SYSTEM });
}

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
