// Keys that change again and again while hundreds of requests wait, and keys that are wrong from the start: each request
// is refused at most once for each key, and a wrong key ends the run after a number of requests that is known.

import { onTestFinished, expect, test } from 'vitest';

import { echo, startDouble } from './double.ts';
import type { Answer, Double } from './double.ts';
import { CAMPAIGN } from './wire-samples.ts';

const QUEUE = 300;
/** A client begins with so many requests at once. */
const AT_ONCE = 8;

const ok: Answer = (response, seen) =>
  void response.end(seen.path.includes('/users/') ? '{"result":"SUCCESS","message":""}' : echo(seen));
const refuse: Answer = (response) => void response.writeHead(401).end('{}');

async function start(answer: Answer): Promise<Double> {
  const double = await startDouble(answer);
  onTestFinished(double.stop);
  return double;
}

const putAll = async (client: ReturnType<Double['open']>): Promise<string[]> => {
  const outcomes = Array.from({ length: QUEUE }, (_, index) =>
    client.putRecord({ campaign: CAMPAIGN, clientId: `C-${index}`, items: [] }),
  );
  return (await Promise.all(outcomes)).map((each) => (each.kind === 'done' ? 'done' : each.problem.code));
};

const keyOf = ({ headers }: Double['seen'][number]): string => String(headers['x-sc-company-api-key']);
const askedOf = ({ path }: Double['seen'][number]): string => path.split('/').at(-1) ?? '';

/** Rotates after every nth request that it accepts; the former key is refused at once. */
function rotatingService(every: number): { readonly answer: Answer; readonly fetch: () => Promise<string> } {
  let [version, accepted] = [1, 0];
  return {
    fetch: async () => `key-${version}`,
    answer(...given) {
      if (keyOf(given[1]) !== `key-${version}`) return refuse(...given);
      accepted += 1;
      if (accepted % every === 0) version += 1;
      ok(...given);
    },
  };
}

test.each([150, 20, 3, 1])(
  'a key that rotates after every %i accepted requests costs each request one refusal a key, and nothing is lost',
  async (every) => {
    const { answer, fetch } = rotatingService(every);
    const { open, seen } = await start(answer);
    const client = open({ credentials: { fetch } });
    expect(new Set(await putAll(client))).toEqual(new Set(['done']));
    const sent = seen.map((each) => `${JSON.stringify(each.body['clientId'])} ${keyOf(each)}`);
    expect(sent).toHaveLength(new Set(sent).size);
    expect(client.traffic().keyFetches).toBe(Math.ceil(QUEUE / every));
    expect(seen.map(askedOf)).not.toContain('query-existence');
  },
);

test('a renewed key that is replaced after one request is sent by the two that begin after it, and by none that waited', async () => {
  const { answer, fetch } = rotatingService(1);
  const { open, seen } = await start(answer);
  await putAll(open({ credentials: { fetch } }));
  const times = Map.groupBy(seen.map(keyOf), (key) => key);
  const renewed = [...times].filter(([key]) => key !== 'key-1').map(([, each]) => each.length);
  expect(renewed.length).toBeGreaterThan(100);
  expect(Math.max(...renewed)).toBeLessThanOrEqual(3);
});

test.each([
  ['the same text again', () => 'wrong'],
  ['another text each time', (fetches: number) => `wrong-${fetches}`],
])('a key that is wrong from the start, %s, ends a queue of 300 after ten requests', async (_title, textOf) => {
  const { open, seen } = await start(refuse);
  let fetches = 0;
  const client = open({ credentials: { fetch: async () => textOf(++fetches) } });
  const codes = await putAll(client);
  expect(codes).not.toContain('done');
  expect(codes).toContain('key-refused');
  // The first ones at once, one with the renewed key, and one question to the other service.
  expect(seen.map(askedOf)).toEqual([
    ...Array.from({ length: AT_ONCE + 1 }, () => 'addOrUpdateCampaignRecord'),
    'query-existence',
  ]);
  expect(client.traffic().keyFetches).toBe(2);
});

test('a key that was good and is then replaced by a wrong one ends the run with one request for that one', async () => {
  let accepted = 0;
  const { open, seen } = await start((...given) => {
    const good = keyOf(given[1]) === 'key-1' && accepted < 40;
    accepted += good ? 1 : 0;
    return good ? ok(...given) : refuse(...given);
  });
  let fetches = 0;
  const client = open({ credentials: { fetch: async () => `key-${++fetches}` } });
  const codes = await putAll(client);
  expect(codes.filter((code) => code === 'done')).toHaveLength(40);
  const wrong = seen.filter((each) => keyOf(each) === 'key-2');
  expect(wrong.map(askedOf)).toEqual(['addOrUpdateCampaignRecord', 'query-existence']);
  expect(client.traffic().keyFetches).toBe(2);
});

test('one object that is always refused, whatever the key, is asked for twice and ends without fetching keys for ever', async () => {
  const { open, seen } = await start((response, seen, request) =>
    seen.body['clientId'] === 'C-7' ? refuse(response, seen, request) : ok(response, seen, request),
  );
  const client = open();
  await putAll(client);
  expect(seen.filter(({ body }) => body['clientId'] === 'C-7')).toHaveLength(2);
  expect(client.traffic().keyFetches).toBeLessThanOrEqual(3);
});

test('a renewed key whose first answer is lost is tried by the next request', async () => {
  let [accepted, lost] = [0, 0];
  const { open } = await start((...given) => {
    const [response, seen] = given;
    if (keyOf(seen) === 'key-1') return accepted++ < 20 ? ok(...given) : refuse(...given);
    if (lost++ === 0) return void response.socket?.destroy();
    return ok(...given);
  });
  let fetches = 0;
  const codes = await putAll(open({ credentials: { fetch: async () => `key-${++fetches}` } }));
  expect(codes.filter((code) => code !== 'done')).toEqual(['lost-answer']);
});
