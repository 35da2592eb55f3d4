// doctor: the rooms joined for looking at one target, its ledger and the assumptions that reading can measure. Writes
// nothing, neither to the service nor to recorded state.

import {
  describeHolder,
  heldLock,
  knownCampaigns,
  openProbing,
  reachable,
  recall,
  splitShard,
  stackName,
  unusedProxy,
} from '../../core/face.ts';
import type { HeldLock, Run } from '../../core/face.ts';
import { isRecord } from '../../core/model/address.ts';

import { checkConnection, fromCode } from './connection.ts';
import { probe } from './probe.ts';
import { ok, warning } from '../../core/model/check.ts';
import type { Check } from '../../core/model/check.ts';
import { ERRORS, ToolError } from '../../core/model/errors.ts';
import type { Answer } from '../../core/model/profile.ts';
import type { Campaign } from '../../core/model/record.ts';
import type { Clock, DesiredState, RecordedState } from '../../core/model/state.ts';

export interface DoctorRun extends Pick<Run, 'project' | 'target' | 'openTarget'> {
  /** What could be read of the files; empty where they have faults. */
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  /** A campaign to ask about; null for the first declared or recorded one. */
  readonly campaign: string | null;
  readonly clock: Clock;
}

/** What a home of recorded state says about itself. */
export interface HomeReport {
  readonly checks: readonly Check[];
  readonly recorded: RecordedState;
}

const NOTHING: RecordedState = { objects: new Map(), openIntents: [] };

export async function connection(run: DoctorRun): Promise<Check[]> {
  const [campaign = null] = campaignsOf(run);
  const unused = unusedProxy(run.target, process.env);
  const note = unused === null ? [] : [warning('proxy', unused, ERRORS['proxy-not-used'].advice)];
  return [...note, ...(await checkConnection({ target: await reachable(run), clock: run.clock, campaign }))];
}

/** Reads only: no lock, no file made. What went to a stack is shown, too. */
export async function home(place: Pick<DoctorRun, 'project' | 'target' | 'clock'>): Promise<HomeReport> {
  try {
    const { isNew, recorded, copies } = await recall({ ...place, isHandOver: true });
    if (isNew) return { checks: [ok('ledger', 'none yet: nothing was applied')], recorded: NOTHING };
    return { checks: [heldBy(heldLock(place)), ...contents(recorded, copies.length)], recorded };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { checks: [fromCode('ledger', error.code, error.message)], recorded: NOTHING };
  }
}

function heldBy(held: HeldLock | null): Check {
  if (held === null) return ok('lock', 'nobody holds the target');
  return warning('lock', `held by ${describeHolder(held.holder)}`, LOCK_ADVICE[held.liveness]);
}

const LOCK_ADVICE: Readonly<Record<HeldLock['liveness'], string>> = {
  alive: 'A run is under way; --lock-timeout waits for it.',
  gone: 'That process is gone: the next run takes the lock over by itself.',
  unknown:
    'Whether that run still lives cannot be seen from here; `--lock-timeout 2m` takes over once nothing is heard of it.',
};

function contents({ objects, openIntents }: RecordedState, copies: number): Check[] {
  const amount = ok('ledger', `readable, ${objects.size} ${objects.size === 1 ? 'object' : 'objects'} recorded`);
  const open = warning(
    'intents',
    `${openIntents.length} writes of an earlier run are open`,
    'The next plan or apply settles them by reading; `muster show` lists them.',
  );
  const kept = warning(
    'copies',
    `${copies} full copies of customers on the way are kept`,
    'Look at `muster show`; a copy is dropped once its move is settled.',
  );
  return [amount, ...(openIntents.length > 0 ? [open] : []), ...(copies > 0 ? [kept] : [])];
}

/** Rejects with a ToolError when the environment does not answer at all. */
export async function probeByReading(run: DoctorRun): Promise<Answer[]> {
  const reader = openProbing({ target: await reachable(run), clock: run.clock });
  try {
    return await probe({ reader, campaigns: campaignsOf(run), halves: halvesOf(run) });
  } finally {
    await reader.close();
  }
}

/** Prefixes of our markers that cut a large campaign into eight. */
function halvesOf(run: DoctorRun): string[] {
  return splitShard(`${stackName(run)}/`)
    .flatMap(splitShard)
    .flatMap(splitShard);
}

/** Those with most records first; the named one before all. */
function campaignsOf({ desired, recorded, campaign }: DoctorRun): Campaign[] {
  const known = knownCampaigns(desired, recorded);
  const size = ({ campaignName }: Campaign): number =>
    desired.records.filter((record) => record.campaign.campaignName === campaignName).length +
    [...recorded.objects.values()].filter((each) => isRecord(each) && each.campaignName === campaignName).length;
  const ordered = known.toSorted((a, b) => size(b) - size(a));
  if (campaign === null) return ordered;
  return [probedCampaign(campaign, known), ...ordered.filter(({ campaignName }) => campaignName !== campaign)];
}

/** A campaign of this project, or one that only a probe knows. */
function probedCampaign(campaignName: string, known: readonly Campaign[]): Campaign {
  const declared = known.find((each) => each.campaignName === campaignName);
  const source = { file: '(probe)', line: 1, column: 1 };
  return declared ?? { campaignName, clientIdFieldName: 'Id', manage: 'each', marker: false, intake: false, source };
}
