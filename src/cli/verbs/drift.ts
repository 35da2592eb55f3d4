// drift and its relatives: the report, the check that reports are still made, the baseline of ignore rules.

import { resolve } from 'node:path';
import { targetHead } from '../../core/model/target.ts';
import { readDuration } from '../../core/model/duration.ts';
import { ToolError } from '../../core/model/errors.ts';
import { driftDocument } from '../../core/report/documents/drift.ts';
import { heartbeatDocument } from '../../core/report/kinds/drift.ts';
import { duration, moment } from '../../core/report/words/words.ts';
import { runBaseline } from './baseline.ts';
import { ownText, type Call, type Command } from '../process/command.ts';
import { finish } from '../process/emit.ts';
import { homeOf } from '../process/home.ts';
import { gitOf, openSession, openTarget, reportContext } from '../process/session.ts';
import { usage } from '../process/settings.ts';
import { described } from '../process/flags.ts';

/** The smallest pause between two readings that confirm a finding. */
const LEAST_PAUSE_MS = 1000;

export const DRIFT_COMMAND: Command = {
  name: 'drift',
  summary: 'report what changed outside; changes nothing',
  flags: ['target', 'json', 'out', 'group', 'only', 'maxRequests', 'detailedExitcode', 'expectNoChanges'],
  reports: 'drift',
  ownFlags: {
    confirmAfter: described(
      '--confirm-after <time>',
      'read new alarms again after this pause (60s, 5m); drop those that are gone',
    ),
    history: described(
      '--history <file>',
      'keep the history of findings in this file, so that it can go to another machine',
      { completes: 'files' },
    ),
    noHistory: described('--no-history', 'neither read nor write the history of findings'),
    maxAge: described(
      '--max-age <time>',
      'only check that the last complete drift run is not older than this (26h, 2d); asks the service nothing',
    ),
  },
  subcommands: [
    {
      name: 'baseline',
      summary: 'write an ignore rule for each current alarm to muster.yaml',
      flags: ['target', 'only'],
      ownFlags: {
        owner: described('--owner <name>', 'who is responsible for these rules'),
        reason: described('--reason <text>', 'why these alarms are ignored'),
        expires: described('--expires <day>', 'last day (UTC) on which they apply, at most 180 days ahead'),
      },
      run: runBaseline,
    },
  ],
  run: runDrift,
};

async function runDrift(call: Call): Promise<number> {
  const maxAge = ownText(call, 'maxAge');
  if (maxAge !== null) return runHeartbeat(call, readDuration('--max-age', maxAge));
  const startedAt = call.shell.clock();
  const history = call.own['history'] !== false;
  const sightings = { confirmAfterMs: readPause(call), history, ...historyFile(call) };
  const { run, progress } = await openSession(call);
  const home = await homeOf(run.target, call.shell);
  const reading = home.drift({ ...run, sightings }).finally(progress.clear);
  const [result, git] = await Promise.all([reading, gitOf(run)]);
  return finish(driftDocument(result, reportContext(call, startedAt, git)), call);
}

/** From the project folder, like every path that a flag takes. */
function historyFile(call: Call): { readonly historyFile?: string } {
  const history = ownText(call, 'history');
  return history === null ? {} : { historyFile: resolve(call.settings.folder, history) };
}

function readPause(call: Call): number | null {
  const confirmAfter = ownText(call, 'confirmAfter');
  if (confirmAfter === null) return null;
  const pause = readDuration('--confirm-after', confirmAfter);
  if (pause < LEAST_PAUSE_MS) throw usage(`--confirm-after takes at least 1s; given: ${confirmAfter}`);
  return pause;
}

/** Passes when the last complete run is young enough; throws `drift-overdue` (12) when it is not, or there is none. */
async function runHeartbeat(call: Call, maxAgeMs: number): Promise<number> {
  const { settings, own, shell } = call;
  const others = [settings.only, own['confirmAfter']].some((value) => typeof value === 'string');
  if (others || own['history'] === false || settings.detailedExitCode || settings.expectNoChanges) {
    throw usage('--max-age is a check of its own: it goes with --target, --history, --json and --out only');
  }
  const startedAt = shell.clock();
  const { lastComplete } = await import('../../core/engine/drift-history.ts');
  const place = await openTarget(call);
  const { project, target } = place;
  const completeAt = await lastComplete({ ...place, ...historyFile(call) });
  const { name } = target;
  if (completeAt === null) {
    throw new ToolError('drift-overdue', { message: `no complete drift run of ${name} is known here` });
  }
  // A time in the future counts as none: it would make this check pass for ever.
  if (Math.abs(startedAt - completeAt) > maxAgeMs) {
    const message = `the last complete drift run of ${name} ended at ${moment(completeAt)}; the limit is ${duration(maxAgeMs)}`;
    throw new ToolError('drift-overdue', { message });
  }
  const input = { project: project.name, target: targetHead(target), completeAt, maxAgeMs };
  return finish(heartbeatDocument(input, reportContext(call, startedAt)), call);
}
