// The write probe: makes a handful of records in a test campaign, changes, moves and deletes them, and puts down what the
// service makes of it. Users are never touched.

import type { Answer } from '../../src/model/profile.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';
import { probeIntake } from './probe-intake.ts';
import { probeMove } from './probe-moves.ts';
import { probePin } from './probe-pin.ts';
import { campaignOf, look, make, put, recordOf, settle } from './write-bench.ts';
import type { Seen, WriteBench } from './write-bench.ts';

const POLL_MS = 100;
const POLLS = 100;
/** So far apart that two times of the service differ. */
const APART_MS = 50;
const LONG = 4096;

/** What is asked beside: it needs a person, or the better part of an hour. */
export interface WriteWish {
  readonly intake: boolean;
  readonly pins: boolean;
}

export async function probeByWriting(bench: WriteBench, { intake, pins }: WriteWish): Promise<Answer[]> {
  const first = await probeFirst(bench);
  if (first.seen === null) return first.answers;
  const removed = await probeDelete(bench);
  const isGone = removed.some(({ id, answer: value }) => id === 'deleted-record' && value === 'not-shown');
  return [
    ...first.answers,
    ...(await probeUpdate(bench, first.seen)),
    ...removed,
    ...(await probeMove(bench, isGone)),
    await probeLength(bench),
    ...(intake ? await probeIntake(bench) : []),
    ...(pins ? [await probePin(bench)] : []),
  ];
}

/** How long until a record is shown, and whether this campaign takes records at all. */
async function probeFirst(bench: WriteBench): Promise<{ readonly answers: Answer[]; readonly seen: Seen | null }> {
  const record = recordOf(bench, 'a');
  const made = await make(bench, record, { preferredAgent: bench.agent });
  if (made.kind !== 'done')
    return { answers: [unknown('read-lag', `no record could be made: ${codeOf(made)}`)], seen: null };
  for (let polls = 0; polls <= POLLS; polls += 1) {
    const seen = await look(bench.service, record);
    if (seen.kind === 'present') {
      bench.lagMs = polls * POLL_MS;
      const value = polls === 0 ? '0' : 'lags';
      return { answers: [answer('read-lag', value, 'a record searched at once after it was added')], seen };
    }
    await bench.sleep(POLL_MS);
  }
  return { answers: [unknown('read-lag', 'a record that was added did not appear')], seen: null };
}

/** One record set to WORKED, updated, its pin cleared in both ways. */
async function probeUpdate(bench: WriteBench, made: Seen): Promise<Answer[]> {
  const record = recordOf(bench, 'a');
  const campaign = campaignOf(bench, record.campaignName);
  const status = {
    campaign,
    clientId: record.clientId,
    state: 'WORKED',
    nextEarliestWorkTime: bench.notBefore,
  } as const;
  await bench.sleep(APART_MS);
  const set = await bench.service.setRecordStatus(status);
  await settle(bench);
  const worked = await look(bench.service, record);
  await bench.sleep(APART_MS);
  const updating = await put(bench, record, { text: 'Def' });
  const updated = await look(bench.service, record);
  const taken = set.kind === 'done' && updating.kind === 'done';
  const emptied = await put(bench, record, { preferredAgent: '', text: 'Def' });
  const unpinned = await look(bench.service, record);
  await bench.service.setRecordStatus({ ...status, preferredAgent: '' });
  await settle(bench);
  const cleared = await look(bench.service, record);
  return [
    taken ? stateAfter(worked, updated) : unknown('update-state', 'the service refused the status or the update'),
    taken
      ? updatedTime([made, worked, updated])
      : unknown('update-time', 'the service refused the status or the update'),
    taken
      ? idItem(made, updated, campaign.clientIdFieldName)
      : unknown('client-id-item', 'the service refused the update'),
    emptied.kind === 'done'
      ? emptyPin(updated, unpinned, bench.agent)
      : unknown('empty-agent', 'the update was refused'),
    noneShown(made, cleared, bench.agent),
  ];
}

function stateAfter(worked: Seen, updated: Seen): Answer {
  const how = 'a record set to WORKED, then updated';
  if (worked.task?.workedState !== 'WORKED') return unknown('update-state', 'the status call did not show');
  if (updated.task?.workedState === 'WORKED') return answer('update-state', 'keeps', how);
  return updated.task?.workedState === 'NOTWORKED'
    ? answer('update-state', 'resets', how)
    : unknown('update-state', how);
}

function updatedTime(seen: readonly Seen[]): Answer {
  const times = seen.map(({ task }) => task?.lastUpdatedTime ?? null);
  const [before, afterStatus, afterUpdate] = times;
  if (!before || !afterStatus || !afterUpdate) return unknown('update-time', 'lastUpdatedTime was not shown');
  const moved = [afterStatus > before, afterUpdate > afterStatus];
  if (moved[0] !== moved[1]) return unknown('update-time', 'a status call and an update differ in this');
  return answer('update-time', moved[0] ? 'yes' : 'no', 'lastUpdatedTime around a status call and an update');
}

function idItem(made: Seen, updated: Seen, key: string): Answer {
  const has = ({ task }: Seen): boolean => task?.items.some((item) => item.key === key) ?? false;
  if (!has(made) || updated.task === null)
    return unknown('client-id-item', `no item ${key} after the record was added`);
  return answer(
    'client-id-item',
    has(updated) ? 'kept' : 'dropped',
    `the item ${key} after an update that did not send it`,
  );
}

function emptyPin(before: Seen, after: Seen, agent: string): Answer {
  if (before.task?.preferredAgent !== agent || after.task === null)
    return unknown('empty-agent', 'the pin was not shown');
  const pin = after.task.preferredAgent;
  if (pin !== null && pin !== agent) return unknown('empty-agent', 'the pin changed');
  return answer('empty-agent', pin === null ? 'clears' : 'ignored', 'an update with an empty preferredAgent');
}

function noneShown(made: Seen, cleared: Seen, agent: string): Answer {
  const never = made.raw['lastAttemptAgent'];
  const empty = cleared.raw['preferredAgent'];
  const how = 'an attempt never made, and a pin that was cleared';
  if (never === '') return answer('empty-field', 'empty', how);
  if (made.task?.preferredAgent !== agent || never !== null) return unknown('empty-field', 'the pin was not shown');
  if (empty === null) return answer('empty-field', 'null', how);
  return empty === '' ? answer('empty-field', 'both', how) : unknown('empty-field', 'the pin could not be cleared');
}

/** A record deleted, looked at, and added again. */
async function probeDelete(bench: WriteBench): Promise<Answer[]> {
  const record = recordOf(bench, 'c');
  const both = (why: string): Answer[] => [unknown('deleted-record', why), unknown('add-after-delete', why)];
  const made = await make(bench, record);
  const before = await look(bench.service, record);
  if (made.kind !== 'done' || before.task === null) return both('the record could not be made');
  const deleted = await bench.service.deleteRecord(bench.campaign, record.clientId);
  await settle(bench);
  const after = await look(bench.service, record);
  if (deleted.kind !== 'done' || (after.task !== null && after.task.workedState !== 'REMOVED')) {
    return both('the record could not be deleted');
  }
  return [leftBehind(after), await addAgain(bench, before.task.previewRecordId)];
}

function leftBehind(after: Seen): Answer {
  const how = 'a record deleted and searched by its id';
  if (after.kind === 'unclear') return unknown('deleted-record', 'absence is not told, so nothing is concluded');
  if (after.kind === 'absent') return answer('deleted-record', 'not-shown', `${how}; gone and hidden look the same`);
  return answer('deleted-record', 'removed-visible', how);
}

async function addAgain(bench: WriteBench, formerId: string): Promise<Answer> {
  const record = recordOf(bench, 'c');
  const how = 'the clientId of a deleted record added again';
  const again = await put(bench, record);
  if (again.kind === 'not-done' && again.problem.code === 'refused') return answer('add-after-delete', 'refused', how);
  const seen = await look(bench.service, record);
  if (again.kind !== 'done' || seen.task === null || seen.task.workedState === 'REMOVED') {
    return unknown('add-after-delete', 'the record added again was not shown');
  }
  return answer('add-after-delete', seen.task.previewRecordId === formerId ? 'revives' : 'new', how);
}

/** Up to a modest length. */
async function probeLength(bench: WriteBench): Promise<Answer> {
  const record = recordOf(bench, 'f');
  const how = `an item value of ${LONG} characters`;
  const made = await make(bench, record, { text: 'x'.repeat(LONG) });
  if (made.kind === 'not-done' && made.problem.code === 'refused') {
    return answer('length-limits', /HTTP 4\d\d/u.test(made.problem.message) ? '4xx' : 'FAILED', how);
  }
  const seen = await look(bench.service, record);
  const length = seen.task?.items.find((item) => /^x+$/u.test(item.value))?.value.length ?? 0;
  if (made.kind !== 'done' || length === 0) return unknown('length-limits', 'the long record was not shown');
  return length < LONG
    ? answer('length-limits', 'cut', `${how}; ${length} came back`)
    : answer('length-limits', `>=${LONG}`, how);
}

function codeOf(outcome: Outcome<unknown>): string {
  return outcome.kind === 'done' ? 'done' : outcome.problem.code;
}
