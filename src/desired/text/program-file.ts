// Runs a desired file written in TypeScript or JavaScript and returns its default export. The only place where a
// desired file is executed. A process runs each file once: only the next process sees an edit.

import { pathToFileURL } from 'node:url';

import { isNotInstalled } from '../../model/error-code.ts';
import { PACKAGE_NAME } from '../../model/package.ts';
import type { Findings } from './findings.ts';
import { fixedSource } from './source.ts';
import type { Source } from './source.ts';

export type DefaultExport = { readonly value: unknown } | null;

/** Null with a finding when the file does not load or has no default export. `path`: its real path. */
export async function runProgramFile(path: string, file: string, findings: Findings): Promise<DefaultExport> {
  const source = fixedSource(file);
  try {
    const exports: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
    if (isModule(exports) && exports.default !== undefined) return { value: exports.default };
    add(source, findings, `${file}: expected a default export, defineDesired({...}); there is none`);
  } catch (error) {
    // Its message may quote the file, or whatever the program was reading.
    add(source, findings, `${file}: expected a file that runs; ${kindOf(error)}`);
  }
  return null;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw no error object';
  if (isNotInstalled(error, '@pulumi/pulumi'))
    return `it imports ${PACKAGE_NAME}, which needs @pulumi/pulumi; ${PACKAGE_NAME}/desired has defineDesired alone`;
  const code = 'code' in error && /^[A-Z][A-Z_]+$/u.test(String(error.code)) ? ` (${String(error.code)})` : '';
  return `it threw ${/^[A-Za-z]{0,40}Error$/u.test(error.name) ? error.name : 'an error'}${code}`;
}

function isModule(value: unknown): value is { readonly default?: unknown } {
  return typeof value === 'object' && value !== null;
}

function add(source: Source, findings: Findings, message: string): void {
  findings.add({ code: 'typescript-failed', source, at: 0, message });
}
