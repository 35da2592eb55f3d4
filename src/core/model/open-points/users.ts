// What the documents leave open about users: rows of OPEN_POINTS (../open-points.ts).

import { MILLISECONDS, REFUSED } from './row.ts';
import type { OpenPoint } from './row.ts';

const RESULTS = ['ALREADY_EXISTS', 'FAIL', 'INVALID_ARGUMENTS', 'NOT_FOUND'] as const;
const REFUSAL = 'It does not: a refused add-user is a failed change, and the next plan looks again.';

export const USER_POINTS = {
  'existing-user-result': {
    switch: 'S12',
    question: 'the result word for a user who exists',
    assumed: 'any refusal; the user is looked up again',
    by: 'trial',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  'unknown-template-result': {
    switch: 'S13',
    question: 'the result word for an unknown template',
    assumed: 'any refusal',
    by: 'trial',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  'blocked-login': {
    switch: 'S14',
    question: 'how long a deleted loginUserId stays blocked',
    assumed: 'not at all',
    by: 'trial',
    use: 'With blocked, a user who is deleted and added again at once is refused; a later plan tries again.',
    answers: ['blocked'],
    numbers: MILLISECONDS,
  },
  'backend-status': {
    switch: 'S15',
    question: 'whether backendStatus is reported',
    assumed: 'null or missing: not observable',
    by: 'trial',
    use: 'Where it is not, the backing side counts as not observable, never as absent.',
    answers: ['on', 'null', 'missing'],
  },
  'existing-backend-result': {
    switch: 'S25',
    question: 'the result word when the second system has the user',
    assumed: 'any refusal',
    by: 'trial',
    use: REFUSAL,
    answers: RESULTS,
    numbers: REFUSED,
  },
  'agent-id': {
    question: 'whether the user id of an agent is the login id',
    assumed: 'the login id',
    by: 'asking',
    use: 'Whether an agent exists, and what is pinned to somebody who leaves, is asked by the login id. With other, say `policy.agents: any`, and look for the customers of a leaver by hand.',
    answers: ['login', 'other'],
    relied: {
      on: ['delete-user', 'agent-asked'],
      answer: 'other',
      caution:
        'agents have ids that are no logins: by the login id muster finds neither whether an agent exists nor who is pinned to a leaver',
    },
  },
  'backend-only-delete': {
    switch: 'S30',
    question: 'what delete-user with deleteInBackend does for a user who is only in the second system',
    assumed: 'unknown; sent once where the file asks for it, and looked at afterwards',
    by: 'asking',
    use: 'An `ensure: absent` with `onRemove: delete-with-backend` sends it once. The report says what is still there afterwards; remove that by hand.',
    answers: ['left', 'removed', 'removed+SUCCESS'],
    relied: {
      on: ['delete-backend-only'],
      answer: 'left',
      caution: 'delete-user is known to leave an account that is only in the second system: remove it there by hand',
    },
  },
} as const satisfies Record<string, OpenPoint>;
