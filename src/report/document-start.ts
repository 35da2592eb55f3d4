// The empty document every kind starts from, and what the caller of a renderer must know about the run.

import { FORMAT_VERSION, type ReportDocument, type ReportKind, type ReportSummary } from './document-shape.ts';

export interface ReportContext {
  /** Version of muster. */
  readonly version: string;
  /** The command that was run. */
  readonly command: string;
  /** Epoch milliseconds at the end of the run. */
  readonly at: number;
  readonly durationMs: number;
  readonly only: string | null;
  /** Options that the next command repeats, as typed: `['--target', 'prod-eu']`. */
  readonly options: readonly string[];
}

const NO_SUMMARY: ReportSummary = {
  changes: {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    forget: 0,
    move: 0,
    unchanged: 0,
    consumed: 0,
  },
  decisions: 0,
  unreadable: 0,
  guards: { stopping: 0, passed: 0 },
  settlements: { applied: 0, skipped: 0, failed: 0, unresolved: 0 },
  findings: {
    drift: 0,
    conflict: 0,
    missing: 0,
    recreated: 0,
    extra: 0,
    pending: 0,
    converged: 0,
    consumed: 0,
    platform: 0,
    unverifiable: 0,
    unreadable: 0,
  },
  alarms: 0,
  suspected: 0,
  ignored: 0,
  inSync: 0,
  recorded: 0,
  diagnostics: 0,
};

export function emptyDocument(kind: ReportKind, context: ReportContext): ReportDocument {
  return {
    formatVersion: FORMAT_VERSION,
    kind,
    command: context.command,
    tool: { name: 'muster', version: context.version },
    at: new Date(context.at).toISOString(),
    durationMs: context.durationMs,
    project: null,
    target: null,
    only: context.only,
    files: [],
    declared: null,
    summary: NO_SUMMARY,
    coverage: { asked: 0, answered: 0 },
    verified: null,
    requests: { observed: 0, apply: 0, reads: 0, writes: 0 },
    estimateMs: null,
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
    checks: [],
    probe: null,
    stopped: null,
    error: null,
    next: null,
    truncated: false,
  };
}
