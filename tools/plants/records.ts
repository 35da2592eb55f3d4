// Whose a task is: planted in what compares and writes records.

import type { Plant } from './plant.ts';

const OWNER = 'src/core/reconcile/owner.ts';
const RECORD = 'src/core/reconcile/diff/record.ts';
const COMPARE = 'src/core/reconcile/diff/compare-record.ts';
const LAST = 'src/core/reconcile/apply/last-reading.ts';
const MOVED = 'src/core/reconcile/apply/what-moved.ts';
const UNDESIRED = 'src/core/reconcile/diff/undesired.ts';
const MOVE = 'src/core/reconcile/diff/move.ts';

export const WHOSE: readonly Plant[] = [
  {
    name: 'a task of others without a marker is updated without adopt: true',
    rule: 'D5: adopt is consent',
    file: RECORD,
    right: 'if (isLeftAlone(owner, desired)) return',
    wrong: "if (owner.kind === 'other-stack') return",
  },
  {
    name: 'a task with the marker of another stack is taken over',
    rule: 'D11.1: one owner a stack',
    file: RECORD,
    right: 'if (isLeftAlone(owner, desired)) return',
    wrong: 'if (!ours && !desired.adopt) return',
  },
  {
    name: 'another previewRecordId is the same task',
    rule: 'D13.2: another id is another task',
    file: OWNER,
    right: "if (recorded.previewRecordId !== '') return !isSameTask(recorded, task);\n  const created",
    wrong: "if (recorded.previewRecordId !== '') return false;\n  const created",
  },
  {
    name: 'what is used up says nothing of the task that stands there',
    rule: 'D13.2: another id is another task',
    file: OWNER,
    right: 'const { from, recorded, lineage, campaignName, digest } = facts;',
    wrong:
      'const { from, lineage, campaignName, digest } = facts;\n  const recorded = facts.recorded?.consumed ? null : facts.recorded;',
  },
  {
    name: 'of what a reason opened the task is not known',
    rule: 'D13.2: another id is another task',
    file: 'src/core/reconcile/apply/send-record.ts',
    right: 'proposed: proposed && withId(proposed, between) }',
    wrong: 'proposed }',
  },
  {
    name: 'a pin that is over is set again on the task that a person names',
    rule: 'P: "30 minutes … the preference is cleared"',
    file: 'src/core/reconcile/diff/record.ts',
    right: 'const recorded = facts.recorded ?? (ours ? (facts.besideRecorded ?? null) : null);',
    wrong: 'const { recorded } = facts;',
  },
  {
    name: 'a transfer takes the place of whatever is shown as REMOVED',
    rule: 'D12.2: REMOVED proves no deletion: "changeCampaignRecordStatus … the value of previewRecordStateEnum"',
    file: 'src/core/reconcile/observe/standing.ts',
    right: 'return desired?.adopt === true || isSameTask(former, task);',
    wrong: 'return task.previewRecordId !== former?.marker || desired !== null;',
  },
  {
    door: 'pulumi',
    name: 'what a transfer brought, and is to go by its id, is nobody’s',
    rule: 'D13.4: what is asked for outright is never weaker than what follows from silence',
    file: 'src/core/reconcile/diff/moves.ts',
    right: '(goesOn(record.ensure) || hasCome(record))',
    wrong: '(goesOn(record.ensure) && !hasCome(record))',
  },
  {
    name: 'a marker of another record counts as ours',
    rule: 'D11.1: a marker names project, stack and its own clientId',
    file: 'src/core/reconcile/marker.ts',
    right: "return isMarkerOf(lineage, marker) ? 'other-record' : 'other-stack';",
    wrong: "return isMarkerOf(lineage, marker) ? 'ours' : 'other-stack';",
  },
  {
    name: 'the source of a move is moved whoever put it there',
    rule: 'D13.2: the source of a move asks like an update',
    file: MOVE,
    right: "if (isLeftAlone(owner, desired)) return notOurs(facts, owner, 'present');",
    wrong: '',
  },
  {
    name: 'whatever stands where a record moved to is what came',
    rule: 'D13.2: a transfer may lose data, and adds none',
    file: OWNER,
    right: 'return data.every(({ key, value }) => value === task.clientId ||',
    wrong: 'return data.every(({ key, value }) => value !== null ||',
  },
  {
    name: 'what is put back after an update is put on whatever task stands there',
    rule: 'D13.2: a put-back asks like an update',
    file: 'src/core/reconcile/apply/put-back.ts',
    right: "isSameTask(now, task) && now.workedState === 'NOTWORKED'",
    wrong: "now.clientId === task.clientId && now.workedState === 'NOTWORKED'",
  },
  {
    name: 'no reading between plan and write: a task that changed since is overwritten',
    rule: 'D12.1: its last reading and its write',
    file: LAST,
    right: "if (moved !== null) return skippedBecause(change, 'moved', moved);\n  return { current",
    wrong: 'return { current',
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
    file: 'src/core/reconcile/observe/records.ts',
    right: 'if (!isRecord(recorded)) return seen !== undefined;',
    wrong: 'if (recorded !== null) return false;',
  },
  {
    name: 'another task that a list shows is taken for the recorded one',
    rule: 'D5: twins refuse all writes; a list that is cut shows one of them',
    file: 'src/core/reconcile/observe/records.ts',
    right: 'recorded.contested === true || seen?.every((task) => isAnother(recorded, task)) === true',
    wrong: 'recorded.contested === true',
  },
  {
    name: 'items that others stored are lost with an update',
    rule: 'P, add or update, rule 5: an update replaces all items',
    file: COMPARE,
    right: 'data: [...desired.data, ...preserved],',
    wrong: 'data: [...desired.data],',
  },
  {
    name: 'adopt: true takes what others set to REMOVED for what a transfer brought',
    rule: 'D5: a move ends with one copy; what is to move is not at its end',
    file: 'src/core/reconcile/diff/move.ts',
    right: "const isOver = facts.copy !== null && owner.kind !== 'ours' && isDeleted(seen.task);",
    wrong: 'const isOver = false;',
  },
  {
    name: 'a move into a campaign that holds the clientId is sent',
    rule: 'D5: target occupied',
    file: 'src/core/reconcile/apply/move.ts',
    right: 'if (!target.value.every((task) => isDeleted(task) && givesWay(task, waySaid(change))))',
    wrong: 'if (target.value.length > 9)',
  },
  {
    name: 'where a search by clientId shows another task, the one that the plan saw is not asked for',
    rule: 'P: a search by clientId returns at most one task; of a REMOVED one nothing is shown',
    file: 'src/core/reconcile/observe/one.ts',
    right: "if (seen.kind !== 'done' || !showsOthersAlone(seen.value, known)) return seen;",
    wrong: 'if (seen) return seen;',
  },
  {
    name: 'what is shown as REMOVED in another campaign stands there',
    rule: 'P: workedState REMOVED; the effect of a delete is not shown',
    file: 'src/core/reconcile/diff/moves.ts',
    right: '[...input.observed.extras].filter(([, task]) => !isOver(task))',
    wrong: '[...input.observed.extras]',
  },
  {
    name: 'a task of others in the place of ours is taken over, though ours stands open in another campaign',
    rule: 'D13.2: a person decides where a record is that others moved',
    file: 'src/core/reconcile/diff/record.ts',
    right: "given.from?.observed?.presence !== 'present' ? openElsewhere(given) : null;",
    wrong: "given.from?.observed?.presence === 'partial' ? openElsewhere(given) : null;",
  },
  {
    name: 'a customer whose line went is let go, though the task stands open where others moved it',
    rule: 'D13.2: a person decides where a record is that others moved',
    file: 'src/core/reconcile/diff/undesired.ts',
    right: 'const stands = away ? openElsewhere(facts) : null;',
    wrong: 'const stands = away && facts.now < 0 ? openElsewhere(facts) : null;',
  },
  {
    name: 'what we removed ourselves is shown as REMOVED, and nothing may move there',
    rule: 'P: a task that was deleted may be shown as REMOVED; what we removed gives way',
    file: 'src/core/reconcile/observe/standing.ts',
    right: 'return desired?.adopt === true || isSameTask(former, task);',
    wrong: 'return desired?.adopt === true;',
  },
  {
    name: 'a reason that was used opens the task that others made after ours was removed',
    rule: 'D12.3: all used reasons are remembered',
    file: 'src/core/reconcile/diff/state.ts',
    right: 'if (former !== undefined && !isReissued(desired, former)) return false;',
    wrong: '',
  },
  {
    name: 'a marker that was just sent, and is cut, is another one',
    rule: 'H8: a move that arrived is not called lost; string length limits: not shown',
    file: COMPARE,
    right:
      'if (marker === null || shown === null || (sentOver === undefined && recorded?.marker !== marker)) return false;',
    wrong: 'if (marker === null || shown === null || recorded?.marker !== marker) return false;',
  },
  {
    name: 'what came is not asked for by its id where a search shows what was deleted there',
    rule: 'H8; P: a search by clientId returns at most one task',
    file: 'src/core/reconcile/apply/move.ts',
    right: 'const seen = await findKnown(reader, { campaign: to, clientId, known });',
    wrong: "const seen = await findKnown(reader, { campaign: to, clientId, known: known === undefined ? '' : '' });",
  },
  {
    name: 'an unanswered create ends as not done where its repetition is withheld',
    rule: 'D7: an answer that is lost proves nothing',
    file: 'src/core/reconcile/diff/open-intents.ts',
    right: "(presence === 'present' || (presence === 'absent' && wanted.has(address)))",
    wrong: "(presence === 'present' || (presence === 'absent' && wanted.has(`${address}!`)))",
  },
  {
    door: 'pulumi',
    name: 'what stands beside the named task is taken from its leaver',
    rule: 'D13.2: whose is asked of the very task',
    file: 'src/core/reconcile/diff/offboard.ts',
    right: 'if (isBeside(input, { campaignName, task })) return false;',
    wrong: 'if (isBeside(input, { campaignName, task })) void 0;',
  },
];
