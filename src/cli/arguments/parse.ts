// argv -> one command, its arguments and flags, or text to print. Commander parses; names and texts come from the
// tables. Unknown commands and flags are errors with a suggestion.

import { isUser, parseAddress, recordAddress, userAddress } from '../../model/address.ts';
import { Argument, Command as Program, CommanderError, Option } from 'commander';
import type { Command } from '../process/command.ts';
import { EVERYWHERE, flag, type Flag, type FlagName } from '../process/flags.ts';
import { usage, type RawFlags } from '../process/settings.ts';

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
  try {
    program.parse(withHelp(eitherForm(folderLast(argv)), commands), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.help') return { kind: 'text', text: text + errors };
    if (error.exitCode !== 0) throw usage(error.message.replace(/^error: /u, '').replace('\n', ' '));
  }
  return call ?? { kind: 'text', text };
}

/** `muster -C DIR plan`, as in git and make: the folder may be given before the command, too. */
function folderLast(argv: readonly string[]): readonly string[] {
  const [name = '', folder, ...rest] = argv;
  if (/^--directory=./u.test(name)) return [...argv.slice(1), name];
  return (name === '-C' || name === '--directory') && folder !== undefined ? [...rest, name, folder] : argv;
}

/** An object may be named by its address or by its parts: `get user:LOGIN`, `why user LOGIN`, `why record CAMPAIGN CLIENTID`. */
function eitherForm(argv: readonly string[]): readonly string[] {
  const [verb, what = '', ...rest] = argv;
  if (verb === 'why' && what === 'user' && rest[0] !== undefined) return [verb, userAddress(rest[0]), ...rest.slice(1)];
  if (verb === 'why' && what === 'record' && rest[1] !== undefined)
    return [verb, recordAddress(rest[0] ?? '', rest[1]), ...rest.slice(2)];
  const parsed = verb === 'get' ? parseAddress(what) : null;
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
    .description('Contact-centre rosters and pinned campaign tasks as code: declare, plan, apply, drift.')
    .version(`muster ${version}`, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .commandsGroup('Set up and look up:')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ subcommandTerm: commandTerm })
    .addHelpText('after', '\nStart here:  muster init && muster plan\nAny error:   muster explain CODE');
  for (const command of commands) program.addCommand(subcommand(command, chosen));
  return program;
}

/** In the overview a command is its name and arguments; its flags are in its own help. */
function commandTerm(command: Program): string {
  const shown = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [command.name(), ...shown].join(' ');
}

function subcommand(command: Command, chosen: (parsed: ParsedLine) => void): Program {
  const program = new Program(command.name).description(command.summary).helpOption('-h, --help', 'print help');
  if (command.group !== '') program.helpGroup(command.group);
  program.configureHelp({ subcommandTerm: commandTerm });
  for (const each of command.arguments) {
    const argument = new Argument(each.usage, each.text);
    program.addArgument(each.choices === undefined ? argument : argument.choices(each.choices));
  }
  for (const each of Object.values(command.ownFlags ?? {})) program.addOption(option(each));
  refuseMoved(program, command);
  const { run } = command;
  if (run === undefined) return withSubcommands(program, command, chosen);
  for (const name of takenFlags(command)) program.addOption(option(flag(name)));
  // A flag after the name of a subcommand belongs to the subcommand; one before it counts for both.
  if (command.subcommands !== undefined) withSubcommands(program.enablePositionalOptions(), command, chosen);
  return program.action(() => {
    refuseStray(program);
    chosen({ kind: 'call', command, arguments: words(program.processedArgs), flags: program.optsWithGlobals() });
  });
}

/** With or without a value, as it was. */
function refuseMoved(program: Program, { name, movedFlags }: Command): void {
  for (const [moved, way] of Object.entries(movedFlags ?? {})) {
    program.addOption(new Option(`--${moved} [value]`).hideHelp());
    program.on(`option:${moved}`, () => {
      throw usage(`${name} no longer has --${moved}; run \`${way}\` instead (docs/open-questions.md)`);
    });
  }
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

function option({ usage: usageText, text, choices, repeatable }: Flag): Option {
  const made = new Option(usageText, repeatable ? `${text} (repeatable)` : text);
  if (choices !== undefined) made.choices(choices);
  if (repeatable) made.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return made;
}

function words(processed: readonly unknown[]): string[] {
  return processed.flat().filter((each) => typeof each === 'string');
}
