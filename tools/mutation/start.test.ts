// Vitest needs a test to start with: the runner tries its mutants before this one.

import { expect, test } from 'vitest';

test('the mutants are tried', () => {
  expect(process.env['MUTATION_JOB']).toBeDefined();
});
