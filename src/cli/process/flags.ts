// Every flag of the command line, once. Commands name the ones they take; the parser, help, completion and
// docs/commands.md read this table.

import { PASSABLE_GUARDS } from '../../model/allow.ts';
import { FORMAT_NAMES } from '../../report/format-table.ts';

/** Names of the project, by `muster completion targets`. */
export type NamesAsked = 'targets' | 'addresses' | 'campaigns' | 'logins';
export type CompletionKind = NamesAsked | 'files' | 'folders';

export interface Flag {
  /** As commander writes it: `--target <name>`, short form first. */
  readonly usage: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** What a shell offers as its value, where there are no choices: names it asks for, files, or beginnings. */
  readonly completes?: CompletionKind | readonly string[];
  readonly repeatable?: boolean;
  /** Says the same where the flag is not given. */
  readonly variable?: string;
}

const SCOPE = {
  target: {
    variable: 'MUSTER_TARGET',
    usage: '-t, --target <name>',
    text: 'target in muster.yaml; needed when there are several',
    completes: 'targets',
  },
  only: {
    usage: '--only <pattern>',
    text: 'only addresses that match, `*` for any text: "user:*@example.com"',
    completes: 'addresses',
  },
  since: {
    usage: '--since <commit>',
    text: 'only what the files changed since this commit, and what depends on it: origin/main',
  },
} as const satisfies Record<string, Flag>;

const APPROVAL = {
  lockTimeout: {
    usage: '--lock-timeout <time>',
    text: 'wait this long for another run to end; 30s, 5m (default 0)',
  },
  autoApprove: { usage: '--auto-approve', text: 'do not ask before changing anything' },
  firstApply: {
    variable: 'MUSTER_FIRST_APPLY',
    usage: '--first-apply',
    text: 'go on without a state: nothing was ever applied for this target, or the state is lost',
  },
  allow: {
    variable: 'MUSTER_ALLOW',
    usage: '--allow <guard=number>',
    text: 'pass a guard with the exact number it names: deletes=12',
    repeatable: true,
    completes: PASSABLE_GUARDS.map((guard) => `${guard}=`),
  },
  fingerprint: {
    variable: 'MUSTER_FINGERPRINT',
    usage: '--fingerprint <hex|@file>',
    text: 'apply only the plan, or the part of it, with this fingerprint; not asked again',
  },
  allowSubset: {
    variable: 'MUSTER_ALLOW_SUBSET',
    usage: '--allow-subset',
    text: 'with --fingerprint @file: a plan that does less passes too',
  },
  maxPlanAge: {
    variable: 'MUSTER_MAX_PLAN_AGE',
    usage: '--max-plan-age <age>',
    text: 'with --fingerprint @file: refuse an older report; 90s, 30m, 24h, 7d (default 24h)',
  },
  maxRequests: {
    variable: 'MUSTER_MAX_REQUESTS',
    usage: '--max-requests <number>',
    text: 'stop before more requests than this are sent, reads included',
  },
} as const satisfies Record<string, Flag>;

const OUTPUT = {
  json: { usage: '--json', text: 'print one JSON document on standard output' },
  out: {
    variable: 'MUSTER_OUT',
    usage: '--out <path>',
    text: 'also write the report to a file: plan.json, plan.html, FORMAT=PATH; `muster explain formats` lists the formats',
    repeatable: true,
    completes: FORMAT_NAMES.map((name) => `${name}=`),
  },
  group: {
    usage: '--group <order>',
    text: 'order of the changes: by what is decided about them (the default), or by file',
    choices: ['decision', 'file'],
  },
  parts: { usage: '--parts', text: 'also the commands that apply a part of the plan, each with its fingerprint' },
  showValues: {
    usage: '--show-values',
    text: 'show personal values; for your own terminal, not with --json or --out',
  },
  detailedExitcode: {
    usage: '--detailed-exitcode',
    text: 'exit 10 when changes are pending, 11 when there is drift',
  },
  expectNoChanges: { usage: '--expect-no-changes', text: 'exit 7 when there are changes or drift' },
} as const satisfies Record<string, Flag>;

const ALWAYS = {
  directory: {
    usage: '-C, --directory <dir>',
    text: 'start in this folder; muster.yaml is found in it or above it',
    completes: 'folders',
  },
  color: {
    usage: '--color <when>',
    text: 'when to color the text; auto is on a terminal',
    choices: ['auto', 'always', 'never'],
  },
  quiet: {
    usage: '-q, --quiet',
    text: 'no progress and no remarks; an approved apply prints no plan',
  },
  verbose: { usage: '--verbose', text: 'list everything, with every reason' },
  input: { usage: '--no-input', text: 'never ask (implied when CI is set)' },
  log: {
    variable: 'MUSTER_LOG',
    usage: '--log <file>',
    text: 'append one JSON line for each request; no keys, bodies or personal values',
  },
} as const satisfies Record<string, Flag>;

export const FLAGS = { ...SCOPE, ...APPROVAL, ...OUTPUT, ...ALWAYS };

export type FlagName = keyof typeof FLAGS;

export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];

/** Attached to every command. */
export const EVERYWHERE = Object.keys(ALWAYS) as FlagName[];

/** Headings of help, in their order; a command's own flags come after the first. */
export const FLAG_GROUPS = [
  ['Scope', SCOPE],
  ['Options', {}],
  ['Approval', APPROVAL],
  ['Output', OUTPUT],
  ['Always', ALWAYS],
] as const;

export function flag(name: FlagName): Flag {
  return FLAGS[name];
}

/** `--target`. */
export function longOf({ usage }: Flag): string {
  return /--[\w-]+/u.exec(usage)?.[0] ?? usage;
}
