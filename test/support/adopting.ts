// A project with real files beside a sandbox of its own, for stories about taking over what exists.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

import { adoptCampaign, adoptDrift, adoptUsers, declaredSoFar } from '../../src/desk/adopt.ts';
import type { AdoptContext, CampaignRequest } from '../../src/desk/adopt.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { Adoption } from '../../src/core/reconcile/adoption.ts';
import type { RosterEntry } from '../../src/desk/adopt/take/users.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { actionsOf, scenario } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const MUSTER_YAML = `name: contact-centre
desired: ["teams/**/*.yaml", "campaigns/**/*", "more/*.json"]
targets:
  sandbox: {sandbox: true}
`;

export interface AdoptStory {
  readonly story: Scenario;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly exists: (file: string) => boolean;
  readonly users: (roster: readonly RosterEntry[], into: string, write?: boolean) => Promise<Adoption>;
  readonly campaign: (
    request: Partial<CampaignRequest> & { readonly campaignName: string },
    write?: boolean,
    parts?: Partial<Run>,
  ) => Promise<Adoption>;
  readonly drift: (parts?: Partial<Run>, write?: boolean) => Promise<Adoption>;
  readonly context: (write: boolean) => Promise<AdoptContext>;
  readonly plan: () => Promise<Plan>;
  /** Only adoptions, no request; applied; then nothing to do and not one writing request on the wire. */
  readonly settles: () => Promise<string[]>;
  readonly apply: () => Promise<void>;
}

export async function adoptStory(options: Partial<SandboxOptions> = {}): Promise<AdoptStory> {
  const story = await scenario(options, 'network');
  const { project, sandbox } = story;
  const pathOf = (file: string): string => join(project.directory, file);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(pathOf(file)), { recursive: true });
    writeFileSync(pathOf(file), text);
  };
  write('muster.yaml', MUSTER_YAML);
  const runNow = async (parts: Partial<Run> = {}): Promise<Run> =>
    story.run(SOMEBODY, { desired: await declaredSoFar(project, sandbox.target), ...parts });
  const context = async (writes: boolean, parts: Partial<Run> = {}): Promise<AdoptContext> => {
    const run = await runNow(parts);
    return { run, memory: await engine.recall(run), write: writes };
  };
  const apply = async (): Promise<void> => {
    const result = await engine.apply(await runNow(), async () => true);
    expect(result?.settlements.filter(({ kind }) => kind !== 'applied')).toEqual([]);
  };
  const plan = async (): Promise<Plan> => engine.plan(await runNow());
  return {
    story,
    write,
    plan,
    apply,
    context,
    read: (file) => readFileSync(pathOf(file), 'utf8'),
    exists: (file) => existsSync(pathOf(file)),
    users: async (roster, into, writes = true) => adoptUsers(await context(writes), { roster, into, csv: '' }),
    campaign: async (request, writes = true, parts = {}) =>
      adoptCampaign(await context(writes, parts), { ...WHOLE, ...request }),
    drift: async (parts = {}, writes = true) => adoptDrift(await context(writes, parts)),
    settles: async () => {
      const planned = await plan();
      expect(planned.changes.flatMap((change) => [...change.writes, ...change.fields])).toEqual([]);
      await sandbox.control.resetCounters();
      await apply();
      expect(actionsOf(await plan())).toEqual([]);
      await apply();
      expect((await sandbox.control.counters()).writes).toBe(0);
      return actionsOf(planned);
    },
  };
}

/** Stands in until the files are read. */
const SOMEBODY: DesiredInput = { users: [{ loginUserId: 'x@example.com', ensure: 'absent' }] };

const WHOLE: Omit<CampaignRequest, 'campaignName'> = {
  into: 'campaigns/summer.yaml',
  criteria: [],
  clientIds: null,
  clientIdFieldName: null,
  partial: false,
};

/** `why address` of what was left out, sorted. */
export function leftOut({ leftOut: all }: Adoption): string[] {
  return all.map(({ why, address }) => `${why} ${address}`).toSorted();
}

export function taken({ taken: all }: Adoption): string[] {
  return all.map(({ address }) => address);
}
