// What the tests of this folder tell their stories with: people, records, lists of them, and a project for the command.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type {
  CampaignInput,
  DesiredInput,
  PresentUserInput,
  RecordInput,
} from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { muster } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import type { Scenario } from '../support/scenario.ts';
import { targetEntry } from '../support/target-entry.ts';

export const ANA = 'ana@example.com';

export function person(name: string, more: Partial<PresentUserInput> = {}): PresentUserInput {
  return {
    loginUserId: `${name}@example.com`,
    firstName: 'Anastasia',
    lastName: 'Ruizova',
    userTemplateName: 'Agents',
    ...more,
  };
}

/** Stays for good: so that a plan never removes everything, and NOT_FOUND of others can be believed. */
export const anchor = person('anchor');

export function people(count: number): PresentUserInput[] {
  return Array.from({ length: count }, (_, index) => person(`u${index}`));
}

export function record(clientId: string, more: Partial<RecordInput> = {}): RecordInput {
  return { clientId, data: { Name: `Customer ${clientId}` }, ...more };
}

export function records(count: number, more: Partial<RecordInput> = {}): RecordInput[] {
  return Array.from({ length: count }, (_, index) => record(`C-${index + 1}`, more));
}

export function summer(...list: RecordInput[]): CampaignInput {
  return { campaignName: 'Summer', records: list };
}

export function withAnchor(...campaigns: CampaignInput[]): DesiredInput {
  return { users: [anchor], campaigns };
}

export const KEY = { campaignName: 'Summer', clientId: 'C-1' };

const WRITES = /^(?:add-user|delete-user|addOrUpdate|changeCampaign|transfer|deleteRecord)/u;

export function isWrite({ operation }: LogEntry): boolean {
  return WRITES.test(operation);
}

/** `operation key`, as they arrived. */
export function requests(log: readonly LogEntry[]): string[] {
  return log.map(({ operation, key }) => `${operation} ${key}`);
}

export interface Desk {
  declare(desired: DesiredInput): void;
  run(...words: readonly string[]): Promise<Ended>;
  /** Of the ledger with all its side files; empty text when there is none. */
  ledgerDigest(): string;
}

/** A folder for the real command, with a target that is the sandbox of this process. */
export function deskIn(folder: string, { target }: TestSandbox): Desk {
  writeFileSync(join(folder, 'ca.pem'), target.ca ?? '');
  const targets = { test: targetEntry(target) };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['desired.json'], targets }));
  const keys = { AWS_ACCESS_KEY_ID: 'sandbox', AWS_SECRET_ACCESS_KEY: 'sandbox' };
  const ledger = join(folder, '.muster', 'ledger', 'test.sqlite');
  return {
    declare: (desired) => writeFileSync(join(folder, 'desired.json'), JSON.stringify(desired)),
    run: (...words) => muster(words, { folder, environment: keys }),
    ledgerDigest: () => {
      const files = [ledger, `${ledger}-wal`].filter(existsSync).map((file) => readFileSync(file));
      return files.length === 0 ? '' : createHash('sha256').update(Buffer.concat(files)).digest('hex');
    },
  };
}

/** Applies; what `meanwhile` does happens after the plan was approved and before the first write. */
export async function applyWhile(
  story: Scenario,
  desired: DesiredInput,
  meanwhile: () => Promise<void>,
): Promise<ApplyResult> {
  const result = await engine.apply(story.run(desired), async () => {
    await meanwhile();
    return true;
  });
  if (result === null) throw new Error('the apply was not approved');
  return result;
}
