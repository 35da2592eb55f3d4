// Through Pulumi: what a stack remembers, and of whom.

import type { Plant } from './plant.ts';

const door = 'pulumi' as const;

export const STACK: readonly Plant[] = [
  {
    door,
    name: 'what a machine records is of its own clock',
    rule: 'D7: times of the service are compared with times of the service; a clock may be wrong',
    file: 'src/service/client.ts',
    right: 'now: () => clock() + toldSkew(line.counts.skewMs ?? 0),',
    wrong: 'now: () => clock(),',
  },
  {
    door,
    name: 'what was let go untouched is forgotten',
    rule: 'D11: who was called, or may be called, is remembered; our marker stays on the task',
    file: 'src/reconcile/apply/record.ts',
    right: "return kind !== 'other-partition' && (kind !== 'handed-over' || leavesMemory(change));",
    wrong: "return kind !== 'other-partition' && leavesMemory(change);",
  },
  {
    door,
    name: 'a write that was cut off is of whatever task stands there',
    rule: 'another previewRecordId is another task',
    file: 'src/reconcile/diff/open-intents.ts',
    right: "const isNewId = action === 'move' || proposed.previewRecordId === '';",
    wrong: "const isNewId = action !== 'adopt';",
  },
  {
    door,
    name: 'a create that was cut off says nothing of its customer under another spelling',
    rule: 'D12.3: ids are compared in one normal form',
    file: 'src/program/cut-off.ts',
    right: '=> folded(clientIdOf(address));',
    wrong: '=> clientIdOf(address);',
  },
  {
    door,
    name: 'a create that was cut off says nothing of its customer once a spreadsheet saved the id',
    rule: 'D12.3: ids are compared in one normal form',
    file: 'src/program/cut-off.ts',
    right: '&& savedOf(clientIdOf(address)) === null;',
    wrong: '&& savedOf !== null;',
  },
  {
    door,
    name: 'a reason beside an end that is asked for is saved for later',
    rule: 'D5: reissue: a reason counts once',
    file: 'src/reconcile/diff/record.ts',
    right: 'if (change === null) return { ...found, note: used };',
    wrong: 'if (change === null) return goesOn(desired.ensure) ? { ...found, note: used } : found;',
  },
  {
    door,
    name: 'a refresh keeps nothing of whose account it saw',
    rule: 'U: connectUserId tells one user from another; who was made again by others is not ours',
    file: 'providers/read.ts',
    right: "if (note.kind !== 'record' || before?.kind !== 'record') return note;",
    wrong: "if (note.kind !== 'record' || before?.kind !== 'record') return before ?? note;",
  },
  {
    door,
    name: 'an approval is good after other files did a part of it',
    rule: 'an approval is used once, for what was approved',
    file: 'src/reconcile/plan/approval.ts',
    right: 'run.binds === base.binds &&',
    wrong: "run.binds !== '' &&",
  },
  {
    door,
    name: 'what a cut-off run may have made counts as all that is recorded',
    rule: 'no stop without a ground',
    file: 'src/reconcile/plan/guards.ts',
    right: 'return isLeft && input.managed.objects.has(address);',
    wrong: "return isLeft && address !== '';",
  },
  {
    door: 'pulumi',
    name: 'of a clientId that is declared in two campaigns the create that was cut off counts as a move',
    rule: 'no stop without a ground: what a write that was cut off may have made is no sign of another recorded state',
    file: 'src/program/class-desired.ts',
    right: 'unsettled(sent, all, declared)',
    wrong: 'unsettled(sent, all)',
  },
  {
    door: 'pulumi',
    name: 'a handler forgets that another task stood beside the recorded one',
    rule: 'a clientId that is found twice refuses all writes, and the plan names both ids',
    file: 'providers/write.ts',
    right: 'return isOther && !isDone ? { ...object, contested: true } : object;',
    wrong: 'return isOther && !isDone ? { ...object } : object;',
  },
  {
    door: 'pulumi',
    name: 'a create that was cut off made its task, also where the file takes over what is there',
    rule: 'H2: what was taken over is let go, not deleted',
    file: 'src/engine/interrupted.ts',
    right: "provenance: adopt ? 'adopted' : 'created',",
    wrong: "provenance: adopt ? 'created' : 'created',",
  },
];
