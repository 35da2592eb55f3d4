// `--test-campaign`: records are made in test campaigns and nowhere else, through a journal of its own, whatever home
// the target has.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { probeByWriting } from './probe-writes.ts';
import { removeAll } from './write-bench.ts';
import type { WriteWish } from './probe-writes.ts';
import type { ProbeRecord, WriteBench } from './write-bench.ts';
import { openTarget } from '../../src/engine/run.ts';
import { parseAddress } from '../../src/model/address.ts';
import type { Answer } from '../../src/model/profile.ts';
import type { Target } from '../../src/model/target.ts';
import { knownCampaigns } from '../../src/reconcile/observe/addresses.ts';
import { openMeasuring } from '../../src/service/client.ts';
import { PROBE_PREFIX } from '../../src/service/control-read.ts';
import { probedCampaign } from '../../src/engine/doctor.ts';
import type { MeasuringRun } from './run.ts';
import { withJournal } from './journal.ts';
import { Refusal } from './refusal.ts';

/** Throws `probe-campaign` for a campaign with records of ours. Nothing has been sent then. */
export function refuseUsed({ desired, recorded }: MeasuringRun, names: readonly string[]): void {
  const used = names.filter(
    (name) =>
      desired.records.some((record) => record.campaign.campaignName === name) ||
      [...recorded.objects.values()].some((each) => each.kind === 'record' && each.campaignName === name) ||
      recorded.openIntents.some((intent) => campaignIn(intent.address) === name || intent.fromCampaign === name),
  );
  if (used.length > 0) {
    throw new Refusal('probe-campaign', `${used.join(', ')}: records are declared or recorded there.`);
  }
  if (names.length > 2 || new Set(names).size < names.length) {
    throw new Refusal('probe-campaign', 'Expected one or two different campaigns.');
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
  run: MeasuringRun,
  names: readonly string[],
  wish: WriteWish = { intake: false, pins: false },
): Promise<{ readonly answers: Answer[]; readonly stuck: readonly ProbeRecord[] }> {
  refuseUsed(run, names);
  const target = await openTarget(run);
  const { clock, signal } = run;
  return withJournal(run, async ({ records: journal }) => {
    const client = openMeasuring({ target, clock, ...(signal === undefined ? {} : { signal }) });
    const known = knownCampaigns(run.desired, run.recorded);
    const [campaign = '', second] = names;
    const bench: WriteBench = {
      service: client,
      journal,
      campaign: probedCampaign(campaign, known),
      second: second === undefined ? null : probedCampaign(second, known),
      agent: run.desired.users.find((user) => user.ensure === 'present')?.loginUserId ?? `${PROBE_PREFIX}agent`,
      notBefore: clock() + WEEK_MS,
      clock,
      sleep: run.sleep ?? ((ms) => sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)),
      note: run.note ?? (() => undefined),
      run: randomBytes(6).toString('hex'),
      lagMs: 0,
    };
    try {
      await removeAll(bench);
      const answers = await probeByWriting(bench, wish);
      return { answers, stuck: await cleanUp(bench, { target, run }) };
    } catch (error) {
      await cleanUp(bench, { target, run });
      throw error;
    } finally {
      await client.close();
    }
  });
}

/** A run that was stopped sends nothing more and waits for nothing, so the cleaning has a client and a wait that were not. */
async function cleanUp(
  bench: WriteBench,
  { target, run }: { readonly target: Target; readonly run: MeasuringRun },
): Promise<ProbeRecord[]> {
  const service = openMeasuring({ target, clock: run.clock });
  try {
    return await removeAll({ ...bench, service, sleep: run.sleep ?? ((ms) => sleep(ms)) });
  } finally {
    await service.close();
  }
}
