// `muster get`, `search` and `why`: what the service shows of one user, one record or a search, beside what is declared and
// recorded here. Asks through a client that has no writing methods, and writes nothing anywhere.

export { openContext } from './lookup/context.ts';
export type { LookupContext } from './lookup/context.ts';
export { lookUpRecord } from './lookup/record.ts';
export type { RecordRequest } from './lookup/record.ts';
export { DEFAULT_LIMIT, searchRecords } from './lookup/search.ts';
export { tellStory } from './lookup/story.ts';
export { lookUpUser } from './lookup/user.ts';
