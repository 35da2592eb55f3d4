// `node tools/measure-service/main.ts`: measures what the interface documents leave open, for whoever writes to the vendor
// (README.md). It reads only, or does what it is asked for instead; then it asks first, makes records only in a test campaign
// that nobody uses and one test user whom nobody has, and removes what it made, also after a failure or Ctrl-C. Ends with 0;
// 2 where it was refused, 8 where it was stopped, 12 where something changed or was left behind, else by the error's code.

import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { look } from '../../src/cli/verbs/doctor-look.ts';
import { keepProfile } from '../../src/cli/process/profile-file.ts';
import type { Check } from '../../src/model/check.ts';
import { ERRORS, ToolError } from '../../src/model/errors.ts';
import { UNKNOWN } from '../../src/model/open-points.ts';
import { changedAnswers, knownAnswers, updateProfile } from '../../src/model/profile.ts';
import type { Answer, ServiceProfile } from '../../src/model/profile.ts';
import { probeLeft } from './journal.ts';
import { measureAfterApproval, measureByReading } from './measure.ts';
import type { Measured } from './measure.ts';
import { refuseUsed } from './records.ts';
import { Refusal } from './refusal.ts';
import type { MeasuringRun } from './run.ts';
import { refusePerson, templateFor } from './users.ts';
import { consequences, HELP, readWishes } from './wishes.ts';
import type { Wishes } from './wishes.ts';

type Run = MeasuringRun & { readonly profile: ServiceProfile | null };

const REFUSED = 2;
const CANCELLED = 8;
const INCOMPLETE = 12;

async function main(argv: readonly string[]): Promise<number> {
  const wishes = readWishes(argv);
  if (wishes.help) {
    console.log(HELP);
    return 0;
  }
  needTerminal(wishes);
  const { signal, race } = stopping();
  const { checks, run: looked } = await race(look({ ...wishes, clock: Date.now }, null));
  sayUnwell(checks);
  if (looked === null) return ERRORS[checks.find(({ code }) => code !== null)?.code ?? 'internal'].exit;
  const run: Run = { ...looked, signal, note: (text) => console.error(text) };
  sayUnwell(await probeLeft(run));
  const effects = consequences(wishes, templateFor(run, wishes.backend));
  if (effects.length > 0) await askApproval(run, wishes, effects);
  const found = effects.length === 0 ? await race(measureByReading(run)) : await measureAfterApproval(run, wishes);
  return conclude(run, found, wishes);
}

/** What only reads is simply left; what writes is told by the signal, and ends by itself. A second Ctrl-C ends all. */
function stopping(): { signal: AbortSignal; race: <T>(work: Promise<T>) => Promise<T> } {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const stopped = new Promise<never>((_, reject) => {
    const leave = (): void => reject(new ToolError('declined', { message: 'Interrupted; nothing was changed.' }));
    stop.signal.addEventListener('abort', leave, { once: true });
  });
  stopped.catch(() => undefined);
  return { signal: stop.signal, race: (work) => Promise.race([work, stopped]) };
}

/** Before anything is sent. */
function needTerminal(wishes: Wishes): void {
  if (wishes.autoApprove || process.stdin.isTTY || consequences(wishes, null).length === 0) return;
  throw new ToolError('approval-needed', { message: 'there is no terminal to ask on' });
}

/** Refusals come before the question: nobody should be asked about what is not done anyway. */
async function askApproval(run: Run, wishes: Wishes, effects: readonly string[]): Promise<void> {
  if (wishes.campaigns.length > 0) refuseUsed(run, wishes.campaigns);
  if (wishes.user !== null) refusePerson(run, wishes.user);
  if (wishes.autoApprove) return;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const question = [...effects, `Only 'yes' is accepted: `].join('\n');
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const said = await Promise.race([lines.question(question).catch(() => ''), closed]);
  lines.close();
  if (said.trim() !== 'yes') throw new ToolError('declined', { message: 'The answer was not yes.' });
}

/** Says what was found out, and lays it over the profile. */
async function conclude(run: Run, { answers, stuck, stuckUsers }: Measured, { write }: Wishes): Promise<number> {
  const found = { target: run.target.name, at: run.clock(), how: 'script' } as const;
  const profile = updateProfile(run.profile, found, answers);
  const changed = changedAnswers(knownAnswers(run.profile), profile);
  const isStopped = run.signal?.aborted ?? false;
  const { path, differs, written } = await keepProfile(run.project.directory, profile, write && !isStopped);
  for (const answer of answers) console.log(answerLine(answer));
  for (const { id, before, after } of changed) console.log(`Changed: ${id} was ${before} and is ${after} now`);
  for (const { clientId, campaignName } of stuck) console.log(`Left behind: ${clientId} in ${campaignName}`);
  for (const login of stuckUsers) console.log(`Left behind: the test user ${login}`);
  if (stuck.length + stuckUsers.length > 0) console.log('Run the same again: it removes what is left first.');
  if (written) console.log(`${path} was written.`);
  else console.log(differs ? `${path} would change; --write puts it down.` : `${path} says the same.`);
  if (isStopped) return CANCELLED;
  const isClean = stuck.length + stuckUsers.length === 0 && (changed.length === 0 || written);
  return isClean ? 0 : INCOMPLETE;
}

function answerLine({ id, answer, evidence }: Answer): string {
  return answer === UNKNOWN ? `${id}: not answered (${evidence})` : `${id}: ${answer} (${evidence})`;
}

function sayUnwell(checks: readonly Check[]): void {
  for (const { status, name, text, advice } of checks) {
    if (status === 'failed' || status === 'warning')
      console.error(`${status}: ${name}: ${text} ${advice ?? ''}`.trim());
  }
}

function exitOf(error: unknown): number {
  if (error instanceof ToolError) {
    // The advice of `declined` is about a plan.
    const advice = error.code === 'declined' ? '' : `\n${ERRORS[error.code].advice}`;
    console.error(`${error.code}: ${error.message}${advice}`);
    return ERRORS[error.code].exit;
  }
  if (error instanceof Refusal) {
    console.error(`${error.code}: ${error.message}`);
    return error.code === 'probe-leftover' ? INCOMPLETE : REFUSED;
  }
  throw error;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A read that was left when it was interrupted would hold the process.
  process.exit(await main(process.argv.slice(2)).catch(exitOf));
}
