// What one query-existence answer proves of the backing instance (user provisioning interface, "query-existence").
//
// Terms: shown: connectUserId holds text. Premise: the document lists three answers: `EXISTS`, `NOT_FOUND`, and null "when neither
// the service nor the backing instance has the user". Only these prove, letter by letter; null only where the environment reports
// the backing side at all, which one answer cannot tell (plan/leavers.ts). What contradicts itself proves nothing.
//
//   backendStatus             | connectUserId | result    | backing side
//   `EXISTS`                  | any           | any       | present
//   `NOT_FOUND`               | not shown     | any       | absent
//   null                      | not shown     | NOT_FOUND | unknown; `neither`
//   null                      | not shown     | SUCCESS   | unknown
//   missing                   | not shown     | any       | unknown
//   `NOT_FOUND`, null, missing | shown        | any       | unknown; not proven, the word is quoted
//   any other word            | any           | any       | unknown; not proven, the word is quoted
//
// Example: `{"result":"NOT_FOUND","backendStatus":"DISABLED","connectUserId":"7f3c"}` is not proof that the account is gone.

import type { BackingSide } from '../model/user.ts';
import { safeMessage } from './message.ts';
import type { PrivateWords } from './message.ts';
import type { UserAnswer } from './wire.ts';

const MAX_WORD = 40;

export function backingSide(answer: UserAnswer, hidden: PrivateWords): BackingSide {
  const { result, backendStatus, connectUserId: id } = answer;
  const connectUserId = id || null;
  if (backendStatus === 'EXISTS') return { backend: 'present', connectUserId };
  const isDocumented = backendStatus === 'NOT_FOUND' || (backendStatus ?? null) === null;
  if (!isDocumented || connectUserId !== null) {
    return { backend: 'unknown', connectUserId, unproven: quoted(backendStatus, hidden) };
  }
  if (backendStatus === 'NOT_FOUND') return { backend: 'absent', connectUserId };
  const isNeither = backendStatus === null && result === 'NOT_FOUND';
  return { backend: 'unknown', connectUserId, ...(isNeither && { neither: true }) };
}

/** As JSON, so that blanks and an empty word are seen; in one printable line, private values masked. */
function quoted(word: string | null | undefined, hidden: PrivateWords): string {
  if (word === undefined) return 'missing';
  const shown = [...(safeMessage(JSON.stringify(word), hidden) ?? '')];
  return shown.length > MAX_WORD ? `${shown.slice(0, MAX_WORD - 1).join('')}…` : shown.join('');
}
