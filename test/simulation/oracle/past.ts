// T1: an approval after which something else was carried out changes nothing any more, and one for which pins were searched elsewhere removes
// nobody. T2: neither do files of an earlier commit than one that was applied since, unless they are the same as those applied last.

import { isDeepStrictEqual } from 'node:util';

import type { PlayedRun } from '../life.ts';
import { isWrite } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgePast({ life, requests }: Evidence): Violation[] {
  const changed = life.log.flatMap((entry) => {
    const by = entry.kind === 'effect' ? requests.get(entry.request ?? 0) : undefined;
    return by === undefined ? [] : [by];
  });
  const elsewhere = life.runs.flatMap(({ run, isApprovedElsewhere }): Violation[] => {
    const sent = changed.find((each) => each.run === run && each.operation === 'delete-user');
    if (!isApprovedElsewhere || sent === undefined) return [];
    const text = 'an approval for which pins were searched elsewhere sent delete-user';
    return [{ rule: 'T1', at: sent.at, text, isRace: false }];
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
  return [...elsewhere, ...again];
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
