// W5: a plan names who is created on the reader's own terminal, where a wrong name is seen in time: the service never changes it. Anywhere else
// it names nobody.

import { userAddress } from '../../../src/core/model/address.ts';
import { planDocument } from '../../../src/core/report/documents/plan.ts';
import { renderTexts } from '../../../src/core/report/text.ts';
import { PLAIN } from '../../../src/core/report/words/style.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgeNames(evidence: Evidence): Violation[] {
  const { plan, runs } = evidence.life;
  return plan.laid === undefined ? [] : runs.flatMap((run) => unnamed(run, evidence));
}

const LAYOUT = { style: PLAIN, width: 200, verbose: false };

function unnamed(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, files } = run;
  const plan = end.kind === 'ended' ? end.plan : null;
  const created = plan?.changes.flatMap(({ action, address }) => (action === 'create' ? [String(address)] : [])) ?? [];
  const people = files.users.filter(({ loginUserId }) => created.includes(userAddress(loginUserId)));
  if (plan === null || people.length === 0) return [];
  const shownTo = (showValues: boolean): string => {
    const context = { version: '0', command: 'plan', at: 0, durationMs: 0, only: null, options: [], showValues };
    return renderTexts([planDocument(plan, context)], LAYOUT);
  };
  const [own, others] = [shownTo(true), shownTo(false)];
  return people.flatMap(({ loginUserId, firstName, lastName }): Violation[] => {
    const name = `${firstName} ${lastName}`;
    const text = !own.includes(name)
      ? `${loginUserId} is created, and the plan does not show the reader the name`
      : others.includes(name)
        ? `the name of ${loginUserId} stands in a plan that others read`
        : null;
    return text === null ? [] : [{ rule: 'W5', at: endOf(run, evidence), text, isRace: false }];
  });
}
