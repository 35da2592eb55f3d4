// The document as JSON: from the documents of the kinds to the one report that every kind fits into (json-report.ts).

import type { ReportDocument } from '../kinds/views.ts';
import { NO_FINDINGS } from '../documents/drift.ts';
import type { JsonReport, JsonSummary } from './json-report.ts';
import { safeJson } from '../words/printable.ts';

export const REPORT_FORMAT = '1.0';

export function renderJson(document: ReportDocument): string {
  return safeJson(jsonReport(document));
}

export function jsonReport(document: ReportDocument): JsonReport {
  const facts = factsOf(document);
  const summary = { ...NO_SUMMARY, ...('summary' in facts ? facts.summary : {}) };
  const requests = { ...NO_REQUESTS, ...('requests' in facts ? facts.requests : {}) };
  return { ...EMPTY_REPORT, ...facts, summary, requests };
}

/** `kind` is what was asked for, also of a run that failed; `drift --max-age` is a drift run. */
function factsOf(document: ReportDocument) {
  switch (document.kind) {
    case 'error': {
      const { run, ...facts } = document;
      return { ...facts, kind: run };
    }
    case 'heartbeat':
      return { ...document, kind: 'drift' as const };
    case 'plan':
    case 'apply':
    case 'drift':
    case 'show':
    case 'validate':
    case 'adopt':
    case 'doctor':
      return document;
    case 'get':
    case 'search':
    case 'why': {
      const { showsValues: _shows, ...facts } = document;
      return facts;
    }
    default:
      return document satisfies never;
  }
}

type KeyOf<Document> = Document extends unknown ? keyof Document : never;
type FactKey = KeyOf<ReturnType<typeof factsOf>>;

const NO_CHANGES = {
  create: 0,
  restore: 0,
  update: 0,
  replace: 0,
  delete: 0,
  adopt: 0,
  forget: 0,
  move: 0,
  unchanged: 0,
  consumed: 0,
};

const NO_SUMMARY: JsonSummary = {
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

const NO_REQUESTS: JsonReport['requests'] = { observed: 0, apply: 0, reads: 0, writes: 0 };

/** All keys of the format in their order. A document with a key that is missing here does not compile. */
const EMPTY_REPORT: Omit<JsonReport, 'kind'> & { readonly kind: null } & Readonly<Record<FactKey, unknown>> = {
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
};
