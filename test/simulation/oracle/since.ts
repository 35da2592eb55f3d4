// S2: an apply of `--since` that ends well and did nothing had nothing to do of what the request changes: who is new is there, who left is
// gone, or the plan names them. So it is where a program declared what there was, of which nobody can tell what differs.

import type { Files } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { isTouched, isYoung } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';
import { accessLeft, notAsDeclared, recordsLeft } from './rest.ts';

export function judgeSince(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => {
    const { base, verb, end, files } = run;
    if (base === null || verb !== 'apply' || end.kind !== 'ended' || end.exit !== 0) return [];
    if (end.result?.settlements.length !== 0) return [];
    const changed = changedIn(base, files);
    const left = [...accessLeft(run, evidence), ...recordsLeft(run, evidence), ...notAsDeclared(run, evidence)];
    return left.flatMap((each): Violation[] => {
      const [name = ''] = each.text.replace(/^record:/u, '').split(/:? /u);
      const isSudden = isOther(run, evidence, name.slice(name.lastIndexOf('/') + 1));
      if (!changed.has(name) || isSudden) return [];
      return [{ ...each, rule: 'S2', text: `--since, and nothing was done: ${each.text}` }];
    });
  });
}

/** Others were at it meanwhile, or no reading could show it yet. */
const isOther = (run: PlayedRun, evidence: Evidence, name: string): boolean =>
  isTouched(run, evidence, name) || isYoung(run, evidence, name);

/** Logins and `campaign/clientId` of lines that ask for something else. */
function changedIn(before: Files, now: Files): ReadonlySet<string> {
  const [old, fresh] = [linesOf(before), linesOf(now)];
  return new Set([...old.keys(), ...fresh.keys()].filter((name) => old.get(name) !== fresh.get(name)));
}

function linesOf({ users, campaigns }: Files): Map<string, string> {
  const people = users.map(({ loginUserId, ensure = 'present' }) => [loginUserId, ensure] as const);
  const records = campaigns.flatMap(({ campaignName, records: lines }) =>
    lines.map(({ clientId, ensure = 'present', data }) => {
      return [`${campaignName}/${clientId}`, JSON.stringify([ensure, data])] as const;
    }),
  );
  return new Map([...people, ...records]);
}
