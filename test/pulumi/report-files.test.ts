// MUSTER_OUT and MUSTER_LOG through the real command: preview, up and refresh leave the report of their program in files, and every
// process that asks the service leaves its requests in one log, and as spans.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { faultsOf } from '../support/report-schema.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';

const CANARY = 'Wolpertinger';
const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: CANARY, userTemplateName: 'Agents' };
const USERS = { users: [{ ...ANA, secondaryEmailAddr: 'ana@example.org' }] };
const WISH = { MUSTER_OUT: 'json=reports/plan.json,gitlab-terraform=reports/counts.json' };

interface Line {
  readonly requestId: string;
  readonly operation: string;
  readonly process: string;
  readonly pid: number;
}

/** An SDK of OpenTelemetry as a user registers it, in every Node process of the run; its exporter appends to spans.ndjson. */
function withSdk(folder: string): Record<string, string> {
  const file = join(folder, 'tracing.mjs');
  const [api, base] = ['@opentelemetry/api', '@opentelemetry/sdk-trace-base'].map((name) => import.meta.resolve(name));
  writeFileSync(
    file,
    `import { trace } from '${api}';
import { appendFileSync } from 'node:fs';
import * as sdk from '${base}';
const { BasicTracerProvider, SimpleSpanProcessor } = sdk.default ?? sdk;
const textOf = ({ name, attributes }) => JSON.stringify({ name, attributes }) + '\\n';
const exporter = {
  export: (spans, done) => {
    for (const span of spans) appendFileSync('${join(folder, 'spans.ndjson')}', textOf(span));
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
`,
  );
  const options = engineEnvironment(folder)['NODE_OPTIONS'] ?? '';
  return { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', NODE_OPTIONS: `${options} --import=${file}` };
}

function linesOf<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

/** How often it stands in the messages at the end; while it runs, the engine also shows each as it comes. */
const times = (text: string, words: string): number =>
  text.slice(text.lastIndexOf('Diagnostics:')).split(words).length - 1;

describe.skipIf(!pulumiIsHere())('MUSTER_OUT and MUSTER_LOG', () => {
  test(
    'have the plan and the requests of a preview, of an up, of a refresh that runs the program, and of a destroy',
    { timeout: 120_000 },
    async () => {
      const story = await stackStory();
      mkdirSync(join(story.folder, 'reports'));
      const read = (name: string): unknown => JSON.parse(readFileSync(join(story.folder, 'reports', name), 'utf8'));
      const log = join(story.folder, 'requests.ndjson');
      story.declare(USERS);

      const preview = await story.preview({ ...WISH, MUSTER_LOG: 'nowhere/requests.ndjson' });
      expect(preview).toMatchObject({ code: 0 });
      const unwritable = `MUSTER_LOG ${join(story.folder, 'nowhere/requests.ndjson')}: expected a file that can be written`;
      expect(times(preview.text, `warning: ${unwritable}; ENOENT. The requests of the program are not logged`)).toBe(1);
      expect(times(preview.text, `muster: ${unwritable}; ENOENT. The requests of the provider are not logged`)).toBe(1);
      expect(faultsOf(read('plan.json'))).toEqual([]);
      expect(read('plan.json')).toMatchObject({ kind: 'plan', command: 'pulumi', changes: [{ action: 'create' }] });
      expect(read('counts.json')).toEqual({ create: 1, update: 0, delete: 0 });

      rmSync(join(story.folder, 'reports'), { recursive: true });
      const refused = await story.up(WISH);
      expect(refused.code).not.toBe(0);
      expect(refused.text).toContain('there is no folder for reports/plan.json');
      mkdirSync(join(story.folder, 'reports'));

      const asked = { ...WISH, MUSTER_LOG: 'requests.ndjson', ...withSdk(story.folder) };
      expect(await story.up(asked)).toMatchObject({ code: 0 });
      expect(read('counts.json')).toEqual({ create: 1, update: 0, delete: 0 });
      const lines = linesOf<Line>(log);
      const by = (process: string): Line[] => lines.filter((line) => line.process === process);
      expect(by('program').map(({ operation }) => operation)).toContain('query-existence');
      expect(by('provider').map(({ operation }) => operation)).toContain('add-user');
      expect(by('program').map(({ operation }) => operation)).not.toContain('add-user');
      expect(new Set(lines.map(({ process, pid }) => `${process} ${pid}`)).size).toBe(2);
      const spans = linesOf<{ readonly attributes: Readonly<Record<string, unknown>> }>(
        join(story.folder, 'spans.ndjson'),
      );
      const own = spans.filter(({ attributes }) => 'muster.request_id' in attributes);
      expect(own.map(({ attributes }) => [attributes['muster.process'], attributes['muster.request_id']])).toEqual(
        lines.map(({ process, requestId }) => [process, requestId]),
      );
      expect(readFileSync(log, 'utf8') + JSON.stringify(spans)).not.toContain(CANARY);

      vi.stubEnv('MUSTER_OUT', WISH.MUSTER_OUT);
      vi.stubEnv('MUSTER_LOG', '/dev/full');
      const refresh = await story.pulumi('refresh', '--yes', '--run-program');
      expect(refresh).toMatchObject({ code: 0 });
      expect(times(refresh.text, 'warning: MUSTER_LOG /dev/full: ENOSPC; the program goes on without it')).toBe(1);
      expect(times(refresh.text, 'muster: MUSTER_LOG /dev/full: ENOSPC; the provider goes on without it')).toBe(1);
      expect(read('counts.json')).toEqual({ create: 0, update: 0, delete: 0 });

      vi.stubEnv('MUSTER_LOG', 'requests.ndjson');
      expect(await story.pulumi('destroy', '--yes')).toMatchObject({ code: 0 });
      vi.unstubAllEnvs();
      const all = linesOf<Line>(log);
      expect(all.slice(0, lines.length)).toEqual(lines);
      expect(new Set(all.slice(lines.length).map(({ process }) => process))).toEqual(new Set(['provider']));
      expect(all.at(-1)).toMatchObject({ address: 'user:ana@example.com', outcome: 'done' });
    },
  );
});
