// Publishing to the double of a forge, as a job does it: lines that it tells, or the code and message of its error.

import { expect } from 'vitest';
import type { ForgeContext, ForgeName } from '../../src/publish/context.ts';
import type { Forge } from '../../src/publish/forge.ts';
import { openForge } from '../../src/publish/open.ts';
import { publishOnRequest } from '../../src/publish/publish.ts';
import type { Publication, PublicationLines } from '../../src/publish/publish.ts';
import type { PublishedReport } from '../../src/publish/published.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { startForge } from './forge-double.ts';
import type { ForgeDouble } from './forge-double.ts';

export const KINDS = ['github', 'gitlab', 'azure'] as const;
export const TOKEN = 'secret-Token-1';
const REPOSITORIES: Readonly<Record<(typeof KINDS)[number], string>> = { github: 'o/r', gitlab: '9', azure: 'p/r' };

export interface Story {
  readonly double: ForgeDouble;
  /** Lines, or the code and message of the error. */
  readonly publish: (parts?: Partial<Publication>, second?: number) => Promise<PublicationLines | string>;
  readonly run: (
    work: (forge: Forge) => Promise<PublicationLines>,
    second?: number,
  ) => Promise<PublicationLines | string>;
}

export async function story(kind: (typeof KINDS)[number]): Promise<Story> {
  const double = await startForge(kind);
  const context: ForgeContext = {
    forge: kind satisfies ForgeName,
    apiUrl: double.url,
    repository: REPOSITORIES[kind],
    pullRequest: 5,
    headBranch: null,
    commit: 'a'.repeat(40),
    runUrl: null,
    maker: 'own',
    webUrl: null,
    jobShowsNotes: false,
  };
  const environment = { GITHUB_TOKEN: TOKEN, GITLAB_TOKEN: TOKEN, SYSTEM_ACCESSTOKEN: TOKEN };
  const run: Story['run'] = async (work, second = 1) => {
    const signal = new AbortController().signal;
    const { forge, close } = await openForge(context, { environment, version: '0', signal, second });
    try {
      return await work(forge);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      expect(JSON.stringify(error)).not.toContain(TOKEN);
      return `${error.code}: ${error.detail.message}`;
    } finally {
      await close();
    }
  };
  const publish: Story['publish'] = (parts = {}, second = 1) =>
    run((forge) => publishOnRequest(forge, publication(parts)), second);
  return { double, publish, run };
}

export const REPORT: PublishedReport = {
  kind: 'plan',
  project: 'cc',
  target: 'prod',
  at: '2026-11-20T09:00:00.000Z',
  fingerprint: null,
  commit: null,
  failed: false,
  cancelled: false,
  quiet: false,
  partial: false,
  wrote: false,
  verdict: 'prod: 1 change: 1 create.',
};

function publication(parts: Partial<Publication>): Publication {
  const write: Publication['write'] = (budget) => ({
    text: 'words '.repeat(3).padEnd(Math.min(40, budget)),
    truncated: false,
  });
  const common = {
    reports: [REPORT],
    header: '',
    write,
    reportUrl: 'https://ci.example.com/run/1',
    dryRun: false,
    notes: [],
  };
  return { ...common, request: 5, commit: 'a'.repeat(40), ...parts };
}
