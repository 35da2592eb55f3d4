// argv -> one command, its arguments and flags, or text to print. Commander parses; names and texts come from the
// tables. Unknown commands and flags are errors with a suggestion.

import { isUser, parseAddress, recordAddress, userAddress } from '../../core/model/address.ts';
import type { ToolError } from '../../core/model/errors.ts';
import { Argument, Command as Program, CommanderError, Option } from 'commander';
import type { Command } from '../process/command.ts';
import { EVERYWHERE, FLAG_GROUPS, type Flag, type FlagName } from '../process/flags.ts';
import { usage, type RawFlags } from '../process/settings.ts';
import { asStarted } from '../../core/report/words/next.ts';
import { EXAMPLES } from './examples.ts';
import { hintFor, oneDashed } from './hints.ts';

export type ParsedLine =
  | {
      readonly kind: 'call';
      readonly command: Command;
      readonly arguments: string[];
      readonly flags: RawFlags & OwnFlags;
    }
  | { readonly kind: 'text'; readonly text: string };

type OwnFlags = Readonly<Record<string, unknown>>;

export interface ParseOptions {
  readonly version: string;
  /** Width of help texts, in columns. */
  readonly width: number;
  /** How this muster was started, where that was not by its bare name. */
  readonly startedAs?: string;
}

export function parse(argv: readonly string[], commands: readonly Command[], options: ParseOptions): ParsedLine {
  let call: ParsedLine | null = null;
  let text = '';
  let errors = '';
  const program = build(commands, options.version, (parsed) => (call = parsed));
  const streams = {
    writeOut: (part: string) => void (text += part),
    writeErr: (part: string) => void (errors += part),
    getOutHelpWidth: () => options.width,
  };
  for (const each of everyCommand(program)) each.configureOutput(streams).exitOverride();
  const wrong = oneDashed(argv);
  if (wrong !== null) throw usage(`unknown option '${wrong}'; a flag has two dashes: -${wrong}`);
  try {
    program.parse(withHelp(eitherForm(folderLast(argv)), commands), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.help') return { kind: 'text', text: asStarted(text + errors, options) };
    if (error.exitCode !== 0) throw notUnderstood(error.message, argv);
  }
  return call ?? { kind: 'text', text: asStarted(text, options) };
}

/** What other tools call it helps more than a word that is spelt alike. */
function notUnderstood(message: string, argv: readonly string[]): ToolError {
  const said = message.replace(/^error: /u, '').replace('\n', ' ');
  const [, word = ''] = /(?:^unknown (?:command|option)|^command-argument value) '([^']*)'/u.exec(said) ?? [];
  const hint = word === '' ? null : hintFor(word, argv.slice(0, argv.indexOf(word)));
  return usage(
    hint === null ? said : `${said.replace(/(?: \(Did you mean .*\)|\. Allowed choices .*)$/u, '')}: ${hint}`,
  );
}

/** `muster -C DIR plan`, as in git and make: the folder may be given before the command, too. */
function folderLast(argv: readonly string[]): readonly string[] {
  const [name = '', folder, ...rest] = argv;
  if (/^--directory=./u.test(name)) return [...argv.slice(1), name];
  return (name === '-C' || name === '--directory') && folder !== undefined ? [...rest, name, folder] : argv;
}

/** A login as it mostly is. */
const isMail = (word: string): boolean => /^[^:\s]+@[^:\s]+$/u.test(word);

/** An object may be named by its address or by its parts: `get user:LOGIN`, `get LOGIN`, `why user LOGIN`, `why record CAMPAIGN CLIENTID`. */
function eitherForm(argv: readonly string[]): readonly string[] {
  const [verb, what = '', ...rest] = argv;
  if (verb === 'why' && what === 'user' && rest[0] !== undefined) return [verb, userAddress(rest[0]), ...rest.slice(1)];
  if (verb === 'why' && what === 'record' && rest[1] !== undefined)
    return [verb, recordAddress(rest[0] ?? '', rest[1]), ...rest.slice(2)];
  const parsed = verb === 'get' ? parseAddress(isMail(what) ? userAddress(what) : what) : null;
  if (parsed === null) return argv;
  return isUser(parsed)
    ? ['get', 'user', parsed.loginUserId, ...rest]
    : ['get', 'record', parsed.campaignName, parsed.clientId, ...rest];
}

/**
 * Where commander's own help is not enough: no arguments at all; `help sandbox work`, which it answers one level deep only;
 * and an unknown command with --help, which it ignores.
 */
function withHelp(argv: readonly string[], commands: readonly Command[]): string[] {
  const [first, ...rest] = argv;
  if (first === undefined) return ['help'];
  if (first === 'help' && rest.length > 0) return withHelp([...rest, '--help'], commands);
  const isKnown = first === 'help' || first.startsWith('-') || commands.some((each) => each.name === first);
  return isKnown ? [...argv] : [first];
}

function everyCommand(program: Program): Program[] {
  return [program, ...program.commands.flatMap(everyCommand)];
}

function build(commands: readonly Command[], version: string, chosen: (parsed: ParsedLine) => void): Program {
  const program = new Program('muster')
    .description('Contact-centre rosters and pinned customers as code: declare, plan, apply, drift.')
    .version(`muster ${version}`, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .commandsGroup(commands.at(-1)?.group ?? '')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp(HELP);
  for (const command of commands) program.addCommand(subcommand(command, chosen));
  after(program, ['', 'Start here:  muster init && muster plan', 'Any error:   muster explain CODE']);
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    const own = name.split(' ').reduce<Program | undefined>((at, word) => at && commandOf(at, word), program);
    if (own !== undefined) after(own, ['', 'Examples:', ...examples.map((line) => `  ${line}`)]);
  }
  return program;
}

function commandOf(program: Program, name: string): Program | undefined {
  return program.commands.find((each) => each.name() === name);
}

function after(program: Program, lines: readonly string[]): void {
  program.addHelpText('after', lines.join('\n'));
}

/** In the overview a command is its name and arguments; its flags are in its own help. */
function commandTerm(command: Program): string {
  const own = command.registeredArguments.filter(({ variadic, required }) => required || !variadic);
  const shown = own.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [command.name(), ...shown].join(' ');
}

/** A text beside a long name is wrapped too; commander leaves one that is narrower than 40 columns to the terminal. */
const HELP = { subcommandTerm: commandTerm, minWidthToWrap: 20 } as const;

function subcommand(command: Command, chosen: (parsed: ParsedLine) => void): Program {
  const program = new Program(command.name).description(command.summary);
  if (command.group !== undefined) program.helpGroup(command.group);
  program.configureHelp(HELP).optionsGroup('Always:').helpOption('-h, --help', 'print help');
  for (const each of command.arguments ?? []) {
    const argument = new Argument(each.usage, each.text);
    program.addArgument(each.choices === undefined ? argument : argument.choices(each.choices));
  }
  const { run } = command;
  if (run === undefined) return withSubcommands(program, command, chosen);
  for (const each of optionsOf(command)) program.addOption(each);
  // A flag after the name of a subcommand belongs to the subcommand; one before it counts for both.
  if (command.subcommands !== undefined) withSubcommands(program.enablePositionalOptions(), command, chosen);
  return program.action(() => {
    refuseStray(program);
    chosen({ kind: 'call', command, arguments: words(program.processedArgs), flags: program.optsWithGlobals() });
  });
}

/** A flag of the command above, given to one below that does not take it, would be ignored without a word. */
function refuseStray(program: Program): void {
  const { parent } = program;
  const own = new Set(program.options.map((each) => each.attributeName()));
  const stray = parent?.options.find((each) => {
    const name = each.attributeName();
    return parent.getOptionValueSource(name) === 'cli' && !own.has(name);
  });
  if (stray !== undefined) throw usage(`unknown option '${stray.long ?? stray.flags}'`);
}

function withSubcommands(program: Program, command: Command, chosen: (parsed: ParsedLine) => void): Program {
  program.helpCommand('help [command]', 'print help for a command');
  for (const each of command.subcommands ?? []) program.addCommand(subcommand(each, chosen));
  return program;
}

/** The command's own choice of shared flags, then those that every command has. */
export function takenFlags(command: Command): FlagName[] {
  return [...command.flags, ...EVERYWHERE];
}

/** In the order of help: under the heading of each group what the command takes of it. */
function optionsOf(command: Command): Option[] {
  const taken: ReadonlySet<string> = new Set(takenFlags(command));
  return FLAG_GROUPS.flatMap(([heading, group]) => {
    const flags = heading === 'Options' ? (command.ownFlags ?? {}) : group;
    const shown = Object.entries<Flag>(flags).filter(([name]) => heading === 'Options' || taken.has(name));
    return shown.map(([name, each]) => option(each).helpGroup(`${heading}:`).hideHelp(isIdle(name, command)));
  });
}

/** It changes nothing about a command that neither asks nor sends. */
function isIdle(name: string, { flags, ownFlags }: Command): boolean {
  return (name === 'log' || (name === 'input' && ownFlags === undefined)) && !flags.includes('target');
}

function option({ usage: usageText, text, choices, repeatable, variable }: Flag): Option {
  const remarks = [repeatable ? '(repeatable)' : '', variable === undefined ? '' : `[${variable}]`];
  const made = new Option(usageText, [text, ...remarks].filter((each) => each !== '').join(' '));
  if (choices !== undefined) made.choices(choices);
  if (repeatable) made.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return made;
}

function words(processed: readonly unknown[]): string[] {
  return processed.flat().filter((each) => typeof each === 'string');
}
