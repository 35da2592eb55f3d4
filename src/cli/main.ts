// The only file that prints or exits, and the only one that knows the process.

import { MACHINE } from '../core/machine.ts';
import { ERRORS, ToolError } from '../core/model/errors.ts';
import { NOT_WRITTEN } from './process/emit.ts';
import { CANCELLED, winning } from './process/exit.ts';
import type { Shell, Terminal } from './process/shell.ts';
import { runCommandLine } from './run.ts';

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
    clock: MACHINE.clock,
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
    read: async () => (await import('node:stream/consumers')).text(stdin),
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

/** A reader that has ended (`| head`) is no error; a full disk is one. Neither is a reason to end in the middle of a change. */
function tellUnwritten({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.once('exit', () => (process.exitCode = winning([Number(process.exitCode), NOT_WRITTEN])));
  const { headline, advice } = ERRORS['report-not-written'];
  process.stderr.write(`muster: ${headline} [report-not-written]\n  standard output: ${code ?? ''}\n  ${advice}\n`);
}

process.stdout.on('error', tellUnwritten);
process.once('beforeExit', stalled);
process.exitCode = await runCommandLine(process.argv.slice(2), shellOfProcess());
process.removeListener('beforeExit', stalled);
// Streams are flushed before the process ends by itself; only an interrupted run has to be ended, with its report whole.
if (process.exitCode === CANCELLED) {
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}
