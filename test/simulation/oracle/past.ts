// T1: an approval after which something else was carried out changes nothing any more, one under another policy or service profile
// neither, and one for which pins were searched elsewhere removes nobody. T2: neither do files of an earlier commit than one that was
// applied since change anything, unless they are the same as those applied last.

import { isDeepStrictEqual } from 'node:util';

import type { PlayedRun } from '../life.ts';
import { isWrite } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

const NAMES = {
  list: 'the list of whom nobody may call',
  agents: 'who may be pinned to',
  verify: 'for how long what was removed is looked at',
  profile: 'what the service was measured to do',
  searched: 'where the pins of leavers are searched',
} as const;

export function judgePast({ life, requests }: Evidence): Violation[] {
  const changed = life.log.flatMap((entry) => {
    const by = entry.kind === 'effect' ? requests.get(entry.request ?? 0) : undefined;
    return by === undefined ? [] : [by];
  });
  const again = life.past.flatMap(({ job: { kind, of }, run }) => {
    const isReplaced = changed.some((each) => {
      const by = life.runs.find((other) => other.run === each.run);
      return by !== undefined && (kind === 'again' ? by.run > of.run : by.version > of.version);
    });
    const sent = changed.find((each) => each.run === run.run);
    // A revert is a new commit; files that say the same as it does put nothing back (docs/approval.md).
    const isSame = kind === 'behind' && isDeepStrictEqual(lastApplied(run, { life, requests })?.files, of.files);
    if (!isReplaced || isSame || sent === undefined) return [];
    const what =
      kind === 'again' ? `the approval of run ${of.run}` : `the files of run ${of.run}, from a clone behind,`;
    return [
      { rule: kind === 'again' ? 'T1' : 'T2', at: sent.at, text: `${what} sent ${sent.operation}`, isRace: false },
    ];
  });
  const under = life.runs.flatMap(({ run, approvedUnder }): Violation[] => {
    // Only who removes somebody reads where pins are searched.
    const isOf = ({ operation }: Asked): boolean => approvedUnder !== 'searched' || operation === 'delete-user';
    const sent = changed.find((each) => each.run === run && isOf(each));
    if (approvedUnder === null || sent === undefined) return [];
    const text = `an approval for which ${NAMES[approvedUnder]} was another one sent ${sent.operation}`;
    return [{ rule: 'T1', at: sent.at, text, isRace: false }];
  });
  return [...under, ...again];
}

/** The run before it that last sent a write. */
function lastApplied(
  { run }: PlayedRun,
  { life, requests }: Pick<Evidence, 'life' | 'requests'>,
): PlayedRun | undefined {
  const wrote = new Set([...requests.values()].filter(isWrite).map((each) => each.run));
  const runs = [...life.runs, ...life.past.map((each) => each.run)];
  return runs.findLast((each) => each.run < run && wrote.has(each.run));
}
