// The two listeners to the requests of one process: a log (`--log FILE`, MUSTER_LOG; one JSON line each, appended by one write, so that
// several processes may share the file) and OpenTelemetry spans. What fails while requests are sent is told once, and the run goes on.

import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pid } from 'node:process';
import { codeOf, isNotInstalled } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import { visible, visibleJson } from '../model/hidden.ts';
import { PACKAGE_NAME } from '../model/package.ts';
import type { Clock } from '../model/state.ts';
import type { spansOf } from './request-spans.ts';
import { listenToRequests, type RequestEvent } from './requests.ts';

/** Says to the command what `--log` says, and to the processes that Pulumi starts. */
export const LOG_VARIABLE = 'MUSTER_LOG';
/** The variable that says where spans go; without it none are made. */
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
/** A log names people by their login id. */
const OWN_ONLY = 0o600;

/** The command, the program of a Pulumi run, or the provider that carries out its resources. */
export type Sender = 'command' | 'program' | 'provider';

export interface LogFile {
  /** Absolute. */
  readonly path: string;
  readonly askedBy: '--log' | typeof LOG_VARIABLE;
}

export interface WatchInput {
  readonly sender: Sender;
  readonly log: LogFile | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Takes one line about a log or spans that the run goes on without. */
  readonly tell: (line: string) => void;
}

type Listener = (event: RequestEvent) => void;

/** Null where the variable is not set, or empty. A relative path begins at the folder. */
export function logFileIn(environment: WatchInput['environment'], folder: string): LogFile | null {
  const path = environment[LOG_VARIABLE];
  return path ? { path: resolve(folder, path), askedBy: LOG_VARIABLE } : null;
}

/** Ends the listening. Throws `bad-usage` for a log that cannot be opened. */
export async function watchRequests(watching: WatchInput): Promise<() => void> {
  const { log, sender, environment, clock } = watching;
  const file = log === null ? null : opened(log);
  const ways: [name: string, listen: Listener][] = [];
  if (log !== null && file !== null) ways.push([nameOf(log), writing(file, watching)]);
  if (environment[ENDPOINT]) {
    const spans = await loadSpans(watching);
    if (spans !== null) ways.push([ENDPOINT, spans({ sender, clock })]);
  }
  if (ways.length === 0) return () => undefined;
  const failed = (name: string, why: string): void =>
    watching.tell(`${name}: ${why}; the ${sender} goes on without it`);
  const listeners = ways.map(([name, listen]) => untilItFails(listen, (why) => failed(name, why)));
  const unlisten = listenToRequests((event) => listeners.forEach((listen) => listen(event)));
  return () => {
    unlisten();
    if (log !== null && file !== null)
      attempt(
        () => closeSync(file),
        (why) => failed(nameOf(log), why),
      );
  };
}

/** OpenTelemetry is an optional peer of the package. */
async function loadSpans({ sender, tell }: WatchInput): Promise<typeof spansOf | null> {
  try {
    return (await import('./request-spans.ts')).spansOf;
  } catch (error) {
    if (!isNotInstalled(error, '@opentelemetry/api')) throw error;
    tell(`${ENDPOINT}: there is no @opentelemetry/api beside ${PACKAGE_NAME}; the ${sender} goes on without spans`);
    return null;
  }
}

export interface WatchingUpdate extends Omit<WatchInput, 'log'> {
  /** Of the program. */
  readonly folder: string;
}

/** For a process that Pulumi starts: the log is that of MUSTER_LOG; that it cannot be opened is told, and the update goes on. */
export async function watchUpdate({ folder, ...rest }: WatchingUpdate): Promise<() => void> {
  const log = logFileIn(rest.environment, folder);
  try {
    return await watchRequests({ ...rest, log });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    rest.tell(`${error.message}. The requests of the ${rest.sender} are not logged; the update goes on.`);
    return watchRequests({ ...rest, log: null });
  }
}

function writing(file: number, { sender, clock }: WatchInput): Listener {
  return (event) => {
    const line = { at: new Date(clock()).toISOString(), ...event, process: sender, pid };
    writeSync(file, `${visibleJson(JSON.stringify(line))}\n`);
  };
}

function untilItFails(listen: Listener, tell: (why: string) => void): Listener {
  let isBroken = false;
  return (event) => {
    if (isBroken) return;
    attempt(
      () => listen(event),
      (why) => {
        isBroken = true;
        tell(why);
      },
    );
  };
}

function attempt(work: () => void, failed: (why: string) => void): void {
  try {
    work();
  } catch (error) {
    failed(failureName(error));
  }
}

function opened(log: LogFile): number {
  try {
    return openSync(log.path, 'a', OWN_ONLY);
  } catch (error) {
    const message = `${nameOf(log)}: expected a file that can be written; ${failureName(error)}`;
    throw new ToolError('bad-usage', { message });
  }
}

function nameOf({ askedBy, path }: LogFile): string {
  return `${askedBy} ${visible(path)}`;
}

function failureName(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
}
