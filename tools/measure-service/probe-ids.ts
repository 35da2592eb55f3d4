// Searches by an id: which spelling of previewRecordId is read, and which of two twins a clientId shows.

import type { ObservedTask } from '../../src/model/record.ts';
import type { Answer } from '../../src/model/profile.ts';
import { answer, isList, NOBODY, tasksOf, unknown } from '../../src/doctor/bench.ts';
import type { Bench } from '../../src/doctor/bench.ts';

const SPELLINGS = ['previewRecordId', 'previewRecordID'] as const;

/** A criterion that nobody fits goes along: a spelling that is not read then finds nothing. */
export async function probeSpelling(bench: Bench): Promise<Answer> {
  const [task] = bench.sample;
  if (task === undefined) return unknown('record-id-spelling', 'needs a campaign with at least one record');
  const read: string[] = [];
  for (const spelling of SPELLINGS) {
    const found = await findByRecordId(bench, spelling, task);
    if (found === null) return unknown('record-id-spelling', 'a search by record id was not answered');
    if (found) read.push(spelling);
  }
  if (read.length === 0) return unknown('record-id-spelling', 'neither spelling found a record that is there');
  return answer(
    'record-id-spelling',
    read.length === 2 ? 'both' : (read[0] ?? ''),
    'one record searched by its id in both spellings',
  );
}

async function findByRecordId(
  { reader, place }: Bench,
  spelling: (typeof SPELLINGS)[number],
  { previewRecordId }: ObservedTask,
): Promise<boolean | null> {
  const previewRecordData = [{ key: 'sys_worked_state', value: NOBODY, condition: 'EQUALS' }];
  const search = { ...place, [spelling]: previewRecordId, previewRecordData };
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
  if (pairs.length === 0) return unknown('twin-shown', 'needs a clientId that stands twice in a campaign');
  const shown = new Set<string>();
  for (const [older, newer] of pairs.slice(0, PAIRS)) {
    const { reader, place } = bench;
    const found = tasksOf(await reader.searchRaw({ ...place, clientId: older.clientId }));
    const id = isList(found) && found.length === 1 ? found[0]?.previewRecordId : undefined;
    if (id === older.previewRecordId) shown.add('oldest');
    else shown.add(id === newer.previewRecordId ? 'newest' : 'neither');
  }
  const [only = 'neither'] = shown;
  if (shown.size > 1 || only === 'neither') return unknown('twin-shown', 'twins were not shown by one rule');
  return answer('twin-shown', only, 'clientIds that stand twice, searched by id');
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
