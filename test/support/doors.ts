// One story through the command and through Pulumi: what a run plans, says and writes, and that the run after it has nothing to do.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';

import { SENT } from './memory-sandbox.ts';
import type { CampaignInput, DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { whyChange } from '../../src/core/report/words/why-change.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { fates, scenario } from './scenario.ts';
import type { OwnSandbox } from './sandbox.ts';

export interface DoorRun {
  /** `action address`, in the plan's order. */
  readonly changes: readonly string[];
  /** Why each changes, or is left alone. */
  readonly words: readonly string[];
  readonly writes: number;
  readonly errors: readonly string[];
}

export interface StoryDoor {
  readonly sandbox: OwnSandbox;
  /** Lets time pass for muster and for the sandbox. */
  readonly advance: (ms: number) => void;
  /** `allow`: what passes guards, name -> number. */
  readonly run: (desired: DesiredInput, allow?: Readonly<Record<string, number>>) => Promise<DoorRun>;
  /** Runs, demands that all of it was done, then a run that plans nothing and writes nothing; answers the first. */
  readonly settle: (desired: DesiredInput) => Promise<DoorRun>;
}

type OpenDoor = (options?: Partial<SandboxOptions>) => Promise<StoryDoor>;

export const STORY_DOORS: readonly (readonly [string, OpenDoor])[] = [
  ['the command', command],
  ['Pulumi, a resource for each', (options) => pulumi('each', options)],
  ['Pulumi, sets of records', (options) => pulumi('set', options)],
];

async function command(options: Partial<SandboxOptions> = {}): Promise<StoryDoor> {
  const story = await scenario(options);
  const run: StoryDoor['run'] = async (desired, allow = {}) => {
    await story.sandbox.control.resetCounters();
    const result = await story.apply(desired, { allow });
    const { writes } = await story.sandbox.control.counters();
    const errors = fates(result).filter((fate) => !fate.startsWith('applied'));
    return { ...saidIn(result.plan), writes, errors };
  };
  return withSettling(story, run);
}

async function pulumi(manage: 'each' | 'set', options: Partial<SandboxOptions> = {}): Promise<StoryDoor> {
  let offset = 0;
  const clock = (): number => Date.now() + offset;
  const advance = (ms: number): void => void (offset += ms);
  const pause = async (ms: number): Promise<void> => {
    advance(ms);
    await turn();
  };
  const engine = await smallEngine({}, clock, pause, { clock, ...options });
  const managed = (campaign: CampaignInput): CampaignInput => ({ ...campaign, manage });
  return withSettling({ sandbox: engine.sandbox, advance }, async ({ users = [], campaigns }, allow = {}) => {
    const { plan, writes, errors } = await engine.up(
      { users, ...(campaigns && { campaigns: campaigns.map(managed) }) },
      { allow },
    );
    return { ...saidIn(plan), writes, errors };
  });
}

function withSettling({ sandbox, advance }: Pick<StoryDoor, 'sandbox' | 'advance'>, run: StoryDoor['run']): StoryDoor {
  return {
    sandbox,
    advance,
    run,
    async settle(desired) {
      const done = await run(desired);
      expect(done.errors).toEqual([]);
      const again = await run(desired);
      expect(again).toMatchObject({ changes: [], writes: 0, errors: [] });
      return done;
    },
  };
}

function saidIn({ changes, verdicts }: Plan): Pick<DoorRun, 'changes' | 'words'> {
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  return {
    changes: changes.map(({ action, address }) => `${action} ${address}`),
    words: [...changes.map((each) => whyChange(each)), ...said.map((each) => whyVerdict(each))],
  };
}

export interface SentRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bodies as they leave this process, by whichever door. */
export function requestsSent(): SentRequest[] {
  const sent: SentRequest[] = [];
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: { readonly path: string; readonly body: Buffer } };
    if (!Buffer.isBuffer(request.body)) return;
    const body = JSON.parse(request.body.toString()) as SentRequest['body'];
    sent.push({ operation: request.path.split('/').at(-1) ?? '', body });
  };
  for (const name of ['undici:request:create', SENT]) {
    subscribe(name, note);
    onTestFinished(() => void unsubscribe(name, note));
  }
  return sent;
}
