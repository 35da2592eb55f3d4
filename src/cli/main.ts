// argv -> command -> exit number. The only file that prints or exits, and the only one that knows the process.

import { createInterface } from 'node:readline/promises';
import { render } from '../report/formats.ts';
import { ERRORS, ToolError } from '../model/errors.ts';
import { COMMANDS } from './commands.ts';
import type { Call } from './command.ts';
import { checkOutputs, layoutFor } from './emit.ts';
import { CANCELLED } from './exit.ts';
import { failureDocument, reports } from './failure.ts';
import { parse, type Parsed } from './parse.ts';
import { readSettings, type RawFlags, type Settings } from './settings.ts';
import type { Shell, Terminal } from './shell.ts';
import { readVersion } from './version.ts';

async function main(argv: readonly string[]): Promise<number> {
  const version = readVersion();
  const shell = shellOfProcess();
  const startedAt = shell.clock();
  const usageFlags: RawFlags = { quiet: argv.includes('--quiet') };
  let parsed: Parsed;
  let settings: Settings = readSettings(usageFlags, shell);
  try {
    parsed = parse(argv, COMMANDS, { version, width: layoutFor('out', { settings, shell }).width });
    if (parsed.kind === 'call') settings = readSettings(parsed.flags, shell);
  } catch (error) {
    const name = argv.find((word) => reports(word)) ?? '';
    const outputs = argv.includes('--json') ? [{ format: 'json', path: '-' } as const] : [];
    return fail(error, { settings: { ...settings, outputs }, shell, version, startedAt, name });
  }
  if (parsed.kind === 'text') {
    shell.terminal.out(parsed.text);
    return 0;
  }
  const { command, flags } = parsed;
  const call: Call = { command, arguments: parsed.arguments, own: flags, settings, shell, version };
  try {
    const running = runCommand(call);
    return await (command.settlesItself ? running : Promise.race([running, interrupted(shell)]));
  } catch (error) {
    return fail(error, { settings, shell, version, startedAt, name: command.name });
  }
}

async function runCommand(call: Call): Promise<number> {
  await checkOutputs(call);
  return (await call.command.run?.(call)) ?? 0;
}

interface Failed {
  readonly settings: Settings;
  readonly shell: Shell;
  readonly version: string;
  readonly startedAt: number;
  /** Name of the command; empty when the command line was not understood. */
  readonly name: string;
}

function fail(error: unknown, { settings, shell, version, startedAt, name }: Failed): number {
  const at = shell.clock();
  const context = {
    version,
    command: name,
    at,
    durationMs: at - startedAt,
    only: settings.only,
    options: settings.repeat,
  };
  const document = failureDocument(error, context);
  shell.terminal.err(render('text', document, layoutFor('err', { settings, shell })));
  if (reports(name) && settings.outputs.some(({ format, path }) => format === 'json' && path === '-')) {
    shell.terminal.out(render('json', document, layoutFor('out', { settings, shell })));
  }
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

/** A reader that has ended (`| head`) is no error, and no reason to end in the middle of a change. */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exit(1);
});
process.once('beforeExit', stalled);
process.exitCode = await main(process.argv.slice(2));
process.removeListener('beforeExit', stalled);
// Streams are flushed before the process ends by itself; only an interrupted run has to be ended, with its report whole.
if (process.exitCode === CANCELLED) {
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}
