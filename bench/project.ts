// The project of a benchmark: invented people and records, as many as asked, in JSON.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TARGET = 'sandbox';
export const CAMPAIGN = 'Bench';

interface Amount {
  readonly records: number;
  readonly users: number;
  readonly concurrency: number;
}

export function writeProject(folder: string, { records, users, concurrency }: Amount): void {
  const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content));
  mkdirSync(join(folder, 'desired'));
  write('muster.yaml', {
    name: 'bench',
    desired: ['desired/*.json'],
    targets: { [TARGET]: { sandbox: true, maxConcurrency: concurrency } },
  });
  write('desired/users.json', { users: numbers(users).map(person) });
  const list = numbers(records).map((number) => record(number, users));
  write('desired/records.json', { campaigns: [{ campaignName: CAMPAIGN, records: list }] });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_value, index) => index);
}

function person(number: number): Record<string, string> {
  const loginUserId = `agent${number}@example.com`;
  return { loginUserId, firstName: 'Agent', lastName: `Number ${number}`, userTemplateName: 'Agents' };
}

function record(number: number, users: number): Record<string, unknown> {
  const phone = `+447700900${String(number % 1000).padStart(3, '0')}`;
  return {
    clientId: `B-${number}`,
    skillQueue: 'bench',
    timeZone: 'Europe/London',
    ...(users > 0 ? { preferredAgent: person(number % users)['loginUserId'] } : {}),
    nextEarliestWorkTime: '2035-06-01T09:00:00+01:00',
    data: { Name: `Customer ${number}`, phone, plan: 'Basic', note: 'as agreed on the telephone' },
  };
}
