// What Pulumi's handlers, its program and the command may use of the core and of recorded state. test/house.test.ts keeps them from
// reaching into those rooms by themselves: what is not named here is the business of the engine. Everything else of the engine stands
// in its files beside this one.

export { leftForApproval, stopReason } from '../reconcile/apply/apply.ts';
export { comesTrue } from '../reconcile/apply/comes-true.ts';
export { openQueueMemory } from '../reconcile/apply/queue-memory.ts';
export { withId } from '../reconcile/apply/read-task.ts';
export { isRemembered, leavesMemory } from '../reconcile/apply/record.ts';
export { callsSomebody } from '../reconcile/change.ts';
export { isSameBySilence } from '../reconcile/diff/user.ts';
export { pinMoveOf } from '../reconcile/diff/repin.ts';
export { seenText } from '../reconcile/drift/seen.ts';
export { ignoredFields } from '../reconcile/fields.ts';
export { markerOf, markerStart } from '../reconcile/marker.ts';
export { isAnother, isMarkedOurs } from '../reconcile/owner.ts';
export { unapproved } from '../reconcile/plan/approval.ts';
export { stopOnGuards } from '../reconcile/plan/guards.ts';
export { isInterrupted } from '../reconcile/plan/interrupted.ts';
export { guardedRestores } from '../reconcile/plan/restore.ts';
export { isNewReason, isUsedUp, wasCalled, withCall, withReason } from '../reconcile/reasons.ts';
export { needsPerson } from '../reconcile/verdict.ts';
export { skippedBecause, unresolved } from '../reconcile/settlement.ts';
export type { ServiceClient } from '../service/service.ts';
export { openCopies } from '../state/copy-files.ts';
export type { CopyStore } from '../state/copy-files.ts';
export { digestWith } from '../state/digest.ts';
export { memoryRecorder } from '../state/memory-recorder.ts';
export type { SavedCopy } from '../state/recorder.ts';
