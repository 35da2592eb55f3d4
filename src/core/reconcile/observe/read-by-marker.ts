// The tasks of a campaign that carry our marker, in bulk (../marker.ts). Reads only. Presence may be learned here, absence never.

import type { Lineage } from '../../model/identity.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markerIn, MARKER_KEY } from '../../model/record.ts';
import type { Campaign, ObservedTask } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';
import { isMarkerOf, shardPrefixes, splitShard, stacksOf } from '../marker.ts';
import { stopOnEnvironment } from './one.ts';
import { FULL_ANSWERS, forEachParallel } from './parallel.ts';
import { isLikelyCeiling } from './ceiling.ts';

/** `isWhole` false: a search failed, or could not be split further; what was not seen may stand there all the same. */
export interface MarkerReading {
  readonly tasks: readonly ObservedTask[];
  readonly isWhole: boolean;
}

/**
 * All tasks that carry our marker, shard by shard; an answer as long as the limit is split and asked again. So is the longest, where
 * it is as long as a ceiling that people set (ceiling.ts) and a known id is missing.
 */
export async function readByMarker(options: {
  readonly reader: ServiceReader;
  readonly lineage: Lineage;
  readonly campaign: Campaign;
  readonly expected: number;
  /** Known clientIds of the campaign. */
  readonly ids?: ReadonlySet<string>;
  readonly shard?: string;
}): Promise<MarkerReading> {
  const found = new Map<string, ObservedTask>();
  let isWhole = true;
  let longest = 0;
  let doubtful: { readonly prefix: string; readonly shown: number }[] = [];
  const readShard = async (prefix: string): Promise<void> => {
    const criterion = { key: MARKER_KEY, value: prefix, condition: 'BEGINSWITH' } as const;
    const outcome = await options.reader.searchRecords(options.campaign, criterion);
    stopOnEnvironment(outcome);
    keepOurs(outcome, options.lineage, found);
    const shown = outcome.kind === 'done' ? outcome.value.shown : 0;
    longest = Math.max(longest, shown);
    if (outcome.kind !== 'done') isWhole = false;
    else if (!outcome.value.complete) await split(prefix);
    else if (isLikelyCeiling(shown)) doubtful.push({ prefix, shown });
  };
  const split = async (prefix: string): Promise<void> => {
    const halves = splitShard(prefix);
    if (halves.length === 0) isWhole = false;
    await Promise.all(halves.map(readShard));
  };
  const { lineage, shard, expected } = options;
  const prefixes = stacksOf(lineage).flatMap((stack) =>
    shard === undefined ? shardPrefixes(stack, expected) : [`${stack}/${shard}`],
  );
  await forEachParallel(prefixes, readShard, FULL_ANSWERS);
  const isMissing = (): boolean => {
    const seen = new Set([...found.values()].map(({ clientId }) => clientId));
    return [...(options.ids ?? [])].some((clientId) => !seen.has(clientId));
  };
  while (doubtful.length > 0 && isMissing()) {
    const again = doubtful.filter(({ shown }) => shown >= longest);
    doubtful = [];
    await Promise.all(again.map(({ prefix }) => split(prefix)));
  }
  return { tasks: [...found.values()], isWhole };
}

function keepOurs(
  outcome: Outcome<{ readonly tasks: readonly ObservedTask[] }>,
  lineage: Lineage,
  found: Map<string, ObservedTask>,
): void {
  if (outcome.kind !== 'done') return;
  for (const task of outcome.value.tasks) {
    if (isMarkerOf(lineage, markerIn(task))) found.set(task.previewRecordId, task);
  }
}
