// The smallest stories that a search once told (test/lifecycle/smallest.test.ts), where no other file plants their rule.

import type { Plant } from './plant.ts';

export const SMALLEST: readonly Plant[] = [
  {
    name: 'a task that is loaded where a record left holds its move open',
    unmet: 'one run ends with 12, and the next one settles it by reading; test/lifecycle/smallest holds it',
    rule: 'D13.2: another id is another task',
    file: 'src/core/reconcile/apply/move.ts',
    right: '!source.value.some((each) => isSameTask(each, move.copy))',
    wrong: 'source.value.length === 0',
  },
  {
    name: 'the marker of the campaign that a record left makes it another one',
    rule: 'D13.2: whose is asked of the very task',
    file: 'src/core/reconcile/owner.ts',
    right: 'return isOther(recorded, task, facts.now) ? REMADE : OURS;\n  }',
    wrong: "return isOther(recorded, task, facts.now) || claim === 'other-record' ? REMADE : OURS;\n  }",
  },
  {
    name: 'the queue of ours is put back on whatever task stands there',
    unmet: 'the status call names our task by its id, and is refused; test/lifecycle/smallest holds it',
    rule: 'D13.2: a put-back asks like an update',
    file: 'src/core/reconcile/apply/put-back.ts',
    right: 'isSameTask(now, task) &&\n    now.workAttempts',
    wrong: 'now.workAttempts',
  },
  {
    name: 'a deleted task that is still shown, as REMOVED, says that recorded state is older',
    rule: 'no stop without a ground',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: "task.workedState !== 'REMOVED' && !markers",
    wrong: '!markers',
  },
  {
    name: 'whether a pin that lapsed holds is judged by the time that its task had',
    unmet: 'the next apply sets the pin; test/lifecycle/smallest holds it',
    rule: 'a plan must converge in one apply',
    file: 'src/core/reconcile/diff/compare-record.ts',
    right: "change.field === 'preferredAgent' && !isPinOver(after, now)",
    wrong: "change.field === 'preferredAgent' && after !== task && !isPinOver(task, now)",
  },
  {
    name: 'absence counts where no known user was seen, whoever asks',
    unmet: 'the known one of a life is never removed; test/lifecycle/smallest holds it',
    rule: 'D4: no absence counts where nobody is known',
    file: 'src/core/model/user.ts',
    right: 'return knownUsers(seen).length > 0;',
    wrong: 'return knownUsers(seen).length >= 0;',
  },
  {
    door: 'pulumi',
    name: 'the record itself, set to REMOVED where its line goes, gives way to what stands beside it',
    rule: 'D13.2: whose is asked of the very task',
    file: 'src/core/reconcile/observe/standing.ts',
    right: '|| (coming !== null && isIt(task, coming))',
    wrong: "|| (coming !== null && task.clientId === '')",
  },
  {
    door: 'pulumi',
    name: 'what an apply removed, and is shown as REMOVED, is the sign of a lost state where it was the only one',
    rule: 'no stop without a ground',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: 'return removed?.has(address) === true &&',
    wrong: 'return removed?.size === -1 &&',
  },
  {
    door: 'pulumi',
    name: 'a delete sees nothing of whom the plan asks about as somebody else',
    rule: 'a plan says what an update does; D12.2: only the words of the documents prove who is there',
    file: 'providers/delete.ts',
    right: 'recorded: await context.registry.asNoted(mine.recorded) };',
    wrong: 'recorded: mine.recorded };',
  },
  {
    door: 'pulumi',
    name: 'a plan notes nobody whom it asks about as somebody else, because it had begun to remove them',
    rule: 'a plan says what an update does',
    file: 'src/core/engine/this-run.ts',
    right: '[...recorded.objects.values(), ...notes].flatMap(',
    wrong: 'notes.filter(() => recorded !== null).flatMap(',
  },
];
