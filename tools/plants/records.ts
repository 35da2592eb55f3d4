// Whose a task is, and who was called: planted in what compares and writes records.

import type { Plant } from './plant.ts';

const OWNER = 'src/reconcile/owner.ts';
const RECORD = 'src/reconcile/diff/record.ts';
const STATE = 'src/reconcile/diff/state.ts';
const COMPARE = 'src/reconcile/diff/compare-record.ts';
const MOVER = 'src/reconcile/mover.ts';
const LAST = 'src/reconcile/apply/last-reading.ts';
const MOVED = 'src/reconcile/apply/what-moved.ts';
const UNDESIRED = 'src/reconcile/diff/undesired.ts';
const MOVE = 'src/reconcile/diff/move.ts';

export const WHOSE: readonly Plant[] = [
  {
    name: 'a task of others without a marker is updated without adopt: true',
    rule: 'D5: adopt is consent',
    file: RECORD,
    right: "if (owner.kind === 'other-stack' || (!ours && !desired.adopt)) return",
    wrong: "if (owner.kind === 'other-stack') return",
  },
  {
    name: 'a task with the marker of another stack is taken over',
    rule: 'D11.1: one owner a stack',
    file: RECORD,
    right: "if (owner.kind === 'other-stack' || (!ours && !desired.adopt)) return",
    wrong: 'if (!ours && !desired.adopt) return',
  },
  {
    name: 'what was let go untouched is forgotten',
    rule: 'D13.2: called stays called, also through what was let go',
    file: 'src/reconcile/apply/record.ts',
    right: "return kind === 'handed-over' || kind === 'other-partition';",
    wrong: 'return true;',
  },
  {
    name: 'another previewRecordId is the same task',
    rule: 'D13.2: another id is another task',
    file: OWNER,
    right: "if (recorded.previewRecordId !== '') return recorded.previewRecordId !== task.previewRecordId;",
    wrong: "if (recorded.previewRecordId !== '') return false;",
  },
  {
    name: 'a marker of another record counts as ours',
    rule: 'D11.1: a marker names project, stack and its own clientId',
    file: 'src/reconcile/marker.ts',
    right: "return isMarkerOf(lineage, marker) ? 'other-record' : 'other-stack';",
    wrong: "return isMarkerOf(lineage, marker) ? 'ours' : 'other-stack';",
  },
  {
    name: 'the source of a move is moved whoever put it there',
    rule: 'D13.2: the source of a move asks like an update',
    file: MOVE,
    right: "if (owner.kind !== 'ours') return notOurs(facts, owner, 'present');",
    wrong: '',
  },
  {
    name: 'what is put back after an update is put on whatever task stands there',
    rule: 'D13.2: a put-back asks like an update',
    file: 'src/reconcile/apply/put-back.ts',
    right: 'return now.previewRecordId === task.previewRecordId;',
    wrong: 'return now.clientId === task.clientId;',
  },
  {
    name: 'no reading between plan and write: a task that changed since is overwritten',
    rule: 'D12.1: its last reading and its write',
    file: LAST,
    right: "return moved === null ? { current: fresh.value[0] ?? null } : skippedBecause(change, 'moved', moved);",
    wrong: 'return { current: fresh.value[0] ?? null };',
  },
  {
    name: 'a task that appeared since the plan is overwritten by a create',
    rule: 'D12.1',
    file: MOVED,
    right: "if (planned === undefined) return task === undefined ? null : 'appeared between the plan and the write';",
    wrong: 'if (planned === undefined) return null;',
  },
  {
    name: 'a dropped line deletes a task that lost our marker',
    rule: 'D5: what is removed must say itself that it is ours',
    file: UNDESIRED,
    right: 'if (!isOurs(seen)) return leaveAlone(seen);',
    wrong: '',
  },
  {
    name: 'a dropped line deletes what was adopted',
    rule: 'D4, D5: adopted is released',
    file: UNDESIRED,
    right: "if (recorded.provenance === 'adopted' && declared === null) return false;",
    wrong: '',
  },
  {
    name: 'two tasks of a clientId are written as if there were one',
    rule: 'D5: twins refuse all writes',
    file: RECORD,
    right: 'if (observed !== null && observed.tasks.length > 1) return sayOfTwins(facts, observed.tasks, null);',
    wrong: '',
  },
  {
    name: 'a second task that appeared since the plan is not seen by the write',
    rule: 'D5: twins refuse all writes',
    file: MOVED,
    right: 'if (task !== undefined && twin !== undefined) {',
    wrong: 'if (task !== undefined && twin !== undefined && twin === task) {',
  },
  {
    name: 'what a write found otherwise is planned again, run after run',
    rule: 'D13.2: a plan reads what its write will read',
    file: 'src/reconcile/observe/records.ts',
    right: 'if (!isRecord(recorded)) return seen !== undefined;',
    wrong: 'if (recorded !== null) return false;',
  },
  {
    name: 'another task that a list shows is taken for the recorded one',
    rule: 'D5: twins refuse all writes; a list that is cut shows one of them',
    file: 'src/reconcile/observe/records.ts',
    right: "return recorded.contested === true || (recorded.previewRecordId !== '' && seen?.every(isOther) === true);",
    wrong: 'return recorded.contested === true;',
    door: 'pulumi',
  },
  {
    name: 'items that others stored are lost with an update',
    rule: 'P, add or update, rule 5: an update replaces all items',
    file: COMPARE,
    right: 'data: [...desired.data, ...preserved],',
    wrong: 'data: [...desired.data],',
  },
  {
    name: 'a move into a campaign that holds the clientId is sent',
    rule: 'D5: target occupied',
    file: 'src/reconcile/apply/move.ts',
    right: 'if (target.value.length > 0)',
    wrong: 'if (target.value.length > 9)',
  },
];

export const CALLED: readonly Plant[] = [
  {
    name: 'a record that was worked and is gone is added again',
    rule: 'D5, D13.3: called stays called',
    file: RECORD,
    right: "if (wasWorked(recorded)) return consumed(facts, recorded, 'gone');",
    wrong: "if (wasWorked(recorded)) return create(facts, desired, { kind: 'declared' });",
  },
  {
    name: 'a record that vanished is added again by itself',
    rule: 'D5: a person decides',
    file: RECORD,
    right: "return sayOfRecord(facts, { kind: 'gone-unclear', campaignName: null });",
    wrong: "return create(facts, desired, { kind: 'declared' });",
  },
  {
    name: 'a finished task is opened again without a reason',
    rule: 'D5: reissue',
    file: RECORD,
    right: 'if (mayReissue(facts, desired, seen)) return reissue(facts, desired, seen.task);',
    wrong: 'return reissue(facts, desired, seen.task);',
  },
  {
    name: 'a reason to call again counts at every run',
    rule: 'D12.3: all used reasons are remembered',
    file: 'src/reconcile/reasons.ts',
    right: "if (wanted === '' || wanted === keyOf(recorded.reissue)) return false;",
    wrong: "if (wanted !== '') return true;",
  },
  {
    name: 'a task in the hands of an agent is overwritten',
    rule: 'D5: whenWorked',
    file: RECORD,
    right: "return !isTaken(task, now) || desired.whenWorked === 'replace';",
    wrong: 'return true;',
  },
  {
    name: 'a dropped line deletes a task that an agent has worked',
    rule: 'D5: whenWorked',
    file: UNDESIRED,
    right: "if (isTaken(task, facts.now) && declared?.whenWorked !== 'remove') return worked(facts, declared, task);",
    wrong: '',
  },
  {
    name: 'what was finished when it was taken over is not remembered',
    rule: 'D13.3: worked when taken over',
    file: RECORD,
    right: 'const isUnremembered = isEnded && !isNobodys && facts.recorded === null && asked?.change === null;',
    wrong: 'const isUnremembered = false as boolean;',
  },
  {
    name: 'what was worked and cleared up by us is forgotten',
    rule: 'D13.3: cleared up by us',
    file: 'src/reconcile/diff/removed.ts',
    right: 'if (!isRecord(recorded) || !wasWorked(recorded)) return recorded && { ...recorded, removedAt };',
    wrong: 'if (recorded !== null) return { ...recorded, removedAt };\n  if (!isRecord(recorded)) return recorded;',
  },
  {
    name: 'what is let go in the hands of an agent is not remembered',
    rule: 'D13.3',
    file: 'src/reconcile/apply/record.ts',
    right: 'if (recorded === null || (!leavesMemory(change) && isHandedOn(change.cause))) return null;',
    wrong: 'if (recorded !== null || change !== null) return null;',
  },
  {
    name: 'attempts that were seen are not recorded',
    rule: 'D13.3: seen worked',
    file: 'src/reconcile/diff/record-result.ts',
    right: 'return { state, attempts, ...(lastAttemptTime !== null && { lastAttemptTime }) };',
    wrong: "return { state: 'NOTWORKED', attempts: 0 };",
  },
  {
    name: 'the state of a worked task is not put back after an update that reset it',
    rule: 'D5: an update may reset the state',
    file: 'src/reconcile/apply/put-back.ts',
    right: "isLost: (now) => isSame(now, task) && now.workedState === 'NOTWORKED',",
    wrong: 'isLost: () => false,',
  },
  {
    name: 'a used-up record is added in the campaign that it moves to',
    rule: 'D13.3: under every campaign',
    file: MOVE,
    right: 'if (isFinished(task)) return consumed(facts, recorded, task.workedState);',
    wrong: "if (isFinished(task)) return create(facts, desired, { kind: 'declared' });",
  },
  {
    name: 'a task that is worked is moved away from its agent',
    rule: 'D5: whenWorked',
    file: MOVE,
    right: "if (isTaken(task, facts.now) && desired.whenWorked !== 'replace') {",
    wrong: 'if (false as boolean) {',
  },
  {
    name: 'ensure: open calls a worked task again without a reason',
    rule: 'D5: reissue',
    file: STATE,
    right: "return wanted === 'NOTWORKED' ? 'reissue' : 'replace';",
    wrong: "return 'none';",
  },
  {
    name: 'a pin that is over is set again by every plan',
    rule: 'P, preferred-agent rule',
    file: MOVER,
    right: 'preferredAgent: ({ before }, { task, now }) => isNone(before) && isPinOver(task, now),',
    wrong: 'preferredAgent: () => false,',
  },
  {
    name: 'a pin lasts an hour',
    rule: 'P, preferred-agent rule: 30 minutes',
    file: 'src/model/record.ts',
    right: 'return Math.max(task.createdTime ?? 0, task.nextEarliestWorkTime ?? 0) + PIN_LAPSE_MS;',
    wrong: 'return Math.max(task.createdTime ?? 0, task.nextEarliestWorkTime ?? 0) + 2 * PIN_LAPSE_MS;',
  },
  {
    name: 'an update tells the pin that is declared, whatever stands there',
    rule: 'D5: an update neither re-pins nor drops a pin',
    file: COMPARE,
    right: 'return change === undefined || (change.after === null && !isClearable(name)) ? task[name] : change.after;',
    wrong: 'return change?.after ?? null;',
  },
  {
    name: 'a reissue opens the task and does not say so',
    rule: 'D5: a reissue is two writes',
    file: RECORD,
    right: "const reopen = task === null ? [] : (['changeCampaignRecordStatus'] as const);",
    wrong: 'const reopen = [] as const;',
  },
  {
    name: 'the second write of two is sent although an agent took the task in between',
    rule: 'D12.1',
    file: LAST,
    right:
      'if (fresh.workedState === task?.workedState && fresh.workAttempts <= task.workAttempts) return { current: fresh };',
    wrong: 'if (fresh !== null) return { current: fresh };',
  },
  {
    name: 'a new reason keeps the pin that its line names no more',
    rule: 'D5',
    file: 'src/reconcile/asked.ts',
    right: "change.recorded?.digests['preferredAgent'] !== undefined;",
    wrong: "change.recorded?.digests['preferredAgent'] === null;",
  },
  {
    name: 'what others put in the place of ours counts as made by us once adopt: true takes it',
    rule: 'D13.2',
    file: 'src/reconcile/diff/record.ts',
    right: "recorded: { ...recorded, provenance: 'adopted' }",
    wrong: 'recorded',
  },
  {
    name: 'a task of another stack is nobody’s where ours had no marker',
    rule: 'D6: a task of another stack is never written',
    file: 'src/reconcile/owner.ts',
    right: "if (claim === 'other-stack') return { kind: 'other-stack', stack: stackIn(marker ?? '') };\n  const isBare",
    wrong:
      "if (claim === 'other-stack' && recorded?.marker !== null)\n    return { kind: 'other-stack', stack: stackIn(marker ?? '') };\n  const isBare",
  },
  {
    name: 'a create that may still come in one campaign does not stop that of another',
    rule: 'D13.3: no customer is called from two campaigns',
    file: 'src/reconcile/diff/diff.ts',
    right: '(desired !== null && indexes.mayCome.has(desired.clientId)),',
    wrong: 'false,',
    door: 'pulumi',
  },
  {
    name: 'a line that asks for absence keeps what another spelling stands for',
    rule: 'D12.3: what is not declared any more is removed, or said',
    file: 'src/reconcile/diff/spelled.ts',
    right: 'isAdded(ensure) && !recorded.objects.has(address)',
    wrong: '!recorded.objects.has(address)',
    door: 'pulumi',
  },
  {
    name: 'a reason that was used under another spelling counts again',
    rule: 'D12.3: all used reasons are remembered',
    file: 'src/reconcile/diff/spelled.ts',
    right: 'return !isBeside && !isNewReason(record.reissue, object);',
    wrong: 'return isBeside && !isNewReason(record.reissue, object);',
  },
];
