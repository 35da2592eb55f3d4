// MUSTER_TESTS_UNTIL, in epoch seconds: tests that have not begun by then are skipped, and counted as skipped. For a machine that
// ends whatever takes longer, and has no result at all then (.ci/run).

import { beforeEach } from 'vitest';

const until = Number(process.env['MUSTER_TESTS_UNTIL'] ?? Number.POSITIVE_INFINITY);

beforeEach(({ skip }) => {
  skip(Date.now() / 1000 > until, 'left out: the time for tests was over');
});
