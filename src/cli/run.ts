// argv -> command -> exit code, in the surroundings that it is handed.

import { COMMANDS } from './verbs/table.ts';
import type { Call, Command } from './process/command.ts';
import { checkOutputs, emitFailure, layoutFor } from './process/emit.ts';
import { CANCELLED } from './process/exit.ts';
import { failureDocument, reporterIn, subjectOf } from './process/failure.ts';
import { OUTPUTS_VARIABLE, STANDARD_OUTPUT } from '../core/report/outputs.ts';
import { parse, type ParsedLine } from './arguments/parse.ts';
import { projectAbove } from './process/project-folder.ts';
import { readSettings, type RawFlags, type Settings } from './process/settings.ts';
import type { Shell } from './process/shell.ts';
import { withVariables } from './arguments/variables.ts';
import { readVersion } from '../core/engine/version.ts';

/** The exit code; what the command has to say is said on the shell's terminal. */
export async function runCommandLine(argv: readonly string[], shell: Shell): Promise<number> {
  const version = readVersion();
  const startedAt = shell.clock();
  const usageFlags: RawFlags = { quiet: argv.includes('--quiet') };
  let parsed: ParsedLine;
  let settings: Settings = readSettings(usageFlags, shell);
  try {
    parsed = parse(argv, COMMANDS, { version, ...layoutFor('out', { settings, shell }) });
    if (parsed.kind === 'call') {
      const flags = withVariables(parsed.flags, parsed.command, shell);
      settings = readSettings(flags, shell, wishesFor(parsed.command, shell));
      settings = { ...settings, directory: await projectAbove(settings.folder) };
    }
  } catch (error) {
    const command = reporterIn(argv, COMMANDS);
    const outputs = argv.includes('--json') ? [{ format: 'json', path: '-' } as const] : [];
    return fail(error, { settings: { ...settings, outputs }, shell, version, startedAt, command, subject: null });
  }
  if (parsed.kind === 'text') {
    shell.terminal.out(parsed.text);
    return 0;
  }
  const { command, flags } = parsed;
  const call: Call = { command, arguments: parsed.arguments, own: flags, settings, shell, version };
  // Until it is known that files can be written, none is.
  let outputs = settings.outputs.filter(({ path }) => path === STANDARD_OUTPUT);
  try {
    await checkOutputs(call, command.reports ?? null);
    outputs = [...settings.outputs];
    const running = runCommand(call);
    return await (command.settlesItself ? running : Promise.race([running, interrupted(shell)]));
  } catch (error) {
    return fail(error, { settings: { ...settings, outputs }, shell, version, startedAt, command, subject: settings });
  }
}

async function runCommand(call: Call): Promise<number> {
  const { watchRequests } = await import('../core/engine/request-log.ts');
  const { environment, clock, terminal } = call.shell;
  const tell = (line: string): void => terminal.err(`muster: ${line}\n`);
  const { log } = call.settings;
  const unwatch = await watchRequests({ sender: 'command', log, environment, clock, tell });
  try {
    return (await call.command.run?.(call)) ?? 0;
  } finally {
    unwatch();
  }
}

/** What the environment asks for, of a command that writes reports. */
function wishesFor({ flags }: Command, { environment }: Shell): { readonly out?: string | undefined } {
  return flags.includes('out') ? { out: environment[OUTPUTS_VARIABLE] } : {};
}

interface FailedRun {
  readonly settings: Settings;
  readonly shell: Shell;
  readonly version: string;
  readonly startedAt: number;
  /** Null when the command line was not understood. */
  readonly command: Command | null;
  /** Folder and target as they were typed; null when the command line was not understood. */
  readonly subject: Pick<Settings, 'directory' | 'target'> | null;
}

async function fail(
  error: unknown,
  { settings, shell, version, startedAt, command, subject }: FailedRun,
): Promise<number> {
  const at = shell.clock();
  const { only, repeat: options } = settings;
  const kind = command?.reports ?? null;
  const isReported = subject !== null && settings.outputs.length > 0;
  const about = isReported ? { about: await subjectOf(subject.directory, subject.target) } : {};
  const context = { version, command: command?.name ?? '', at, durationMs: at - startedAt, only, options, ...about };
  const document = failureDocument(error, kind, context);
  await emitFailure(document, { settings, shell }, kind);
  if (shell.environment['MUSTER_DEBUG'] === '1') shell.terminal.err(`${stackOf(error)}\n`);
  return document.error.exit;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Ends the run with 8 after the signal. The next run settles by reading what was under way. */
async function interrupted({ signal, terminal }: Shell): Promise<number> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      terminal.err('\nmuster: cancelled.\n');
      resolve(CANCELLED);
    });
  });
}
