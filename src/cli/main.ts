// argv -> command -> exit number. The only file that prints or exits, and the only one that knows the process.

import { ERRORS, ToolError } from '../model/errors.ts';
import { COMMANDS } from './verbs/table.ts';
import type { Call, Command } from './process/command.ts';
import { checkOutputs, emitFailure, layoutFor } from './process/emit.ts';
import { CANCELLED } from './process/exit.ts';
import { failureDocument, reporterIn, subjectOf } from './process/failure.ts';
import { OUTPUTS_VARIABLE, STANDARD_OUTPUT } from '../report/outputs.ts';
import { parse, type ParsedLine } from './arguments/parse.ts';
import { readSettings, type RawFlags, type Settings } from './process/settings.ts';
import type { Shell, Terminal } from './process/shell.ts';
import { withVariables } from './arguments/variables.ts';
import { readVersion } from '../engine/version.ts';

async function main(argv: readonly string[]): Promise<number> {
  const version = readVersion();
  const shell = shellOfProcess();
  const startedAt = shell.clock();
  const usageFlags: RawFlags = { quiet: argv.includes('--quiet') };
  let parsed: ParsedLine;
  let settings: Settings = readSettings(usageFlags, shell);
  try {
    parsed = parse(argv, COMMANDS, { version, width: layoutFor('out', { settings, shell }).width });
    if (parsed.kind === 'call') {
      const flags = withVariables(parsed.flags, parsed.command, shell);
      settings = readSettings(flags, shell, wishesFor(parsed.command, shell));
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
  try {
    await checkOutputs(call, command.reports ?? null);
  } catch (error) {
    const outputs = settings.outputs.filter(({ path }) => path === STANDARD_OUTPUT);
    return fail(error, { settings: { ...settings, outputs }, shell, version, startedAt, command, subject: settings });
  }
  try {
    const running = runCommand(call);
    return await (command.settlesItself ? running : Promise.race([running, interrupted(shell)]));
  } catch (error) {
    return fail(error, { settings, shell, version, startedAt, command, subject: settings });
  }
}

async function runCommand(call: Call): Promise<number> {
  const { watchRequests } = await import('../engine/request-log.ts');
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

function shellOfProcess(): Shell {
  const stop = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(CANCELLED);
    stop.abort(new ToolError('interrupted', { message: `${name} came; nothing new was sent after it.` }));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    terminal: terminalOfProcess(stop.signal),
    environment: process.env,
    folder: process.cwd(),
    clock: Date.now,
    signal: stop.signal,
  };
}

function terminalOfProcess(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    ask: async (question) => {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: stdin, output: stderr });
      const ended = new Promise<string>((resolve) => {
        lines.once('close', () => {
          stderr.write('\n');
          resolve('');
        });
      });
      try {
        return await Promise.race([lines.question(question, { signal }), ended]);
      } finally {
        lines.removeAllListeners('close').close();
      }
    },
    inputIsTty: stdin.isTTY === true,
    outIsTty: stdout.isTTY === true,
    errIsTty: stderr.isTTY === true,
    columns: stdout.isTTY ? stdout.columns : undefined,
  };
}

/** Nothing is left to wait for and there is no result: reported as our mistake, instead of Node's warning. */
function stalled(): void {
  const { headline, advice } = ERRORS.internal;
  const words = 'The run stalled before it was finished; what was sent is recorded.';
  process.stderr.write(`muster: ${headline} [internal]\n  ${words}\n  ${advice}\n`);
  process.exit(ERRORS.internal.exit);
}

async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise((resolve) => stream.write('', resolve));
}

/** A reader that has ended (`| head`) is no error; a full disk is told. Neither is a reason to end in the middle of a change. */
function tellUnwritten({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  const { headline, advice } = ERRORS['report-not-written'];
  process.stderr.write(`muster: ${headline} [report-not-written]\n  standard output: ${code ?? ''}\n  ${advice}\n`);
}

process.stdout.on('error', tellUnwritten);
process.once('beforeExit', stalled);
process.exitCode = await main(process.argv.slice(2));
process.removeListener('beforeExit', stalled);
// Streams are flushed before the process ends by itself; only an interrupted run has to be ended, with its report whole.
if (process.exitCode === CANCELLED) {
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}
