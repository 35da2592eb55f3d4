// --log FILE and OpenTelemetry spans: every request of a run once, in both, and nothing that is secret or personal.

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, initialised, muster, musterProcess, parsed, saying, type Ended, type Setting } from './muster.ts';

const FACTS = ['requestId', 'operation', 'address', 'status', 'outcome', 'code', 'durationMs', 'retries'];
const KEYS = ['at', ...FACTS, 'process', 'pid'];
const CANARY = 'Wolpertinger';
const folder = freshFolder();
const log = join(folder, 'requests.ndjson');
const run = async (words: readonly string[], environment: Setting['environment'] = {}): Promise<Ended> =>
  muster(words, { folder, environment });
/** A process of its own: it has another pid, and an SDK is registered by a flag of node. */
const runProcess = async (words: readonly string[], more: Setting = {}): Promise<Ended> =>
  musterProcess(words, { folder, ...more });
const lines = (): Readonly<Record<string, unknown>>[] => readFileSync(log, 'utf8').trimEnd().split('\n').map(parsed);

initialised(folder, async () => {
  writeFileSync(
    join(folder, 'teams/canary.yaml'),
    `users:\n  - loginUserId: kim@example.com\n    firstName: ${CANARY}\n    lastName: ${CANARY}\n    userTemplateName: Agents\n`,
  );
  expect(await run(['apply', '--auto-approve', '--log', 'requests.ndjson'])).toMatchObject({ exit: 0 });
});

describe('the log of requests', () => {
  test('has one line for each request that the sandbox counted, each with every key', async () => {
    const counters = parsed((await run(['sandbox', 'counters'])).out);
    const written = lines().filter(
      ({ operation }) => !['query-existence', 'searchPreviewCampaign'].includes(String(operation)),
    );
    expect(written).toHaveLength(Number(counters['writes']));
    expect(written.length).toBeGreaterThan(3);
    for (const line of lines()) expect(Object.keys(line)).toEqual(KEYS);
    expect(lines()).toContainEqual(
      expect.objectContaining({
        operation: 'add-user',
        address: 'user:kim@example.com',
        status: 200,
        outcome: 'done',
        code: null,
        retries: 0,
        process: 'command',
      }),
    );
  });

  test('holds no personal value, no body and no key', () => {
    const text = readFileSync(log, 'utf8');
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/x-api-key|authorization|phone|firstName|recordData/iu);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  test('is appended to', async () => {
    const before = lines().length;
    await run(['plan', '--log', 'requests.ndjson']);
    expect(lines().length).toBeGreaterThan(before);
  });

  test('that cannot be written is refused before the run', async () => {
    chmodSync(folder, 0o755);
    expect(await run(['plan', '--log', 'nowhere/requests.ndjson'])).toMatchObject({
      exit: 2,
      out: '',
      err: saying('ENOENT'),
    });
  });

  test('that fails later is told once, and the run goes on', async () => {
    const { exit, err } = await run(['plan', '--log', '/dev/full']);
    expect(exit).toBe(0);
    expect(err.match(/^muster: --log .*$/gmu)).toEqual([
      'muster: --log /dev/full: ENOSPC; the command goes on without it',
    ]);
  });

  test('is named by MUSTER_LOG, too: relative to the folder of the call, and the flag wins', async () => {
    const environment = { MUSTER_LOG: 'named.ndjson' };
    const written = (name: string): boolean => existsSync(join(folder, name));
    await run(['plan', '--log', 'flag.ndjson'], environment);
    expect([written('named.ndjson'), written('flag.ndjson')]).toEqual([false, true]);
    await run(['plan'], environment);
    expect(parsed(readFileSync(join(folder, 'named.ndjson'), 'utf8').split('\n')[0] ?? '')).toMatchObject({
      process: 'command',
    });
    expect(await run(['plan'], { MUSTER_LOG: 'nowhere/requests.ndjson' })).toMatchObject({
      exit: 2,
      err: saying('MUSTER_LOG'),
    });
    expect(await run(['plan'], { MUSTER_LOG: '' })).toMatchObject({ exit: 0 });
  });
});

describe('spans', () => {
  /** An SDK as a user registers it. */
  function sdk(): string {
    const file = join(folder, 'sdk.mjs');
    const api = import.meta.resolve('@opentelemetry/api');
    const base = import.meta.resolve('@opentelemetry/sdk-trace-base');
    writeFileSync(
      file,
      `import { trace } from '${api}';
import { writeFileSync } from 'node:fs';
import * as sdk from '${base}';
const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = sdk.default ?? sdk;
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
process.on('exit', () => {
  const spans = exporter.getFinishedSpans().map(({ name, attributes, duration }) => ({ name, attributes, duration }));
  writeFileSync('spans.json', JSON.stringify(spans));
});
`,
    );
    return file;
  }

  test('of a run are those of its log, for an SDK that the user registers', async () => {
    const before = lines().length;
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    const node = ['--import', sdk()];
    expect(await runProcess(['plan', '--log', 'requests.ndjson'], { environment, node })).toMatchObject({ exit: 0 });
    const spans = JSON.parse(readFileSync(join(folder, 'spans.json'), 'utf8')) as {
      readonly name: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
    const own = lines().slice(before);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(lines().map(({ pid }) => pid)).size).toBe(2);
    expect(
      spans.map(({ name, attributes }) => [
        name,
        attributes['muster.request_id'],
        attributes['http.response.status_code'],
        attributes['muster.process'],
        attributes['process.pid'],
      ]),
    ).toEqual(own.map((line) => ['operation', 'requestId', 'status', 'process', 'pid'].map((key) => line[key])));
    expect(JSON.stringify(spans)).not.toContain(CANARY);
  });

  test('that an SDK fails at are told once, and the run goes on', async () => {
    const file = join(folder, 'failing.mjs');
    const provider = "{ getTracer: () => ({ startSpan: () => { throw new TypeError('no span'); } }) }";
    writeFileSync(
      file,
      `import { trace } from '${import.meta.resolve('@opentelemetry/api')}';\ntrace.setGlobalTracerProvider(${provider});\n`,
    );
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    const before = lines().length;
    const words = ['plan', '--log', 'requests.ndjson'];
    const { exit, err } = await runProcess(words, { environment, node: ['--import', file] });
    expect(exit).toBe(0);
    expect(err.match(/^muster: OTEL.*$/gmu)).toEqual([
      'muster: OTEL_EXPORTER_OTLP_ENDPOINT: TypeError; the command goes on without it',
    ]);
    expect(lines().length).toBeGreaterThan(before + 1);
  });

  test('are not made where no endpoint is named', async () => {
    expect(await runProcess(['plan'], { node: ['--import', sdk()] })).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(join(folder, 'spans.json'), 'utf8'))).toEqual([]);
  });
});
