// H4: nobody is removed while open tasks in a campaign of the files, or one that policy.offboard names, wait for that person. P1: nobody gets
// a pin whom policy.agents refuses.

import type { Task } from '../../../src/sandbox/world/task.ts';
import { isCut, isOpenTask, isTouched, isYoung, lineOf, searchedIn } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export const judgePins = (evidence: Evidence): Violation[] => [...waitedFor(evidence), ...refusedPins(evidence)];

/** A pin that a line asks for, and that the task had not. */
function refusedPins({ changes, requests, life }: Evidence): Violation[] {
  return changes.flatMap(({ before, after, request, at }): Violation[] => {
    const run = life.runs.find((each) => each.run === requests.get(request ?? 0)?.run);
    const agent = after?.preferredAgent ?? '';
    if (run === undefined || after === null || agent === '' || agent === before?.preferredAgent) return [];
    // Of what ends a pin asks nothing.
    if (!isOpenTask(after)) return [];
    const { files } = run;
    const { agents = 'known' } = files.policy ?? {};
    const isAsked = lineOf(files, after.campaignName, after.clientId)?.preferredAgent === agent;
    const isDeclared = files.users.some(({ loginUserId }) => loginUserId === agent);
    if (!isAsked || isDeclared || agents === 'any') return [];
    const said = [...requests.values()].flatMap((each) =>
      each.run === run.run && each.operation === 'query-existence' && each.body['loginUserId'] === agent
        ? JSON.stringify(each.answer ?? null)
        : [],
    );
    const isNobody = said.length > 0 && said.every((each) => each.includes('"result":"NOT_FOUND"'));
    if (agents !== 'declared' && !isNobody) return [];
    const text = `${after.campaignName}/${after.clientId} is pinned to ${agent}, whom policy.agents: ${agents} refuses`;
    return [{ rule: 'P1', at, text, isRace: false }];
  });
}

function waitedFor(evidence: Evidence): Violation[] {
  return evidence.life.log.flatMap((entry, index): Violation[] => {
    if (entry.kind !== 'effect' || entry.effect.of !== 'user' || entry.request === null) return [];
    const { login, before, after } = entry.effect;
    const asked = evidence.requests.get(entry.request);
    const run = evidence.life.runs.find((each) => each.run === asked?.run);
    if (!before.inService || after.inService || run === undefined) return [];
    // Whoever is made again at once keeps the tasks.
    const isReplaced = run.files.users.some(({ loginUserId, ensure }) => loginUserId === login && ensure !== 'absent');
    const searched = searchedIn(run, evidence);
    const tasks = tasksUpTo(index, evidence);
    const left = tasks.filter(
      (task) =>
        task.preferredAgent === login &&
        isOpenTask(task) &&
        searched.has(task.campaignName) &&
        !isCut(tasks, task, evidence) &&
        !isTouched(run, evidence, task.clientId) &&
        !isYoung(run, evidence, task.clientId),
    );
    if (isReplaced || left.length === 0) return [];
    const names = left.map(({ campaignName, clientId }) => `${campaignName}/${clientId}`).slice(0, 3);
    return [
      { rule: 'H4', at: entry.at, text: `${login} is removed while ${names.join(', ')} wait there`, isRace: false },
    ];
  });
}

function tasksUpTo(index: number, { changes }: Evidence): Task[] {
  const tasks = new Map<number, Task | null>();
  for (const each of changes) if (each.index < index) tasks.set(each.id, each.after);
  return [...tasks.values()].flatMap((task) => task ?? []);
}
