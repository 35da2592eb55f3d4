// Every flag of the command line, once. Commands name the ones they take; the parser, help, completion and
// docs/commands.md read this table.

import { PASSABLE_GUARDS } from '../../core/model/allow.ts';
import { FORMAT_NAMES } from '../../core/report/format-table.ts';

/** Names of the project. */
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

/** A row about a flag or an argument. */
export function described<const Usage extends string, const More extends Partial<Flag> = Record<never, never>>(
  usage: Usage,
  text: string,
  more?: More,
): { readonly usage: Usage; readonly text: string } & More {
  return { usage, text, ...(more as More) };
}

const SCOPE = {
  target: described('-t, --target <name>', 'target in muster.yaml; needed when there are several', {
    variable: 'MUSTER_TARGET',
    completes: 'targets',
  }),
  only: described('--only <pattern>', 'only addresses that match, `*` for any text: "user:*@example.com"', {
    completes: 'addresses',
  }),
  since: described(
    '--since <commit>',
    'only what the files changed since this commit, and what depends on it: origin/main',
  ),
} satisfies Record<string, Flag>;

const APPROVAL = {
  lockTimeout: described('--lock-timeout <time>', 'wait this long for another run to end; 30s, 5m (default 0)'),
  autoApprove: described('--auto-approve', 'do not ask before changing anything'),
  firstApply: described(
    '--first-apply',
    'go on without a state: nothing was ever applied for this target, or the state is lost',
    { variable: 'MUSTER_FIRST_APPLY' },
  ),
  allow: described('--allow <guard=number>', 'pass a guard with the exact number it names: deletes=12', {
    variable: 'MUSTER_ALLOW',
    repeatable: true,
    completes: PASSABLE_GUARDS.map((guard) => `${guard}=`),
  }),
  fingerprint: described(
    '--fingerprint <hex|@file>',
    'apply only the plan, or the part of it, with this fingerprint; not asked again',
    { variable: 'MUSTER_FINGERPRINT' },
  ),
  allowSubset: described('--allow-subset', 'with --fingerprint @file: a plan that does less passes too', {
    variable: 'MUSTER_ALLOW_SUBSET',
  }),
  maxPlanAge: described(
    '--max-plan-age <age>',
    'with --fingerprint @file: refuse an older report; 90s, 30m, 24h, 7d (default 24h)',
    { variable: 'MUSTER_MAX_PLAN_AGE' },
  ),
  maxRequests: described('--max-requests <number>', 'stop before more requests than this are sent, reads included', {
    variable: 'MUSTER_MAX_REQUESTS',
  }),
} satisfies Record<string, Flag>;

const OUTPUT = {
  json: described('--json', 'print one JSON document on standard output'),
  out: described(
    '--out <path>',
    'also write the report to a file: plan.json, plan.html, FORMAT=PATH; `muster explain formats` lists the formats',
    { variable: 'MUSTER_OUT', repeatable: true, completes: FORMAT_NAMES.map((name) => `${name}=`) },
  ),
  group: described('--group <order>', 'order of the changes: by what is decided about them (the default), or by file', {
    choices: ['decision', 'file'],
  }),
  parts: described('--parts', 'also the commands that apply a part of the plan, each with its fingerprint'),
  showValues: described('--show-values', 'show personal values; for your own terminal, not with --json or --out'),
  detailedExitcode: described('--detailed-exitcode', 'exit 10 when changes are pending, 11 when there is drift'),
  expectNoChanges: described('--expect-no-changes', 'exit 7 when there are changes or drift'),
} satisfies Record<string, Flag>;

const ALWAYS = {
  directory: described('-C, --directory <dir>', 'start in this folder; muster.yaml is found in it or above it', {
    completes: 'folders',
  }),
  color: described('--color <when>', 'when to color the text; auto is on a terminal', {
    choices: ['auto', 'always', 'never'],
  }),
  quiet: described('-q, --quiet', 'no progress and no remarks; an approved apply prints no plan'),
  verbose: described('--verbose', 'list everything, with every reason'),
  input: described('--no-input', 'never ask (implied when CI is set)'),
  log: described('--log <file>', 'append one JSON line for each request; no keys, bodies or personal values', {
    variable: 'MUSTER_LOG',
  }),
} satisfies Record<string, Flag>;

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
