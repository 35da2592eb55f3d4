// O1: one run at a time writes (docs/recovery.md, "One run at a time changes a target"). S1: recorded state that is older than the note of its
// latest run writes nothing (docs/state.md, `state-older`).

import { isWrite } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';
import type { PlayedRun } from '../life.ts';

export function judgeWriters(evidence: Evidence): Violation[] {
  return [...besideEachOther(evidence), ...onOlderState(evidence)];
}

const writesOf = ({ run }: PlayedRun, { requests }: Evidence): Asked[] =>
  [...requests.values()].filter((each) => each.run === run && isWrite(each));

function besideEachOther(evidence: Evidence): Violation[] {
  const { runs, plan } = evidence.life;
  // A process of this machine is seen to live, however long nothing is heard of it.
  const isSeen = plan.steps.every(({ wide }) => wide?.beside?.isElsewhere !== true);
  return runs.flatMap((one) =>
    runs.flatMap((other): Violation[] => {
      if (one.run === other.run || other.from >= one.to || one.from >= other.to) return [];
      const [first] = writesOf(one, evidence);
      const taken = writesOf(other, evidence).find(({ index }) => index > (first?.index ?? Infinity));
      if (first === undefined || taken === undefined || taken.index >= one.to) return [];
      // What was intended before may leave; nothing new does.
      const isNews = (each: Asked): boolean => each.index > taken.index && !isIntended(each, taken);
      const sent = writesOf(one, evidence).find(isNews);
      if (sent === undefined && !isSeen) return [];
      const what = sent === undefined ? 'lives on the same machine' : `goes on with ${sent.operation}`;
      const text = `${taken.operation} of run ${other.run} leaves while run ${one.run} holds the target and ${what}`;
      return [{ rule: 'O1', at: taken.at, text, isRace: false }];
    }),
  );
}

function isIntended({ body }: Asked, { intents }: Asked): boolean {
  const { loginUserId, clientId } = body;
  const name = typeof loginUserId === 'string' ? loginUserId : typeof clientId === 'string' ? clientId : '';
  return intents.some((address) => address === `user:${name}` || address.endsWith(`/${name}`));
}

/** The first thing that happened to recorded state: an older copy was put back, and beside it stands the note of the latest run. */
function onOlderState(evidence: Evidence): Violation[] {
  const { log, runs, plan } = evidence.life;
  const at = log.findIndex(({ kind }) => kind === 'state');
  const put = log[at];
  if (put?.kind !== 'state' || put.name !== 'older' || put.detail['isWhole'] === true) return [];
  if (plan.steps.some(({ wide }) => wide?.isFirstApply === true)) return [];
  const next = log.findIndex(({ kind }, index) => index > at && kind === 'state');
  const knows = new Set(String(put.detail['knows']).split(',').map(Number));
  const isUnknown = runs.some((run) => run.to <= at && !knows.has(run.run) && writesOf(run, evidence).length > 0);
  const isOn = ({ from, isQuiet }: PlayedRun): boolean => from > at && !isQuiet && (next < 0 || from < next);
  const [sent] = !isUnknown ? [] : runs.filter(isOn).flatMap((run) => writesOf(run, evidence));
  if (sent === undefined) return [];
  const text = `${sent.operation} leaves on recorded state that is older than its latest run`;
  return [{ rule: 'S1', at: sent.at, text, isRace: false }];
}
