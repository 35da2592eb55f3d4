// T1: an approval after which something else was carried out changes nothing any more, one under another policy or service profile
// neither, and one for which pins were searched elsewhere removes nobody. T3: one of another project, target or stack sends nothing, does not end
// with 0, and is refused with whose it is. T2: neither do files of an earlier commit than one that was
// applied since change anything, unless they are the same as those applied last.

import { isDeepStrictEqual } from 'node:util';

import type { PlayedRun } from '../life.ts';
import type { Place } from '../elsewhere.ts';
import { endOf, isWrite } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

const NAMES = {
  list: 'the list of whom nobody may call',
  agents: 'who may be pinned to',
  verify: 'for how long what was removed is looked at',
  profile: 'what the service was measured to do',
  searched: 'where the pins of leavers are searched',
} as const;

export function judgePast(evidence: Evidence): Violation[] {
  const { life, requests } = evidence;
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
  return [...under, ...again, ...life.runs.flatMap((run) => ofElsewhere(run, evidence))];
}

/** What tells people whose it is: its name, where that is another one. */
const WHOSE: Readonly<Record<Place, RegExp>> = {
  project: /of (?:field-service|another project)/u,
  target: /of (?:contact-centre\/|the target )training/u,
  partition: /of (?:contact-centre\/sandbox\.south|another project, target or stack)/u,
  stack: /another .*stack/u,
};

function ofElsewhere(run: PlayedRun, { requests, ...evidence }: Evidence): Violation[] {
  const { approvedFor, end } = run;
  if (approvedFor === null) return [];
  const say = (text: string, at: number): Violation[] => [
    {
      rule: 'T3',
      at,
      text: `an approval for another ${approvedFor.place} (${approvedFor.given}): ${text}`,
      isRace: false,
    },
  ];
  const sent = [...requests.values()].find((each) => each.run === run.run && isWrite(each));
  if (sent !== undefined) return say(`${sent.operation} is sent`, sent.at);
  const at = endOf(run, { requests, ...evidence });
  if (end.kind === 'killed') return [];
  if (end.exit === 0) return say('the run ends with 0', at);
  // Others may have ended it before.
  const { code = '', message = '' } = end.error ?? {};
  return code === 'plan-stale' && !WHOSE[approvedFor.place].test(message)
    ? say(`nobody says whose: ${message}`, at)
    : [];
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
