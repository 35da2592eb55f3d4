// How much is answered for: the base of percentages, and of "everything would be removed".

import { isRecord, isUser } from '../../model/address.ts';
import type { Kind } from '../../model/address.ts';
import type { RecordedObject, RecordedState } from '../../model/state.ts';

/** How many records of a campaign are answered for. */
export function heldIn({ objects }: RecordedState): (campaignName: string) => number {
  const held = Map.groupBy(
    [...objects.values()].filter((object) => isRecord(object) && object.consumed === null),
    (object) => (isRecord(object) ? object.campaignName : ''),
  );
  return (campaignName) => held.get(campaignName)?.length ?? 0;
}

/** What is answered for: a record used up is remembered, and nothing is left of it to delete. */
export function countRecorded(recorded: RecordedState): Readonly<Record<Kind, number>> {
  const held = [...recorded.objects.values()].filter((object) => isUser(object) || object.consumed === null);
  const of = (kind: RecordedObject['kind']): number => held.filter((object) => object.kind === kind).length;
  return { user: of('user'), record: of('record') };
}
