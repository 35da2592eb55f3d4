// Transfers between two test campaigns: what moves along, which id the record has then, and what happens where the clientId
// is taken.

import type { Answer } from '../../src/model/profile.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';
import { look, make, probeItems, recordOf, settle } from './write-bench.ts';
import type { ProbeRecord, Seen, WriteBench } from './write-bench.ts';

/** `isGone`: a deleted record is not shown any more, so that a twin under it would be. */
export async function probeMove(bench: WriteBench, isGone: boolean): Promise<Answer[]> {
  const { second } = bench;
  if (second === null) {
    const why = 'needs a second test campaign: name --test-campaign twice';
    return [unknown('transfer-data', why), unknown('transfer-record-id', why), unknown('transfer-taken-id', why)];
  }
  const [from, to] = [recordOf(bench, 'd'), recordOf(bench, 'd', second)];
  const made = await make(bench, from);
  const before = await look(bench.service, from);
  const moved = await transfer(bench, from, to.campaignName);
  const after = await look(bench.service, to);
  if (made.kind !== 'done' || moved.kind !== 'done' || before.task === null || after.task === null) {
    const why = 'a record could not be transferred';
    return [unknown('transfer-data', why), unknown('transfer-record-id', why), unknown('transfer-taken-id', why)];
  }
  const isKept = before.task.previewRecordId === after.task.previewRecordId;
  return [
    movedData(bench, after),
    answer('transfer-record-id', isKept ? 'kept' : 'new', 'previewRecordId before and after a transfer'),
    ...(await probeOccupied(bench, second.campaignName, isGone)),
  ];
}

async function transfer(
  bench: WriteBench,
  { clientId }: ProbeRecord,
  transferToCampaign: string,
): Promise<Outcome<unknown>> {
  const outcome = await bench.service.transferRecord({ campaign: bench.campaign, clientId, transferToCampaign });
  await settle(bench);
  return outcome;
}

function movedData(bench: WriteBench, { task }: Seen): Answer {
  const sent = probeItems(bench);
  const there = sent.filter(({ key, value }) => task?.items.some((item) => item.key === key && item.value === value));
  const how = `${there.length} of ${sent.length} data items after a transfer`;
  if (there.length === sent.length) return answer('transfer-data', 'moves', how);
  return answer('transfer-data', there.length === 0 ? 'lost' : 'part', how);
}

async function probeOccupied(bench: WriteBench, campaignName: string, isGone: boolean): Promise<Answer[]> {
  const [from, to] = [recordOf(bench, 'e'), { ...recordOf(bench, 'e'), campaignName }];
  const made = [await make(bench, to), await make(bench, from)];
  const occupant = await look(bench.service, to);
  if (made.some(({ kind }) => kind !== 'done') || occupant.task === null) {
    return [unknown('transfer-taken-id', 'the two records could not be made')];
  }
  const how = 'a transfer to a campaign that has the clientId';
  const moved = await transfer(bench, from, campaignName);
  if (moved.kind === 'not-done' && moved.problem.code === 'refused')
    return [answer('transfer-taken-id', 'refuse', how)];
  const shown = await look(bench.service, to);
  if (moved.kind !== 'done' || shown.task === null)
    return [unknown('transfer-taken-id', 'the transfer was not settled')];
  // One of two is deleted: what is still there was the other.
  const deleted = await bench.service.deleteRecord({ ...bench.campaign, campaignName }, from.clientId);
  await settle(bench);
  const rest = await look(bench.service, to);
  if (deleted.kind !== 'done') return [unknown('transfer-taken-id', 'the record could not be deleted')];
  if (rest.task !== null && rest.task.workedState !== 'REMOVED') {
    const first = shown.task.previewRecordId === occupant.task.previewRecordId;
    return [
      answer('transfer-taken-id', 'twin', how),
      answer('twin-shown', first ? 'oldest' : 'newest', 'twins made by a transfer'),
    ];
  }
  const isOne = rest.kind === 'absent' && isGone;
  return [
    isOne
      ? answer('transfer-taken-id', 'overwrite', how)
      : unknown('transfer-taken-id', 'deleted records are shown: twins cannot be told'),
  ];
}
