// The tenant of a request, in headers and in the body: the same text, whatever it is (both documents, "String").

import { expect, onTestFinished, test } from 'vitest';

import { ToolError } from '../../src/core/model/errors.ts';
import { echo, startDouble } from './double.ts';
import type { Answer } from './double.ts';
import { CAMPAIGN, TARGET } from './wire-samples.ts';

const ok: Answer = (response, seen) =>
  void response.end(seen.path.includes('/users/') ? '{"result":"NOT_FOUND","message":""}' : echo(seen));
const FIELDS = [
  ['platform', 'x-sc-platform-code'],
  ['companyCode', 'x-sc-company-code'],
  ['environment', 'x-sc-company-environment'],
] as const;

test.each(['ACME', 'Acme Inc. (Iberia)', 'Müller & Söhne', '東京'])(
  'P-164 P-165 P-166 U-084 U-085 U-086 %s stands in headers as in the body, in the same bytes',
  async (text) => {
    const tenant = Object.fromEntries(FIELDS.map(([field], index) => [field, `${text} ${index}`]));
    const double = await startDouble(ok, tenant);
    onTestFinished(() => double.stop());
    const client = double.open();
    await client.queryUser('ana@example.com');
    const items = [{ key: 'Name', value: 'Maria', displayOrder: 1 }];
    expect((await client.putRecord({ campaign: CAMPAIGN, clientId: 'C-1', items })).kind).toBe('done');
    const [user, record] = double.seen;
    expect(user?.body['tenant']).toEqual(tenant);
    expect(record?.body).toMatchObject(tenant);
    for (const [field, header] of FIELDS) {
      for (const seen of [user, record]) {
        expect(Buffer.from(String(seen?.headers[header]), 'latin1').toString('utf8')).toBe(tenant[field]);
      }
    }
  },
);

test.each(['', ' acme', 'ac\u200bme', 'acme\r\nX-Evil: 1'])('%j is refused before anything is sent', async (text) => {
  for (const [field] of FIELDS) {
    const double = await startDouble(ok, { ...TARGET, [field]: text });
    onTestFinished(() => double.stop());
    expect(() => double.open()).toThrow(ToolError);
    expect(() => double.open()).toThrow(`${field}: expected an id without hidden characters`);
    expect(double.seen).toEqual([]);
  }
});
