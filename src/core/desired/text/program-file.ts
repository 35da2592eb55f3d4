// Runs a desired file written in TypeScript or JavaScript in a thread of its own, and returns what its default export holds. The only place
// where a desired file is executed. Whatever ends, hangs or breaks there is a finding: a run of muster never ends with it.

import { Worker } from 'node:worker_threads';

import { MACHINE } from '../../machine.ts';
import { isNotInstalled } from '../../model/error-code.ts';
import { PACKAGE_NAME } from '../../model/package.ts';
import type { FindingCode, Findings } from './findings.ts';
import { fixedSource } from './source.ts';
import type { TreeNode } from './tree.ts';

/** What the thread answers: the exported value as a tree, with what is no plain data in it, or in words why there is none. */
export type ProgramResult =
  | { readonly node: TreeNode; readonly faults: readonly { readonly code: FindingCode; readonly message: string }[] }
  | { readonly failure: string };

const LIMIT_MS = 120_000;
/** Null with a finding when the file does not load or has no default export. `path`: its real path. */
export async function runProgramFile(
  path: string,
  file: string,
  { findings, limitMs = LIMIT_MS }: { readonly findings: Findings; readonly limitMs?: number },
): Promise<TreeNode | null> {
  const source = fixedSource(file);
  const result = await resultOf(path, limitMs);
  const faults =
    'node' in result
      ? result.faults
      : [{ code: 'typescript-failed' as const, message: `${file}: expected ${result.failure}` }];
  for (const { code, message } of faults) findings.add({ code, source, at: 0, message });
  return 'node' in result ? result.node : null;
}

async function resultOf(path: string, limitMs: number): Promise<ProgramResult> {
  const worker = startWorker(path);
  const { promise, resolve } = Promise.withResolvers<ProgramResult>();
  const failed = (words: string): void => resolve({ failure: `a file that runs; ${words}` });
  const callOff = MACHINE.after(limitMs, () => failed(`it did not end within ${limitMs / 1000} seconds`));
  worker.on('message', (said: unknown) => isResult(said) && resolve(said));
  worker.once('error', (error: unknown) => failed(faultWords(error)));
  worker.once('exit', (code) => failed(`it ended the process (exit ${code})`));
  try {
    return await promise;
  } finally {
    callOff();
    await worker.terminate();
  }
}

/** A program may talk to whoever started its thread, too. */
const isResult = (said: unknown): said is ProgramResult =>
  typeof said === 'object' && said !== null && ('faults' in said || 'failure' in said);

/** Its message may quote the file, or whatever the program was reading. */
export function faultWords(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw no error object';
  if (isNotInstalled(error, '@pulumi/pulumi'))
    return `it imports ${PACKAGE_NAME}, which needs @pulumi/pulumi; ${PACKAGE_NAME}/desired has defineDesired alone`;
  const code = 'code' in error && /^[A-Z][A-Z_]+$/u.test(String(error.code)) ? ` (${String(error.code)})` : '';
  return `it threw ${/^[A-Za-z]{0,40}Error$/u.test(error.name) ? error.name : 'an error'}${code}`;
}

/** Beside this file, in the checkout, in dist/ and in a bundle. Notices of Node about itself say nothing to a user. Standard output is the report's. */
function startWorker(path: string): Worker {
  const file = new URL('./program-thread.ts', import.meta.url);
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const worker = new Worker(file, { workerData: path, name: 'program', execArgv, stdout: true });
  worker.stdout.pipe(process.stderr, { end: false });
  return worker;
}
