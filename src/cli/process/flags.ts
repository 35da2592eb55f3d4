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
  /** Attached to every command. */
  readonly everywhere?: boolean;
}

export const FLAGS = {
  directory: {
    usage: '-C, --directory <dir>',
    text: 'work in this folder instead of the present one',
    completes: 'folders',
    everywhere: true,
  },
  color: {
    usage: '--color <when>',
    text: 'when to color the text; auto is on a terminal',
    choices: ['auto', 'always', 'never'],
    everywhere: true,
  },
  quiet: { usage: '-q, --quiet', text: 'no progress and no remarks on standard error', everywhere: true },
  verbose: { usage: '--verbose', text: 'list every object and reason instead of folding them', everywhere: true },
  input: { usage: '--no-input', text: 'never ask (implied when CI is set)', everywhere: true },
  log: {
    usage: '--log <file>',
    text: 'append one JSON line for each request to the service; no keys, bodies or personal values',
    everywhere: true,
  },
  target: {
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
    text: 'only what the files declare otherwise than at this commit, and what depends on it: origin/main',
  },
  json: { usage: '--json', text: 'print one JSON document on standard output (same as --out json=-)' },
  out: {
    usage: '--out <format=path>',
    text: `also write the report to a file, FORMAT one of ${FORMAT_NAMES.join(', ')}; - is standard output`,
    repeatable: true,
    completes: FORMAT_NAMES.map((name) => `${name}=`),
  },
  group: {
    usage: '--group <order>',
    text: 'order of the changes: by what is decided about them, or by the file that declares them (default decision)',
    choices: ['decision', 'file'],
  },
  showValues: {
    usage: '--show-values',
    text: 'show personal values: lines of files, data of records; for your own terminal, not with --json or --out',
  },
  detailedExitcode: { usage: '--detailed-exitcode', text: 'exit 10 when changes are pending, 11 when there is drift' },
  expectNoChanges: { usage: '--expect-no-changes', text: 'exit 7 when there are changes or drift' },
  lockTimeout: { usage: '--lock-timeout <time>', text: 'wait this long for another run to end; 30s, 5m (default 0)' },
  autoApprove: { usage: '--auto-approve', text: 'do not ask before changing anything' },
  firstApply: {
    usage: '--first-apply',
    text: 'go on without recorded state: nothing was ever applied for this target, or it is lost; else a pipeline (CI is set), and a run that finds our own markers, changes nothing',
  },
  allow: {
    usage: '--allow <guard=number>',
    text: 'pass a guard with the exact number it names: deletes=12',
    repeatable: true,
    completes: PASSABLE_GUARDS.map((guard) => `${guard}=`),
  },
  fingerprint: {
    usage: '--fingerprint <hex|@file>',
    text: 'apply only the plan, or the part of it, with this fingerprint; not asked again',
  },
  allowSubset: { usage: '--allow-subset', text: 'with --fingerprint @file: a plan that does less passes too' },
  maxPlanAge: {
    usage: '--max-plan-age <age>',
    text: 'with --fingerprint @file: refuse an older report; 90s, 30m, 24h, 7d (default 24h)',
  },
  maxRequests: {
    usage: '--max-requests <number>',
    text: 'stop before more requests than this are sent, reading and applying together',
  },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;

export const EVERYWHERE = (Object.keys(FLAGS) as FlagName[]).filter((name) => 'everywhere' in FLAGS[name]);

export function flag(name: FlagName): Flag {
  return FLAGS[name];
}
