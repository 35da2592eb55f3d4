// The project of a benchmark: invented people or records, as many as asked, in JSON. Records name no agent: each one named costs a
// request of its own, whatever the number of records.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TARGET = 'sandbox';
export const CAMPAIGN = 'Bench';
/** Relative to the project. */
export const DESIRED = 'desired/all.json';
const OTHER_CAMPAIGN = 'Bench B';

export type Kind = 'users' | 'records';
/** `change`: each hundredth record with another value, or as many new people. `transfer`: besides, each tenth record in another campaign. */
export type Variant = 'plain' | 'change' | 'transfer';

interface Amount {
  readonly kind: Kind;
  readonly size: number;
  readonly concurrency: number;
  readonly variant: Variant;
}

export function writeProject(folder: string, { kind, size, concurrency, variant }: Amount): void {
  const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content));
  mkdirSync(join(folder, 'desired'), { recursive: true });
  write('muster.yaml', {
    name: 'bench',
    desired: ['desired/*.json'],
    targets: { [TARGET]: { sandbox: true, maxConcurrency: concurrency } },
  });
  write(DESIRED, kind === 'users' ? { users: people(size, variant) } : { campaigns: campaigns(size, variant) });
}

function people(size: number, variant: Variant): object[] {
  const added = variant === 'plain' ? 0 : Math.ceil(size / 100);
  return Array.from({ length: size + added }, (_value, number) => person(number));
}

function campaigns(size: number, variant: Variant): object[] {
  const nameOf = (number: number): string => (variant === 'transfer' && number % 10 === 0 ? OTHER_CAMPAIGN : CAMPAIGN);
  const byName = Map.groupBy(
    Array.from({ length: size }, (_value, number) => number),
    nameOf,
  );
  return [...byName].map(([campaignName, numbers]) => ({
    campaignName,
    records: numbers.map((number) => record(number, variant)),
  }));
}

function person(number: number): Record<string, string> {
  const loginUserId = `agent${number}@example.com`;
  return { loginUserId, firstName: 'Agent', lastName: `Number ${number}`, userTemplateName: 'Agents' };
}

export function record(number: number, variant: Variant): Record<string, unknown> {
  const phone = `+447700900${String(number % 1000).padStart(3, '0')}`;
  const plan = variant !== 'plain' && number % 100 === 1 ? 'Premium' : 'Basic';
  return {
    clientId: `B-${number}`,
    skillQueue: 'bench',
    timeZone: 'Europe/London',
    nextEarliestWorkTime: '2035-06-01T09:00:00+01:00',
    data: { Name: `Customer ${number}`, phone, plan, note: 'as agreed on the telephone' },
  };
}
