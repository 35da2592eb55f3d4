// `doctor --probe-writes`: records are made in test campaigns and nowhere else, through a journal of its own, whatever home
// the target has.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { probeByWriting } from '../doctor/probe-writes.ts';
import { removeAll } from '../doctor/write-bench.ts';
import type { WriteWish } from '../doctor/probe-writes.ts';
import type { ProbeRecord, WriteBench } from '../doctor/write-bench.ts';
import { openTarget } from '../engine.ts';
import { parseAddress } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import type { Answer } from '../model/profile.ts';
import type { Target } from '../model/target.ts';
import { knownCampaigns } from '../reconcile/observe/addresses.ts';
import { openWriteProbing } from '../service/client.ts';
import { PROBE_PREFIX } from '../service/control-read.ts';
import { probedCampaign } from './doctor.ts';
import type { DoctorRun } from './doctor.ts';
import { withJournal } from './probe-journal.ts';

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
  wish: WriteWish = { intake: false, pins: false },
): Promise<{ readonly answers: Answer[]; readonly stuck: readonly ProbeRecord[] }> {
  refuseUsed(run, names);
  const target = await openTarget(run);
  const { clock, signal } = run;
  return withJournal(run, async ({ records: journal }) => {
    const client = openWriteProbing({ target, clock, ...(signal === undefined ? {} : { signal }) });
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
  { target, run }: { readonly target: Target; readonly run: DoctorRun },
): Promise<ProbeRecord[]> {
  const service = openWriteProbing({ target, clock: run.clock });
  try {
    return await removeAll({ ...bench, service, sleep: run.sleep ?? ((ms) => sleep(ms)) });
  } finally {
    await service.close();
  }
}
