// The public surface for programs: Pulumi classes, `reconcile` for a desired state held in memory, and the types of
// desired files. `import 'musterctl/program'` is the program that reads the files itself.

import { planEachProgram } from '../providers/class-run.ts';
import { planClasses } from './program/class-plan.ts';

export * from './core/desired.ts';
export { PinnedRecord, RecordSet, User } from '../providers/resources.ts';
export type {
  AbsentUserArgs,
  ClassOptions,
  PinnedRecordArgs,
  PresentUserArgs,
  RecordSetArgs,
  UserArgs,
} from '../providers/resources.ts';
export {
  getRecord,
  getRecordOutput,
  getUser,
  getUserOutput,
  searchRecords,
  searchRecordsOutput,
} from './program/look-ups.ts';
export type {
  GetRecordArgs,
  GetRecordResult,
  GetUserArgs,
  GetUserResult,
  SearchRecordsArgs,
  SearchRecordsResult,
  FoundTask,
} from './program/look-ups.ts';
export { reconcile } from './program/reconcile.ts';
export type { ReconcileOptions } from './program/reconcile.ts';

planEachProgram(planClasses);
