// Whether what was created is there. SUCCESS is one word, and a service may say it and make nothing; so at the end of a run what was
// added is read once more, in bulk. Nothing is sent again.
//
//   created                                         | read                                   | shown absent, also after a while
//   a record with our marker                        | by marker; one by one where that is less | unresolved, `unconfirmed`: open again
//   a person on both sides, no connectUserId came   | query-existence                        | the same; of one side: unresolved, recorded
//   a person in the service, a record without marker | -                                      | -: as the service answered
//
// Open again: its intent is, so that the next run settles it as it settles a lost answer (diff/open-intents.ts).

import { isRecord, isUser } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import type { ObservedTask } from '../../model/record.ts';
import { addsTask } from '../asked.ts';
import type { RecordChange, UserChange } from '../change.ts';
import { readByMarker } from '../observe/read-by-marker.ts';
import { looksFor } from '../plan/requests.ts';
import type { Settlement } from '../settlement.ts';
import { applied } from '../settlement.ts';
import { comesTrue } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { proposedRecord } from './record.ts';
import { proposedUser } from './user.ts';

/** The settlements, those of what is not there replaced. `held`: records of ours in a campaign before the run. */
export async function confirmCreated(
  settlements: readonly Settlement[],
  context: ApplyContext,
  held: (campaignName: string) => number,
): Promise<Settlement[]> {
  const { confirm, signal } = context;
  if (confirm === undefined || signal?.aborted === true) return [...settlements];
  const people = settlements.flatMap((each) => (isUnproven(each) && isUser(each.change) ? [each.change] : []));
  const records = settlements.flatMap(({ kind, change }) =>
    kind === 'applied' && isRecord(change) && addsTask(change) && change.marker !== null ? [change] : [],
  );
  const byCampaign = Map.groupBy(records, ({ campaign }) => campaign.campaignName);
  const found = await Promise.all([
    ...people.map((change) => personThere(change, context)),
    ...[...byCampaign].map(([name, own]) => recordsThere(own, context, held(name) + own.length)),
  ]);
  const missing = new Map(found.flat().map((settlement) => [settlement.change.address, settlement]));
  return settlements.map((each) => missing.get(each.change.address) ?? each);
}

function isUnproven(settlement: Settlement): boolean {
  return settlement.kind === 'applied' && settlement.unproven === true;
}

async function personThere(change: UserChange, context: ApplyContext): Promise<Settlement[]> {
  const { service, sleep, recorder, clock } = context;
  let seen = await service.queryUser(change.loginUserId);
  const isThere = (): boolean =>
    seen.kind === 'done' && seen.value.service === 'present' && seen.value.backend === 'present';
  const isShown = await comesTrue(sleep, async () => {
    if (!isThere()) seen = await service.queryUser(change.loginUserId);
    return isThere() || (seen.kind === 'done' && seen.value.backend === 'unknown');
  });
  if (isShown && isThere()) return [];
  if (seen.kind !== 'done') {
    return [applied(change, { kind: 'unconfirmed', because: 'unreadable', message: seen.problem.message })];
  }
  const { service: there, backend } = seen.value;
  if (there === 'present' && backend === 'unknown') {
    return [applied(change, { kind: 'unconfirmed', because: 'backend-not-shown' })];
  }
  if (there === 'present') return [unconfirmed(change, 'it is in the service, and not in the backing instance')];
  const { address } = change;
  await recorder.record(address, null);
  const proposed = proposedUser(change, context);
  await recorder.intend({ address, action: 'create', fromCampaign: null, at: clock(), proposed });
  return [unconfirmed(change, 'it is not in the service')];
}

async function recordsThere(own: readonly RecordChange[], context: ApplyContext, held: number): Promise<Settlement[]> {
  const { confirm, service } = context;
  const [first] = own;
  if (confirm === undefined || first === undefined) return [];
  const { campaign } = first;
  const lineage = { stack: confirm.stack, former: [] };
  const inBulk = { reader: service, lineage, campaign, expected: held, ...confirm.shard };
  const seen = looksFor(own.length, held) < own.length ? await shownInBulk(inBulk) : new Set<string>();
  const unseen = own.filter(({ clientId }) => !seen.has(clientId));
  const missing = await Promise.all(unseen.map((change) => recordThere(change, context)));
  return missing.flat();
}

/** A failure of the environment says nothing of what was written: the records are then asked for one by one, and each says so. */
async function shownInBulk(reading: Parameters<typeof readByMarker>[0]): Promise<ReadonlySet<string>> {
  try {
    const { tasks } = await readByMarker(reading);
    return new Set(tasks.map(({ clientId }) => clientId));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return new Set();
  }
}

async function recordThere(change: RecordChange, context: ApplyContext): Promise<Settlement[]> {
  const { service, sleep, recorder, clock } = context;
  const { address, action, clientId, campaign } = change;
  let shown: readonly ObservedTask[] | null = null;
  const isThere = await comesTrue(sleep, async () => {
    const answer = await service.findRecord({ ...campaign, intake: false }, clientId);
    shown = answer.kind === 'done' ? answer.value : null;
    return shown !== null && shown.length > 0;
  });
  if (isThere) return [];
  if (shown === null) return [applied(change, { kind: 'unconfirmed', because: 'unreadable' })];
  const proposed = proposedRecord(change, null, context);
  await recorder.record(address, change.recorded);
  await recorder.intend({ address, action, fromCampaign: null, at: clock(), proposed });
  return [unconfirmed(change, 'it is not in the campaign')];
}

function unconfirmed(change: UserChange | RecordChange, what: string): Settlement {
  const message = `the service answered SUCCESS, and reading it again shows: ${what}`;
  return { change, kind: 'unresolved', problem: { code: 'unconfirmed', message, stopsRun: false } };
}
