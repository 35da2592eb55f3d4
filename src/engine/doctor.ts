// doctor: the rooms joined for looking at one target, its ledger and its open points. Only `probeByWrites` writes, and
// that to test campaigns alone, through a journal of its own (`.muster/probe/<target>.sqlite`), whatever home the target has.

import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { checkConnection, fromCode } from '../doctor/connection.ts';
import { probe } from '../doctor/probe.ts';
import { probeByWriting } from '../doctor/probe-writes.ts';
import { removeAll } from '../doctor/write-bench.ts';
import type { ProbeJournal, ProbeRecord, WriteBench } from '../doctor/write-bench.ts';
import { openTarget, stackName } from '../engine.ts';
import { processIsAlive } from './ledger-home.ts';
import { parseAddress, recordAddress } from '../model/address.ts';
import { ok, warning } from '../model/check.ts';
import type { Check } from '../model/check.ts';
import { ToolError } from '../model/errors.ts';
import type { Answer } from '../model/profile.ts';
import type { Campaign } from '../model/record.ts';
import type { Clock, DesiredState, Project, RecordedState } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { splitShard } from '../reconcile/marker.ts';
import { knownCampaigns } from '../reconcile/observe-scope.ts';
import { openProbing, openWriteProbing } from '../service/client.ts';
import { PROBE_PREFIX } from '../service/control-read.ts';
import { readHolder } from '../state/inspect.ts';
import { openLedger } from '../state/ledger.ts';
import type { Ledger } from '../state/ledger.ts';

export interface DoctorRun {
  readonly project: Project;
  readonly target: Target;
  /** What could be read of the files; empty where they have faults. */
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  /** A campaign to ask about; null for the first declared or recorded one. */
  readonly campaign: string | null;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** What a home of recorded state says about itself. */
export interface HomeReport {
  readonly checks: readonly Check[];
  readonly recorded: RecordedState;
}

const NOTHING: RecordedState = { objects: new Map(), openIntents: [] };

export async function connection(run: DoctorRun): Promise<Check[]> {
  const campaignName = run.campaign ?? campaignsOf(run)[0]?.campaignName ?? null;
  return checkConnection({ target: await openTarget(run), clock: run.clock, campaignName });
}

/** Reads only: no lock, no file made. */
export async function home(place: Pick<DoctorRun, 'project' | 'target' | 'clock'>): Promise<HomeReport> {
  const path = join(place.project.directory, '.muster', 'ledger', `${place.target.name}.sqlite`);
  try {
    const holder = readHolder(path);
    if (holder === undefined) return { checks: [ok('ledger', 'none yet: nothing was applied')], recorded: NOTHING };
    const ledger = await openLedger({ path, clock: place.clock, readOnly: true });
    try {
      const recorded = await ledger.load();
      const copies = await ledger.copies();
      return { checks: [heldBy(holder), ...contents(recorded, copies.length)], recorded };
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { checks: [fromCode('ledger', error.code, error.message)], recorded: NOTHING };
  }
}

function heldBy(holder: NonNullable<ReturnType<typeof readHolder>> | null): Check {
  if (holder === null) return ok('lock', 'nobody holds the target');
  const who = `held by ${holder.name} (pid ${holder.pid}) since ${new Date(holder.since).toISOString()}`;
  if (holder.host !== hostname()) {
    return warning('lock', who, 'Whether that run still lives shows only on its machine; --lock-timeout waits for it.');
  }
  const advice = processIsAlive(holder.pid, holder.since)
    ? 'A run is under way; --lock-timeout waits for it.'
    : 'That process is gone: the next run takes the lock over by itself.';
  return warning('lock', who, advice);
}

function contents({ objects, openIntents }: RecordedState, copies: number): Check[] {
  const amount = ok('ledger', `readable, ${objects.size} ${objects.size === 1 ? 'object' : 'objects'} recorded`);
  const open = warning(
    'intents',
    `${openIntents.length} writes of an earlier run are open`,
    'The next plan or apply settles them by reading; `muster show` lists them.',
  );
  const kept = warning(
    'copies',
    `${copies} full copies of records on the way are kept`,
    'Look at `muster show`; a copy is dropped once its move is settled.',
  );
  return [amount, ...(openIntents.length > 0 ? [open] : []), ...(copies > 0 ? [kept] : [])];
}

/** What an interrupted write probe left, whatever home the target has. */
export async function probeLeft(place: Pick<DoctorRun, 'project' | 'target' | 'clock'>): Promise<Check[]> {
  const ledger = await openLedger({ path: probePath(place), clock: place.clock, readOnly: true });
  try {
    const { openIntents } = await ledger.load();
    if (openIntents.length === 0) return [];
    const text = `an interrupted write probe may have left ${openIntents.length} records`;
    return [warning('probe', text, 'Run the same `muster doctor --probe-writes` again: it removes them first.')];
  } finally {
    await ledger.close();
  }
}

/** The read-only probe. Rejects with a ToolError when the environment does not answer at all. */
export async function probeByReading(run: DoctorRun): Promise<Answer[]> {
  const client = openProbing({ target: await openTarget(run), clock: run.clock });
  const logins = [...run.recorded.objects.values(), ...run.desired.users].flatMap((each) =>
    each.kind === 'user' ? [each.loginUserId] : [],
  );
  const stack = `${stackName(run)}/`;
  const halves = splitShard(stack).flatMap(splitShard).flatMap(splitShard);
  try {
    return await probe({ reader: client, campaigns: campaignsOf(run), logins: [...new Set(logins)], halves });
  } finally {
    await client.close();
  }
}

/** Those with most records first; the named one before all. */
function campaignsOf({ desired, recorded, campaign }: DoctorRun): Campaign[] {
  const known = knownCampaigns(desired, recorded);
  const size = ({ campaignName }: Campaign): number =>
    desired.records.filter((record) => record.campaign.campaignName === campaignName).length +
    [...recorded.objects.values()].filter((each) => each.kind === 'record' && each.campaignName === campaignName)
      .length;
  const ordered = known.toSorted((a, b) => size(b) - size(a));
  if (campaign === null) return ordered;
  return [testCampaign(campaign, known), ...ordered.filter(({ campaignName }) => campaignName !== campaign)];
}

function testCampaign(campaignName: string, known: readonly Campaign[]): Campaign {
  const declared = known.find((each) => each.campaignName === campaignName);
  const source = { file: '(probe)', line: 1, column: 1 };
  return declared ?? { campaignName, clientIdFieldName: 'Id', manage: 'each', marker: false, intake: false, source };
}

/** Throws `probe-campaign` for a campaign with records of ours. Nothing has been sent then. */
export function refuseUsed({ desired, recorded }: DoctorRun, names: readonly string[]): void {
  const used = names.filter(
    (name) =>
      desired.records.some((record) => record.campaign.campaignName === name) ||
      [...recorded.objects.values()].some((each) => each.kind === 'record' && each.campaignName === name) ||
      recorded.openIntents.some((intent) => campaignIn(intent.address) === name || intent.fromCampaign === name),
  );
  if (used.length > 0) {
    throw new ToolError('probe-campaign', { message: `${used.join(', ')}: records are declared or recorded there.` });
  }
  if (names.length > 2 || new Set(names).size < names.length) {
    throw new ToolError('probe-campaign', { message: 'Expected one or two different campaigns.' });
  }
}

function campaignIn(address: string): string | null {
  const parsed = parseAddress(address);
  return parsed?.kind === 'record' ? parsed.campaignName : null;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Leftovers of earlier probes first, then the probe, then its own records, through a connection of its own: also after a
 * failure. Throws `probe-campaign`, `locked`.
 */
export async function probeByWrites(
  run: DoctorRun,
  names: readonly string[],
): Promise<{ readonly answers: Answer[]; readonly stuck: readonly ProbeRecord[] }> {
  refuseUsed(run, names);
  const target = await openTarget(run);
  const { clock, signal } = run;
  return withJournal(run, async (journal) => {
    const client = openWriteProbing({ target, clock, ...(signal === undefined ? {} : { signal }) });
    const known = knownCampaigns(run.desired, run.recorded);
    const [campaign = '', second] = names;
    const bench: WriteBench = {
      service: client,
      journal,
      campaign: testCampaign(campaign, known),
      second: second === undefined ? null : testCampaign(second, known),
      agent: run.desired.users.find((user) => user.ensure === 'present')?.loginUserId ?? `${PROBE_PREFIX}agent`,
      notBefore: clock() + WEEK_MS,
      sleep: (ms) => sleep(ms),
      run: randomBytes(6).toString('hex'),
      lagMs: 0,
    };
    try {
      await removeAll(bench);
      const answers = await probeByWriting(bench);
      return { answers, stuck: await cleanUp(bench, { target, clock }) };
    } catch (error) {
      await cleanUp(bench, { target, clock });
      throw error;
    } finally {
      await client.close();
    }
  });
}

/** A run that was stopped sends nothing more, so the cleaning has a client that was not. */
async function cleanUp(
  bench: WriteBench,
  parts: { readonly target: Target; readonly clock: Clock },
): Promise<ProbeRecord[]> {
  const service = openWriteProbing(parts);
  try {
    return await removeAll({ ...bench, service });
  } finally {
    await service.close();
  }
}

function probePath({ project, target }: Pick<DoctorRun, 'project' | 'target'>): string {
  return join(project.directory, '.muster', 'probe', `${target.name}.sqlite`);
}

async function withJournal<T>(run: DoctorRun, work: (journal: ProbeJournal) => Promise<T>): Promise<T> {
  const ledger = await openLedger({ path: probePath(run), clock: run.clock });
  try {
    const holder = `${userInfo().username}@${hostname()}`;
    const lock = await ledger.lock({ timeoutMs: 0, holder, pid: process.pid, processIsAlive });
    try {
      return await work(await journalOver(ledger, run.clock));
    } finally {
      await lock.release();
    }
  } finally {
    await ledger.close();
  }
}

async function journalOver(ledger: Ledger, clock: Clock): Promise<ProbeJournal> {
  const open = new Map<string, ProbeRecord>();
  for (const { id, address } of (await ledger.load()).openIntents) {
    const parsed = parseAddress(address);
    if (parsed?.kind === 'record') open.set(id, { campaignName: parsed.campaignName, clientId: parsed.clientId });
  }
  return {
    left: () => [...open].map(([id, record]) => ({ id, ...record })),
    async begin(record) {
      const address = recordAddress(record.campaignName, record.clientId);
      const intent = { address, action: 'create', fromCampaign: null, at: clock(), proposed: null } as const;
      open.set(await ledger.intend(intent), record);
    },
    async end(id) {
      await ledger.settle(id, null);
      open.delete(id);
    },
  };
}
