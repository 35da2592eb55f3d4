// One program of the three classes and the functions that read. Each file is the example of a page in docs/classes.
//
//   pulumi stack init sandbox
//   pulumi preview

export { connectUserId } from './user.ts';
export { state } from './pinned-record.ts';
export { recordCount } from './record-set.ts';
export { anaIsThere, benIsThere, open, states } from './look-ups.ts';
