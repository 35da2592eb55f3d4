// Times of the service: UTC without a zone, whatever the zone of this machine.

import { afterEach, expect, test } from 'vitest';

import { formatServiceTime, parseServiceTime } from '../../src/core/model/time.ts';

const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia'])(
  'P-034 a time is read and written as UTC in %s',
  (TZ) => {
    process.env['TZ'] = TZ;
    const text = '2026-03-29 02:30:00.125';
    const instant = Date.UTC(2026, 2, 29, 2, 30, 0, 125);
    expect([parseServiceTime(text), formatServiceTime(instant)]).toEqual([instant, text]);
  },
);

test.each([
  '2026-02-30 10:00:00.000',
  '2025-02-29 10:00:00.000',
  '2026-04-31 10:00:00',
  '2026-13-01 10:00:00.000',
  '2026-03-01 24:00:00.000',
  '2026-03-01 10:60:00.000',
  '2026-03-01T10:00:00.000',
  '2026-03-01 10:00:00.000Z',
])('%s is no time', (text) => {
  expect(parseServiceTime(text)).toBeNull();
});

test.each(['2024-02-29 10:00:00.000', '2026-03-01 10:00:00', '2026-03-01 10:00:00.5'])('%s is one', (text) => {
  expect(parseServiceTime(text)).not.toBeNull();
});
