// What the documents leave open about the API key and the load a service takes: rows of OPEN_POINTS (../open-points.ts).

import { MILLISECONDS } from './row.ts';
import type { OpenPoint } from './row.ts';

export const ACCESS_POINTS = {
  'refused-key': {
    switch: 'S16',
    question: 'how a refused key is said',
    assumed: '401, 403 or UNAUTHORIZED',
    by: 'trial',
    use: 'With 200 FAILED a refused key looks like any failure, and the run does not end at the first one.',
    answers: ['401', '403', '200 UNAUTHORIZED', '200 FAILED'],
  },
  'former-key': {
    switch: 'S17',
    question: 'how long the former key stays valid',
    assumed: 'not at all',
    by: 'trial',
    use: 'It does not: a refused key is fetched anew at once, and none is used for more than an hour.',
    answers: ['>0', '<=60000'],
    numbers: MILLISECONDS,
  },
  'rate-limit': {
    switch: 'S18',
    question: 'the rate limit',
    assumed: 'none; the pace follows the answers',
    by: 'trial',
    use: 'It does not: the pace follows the answers of each run.',
    answers: ['none', 'not-met', '429', '503', 'slow'],
  },
} as const satisfies Record<string, OpenPoint>;
