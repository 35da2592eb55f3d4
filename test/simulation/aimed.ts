// What is drawn on top of a life, from a source of its own: in half of the lives, in the place of most of its later steps, the shortest story
// in which a rule counts that meets a draw of single things too seldom. No story says what muster should do.

import { ABSENT, REMOVE, REPLACE, between, cutOff, edit, event, lost, told } from './telling.ts';
import type { Tell } from './telling.ts';
import { MINUTE, lone, withAccount, withBoth, withSecond, withStranger, withSwitch } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';

export function aimed(plan: LifePlan, chance: Chance): LifePlan {
  return chance.is(0.5) ? told(plan, chance, { stories: STORIES, small: lone }) : plan;
}

const STORIES: readonly Tell[] = [
  // An update of what an agent has worked may reset it; in its place another task comes before that is put right.
  (world, chance) => ({
    world: withSwitch(world, { S10: 'resets' }),
    steps: [
      {
        before: [event('work')],
        edits: [edit('when-worked', REPLACE), edit('data', chance.int(9))],
        during: chance.is(0.7) ? [between('written', 'add-again')] : [],
      },
    ],
  }),
  // A second task comes between the plan and the write.
  (world, chance) => ({
    world: withSwitch(world, { S11: { intake: 'twin', idSearch: chance.pick(['newest', 'oldest']) } }),
    steps: [
      {
        before: chance.is(0.3) ? [event('complete')] : [],
        edits: [edit(chance.pick(['data', 'data', 'queue', 'reissue']), 1 + chance.int(2))],
        during: [between('looked at', chance.pick(['twin', 'add-own', 'reload']), 1)],
      },
    ],
  }),
  // A task of others comes to stand where the record moves to.
  (world, chance) => ({
    world: withSwitch(withSecond(world), { S9: chance.pick(['overwrite', 'twin', 'refuse']) }),
    steps: [{ edits: [edit('move')], during: [between('looked at', 'add-there')] }],
  }),
  // Called, or on the screen of an agent, and moved.
  (world, chance) => ({
    world: withSecond(world),
    steps: [{ before: [event(chance.pick(['complete', 'work']))], edits: [edit('move')] }, {}],
  }),
  // A pin that is over, with a change of something else or without one.
  (world, chance) => ({
    world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      { passMs: chance.pick([31, 45, 70]) * MINUTE, edits: chance.is(0.6) ? [edit('data', chance.int(9))] : [] },
    ],
  }),
  // Called, and wanted again with a reason, with the pin that its line names or no more.
  (world, chance) => ({
    world: chance.is(0.4) ? withSwitch(world, { S10: 'resets' }) : world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      {
        before: [event('complete')],
        edits: [edit('reissue'), ...(chance.is(0.5) ? [edit('no-pin')] : [])],
        during: chance.is(0.4) ? [between('written', chance.pick(['complete', 'work']))] : [],
      },
    ],
  }),
  // Two writes of one record, and an agent takes it between them.
  (world, chance) => ({
    world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      {
        edits: [edit('data', chance.int(9)), edit('unpin')],
        during: [between('written', chance.pick(['complete', 'work', 'finish']))],
      },
    ],
  }),
  // A reason that was used under another spelling.
  (world) => ({
    world,
    steps: [
      { before: [event('complete')] },
      { edits: [edit('reissue', 1), edit('case')] },
      { before: [{ ...event('complete'), isSpelled: true }] },
      { edits: [edit('revert'), edit('reissue', 1)] },
    ],
  }),
  // Others put a task where a record was to move, and take ours away; taken over, and let go.
  (world) => ({
    world: withSecond(world),
    steps: [
      { before: [event('add-there'), event('clear')], edits: [edit('move')] },
      { edits: [edit('adopt-record')] },
      { edits: [edit('drop-record')] },
    ],
  }),
  // A task of others, taken over and let go: finished and opened with a reason, or where the run was cut off.
  (world, chance) => {
    const isFinished = chance.is(0.5);
    return {
      world: withStranger(world, isFinished ? 'COMPLETED' : chance.pick(['NOTWORKED', 'WORKED'])),
      first: {},
      steps: [
        {
          edits: [edit('adopt-record'), ...(isFinished ? [edit('reissue')] : [])],
          stop: isFinished ? null : cutOff(chance),
        },
        { passMs: chance.pick([0, 10 * MINUTE]), edits: [edit('drop-record')] },
        ...(chance.is(0.5) ? [{ edits: [edit('put-back'), edit('unadopt')] }] : []),
      ],
    };
  },
  // A line that asks for absence, under another spelling.
  (world) => ({ world, steps: [{ edits: [edit('state', ABSENT), edit('case')] }] }),
  // A create that may still come, or was cut off, and its line moves, or changes its spelling.
  (world, chance) => ({
    world: withSecond(world),
    first: chance.is(0.5) ? { stop: cutOff(chance) } : { faults: [lost(chance), lost(chance)] },
    steps: [
      { passMs: 0, edits: [edit(chance.pick(['move', 'case', 'drop-record']))] },
      { before: [event('complete'), event('clear-finished')], edits: [edit('put-back')] },
    ],
  }),
  // A second task of an id that was there before the plan, marker and all or not.
  (world, chance) => ({
    world: withSwitch(world, {
      S3: chance.pick(['newest-first', 'oldest-first']),
      S11: { intake: 'twin', idSearch: 'newest' },
    }),
    steps: [{ before: [event(chance.pick(['twin', 'add-own', 'copy-marker']))], edits: [edit('data')] }],
  }),
  // What was deleted is shown as REMOVED in the campaign that a record moves to, and others take the record away.
  (world) => ({
    world: withSwitch(withSecond(world), { S5: 'removed-visible' }),
    steps: [
      { edits: [edit('move')] },
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
      { before: [event('clear')], edits: [edit('move')] },
    ],
  }),
  // Called, cleared up by the word of a file, and wanted again.
  (world, chance) => ({
    world,
    steps: [
      {
        before: [event(chance.pick(['complete', 'work']))],
        edits: [edit('state', ABSENT), edit('when-worked', REMOVE)],
      },
      { edits: [edit(chance.pick(['state', 'drop-record']), 0)] },
      { edits: [edit('put-back')] },
    ],
  }),
  // Somebody whose create is not answered, or was cut off, and whose line goes, or who leaves.
  (world, chance) => ({
    world: withBoth(world),
    first: chance.is(0.5)
      ? { stop: cutOff(chance) }
      : { faults: [lost(chance), { at: 2, onWrite: false, kind: 'lost-before' }] },
    steps: [{ edits: [edit(chance.pick(['drop-person', 'leaver']), chance.int(9))] }, {}],
  }),
  // Somebody who leaves, with what may happen to one side, while others pin tasks there, or make the account anew.
  (world, chance) => ({
    world: chance.is(0.6) ? withBoth(world) : withAccount(world, chance),
    steps: [
      {
        edits: chance.is(0.4) ? [edit('on-remove', chance.int(4))] : [],
        before: chance.is(0.4) ? [event('pin-to')] : [],
      },
      {
        before: chance.is(0.3) ? [event(chance.pick(['remove-user', 'remove-backend', 'remake-user']))] : [],
        edits: [edit(chance.pick(['drop-person', 'drop-person', 'leaver']), chance.int(9))],
        during: chance.is(0.5) ? [between('looked at', chance.pick(['pin-to', 'remake-user']))] : [],
        faults: chance.is(0.3) ? [lost(chance)] : [],
      },
    ],
  }),
];
