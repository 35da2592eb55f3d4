// What every report begins with: its head, and each key of the format in its order, without a word yet (json-report.ts). A document fills in
// what its kind of run knows.

import { NO_CHANGES } from '../../model/state.ts';
import { reportHead, type ReportContext, type RunSubject } from '../words/head.ts';
import type { JsonReport, JsonSummary } from './json-report.ts';

export const REPORT_FORMAT = '1.0';

/** `of`: the project and the target it is about. */
export function begin(context: ReportContext, of: RunSubject) {
  return { ...EMPTY, ...reportHead(context, of) };
}

const NO_FINDINGS: JsonSummary['findings'] = {
  ...{ drift: 0, conflict: 0, missing: 0, recreated: 0, extra: 0, pending: 0 },
  ...{ converged: 0, consumed: 0, platform: 0, unverifiable: 0, unreadable: 0 },
};

export const NO_SUMMARY: JsonSummary = {
  changes: NO_CHANGES,
  decisions: 0,
  unreadable: 0,
  guards: { stopping: 0, passed: 0 },
  settlements: { applied: 0, skipped: 0, failed: 0, unresolved: 0 },
  findings: NO_FINDINGS,
  alarms: 0,
  suspected: 0,
  ignored: 0,
  inSync: 0,
  recorded: 0,
  diagnostics: 0,
};

export const NO_REQUESTS: JsonReport['requests'] = { observed: 0, apply: 0, reads: 0, writes: 0 };

/** A key of the format that is missing here does not compile. `kind` is what a document says first. */
const EMPTY = {
  formatVersion: REPORT_FORMAT,
  kind: null,
  command: '',
  tool: { name: 'muster', version: '' },
  at: '',
  durationMs: 0,
  project: null,
  target: null,
  only: null,
  git: null,
  files: [],
  declared: null,
  summary: NO_SUMMARY,
  coverage: { asked: 0, answered: 0 },
  verified: null,
  requests: NO_REQUESTS,
  forecast: null,
  offboarding: null,
  leavers: null,
  warnings: [],
  changes: [],
  verdicts: [],
  guards: [],
  approval: null,
  exactly: [],
  settlements: [],
  findings: [],
  ignoreRules: [],
  heartbeat: null,
  remarks: [],
  recorded: [],
  openIntents: [],
  copies: [],
  adoption: null,
  diagnostics: [],
  relies: [],
  since: null,
  checks: [],
  probe: null,
  user: null,
  record: null,
  search: null,
  story: null,
  tasks: [],
  stopped: null,
  error: null,
  next: null,
  waysOut: [],
  onMerge: null,
  applyWith: null,
  truncated: false,
} as const satisfies Omit<JsonReport, 'kind'> & { readonly kind: null };
