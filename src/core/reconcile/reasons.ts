// `reissue`: a reason is consent to call a customer again, for one time. All that were used are recorded with the record: the last one as
// text, those before as digests. However it is written, it is the same reason, also in another case: a call that was not made is made
// up for by another word, and one that was made cannot be taken back. The clientId is the key of a digest, because what was used must
// stay used when the key of recorded state or the name of a stack changes. Pure.
//
//   recorded        the file says    becomes          recorded then
//   one             One, `one `, -   left alone       one
//   one             two              called again     two, digest of one
//   two, of one     one              left alone       two, digest of one
//
// The first call needs none. Once a reason is used after it, or an update has set its attempts back, it is noted as the empty one: the task
// counts anew, and may be deleted before it is worked again.

import { createHmac } from 'node:crypto';

import { isRecord } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { wasWorked } from '../model/record.ts';
import type { RecordedRecord } from '../model/record.ts';
import { folded, plainWords } from '../model/spelling.ts';
import type { RecordedObject } from '../model/state.ts';

const DIGEST_LENGTH = 16;

type UsedReasons = Pick<RecordedRecord, 'clientId' | 'reissue' | 'usedReasons'>;

/** Whether the file gives a reason that was not used yet. */
export function isNewReason(reason: string, recorded: UsedReasons): boolean {
  if (reason === '') return false;
  const wanted = keyOf(reason);
  if (wanted === '' || wanted === keyOf(recorded.reissue)) return false;
  return recorded.usedReasons?.includes(digestOf(reason, recorded)) !== true;
}

/** What is recorded of reasons, once the one of the file counts as used. `isAgain`: it adds or opens a task of who may have been called. */
export function withReason(
  reissue: string,
  recorded: RecordedRecord | null,
  isAgain = false,
): Pick<RecordedRecord, 'reissue' | 'usedReasons'> {
  if (recorded === null) return { reissue };
  const { reissue: last, usedReasons = [] } = recorded;
  if (!isNewReason(reissue, recorded)) return { reissue: last, ...(usedReasons.length > 0 && { usedReasons }) };
  const first = (isAgain || wasWorked(recorded)) && !wasCalled(recorded) ? [digestOf('', recorded)] : [];
  const before = [...reasonsUsed(recorded), ...first];
  return { reissue, ...(before.length > 0 && { usedReasons: before }) };
}

/** Worked, also before a reason opened it again. */
export function isUsedUp(recorded: RecordedRecord): boolean {
  return wasWorked(recorded) || wasCalled(recorded);
}

/** Before a reason was used. */
export function wasCalled(recorded: UsedReasons): boolean {
  return recorded.usedReasons?.includes(digestOf('', recorded)) === true;
}

/** Digests of all that were used, the last one too. */
function reasonsUsed(recorded: UsedReasons): readonly string[] {
  const { reissue, usedReasons = [] } = recorded;
  return reissue === '' ? usedReasons : [...usedReasons, digestOf(reissue, recorded)];
}

/** The same for a note of what is let go of. */
export function reasonsOf(all: readonly RecordedObject[]): (address: Address) => { reasons?: readonly string[] } {
  const used = new Map(all.filter(isRecord).map((record) => [record.address, reasonsUsed(record)]));
  return (address) => {
    const reasons = used.get(address);
    return reasons === undefined ? {} : { reasons };
  };
}

/** As recorded, with a reason that was used under another spelling of the clientId (diff/spelled.ts). */
export function withUsed(recorded: RecordedRecord, reason: string): RecordedRecord {
  return isNewReason(reason, recorded) ? noting(reason, recorded) : recorded;
}

/** What stands there shows its call no more. */
export function withCall(recorded: RecordedRecord): RecordedRecord {
  return wasCalled(recorded) ? recorded : noting('', recorded);
}

function noting(reason: string, recorded: RecordedRecord): RecordedRecord {
  return { ...recorded, usedReasons: [...(recorded.usedReasons ?? []), digestOf(reason, recorded)] };
}

function keyOf(reason: string): string {
  return folded(plainWords(reason));
}

function digestOf(reason: string, { clientId }: UsedReasons): string {
  return createHmac('sha256', `muster reason ${clientId}`).update(keyOf(reason)).digest('hex').slice(0, DIGEST_LENGTH);
}
