// `npm run bench:gap`: what lies between the last reading of a record and its write, with 300 updates on a slow service, while agents
// complete what was not yet written. Prints requests and milliseconds, and how many writes hit what an agent did.
// `--latency 100` milliseconds of each request, `--per-second 40` for a rate limit, `--records 300`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openDesiredReader } from '../src/core/desired/project/load.ts';
import { apply } from '../src/core/engine.ts';
import type { LogEntry } from '../src/sandbox/messages/traffic.ts';
import type { Target } from '../src/core/model/target.ts';
import { sandboxTarget } from '../src/sandbox/world/identity.ts';
import { startSandbox } from '../src/sandbox/daemon/server.ts';
import { guardErrorWith } from '../src/core/report/words/why-guard.ts';

const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '100' },
    'per-second': { type: 'string', default: '0' },
    records: { type: 'string', default: '300' },
  },
});
const [latency, perSecond, count] = [Number(values.latency), Number(values['per-second']), Number(values.records)];
const WRITTEN_BEFORE = 40;

process.env['AWS_ACCESS_KEY_ID'] ??= 'sandbox';
process.env['AWS_SECRET_ACCESS_KEY'] ??= 'sandbox';

const folder = mkdtempSync(join(tmpdir(), 'muster-gap-'));
const seen = observer();
const limit = { kind: '429', perSecond, retryAfterSeconds: 1 } as const;
const switches = perSecond === 0 ? {} : { S18: limit };
const sandbox = await startSandbox({ directory: join(folder, 'sandbox'), onRequest: seen.onRequest, switches });
const target = sandboxTarget(bareTarget(), sandbox);
const ids = Array.from({ length: count }, (_, index) => `C-${index + 1}`);
const policy = { deletes: { count: 3, percent: 10 } };
const project = { directory: folder, name: 'gap', targets: new Map([['sandbox', target]]), policy, ignore: [] };

try {
  await run('Before');
  await sandbox.control.setDelay(latency);
  seen.watch((written) => {
    const rest = ids.filter((id) => !written.has(`Summer/${id}`));
    for (const clientId of rest)
      void sandbox.control.work({ campaignName: 'Summer', clientId, agent: 'ana@example.com', state: 'COMPLETED' });
    return rest.map((id) => `Summer/${id}`);
  });
  const startedAt = performance.now();
  await run('After');
  console.log(`${count} updates, ${latency} ms, ${perSecond === 0 ? 'no limit' : `${perSecond} requests a second`}`);
  console.table({ ...seen.result(), seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function run(name: string): Promise<void> {
  const records = ids.map((clientId) => ({ clientId, data: { Name: name } }));
  const users = [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agent' }];
  const desired = openDesiredReader()({ users, campaigns: [{ campaignName: 'Summer', records }] }, target);
  const around = { only: null, allow: {}, guardError: guardErrorWith('--allow '), lockTimeoutMs: 0 };
  await apply({ project, target, desired, ...around, clock: Date.now, onProgress: () => undefined }, async () => true);
}

function bareTarget(): Target {
  const names = { host: '', previewPrefix: '', adminPrefix: '', platform: '', companyCode: '', environment: '' };
  const former = { formerStacks: [], formerTenants: [] };
  const apiKey = { secretName: '', secretsRegion: 'us-east-1' };
  const around = { sandbox: true, region: 'us-east-1', port: 9443, identity: 'saml', state: 'ledger' } as const;
  return { name: 'sandbox', stack: 'sandbox', maxConcurrency: 32, apiKey, ...names, ...former, ...around };
}

function observer() {
  const readAt = new Map<string, { order: number; at: number }>();
  const changedAt = new Map<string, number>();
  const written = new Set<string>();
  const [gaps, waits]: [number[], number[]] = [[], []];
  let [order, hits] = [0, 0];
  let act: ((written: ReadonlySet<string>) => readonly string[]) | null = null;
  const onRequest = ({ key, operation, committed }: LogEntry): void => {
    order += 1;
    if (act === null) return;
    if (operation === 'searchPreviewCampaign') readAt.set(key, { order, at: performance.now() });
    if (!committed || operation !== 'addOrUpdateCampaignRecord') return;
    const read = readAt.get(key) ?? { order: 0, at: 0 };
    gaps.push(order - read.order - 1);
    waits.push(Math.round(performance.now() - read.at));
    if ((changedAt.get(key) ?? -1) >= read.order) hits += 1;
    written.add(key);
    if (written.size === WRITTEN_BEFORE) for (const each of act(written)) changedAt.set(each, order);
  };
  const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
  return {
    onRequest,
    watch: (given: NonNullable<typeof act>) => void (act = given),
    result: () => ({
      writes: gaps.length,
      'median gap, requests': middle(gaps),
      'longest gap, requests': Math.max(...gaps),
      'median gap, ms': middle(waits),
      'longest gap, ms': Math.max(...waits),
      'writes that hit an agent': hits,
    }),
  };
}
