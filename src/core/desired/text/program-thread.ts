// Main file of the thread that runs a desired file: `new Worker(program-thread, { workerData: path })`. Answers once, with the value as a
// tree: a thread cannot hand over functions and instances of classes, and each of them is a finding.

import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

import { MACHINE, pause } from '../../machine.ts';
import { ToolError } from '../../model/errors.ts';
import { Findings } from './findings.ts';
import type { FindingCode } from './findings.ts';
import { faultWords } from './program-file.ts';
import type { ProgramResult } from './program-file.ts';
import { fixedSource } from './source.ts';
import { treeOfValue } from './value.ts';

/** Nothing is left to do, and the file has not ended. */
const NEVER_SETTLED: ProgramResult = { failure: 'a file that runs; it waits for a promise that never settles' };

async function run(path: string): Promise<ProgramResult> {
  try {
    const exports: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
    // A rejection that nobody awaits, and an error of a timer that is due, end the thread in this turn.
    await pause(MACHINE, 1);
    if (isModule(exports) && exports.default !== undefined) return treeWithFaults(exports.default);
    return { failure: 'a default export, defineDesired({...}); there is none' };
  } catch (error) {
    return { failure: `a file that runs; ${faultWords(error)}` };
  }
}

function treeWithFaults(value: unknown): ProgramResult {
  const findings = new Findings();
  const node = treeOfValue(value, { source: fixedSource(''), findings });
  try {
    findings.stop();
    return { node, faults: [] };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { node, faults: error.diagnostics.map(({ code, message }) => ({ code: code as FindingCode, message })) };
  }
}

function isModule(value: unknown): value is { readonly default?: unknown } {
  return typeof value === 'object' && value !== null;
}

// Not awaited: of a main file that waits for ever Node itself says so, with our source.
process.once('beforeExit', () => parentPort?.postMessage(NEVER_SETTLED));
void run(String(workerData)).then((result) => parentPort?.postMessage(result));
