// Numbers without a wire: the bound that tells how a search compares values.

import { expect, test } from 'vitest';

import { boundFor } from '../probe-criteria.ts';

test.each(['2', '9', '10', '37', '89', '90', '97', '999', '12345'])(
  'the bound for %s stands on different sides as text and as number',
  (value) => {
    const found = boundFor(value);
    expect(value > (found?.bound ?? '')).toBe(found?.asText);
    expect(Number(value) > Number(found?.bound)).toBe(found?.asText === false);
  },
);

test.each(['', '0', '1', '007', '-5', '1.5', '+34911234567', '1e9'])('there is no bound for %j', (value) => {
  expect(boundFor(value)).toBeNull();
});
