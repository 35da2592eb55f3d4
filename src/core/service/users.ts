// The three operations of the user provisioning interface: what is sent, and what each result word means.
// "SUCCESS is success; every other value is failure": a failure of the environment ends the run.

import type { ErrorCode } from '../model/errors.ts';
import { namedBy, namesWhere } from '../model/fields.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import type { UserProfile } from '../model/user.ts';
import { USER_FIELDS } from '../model/user-fields.ts';
import { backingSide } from './backing-side.ts';
import { safeMessage } from './message.ts';
import type { PrivateWords } from './message.ts';
import { isReading } from './operation.ts';
import type { UserOperation } from './operation.ts';
import { done, notDone, problem, unknown } from './outcome.ts';
import type { Interpreter } from './outcome.ts';
import type { ServiceRequest } from './request.ts';
import type { AddUser, RemovalAnswer, UserExistence, UserPresence } from './service.ts';
import { decodeUserAnswer } from './wire.ts';
import type { UserAnswer } from './wire.ts';

const PERSONAL = namesWhere(USER_FIELDS, { of: 'profile', personal: true });

export function addUserCall(
  target: Target,
  request: AddUser,
): ServiceRequest<{ readonly connectUserId: string | null }> {
  const { profile, createInBackend } = request;
  // Only relevant, and only allowed, when createInBackend is true.
  const behavior = createInBackend ? {} : { behaviorIfInBackend: undefined };
  const body = { tenant: tenant(target), ...namedBy(USER_FIELDS, 'sent', { ...request, ...profile, ...behavior }) };
  const hidden = { values: personalValues(profile), ids: [request.loginUserId] };
  return {
    operation: 'add-user',
    body,
    interpret: interpretUser('add-user', hidden, (answer) =>
      answer.result === 'SUCCESS' ? done({ connectUserId: answer.connectUserId || null }) : null,
    ),
  };
}

export function queryUserCall(target: Target, loginUserId: string): ServiceRequest<UserPresence> {
  return {
    operation: 'query-existence',
    body: { tenant: tenant(target), loginUserId },
    interpret: interpretUser('query-existence', { values: [], ids: [loginUserId] }, (answer) => {
      if (answer.result !== 'SUCCESS' && answer.result !== 'NOT_FOUND') return null;
      return done({
        service: answer.result === 'SUCCESS' ? 'present' : 'absent',
        ...backingSide(answer, { values: [], ids: [loginUserId] }),
      });
    }),
  };
}

/** The same question, with all that the answer says. */
export function lookUpUserCall(target: Target, loginUserId: string): ServiceRequest<UserExistence> {
  return {
    operation: 'query-existence',
    body: { tenant: tenant(target), loginUserId },
    interpret: interpretUser(
      'query-existence',
      { values: [], ids: [loginUserId] },
      ({ result, message, backendStatus, connectUserId }) => {
        if (result !== 'SUCCESS' && result !== 'NOT_FOUND') return null;
        return done({ result, message, backendStatus: backendStatus ?? null, connectUserId: connectUserId || null });
      },
    ),
  };
}

export function deleteUserCall(
  target: Target,
  loginUserId: string,
  deleteInBackend: boolean,
): ServiceRequest<RemovalAnswer> {
  return {
    operation: 'delete-user',
    body: { tenant: tenant(target), loginUserId, deleteInBackend },
    interpret: interpretUser('delete-user', { values: [], ids: [loginUserId] }, (answer) => {
      if (answer.result === 'SUCCESS') return done('removed');
      return answer.result === 'NOT_FOUND' ? done('not-found') : null;
    }),
  };
}

function tenant({ platform, companyCode, environment }: Target): object {
  return { platform, companyCode, environment };
}

function personalValues(profile: UserProfile): string[] {
  return PERSONAL.map((name) => profile[name]).filter((value) => value !== undefined);
}

function interpretUser<T>(
  operation: UserOperation,
  hidden: PrivateWords,
  known: (answer: UserAnswer) => Outcome<T> | null,
): Interpreter<T> {
  return (json, status, key = '') => {
    const answer = status === 200 ? decodeUserAnswer(json) : null;
    return answer === null ? null : (known(answer) ?? refusal(operation, answer, { ...hidden, key }));
  };
}

/** Words that end the run are failures of the environment. */
const REFUSED: Readonly<Record<string, readonly [code: ErrorCode, stopsRun: boolean]>> = {
  UNAUTHORIZED: ['unauthorized', true],
  INVALID_TENANT: ['invalid-tenant', true],
  NOT_SUPPORTED: ['not-supported', true],
};

/** "`message` gives the reason" (user provisioning interface, "Errors"). */
function refusal(operation: UserOperation, answer: UserAnswer, hidden: PrivateWords): Outcome<never> {
  const word = /^[A-Z_]{1,40}$/u.test(answer.result) ? answer.result : 'an unlisted result';
  const reason = safeMessage(answer.message, hidden);
  const text = `${operation}: ${word}${reason === null ? '' : `: ${reason}`}`;
  const known = Object.hasOwn(REFUSED, answer.result) ? REFUSED[answer.result] : undefined;
  if (known !== undefined) return notDone(problem(known[0], text, known[1]));
  if (operation === 'add-user' && answer.result === 'ALREADY_EXISTS') return notDone(problem('already-exists', text));
  return isReading(operation) ? unknown(problem('unreadable', text)) : notDone(problem('refused', text));
}
