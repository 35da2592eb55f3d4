// W6: of the lines of a customer muster names the commit that last changed what stands there, wherever in the entry that is.

import { recordAddress } from '../../../src/core/model/address.ts';
import type { RecordLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgeCommits(evidence: Evidence): Violation[] {
  // Each of them read one commit more.
  const read = evidence.life.runs.filter(({ blamed }) => blamed !== null);
  return read.flatMap((run, last) => {
    return [...(run.blamed ?? [])].flatMap(([address, commits]): Violation[] => {
      const versions = read.slice(0, last + 1).map((each) => valuesAt(each, address));
      const changed = versions.findLastIndex((each, at) => at > 0 && each.join() !== versions[at - 1]?.join());
      const [was = [], is = []] = [versions[changed - 1], versions[changed]];
      // Lines that were taken out show nowhere, and where there is no answer nothing depends on it.
      const isSeen = is.some((value) => !was.includes(value)) && was.length > 0;
      if (!isSeen || commits.length === 0 || commits.includes(changed + 1)) return [];
      const text = `${address}: commit ${changed + 1} changed its lines, and it is said to come from ${commits.join(', ')}`;
      return [{ rule: 'W6', at: endOf(run, evidence), text, isRace: false }];
    });
  });
}

/** What its lines say, one by one; none where it is not declared. */
function valuesAt({ files }: PlayedRun, address: string): string[] {
  for (const { campaignName, records } of files.campaigns) {
    const line = records.find(({ clientId }) => recordAddress(campaignName, clientId) === address);
    if (line !== undefined) return [...new Set(valuesOf(line))];
  }
  return [];
}

function valuesOf({ data, ...line }: RecordLine): string[] {
  return [...Object.entries(line), ...Object.entries(data)].map((each) => JSON.stringify(each));
}
