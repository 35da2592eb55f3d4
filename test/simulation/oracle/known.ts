// D4: where each answer of a run says that nobody is there, it may be the wrong tenant: nothing is concluded of anybody, by a plan no more than
// by drift. The interface: NOT_FOUND is said of an unknown user.

import { endOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export function judgeKnown(evidence: Evidence): Violation[] {
  const { life, requests } = evidence;
  const all = [...requests.values()];
  return life.runs.flatMap((run): Violation[] => {
    const { end } = run;
    const asked = all.filter((each) => each.run === run.run && each.operation === 'query-existence' && each.isAnswered);
    if (end.kind === 'killed' || asked.length === 0 || asked.some((each) => resultOf(each) !== 'NOT_FOUND')) return [];
    const planned = (end.plan?.changes ?? []).flatMap(({ kind, action, address }) =>
      kind === 'user' && CONCLUDES.has(action) ? [`a plan has ${action} ${String(address)}`] : [],
    );
    const found = (end.drift?.findings ?? []).flatMap(({ address, cause }) =>
      cause.kind === 'removed' ? [`drift says ${String(address)} was removed`] : [],
    );
    return [...planned, ...found].map((said) => ({
      rule: 'D4',
      at: endOf(run, evidence),
      text: `no known user was seen, and ${said}`,
      isRace: false,
    }));
  });
}

/** What says that somebody is gone. */
const CONCLUDES: ReadonlySet<string> = new Set(['restore', 'forget']);

const resultOf = ({ answer }: Asked): unknown =>
  (({ ...(answer as object) }) as Readonly<Record<string, unknown>>)['result'];
