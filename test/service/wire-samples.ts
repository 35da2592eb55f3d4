// Answers as the interface documents describe them, for tests of what they mean.

import type { Outcome } from '../../src/core/model/outcome.ts';
import type { Campaign } from '../../src/core/model/record.ts';
import type { Target } from '../../src/core/model/target.ts';

export const TARGET: Target = {
  name: 'double',
  sandbox: false,
  host: 'localhost',
  region: 'eu-central-1',
  port: 9443,
  previewPrefix: 'preview/v1',
  adminPrefix: 'admin',
  platform: 'PLATFORM',
  companyCode: 'example',
  environment: 'prod',
  identity: 'saml',
  apiKey: { secretName: 'example/prod/api-key', secretsRegion: 'eu-west-2' },
  state: 'ledger',
  stack: 'double',
  formerStacks: [],
  formerTenants: [],
  maxConcurrency: 32,
};

export const CAMPAIGN: Campaign = {
  campaignName: 'Summer Renewals',
  clientIdFieldName: 'CustomerId',
  manage: 'each',
  marker: true,
  intake: false,
  source: { file: 'summer.yaml', line: 1, column: 1 },
};

/** The words of a problem; empty when it is done. */
export function messageOf(outcome: Outcome<unknown> | null): string {
  return outcome === null || outcome.kind === 'done' ? '' : outcome.problem.message;
}

export function campaignAnswer(status: string, rest: object = {}, error: string | null = null) {
  const { platform, companyCode, environment, region } = TARGET;
  const envelope = { platform, companyCode, environment, region, campaignName: CAMPAIGN.campaignName };
  return { ...envelope, previewResult: { previewResultStatus: status, error }, ...rest };
}

export function wireTask(changes: object): object {
  return {
    previewRecordID: 'P-1',
    clientId: 'C-1',
    preferredAgent: '',
    skillQueue: 'renewals',
    createdTime: '2026-03-01 10:00:00.000',
    lastUpdatedTime: '2026-03-01 10:00:00.000',
    nextEarliestWorkTime: null,
    workedState: 'NOTWORKED',
    workAttempts: 0,
    lastAttemptAgent: null,
    lastAttemptTime: '',
    previewRecordData: [{ key: 'CustomerId', value: 'C-1', displayOrder: 1 }],
    ...changes,
  };
}
