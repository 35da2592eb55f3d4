// A stack export, and its plain values: secrets in clear text, resources with their logical name. Beside it Pulumi.yaml of the project: in the
// folder where the program runs, or above it.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { ToolError } from '../src/core/model/errors.ts';
import type { Family, Properties } from './declaration.ts';

export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly delete?: boolean;
  /** When the entry was last written; of an operation that creates a new resource missing. */
  readonly modified?: string;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
}

/** Type of a resource of ours -> what it is. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['pulumi-nodejs:dynamic/muster:User', 'user'],
  ['pulumi-nodejs:dynamic/muster:PinnedRecord', 'record'],
  ['pulumi-nodejs:dynamic/muster:RecordSet', 'set'],
  ['muster:index:User', 'user'],
  ['muster:index:PinnedRecord', 'record'],
  ['muster:index:RecordSet', 'set'],
]);

/** Of the native provider: its inputs are as native-form.ts shows them, and say nothing of their owner. */
export function isNative(type: string): boolean {
  return type.startsWith('muster:index:');
}

/** Of the component whose outputs say what applies did (program/applied.ts). */
export const APPLIED_TYPE = 'muster:Applied';

const HANDED_OVER = 'muster:index:HandedOver';

/** An entry that says that a ledger has the state of this stack. `any`: a URN of it. `at`: epoch milliseconds. */
export function handedOverNote(any: string, at: number): object {
  const place = any.split('::').slice(0, 2).join('::');
  const outputs = { to: 'ledger', at: new Date(at).toISOString() };
  return { urn: `${place}::${HANDED_OVER}::handed-over`, type: HANDED_OVER, custom: false, outputs };
}

/** Since when a ledger has the state of this stack; null where none has. */
export function handedOverAt(deployment: unknown): string | null {
  const note = list(deployment, 'resources').find((each) => child(each, 'type') === HANDED_OVER);
  return note === undefined ? null : String(child(child(note, 'outputs'), 'at'));
}

/** Of interrupted creates where the export does not say when it was written: nothing is concluded from their age then. */
const LONG_AGO = 0;

/** When the state was last saved, in epoch milliseconds. */
export function savedAt(deployment: unknown): number {
  return Date.parse(String(child(child(deployment, 'manifest'), 'time'))) || LONG_AGO;
}

/** Key and value by which an export marks a secret; `plaintext` holds its JSON. */
export const SECRET = ['4dabf18193072939515e22adb298388d', '1b47061264138c4ac30d75fd1eb44270'] as const;

/** `urn:pulumi:<stack>::<project>::<types>::<name>`; the name may hold colons. */
export function nameOf(urn: string): string {
  return urn.split('::').slice(3).join('::');
}

export function isResource(value: unknown): value is ExportedResource {
  return typeof child(value, 'urn') === 'string' && typeof child(value, 'type') === 'string';
}

/** The same value with every secret in plain text. */
export function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null) return value;
  if (child(value, SECRET[0]) === SECRET[1]) {
    const plaintext = child(value, 'plaintext');
    if (typeof plaintext !== 'string')
      throw new ToolError('pulumi-failed', { message: 'the export hides its secrets' });
    return revealed(JSON.parse(plaintext));
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revealed(part)]));
}

export function list(value: unknown, key: string): readonly unknown[] {
  const found = child(value, key);
  return Array.isArray(found) ? found : [];
}

export function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : null;
}

const MAX_EXPORT_BYTES = 2 ** 30;

/** Null where the backend has no such stack. Throws as exportStack. */
export async function exportIfThere(stack: string): Promise<string | null> {
  return exportStack(stack).catch((error: unknown) => {
    if (error instanceof ToolError && /no stack named .* found/u.test(error.message)) return null;
    throw error;
  });
}

/**
 * `stack`: `<organization>/<project>/<name>`, or `<project>/<name>` in the folder of the project. Takes the command from PATH. Of a stack that was renamed entries say the former name until
 * they are written: where no stack has it, the selected one is taken, if its entries say it. Throws `pulumi-failed` with the last line of
 * what the command said.
 */
export async function exportStack(stack: string): Promise<string> {
  const [name = '', , organization] = stack.split('/').toReversed();
  try {
    return await exported('--stack', organization === undefined ? name : stack);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : null;
    const selected = said?.includes('no stack named') === true ? await exported().catch(() => null) : null;
    if (selected !== null && isNamed(selected, stack)) return selected;
    const why = said || 'there is no `pulumi` on PATH that runs';
    throw new ToolError('pulumi-failed', { message: `pulumi stack export of ${stack}: ${why}` });
  }
}

async function exported(...which: readonly string[]): Promise<string> {
  return stdout('stack', 'export', '--show-secrets', '--non-interactive', ...which);
}

/** Of the project in this folder, as the backend has them. Throws `pulumi-failed`. */
export async function stackNames(): Promise<string[]> {
  const text = await stdout('stack', 'ls', '--json', '--non-interactive').catch((error: unknown) => {
    throw new ToolError('pulumi-failed', { message: 'pulumi stack ls has no answer', cause: error });
  });
  const found: unknown = JSON.parse(text);
  return (Array.isArray(found) ? found : []).map((each) => String(child(each, 'name')));
}

async function stdout(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('pulumi', args, { maxBuffer: MAX_EXPORT_BYTES })).stdout;
}

function isNamed(text: string, stack: string): boolean {
  const resources = list(child(JSON.parse(text), 'deployment'), 'resources');
  return resources.some((each) => {
    const inputs = child(each, 'inputs');
    const said = child(inputs, '__stack') ?? child(inputs, 'stack');
    return said === stack || stackOf(String(child(each, 'urn'))) === stack;
  });
}

/** `<project>/<name>`: an URN does not say the organization. */
export function stackOf(urn: string): string {
  const [place = '', project = ''] = urn.split('::');
  return `${project}/${place.slice('urn:pulumi:'.length)}`;
}

/** Of the project: nothing but a Roster registers desired states from a program of another language. */
export function isOfRoster(start: string): boolean {
  const file = projectFile(start);
  const runtime = file === null ? null : RUNTIME.exec(readFileSync(file, 'utf8'))?.[1];
  return runtime !== null && runtime !== undefined && runtime !== 'nodejs';
}

const RUNTIME = /(?:^|[{,]\s*)"?runtime"?:[\s{]*(?:"?name"?:\s*)?["']?([\w-]+)/mu;

export function projectFolder(start: string): string {
  const file = projectFile(start);
  return file === null ? start : dirname(file);
}

function projectFile(start: string): string | null {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const file = ['Pulumi.yaml', 'Pulumi.yml'].map((name) => join(folder, name)).find((each) => existsSync(each));
    if (file !== undefined) return file;
  }
  return null;
}
