// The surroundings of a command: streams, environment, folder, clock, interruption. Created once, in main.ts, from the
// process; everything else receives it as a parameter.

import type { Clock } from '../../core/model/state.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks on the terminal; the answer without its line end. */
  readonly ask: (question: string) => Promise<string>;
  /** Standard input, to its end. */
  readonly read: () => Promise<string>;
  readonly inputIsTty: boolean;
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** Undefined when standard output is no terminal. */
  readonly columns: number | undefined;
}

export interface Shell {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly clock: Clock;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}
