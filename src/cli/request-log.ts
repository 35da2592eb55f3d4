// The two listeners to the requests of a run: `--log FILE` (one JSON line each, appended) and OpenTelemetry spans. A log that cannot be
// opened is refused before the run; one that fails later is told once, and the run goes on.

import { closeSync, openSync, writeSync } from 'node:fs';
import { listenToRequests, type RequestEvent } from '../engine/requests.ts';
import { visibleJson } from '../model/hidden.ts';
import type { Call } from './command.ts';
import { usage } from './settings.ts';

/** The variable that says where spans go; without it none are made. */
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
/** A log names people by their login id. */
const OWN_ONLY = 0o600;

type Listener = (event: RequestEvent) => void;

/** Ends the listening. Throws `bad-usage` for a log that cannot be written. */
export async function watchRequests(call: Call): Promise<() => void> {
  const log = call.settings.log === null ? null : openLog(call.settings.log, call);
  const span = call.shell.environment[ENDPOINT] ? (await import('./request-spans.ts')).spansOf(call) : null;
  const listeners = [log?.listen, span].flatMap((each) => each ?? []);
  if (listeners.length === 0) return () => undefined;
  const unlisten = listenToRequests((event) => {
    for (const listen of listeners) listen(event);
  });
  return () => {
    unlisten();
    log?.close();
  };
}

function openLog(path: string, { shell }: Call): { readonly listen: Listener; readonly close: () => void } {
  const file = opened(path);
  let isBroken = false;
  const listen = (event: RequestEvent): void => {
    if (isBroken) return;
    try {
      writeSync(file, `${visibleJson(JSON.stringify({ at: new Date(shell.clock()).toISOString(), ...event }))}\n`);
    } catch (error) {
      isBroken = true;
      shell.terminal.err(`muster: --log ${path}: ${codeOf(error)}; the run goes on without it\n`);
    }
  };
  return { listen, close: () => closeSync(file) };
}

function opened(path: string): number {
  try {
    return openSync(path, 'a', OWN_ONLY);
  } catch (error) {
    throw usage(`--log ${path}: expected a file that can be written; ${codeOf(error)}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
