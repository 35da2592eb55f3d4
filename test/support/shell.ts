// Surroundings for a command that is called in this process: nothing of the process is read, and what is said is kept. Any number of
// them may be in use at once.

import { tmpdir } from 'node:os';

import type { Shell } from '../../src/cli/process/shell.ts';

export interface Surroundings {
  /** The present folder. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands on standard input: the whole of it for who reads it, and the answer to every question. */
  readonly input?: string | (() => Promise<string>);
  /** Whether all three streams are a terminal. */
  readonly isTty?: boolean;
  /** Of the terminal. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
}

/** `said` grows with what the command prints. */
export function shellFor(surroundings: Surroundings = {}): { readonly shell: Shell; readonly said: Said } {
  const { folder = tmpdir(), environment = {}, input = '', isTty = false, columns, signal } = surroundings;
  const said = { out: '', err: '' };
  const given = async (): Promise<string> => (typeof input === 'string' ? input : input());
  const terminal = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
    ask: async (question: string) => {
      said.err += question;
      return given();
    },
    read: given,
    inputIsTty: isTty,
    outIsTty: isTty,
    errIsTty: isTty,
    columns,
  };
  const never = new AbortController().signal;
  return { shell: { terminal, environment, folder, clock: Date.now, signal: signal ?? never }, said };
}

export interface Said {
  readonly out: string;
  readonly err: string;
}
