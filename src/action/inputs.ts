// The inputs of the action, each once: which commands take it and which flag of `muster` it becomes. action.yml lists the same names
// (test/action/inputs.test.ts). The runner hands them over as INPUT_<NAME>, and an input that is empty is not given. An unknown one,
// or one that the command does not take, is an error: it would be ignored without a word.

import { ToolError } from '../core/model/errors.ts';
import { nearest } from '../core/model/suggest.ts';

export const ACTION_COMMANDS = ['validate', 'plan', 'apply', 'drift', 'publish'] as const;
export type ActionCommand = (typeof ACTION_COMMANDS)[number];

export interface ActionInput {
  readonly takenBy: readonly ActionCommand[];
  /** Absent: the action itself reads it. */
  readonly flag?: string;
  /** `switch`: true or false; `list`: one value in each line, or between blanks. */
  readonly kind?: 'switch' | 'list';
}

const RUNS = ['validate', 'plan', 'apply', 'drift'] as const;
const READS = ['plan', 'apply', 'drift'] as const;

export const INPUTS = {
  command: { takenBy: ACTION_COMMANDS },
  directory: { takenBy: ACTION_COMMANDS },
  target: { takenBy: RUNS, flag: '--target' },
  only: { takenBy: READS, flag: '--only' },
  since: { takenBy: ['plan', 'apply'], flag: '--since' },
  'max-age': { takenBy: ['plan', 'apply'], flag: '--max-age' },
  allow: { takenBy: ['plan', 'apply'], flag: '--allow', kind: 'list' },
  'max-requests': { takenBy: READS, flag: '--max-requests' },
  'detailed-exitcode': { takenBy: ['plan', 'drift'], flag: '--detailed-exitcode', kind: 'switch' },
  'expect-no-changes': { takenBy: READS, flag: '--expect-no-changes', kind: 'switch' },
  fingerprint: { takenBy: ['apply'], flag: '--fingerprint' },
  'allow-subset': { takenBy: ['apply'], flag: '--allow-subset', kind: 'switch' },
  'max-plan-age': { takenBy: ['apply'], flag: '--max-plan-age' },
  'auto-approve': { takenBy: ['apply'], flag: '--auto-approve', kind: 'switch' },
  'lock-timeout': { takenBy: ['apply'], flag: '--lock-timeout' },
  'confirm-after': { takenBy: ['drift'], flag: '--confirm-after' },
  history: { takenBy: READS, flag: '--history' },
  report: { takenBy: RUNS },
  html: { takenBy: RUNS },
  out: { takenBy: RUNS, flag: '--out', kind: 'list' },
  'state-branch': { takenBy: READS },
  'state-key': { takenBy: READS },
  'first-apply': { takenBy: ['apply'], flag: '--first-apply', kind: 'switch' },
  'lost-run': { takenBy: ['apply'] },
  reports: { takenBy: ['publish'], kind: 'list' },
  token: { takenBy: [...READS, 'publish'] },
  forge: { takenBy: ['publish'], flag: '--forge' },
  'pull-request': { takenBy: ['publish'], flag: '--pull-request' },
  commit: { takenBy: ['publish'], flag: '--commit' },
  header: { takenBy: ['publish'], flag: '--header' },
  'report-url': { takenBy: ['publish'], flag: '--report-url' },
  mark: { takenBy: ['publish'], flag: '--mark' },
  'dry-run': { takenBy: ['publish'], flag: '--dry-run', kind: 'switch' },
} as const satisfies Readonly<Record<string, ActionInput>>;

export type InputName = keyof typeof INPUTS;

/** What was given, by name; never empty texts. */
export type Inputs = Readonly<Partial<Record<InputName, string>>> & { readonly command: ActionCommand };

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'INPUT_';

/** Throws `bad-usage`. */
export function readInputs(environment: Environment): Inputs {
  const given = Object.entries(environment).flatMap(([variable, text = '']) =>
    variable.startsWith(PREFIX) && text.trim() !== ''
      ? [[nameOf(variable.slice(PREFIX.length)), text.trim()] as const]
      : [],
  );
  const all: Partial<Record<InputName, string>> = Object.fromEntries(given);
  const command = ACTION_COMMANDS.find((name) => name === all.command);
  if (command === undefined) {
    throw usage(`command takes ${ACTION_COMMANDS.join(', ')}; given: ${all.command ?? 'nothing'}`);
  }
  for (const [name] of given) {
    const { takenBy }: ActionInput = INPUTS[name];
    if (!takenBy.includes(command)) throw usage(`${command} takes no input ${name}; ${takenBy.join(', ')} does`);
  }
  // A pipeline gives these for every event; where there is no commit to compare with, everything is read.
  const { 'max-age': _age, history: _history, ...whole } = all;
  return all.since === undefined && command !== 'drift' ? { ...whole, command } : { ...all, command };
}

function nameOf(text: string): InputName {
  // Shells take no hyphen in the name of a variable.
  const name = text.toLowerCase().replaceAll('_', '-');
  if (isName(name)) return name;
  const near = nearest(name, Object.keys(INPUTS));
  throw usage(`there is no input ${name}${near === null ? '' : `; did you mean ${near}?`}`);
}

function isName(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}

/** The environment of `muster`: without the inputs, so that a token reaches only the command that needs it. */
export function withoutInputs(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) =>
      name.startsWith(PREFIX) || text === undefined ? [] : [[name, text]],
    ),
  );
}

export function usage(message: string): ToolError {
  return new ToolError('bad-usage', { message });
}
