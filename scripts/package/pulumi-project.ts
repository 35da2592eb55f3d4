// A project of somebody else's that has the package and one version of the SDK: a stack of its own, the real command, and
// the sandbox that `muster init` names.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pulumiEnvironment } from '../../tools/programs/pulumi.ts';
import type { PulumiCli } from '../../tools/programs/pulumi.ts';
import { run } from '../../tools/run.ts';
import type { Ended } from '../../tools/run.ts';
import { consumerEnvironment } from './consumer.ts';

/** A story that was told otherwise than it went. */
export class Unexpected extends Error {}

export interface PulumiProject {
  readonly folder: string;
  readonly write: (file: string, text: string) => void;
  /** Ends with 0, or throws Unexpected with what was printed. */
  readonly pulumi: (...args: readonly string[]) => Promise<string>;
  readonly muster: (...args: readonly string[]) => Promise<string>;
  /** `node FILE`. */
  readonly node: (file: string) => Promise<string>;
  /** Whatever its end. */
  readonly ended: (program: string, ...args: readonly string[]) => Promise<Ended>;
}

export function openProject(folder: string, cli: PulumiCli): PulumiProject {
  const state = join(folder, 'state');
  mkdirSync(state, { recursive: true });
  const env = { ...consumerEnvironment, ...pulumiEnvironment(cli, state) };
  const ended = (program: string, ...args: readonly string[]): Promise<Ended> =>
    run(program, args, { cwd: folder, env });
  const expected = async (program: string, ...args: readonly string[]): Promise<string> => {
    const { code, text } = await ended(program, ...args);
    if (code === 0) return text;
    throw new Unexpected(`${[program, ...args].join(' ')} ended with ${code}\n${text}`);
  };
  return {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    pulumi: (...args) => expected('pulumi', ...args, '--non-interactive', '--color', 'never'),
    // As the documents say it: the name of the package, whose only command is muster.
    muster: (...args) => expected('npx', '--no-install', 'musterctl', ...args),
    node: (file) => expected(process.execPath, file),
    ended,
  };
}

/** Throws Unexpected where a text does not say what it should. */
export function expectText(text: string, part: string | RegExp): void {
  const isThere = typeof part === 'string' ? text.includes(part) : part.test(text);
  if (!isThere) throw new Unexpected(`expected ${part.toString()} in\n${text}`);
}
