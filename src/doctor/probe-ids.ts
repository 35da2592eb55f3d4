// Searches by an id: where NORECORDFOUND stands (S1), which spelling of the id is read (S21), which twin is shown (S11).

import type { ObservedTask } from '../model/record.ts';
import type { Answer } from '../model/profile.ts';
import { probeId } from '../service/control-read.ts';
import type { RawAnswer } from '../service/probing.ts';
import { answer, isList, NOBODY, tasksOf, unknown } from './bench.ts';
import type { Bench } from './bench.ts';

/** Asked twice, about two ids that nobody has: the answer must be the same. */
export async function probeAbsence({ reader, campaignName }: Pick<Bench, 'reader' | 'campaignName'>): Promise<Answer> {
  const places: (string | null)[] = [];
  for (const clientId of [probeId(), probeId()]) {
    const outcome = await reader.searchRaw({ campaignName, clientId });
    places.push(outcome.kind === 'done' ? placeOfNone(outcome.value) : null);
  }
  const [first, second] = places;
  if (!first || first !== second) return unknown('S1', 'two searches for ids that nobody has were not answered alike');
  return answer('S1', first, 'two searches by clientId for ids that nobody has, in a campaign that can be searched');
}

function placeOfNone(raw: RawAnswer): string | null {
  if ((raw.tasks?.length ?? 0) > 0) return null;
  if (raw.http === 404) return raw.saysNone ? '404' : null;
  if (raw.status === 'NORECORDFOUND') return 'status';
  if (raw.error?.trim() === 'NORECORDFOUND') return 'error';
  if (raw.saysNone) return 'top-level';
  if (raw.status === 'SUCCESS') return raw.tasks === null ? null : 'SUCCESS+empty';
  return raw.status === 'FAILED' ? 'FAILED+text' : null;
}

const SPELLINGS = ['previewRecordId', 'previewRecordID'] as const;

/** A criterion that nobody fits goes along: a spelling that is not read then finds nothing. */
export async function probeSpelling(bench: Bench): Promise<Answer> {
  const [task] = bench.sample;
  if (task === undefined) return unknown('S21', 'needs a campaign with at least one record');
  const read: string[] = [];
  for (const spelling of SPELLINGS) {
    const found = await findByRecordId(bench, spelling, task);
    if (found === null) return unknown('S21', 'a search by record id was not answered');
    if (found) read.push(spelling);
  }
  if (read.length === 0) return unknown('S21', 'neither spelling found a record that is there');
  return answer('S21', read.length === 2 ? 'both' : (read[0] ?? ''), 'one record searched by its id in both spellings');
}

async function findByRecordId(
  { reader, campaignName }: Bench,
  spelling: (typeof SPELLINGS)[number],
  { previewRecordId }: ObservedTask,
): Promise<boolean | null> {
  const previewRecordData = [{ key: 'sys_worked_state', value: NOBODY, condition: 'EQUALS' }];
  const search = { campaignName, [spelling]: previewRecordId, previewRecordData };
  const found = tasksOf(await reader.searchRaw(search));
  if (found === 'refused') return false;
  if (found === null) return null;
  return found.length === 1 && found[0]?.previewRecordId === previewRecordId;
}

const PAIRS = 3;

/** Only where both signs of age agree: the id counted up, and createdTime. */
export async function probeTwins(bench: Bench): Promise<Answer> {
  const pairs = [...Map.groupBy(bench.sample, (task) => task.clientId).values()]
    .flatMap((twins) => (twins.length === 2 ? [byAge(twins)] : []))
    .filter((pair) => pair !== null);
  if (pairs.length === 0) return unknown('S11.idSearch', 'needs a clientId that stands twice in a campaign');
  const shown = new Set<string>();
  for (const [older, newer] of pairs.slice(0, PAIRS)) {
    const { reader, campaignName } = bench;
    const found = tasksOf(await reader.searchRaw({ campaignName, clientId: older.clientId }));
    const id = isList(found) && found.length === 1 ? found[0]?.previewRecordId : undefined;
    if (id === older.previewRecordId) shown.add('oldest');
    else shown.add(id === newer.previewRecordId ? 'newest' : 'neither');
  }
  const [only = 'neither'] = shown;
  if (shown.size > 1 || only === 'neither') return unknown('S11.idSearch', 'twins were not shown by one rule');
  return answer('S11.idSearch', only, 'clientIds that stand twice, searched by id');
}

type Pair = readonly [older: ObservedTask, newer: ObservedTask];

function byAge(twins: readonly ObservedTask[]): Pair | null {
  const [a, b] = twins;
  if (a === undefined || b === undefined || a.createdTime === null || b.createdTime === null) return null;
  const byId = a.previewRecordId.localeCompare(b.previewRecordId, 'en', { numeric: true });
  const byTime = a.createdTime - b.createdTime;
  if (byTime === 0 || Math.sign(byTime) !== Math.sign(byId)) return null;
  return byTime < 0 ? [a, b] : [b, a];
}
