// What becomes of a row of an intake file whose id is there already, and which of two twins an id search shows. Only a
// person can load a file; it has a second row that nobody else has, so that it shows when the file has been read.

import type { Answer } from '../../src/model/profile.ts';
import type { ObservedTask } from '../../src/model/record.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';
import { announce, look, make, NAME, recordOf, settle, TEXT_ITEM } from './write-bench.ts';
import type { ProbeRecord, WriteBench } from './write-bench.ts';

const LOOK_EVERY_MS = 5_000;
const LOOKS = 360;
const FROM_FILE = 'Def';

export async function probeIntake(bench: WriteBench): Promise<Answer[]> {
  const [record, control] = [recordOf(bench, 'i'), recordOf(bench, 'k')];
  const made = await make(bench, record);
  if (made.kind !== 'done') return [unknown('intake-existing-id', 'the record could not be made')];
  await announce(bench, control);
  bench.note(request(bench, [record, control]));
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const seen = await look(bench.service, control);
    if (seen.kind === 'present') {
      await settle(bench);
      return fate(bench, record);
    }
    const at = bench.clock();
    await bench.sleep(LOOK_EVERY_MS);
    // Cut short by Ctrl-C.
    if (bench.clock() - at < LOOK_EVERY_MS / 2) break;
  }
  return [unknown('intake-existing-id', 'the file was not loaded while the script waited')];
}

function request({ campaign }: WriteBench, records: readonly ProbeRecord[]): string {
  const rows = records.map(({ clientId }) => `${clientId},"${NAME}",${FROM_FILE}`);
  const file = [`${campaign.clientIdFieldName},Name,${TEXT_ITEM}`, ...rows].join('\n');
  const minutes = (LOOKS * LOOK_EVERY_MS) / 60_000;
  return `intake-existing-id: load a file with these rows into ${campaign.campaignName} now; waiting up to ${minutes} minutes.\n\n${file}\n`;
}

/** As where files are loaded: by the id among the data items, too, because a search by clientId shows one of two. */
async function fate({ service, campaign }: WriteBench, record: ProbeRecord): Promise<Answer[]> {
  const how = 'a file with the id of an open record, loaded by a person';
  const outcome = await service.findRecord({ ...campaign, intake: true }, record.clientId);
  const tasks = outcome.kind === 'done' ? outcome.value : [];
  const { task } = await look(service, record);
  if (tasks.length === 0 || task === null) {
    return [unknown('intake-existing-id', 'the record was not shown after the file was loaded')];
  }
  if (tasks.length === 1) return [answer('intake-existing-id', isFromFile(task) ? 'update' : 'skip', how)];
  const shown = answer('twin-shown', isFromFile(task) ? 'newest' : 'oldest', 'twins made by an intake file');
  return [answer('intake-existing-id', 'twin', how), shown];
}

function isFromFile({ items }: ObservedTask): boolean {
  return items.some(({ key, value }) => key === TEXT_ITEM && value === FROM_FILE);
}
