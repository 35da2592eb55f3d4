// Which service is asked when the other one refuses, with which id, and what its answer says of the refusal.

import { expect, test } from 'vitest';

import { controlCall, probeId, PROBE_PREFIX, readingOf } from '../../src/core/service/control-read.ts';
import { problem } from '../../src/core/service/outcome.ts';
import { TARGET } from './wire-samples.ts';

const REFUSED = problem('key-refused', 'add-user: 403.', true);
const URL = 'https://localhost:9443/preview/v1';

test('an id that nobody has is another one each time, and says whose it is', () => {
  const [one, other] = [probeId(), probeId()];
  expect(one).toMatch(/^muster-probe-[\da-f]{12}$/u);
  expect(other).not.toBe(one);
  expect(PROBE_PREFIX).toBe('muster-probe-');
});

test('a refused record operation has people asked, and a refused user operation has records asked', () => {
  const people = controlCall(TARGET, 'searchPreviewCampaign', { campaignName: 'Summer', id: probeId() });
  expect(people.operation).toBe('query-existence');
  expect(JSON.stringify(people.body)).toMatch(/"loginUserId":"muster-probe-/u);
  const records = controlCall(TARGET, 'add-user', { campaignName: 'Summer', id: probeId() });
  expect(records).toMatchObject({ operation: 'searchPreviewCampaign' });
  expect(JSON.stringify(records.body)).toMatch(
    /"Summer".*"muster-probe-[\da-f]{12}"|"muster-probe-[\da-f]{12}".*"Summer"/u,
  );
});

test('without a known campaign the search names one that nobody has', () => {
  expect(JSON.stringify(controlCall(TARGET, 'delete-user', { campaignName: null, id: probeId() }).body)).toContain(
    '"muster-probe-"',
  );
});

test.each([
  [
    'accepts',
    'wrong-url',
    `${URL}: refused, also with a fresh key; but the other service accepts the same API key and headers. So this URL is wrong.`,
  ],
  [
    'refuses',
    'key-refused',
    'add-user: 403. The other service refuses as well: rather the API key, the headers or the host.',
  ],
] as const)('where the other service %s, the run stops with %s and why', (other, code, message) => {
  expect(readingOf(other, REFUSED, URL)).toMatchObject({ code, message, stopsRun: true });
});

test('where the other service gives no clear answer, the refusal stays what it was', () => {
  expect(readingOf('unclear', REFUSED, URL)).toBe(REFUSED);
});
