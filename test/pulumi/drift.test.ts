// What a refresh may take from a drift report: nothing. The stack's properties pass through the handlers as the engine
// passes them, and the report is made from what they keep.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { openContext } from '../../providers/context.ts';
import type { RecordedObject } from '../../src/core/model/state.ts';
import { receiptsIn } from '../support/receipts.ts';
import { dataText } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { driftWith } from '../../src/core/engine/survey.ts';
import type { Finding } from '../../src/core/reconcile/finding.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

const ANA = {
  loginUserId: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Ruiz',
  userTemplateName: 'Agents',
  createInBackend: true,
};
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const TASK = { ...KEY, skillQueue: 'silver', data: dataText([{ key: 'Name', value: 'Maria', displayOrder: 1 }]) };

const desired = (skillQueue = 'silver'): DesiredInput => ({
  users: [ANA],
  campaigns: [{ campaignName: 'Summer', records: [{ clientId: 'C-1', skillQueue, data: { Name: 'Maria' } }] }],
});

type Control = Scenario['sandbox']['control'];

interface Stack {
  readonly story: Scenario;
  readonly refresh: () => Promise<void>;
  readonly drift: (skillQueue?: string) => Promise<readonly Finding[]>;
  readonly digests: () => unknown;
}

async function stack(): Promise<Stack> {
  const story = await scenario({}, 'network');
  const folder = mkdtempSync(join(tmpdir(), 'muster-drift-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { target } = story.sandbox;
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(folder, 'ca.pem'), ca);
  const targets = { [target.name]: { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem' } };
  writeFileSync(
    join(folder, 'muster.yaml'),
    JSON.stringify({ name: story.project.name, desired: ['none.json'], targets }),
  );
  const provider = openContext(folder);
  onTestFinished(() => provider.close());
  const resources: { handlers: Handlers; id: string; properties: Properties }[] = [];
  for (const [kind, inputs] of [
    ['user', ANA],
    ['record', TASK],
  ] as const) {
    const handlers = createHandlers(kind, provider);
    const { id, outs } = await handlers.create(inputs);
    resources.push({ handlers, id, properties: outs });
  }
  const recorded = (): Map<string, RecordedObject> => {
    const objects = resources.flatMap(({ properties }) => receiptsIn(properties).recorded);
    return new Map(objects.map((object) => [object.address, object]));
  };
  return {
    story,
    // A new run each time: a bulk read is remembered within one.
    refresh: async () => {
      const fresh = openContext(folder);
      onTestFinished(() => fresh.close());
      for (const [index, resource] of resources.entries()) {
        const answer = await createHandlers(index === 0 ? 'user' : 'record', fresh).read(
          resource.id,
          resource.properties,
        );
        if (answer.id === undefined) throw new Error('the object was taken for gone');
        resource.properties = answer.props;
      }
    },
    drift: async (skillQueue) => {
      const run = story.run(desired(skillQueue));
      const memory = {
        recorded: { objects: recorded(), openIntents: [] },
        identities: [],
        digestKey: STACK_DIGEST_KEY,
      };
      return (await driftWith(run, memory)).findings;
    },
    digests: () => [...recorded().values()].map((object) => object.digests),
  };
}

const classes = (findings: readonly Finding[]): string[] =>
  findings.map(({ class: kind, address }) => `${kind} ${address}`);

describe('after pulumi refresh, once and again', () => {
  test('a change made in the service is still drift: the evidence is what was sent, not what was read', async () => {
    const { story, refresh, drift, digests } = await stack();
    expect(await drift()).toEqual([]);
    const sent = digests();
    await story.sandbox.control.changeRecord({ ...KEY, skillQueue: 'bronze' });
    await refresh();
    await refresh();
    expect(digests()).toEqual(sent);
    expect(classes(await drift())).toEqual(['drift record:Summer/C-1']);
    expect(classes(await drift('gold'))).toEqual(['conflict record:Summer/C-1']);
    expect(classes(await drift('bronze'))).toEqual(['converged record:Summer/C-1']);
  });

  test.each([
    ['deleted', (control: Control) => control.removeRecord(KEY)],
    ['taken out without an attempt', (control: Control) => control.changeRecord({ ...KEY, state: 'REMOVED' })],
  ])('a record that was %s is still missing', async (_name, happens) => {
    const { story, refresh, drift } = await stack();
    await happens(story.sandbox.control);
    await refresh();
    await refresh();
    expect(classes(await drift())).toEqual(['missing record:Summer/C-1']);
  });

  test('a user made again by somebody else is still recreated', async () => {
    const { story, refresh, drift } = await stack();
    const { control } = story.sandbox;
    await control.removeUser(ANA.loginUserId);
    await control.removeBackendUser(ANA.loginUserId);
    await control.addUser({ loginUserId: ANA.loginUserId });
    await refresh();
    expect(classes(await drift())).toEqual(['recreated user:ana@example.com']);
  });
});
