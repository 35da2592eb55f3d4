// When the 30 minutes of a pin begin. A record that can be delivered at once is pinned, pinned anew after 20 minutes, and
// looked at until 48 minutes: counted from the start, the second pin is gone after 30; counted from itself, not before 50.
// The pins name nobody, so that no agent is handed the record while they last.

import type { Answer } from '../../src/model/profile.ts';
import { PROBE_PREFIX } from '../../src/service/control-read.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';
import { look, make, put, recordOf } from './write-bench.ts';
import type { ProbeRecord, WriteBench } from './write-bench.ts';

const MINUTE_MS = 60_000;
const PINNED_ANEW = 20;
const FIRST_LOOK = 31;
const LAST_LOOK = 48;
/** From here on the second pin may be gone under either reading. */
const TOO_LATE = 50;
const SAID_EVERY = 5;

const FIRST_PIN = `${PROBE_PREFIX}first`;
const SECOND_PIN = `${PROBE_PREFIX}second`;

export async function probePin(bench: WriteBench): Promise<Answer> {
  const record = recordOf(bench, 'p');
  const startedAt = bench.clock();
  await make(bench, record, { preferredAgent: FIRST_PIN, isDeliverable: true });
  if (!(await hasPin(bench, record, FIRST_PIN)))
    return unknown('pin-start', 'a record pinned to nobody’s name was not shown so');
  await waitUntil(bench, startedAt, PINNED_ANEW);
  await put(bench, record, { preferredAgent: SECOND_PIN, isDeliverable: true });
  if (!(await hasPin(bench, record, SECOND_PIN))) return unknown('pin-start', 'the second pin was not shown');
  return watch(bench, record, startedAt);
}

async function watch(bench: WriteBench, record: ProbeRecord, startedAt: number): Promise<Answer> {
  for (let minute = FIRST_LOOK; minute <= LAST_LOOK; minute += 1) {
    await waitUntil(bench, startedAt, minute);
    const { task, kind } = await look(bench.service, record);
    const at = (bench.clock() - startedAt) / MINUTE_MS;
    if (kind !== 'present' || task === null || task.workedState !== 'NOTWORKED')
      return unknown('pin-start', 'the record did not stay as it was made');
    if (at < minute || at >= TOO_LATE) return unknown('pin-start', 'the waiting was cut short, or took too long');
    if (task.preferredAgent === SECOND_PIN) continue;
    return task.preferredAgent === null
      ? answer('pin-start', 'created', `a pin set after ${PINNED_ANEW} minutes was gone before ${TOO_LATE}`)
      : unknown('pin-start', 'somebody else pinned the record');
  }
  return answer('pin-start', 'pinned', `a pin set after ${PINNED_ANEW} minutes was there after ${LAST_LOOK}`);
}

async function hasPin(bench: WriteBench, record: ProbeRecord, pin: string): Promise<boolean> {
  return (await look(bench.service, record)).task?.preferredAgent === pin;
}

async function waitUntil({ clock, sleep, note }: WriteBench, startedAt: number, minute: number): Promise<void> {
  for (;;) {
    const now = clock();
    const left = startedAt + minute * MINUTE_MS - now;
    if (left <= 0) return;
    note(`pin-start: ${Math.floor((now - startedAt) / MINUTE_MS)} of ${LAST_LOOK} minutes`);
    const slice = Math.min(left, SAID_EVERY * MINUTE_MS);
    await sleep(slice);
    // Cut short by Ctrl-C.
    if (clock() - now < slice / 2) return;
  }
}
