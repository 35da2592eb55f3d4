// H4: nobody is removed while open tasks in a campaign of the files wait for that person.

import type { Task } from '../../../src/sandbox/world/task.ts';
import { campaignsOf, isOpenTask, isTouched, isYoung } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgePins(evidence: Evidence): Violation[] {
  return evidence.life.log.flatMap((entry, index): Violation[] => {
    if (entry.kind !== 'effect' || entry.effect.of !== 'user' || entry.request === null) return [];
    const { login, before, after } = entry.effect;
    const asked = evidence.requests.get(entry.request);
    const run = evidence.life.runs.find((each) => each.run === asked?.run);
    if (!before.inService || after.inService || run === undefined) return [];
    // Whoever is made again at once keeps the tasks.
    const isReplaced = run.files.users.some(({ loginUserId, ensure }) => loginUserId === login && ensure !== 'absent');
    const declared = campaignsOf(run, evidence);
    const left = tasksUpTo(index, evidence).filter(
      (task) =>
        task.preferredAgent === login &&
        isOpenTask(task) &&
        declared.has(task.campaignName) &&
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
