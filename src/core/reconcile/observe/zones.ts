// The zone in force, where `policy.verifyZones` asks for it. A search shows the item of a task, and not the zone that another call gave it;
// sys_item_time_zone is "Time zone set on the task". Concluded only from a whole list that holds another task of ours.

import type { Address } from '../../model/address.ts';
import { goesOn, isFinished } from '../../model/record.ts';
import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { contentOf } from '../fields.ts';
import { forEachParallel } from './parallel.ts';

/** Records that show the declared zone, and are not among the tasks for which it is in force. One search a zone and campaign. */
export async function otherZones(
  reader: ServiceReader,
  desired: DesiredState,
  observed: ObservedState['records'],
): Promise<ReadonlySet<Address>> {
  const shown = desired.records.flatMap(({ address, campaign, timeZone: zone, ensure }) => {
    const [task, twin] = observed.get(address)?.tasks ?? [];
    if (zone === undefined || task === undefined || twin !== undefined || !goesOn(ensure) || isFinished(task))
      return [];
    return contentOf(task, campaign.clientIdFieldName).timeZone === zone ? [{ address, campaign, zone, task }] : [];
  });
  const lists = Map.groupBy(shown, ({ campaign, zone }) => JSON.stringify([campaign.campaignName, zone]));
  const others = new Set<Address>();
  await forEachParallel([...lists.values()], async (all) => {
    const [first] = all;
    if (first === undefined) return;
    const criterion = { key: 'sys_item_time_zone', value: first.zone, condition: 'EQUALS' } as const;
    const found = await reader.searchRecords(first.campaign, criterion);
    if (found.kind !== 'done' || !found.value.complete) return;
    const ids = new Set(found.value.tasks.map(({ previewRecordId }) => previewRecordId));
    const missing = all.filter(({ task }) => !ids.has(task.previewRecordId));
    // None of ours: this service may search zones in another way.
    if (missing.length < all.length) for (const { address } of missing) others.add(address);
  });
  return others;
}
