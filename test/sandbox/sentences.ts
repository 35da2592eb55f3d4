// The two interface documents, sentence by sentence: what the sandbox promises to be a double of. Each has a proof of the
// same id; contract.test.ts fails for a sentence without one.

import type { Bench } from './bench.ts';
import type { Sentence } from './sentence.ts';
import { PREVIEW_SENTENCES } from './sentences-preview.ts';
import { PREVIEW_ROWS, USER_ROWS } from './sentences-rows.ts';
import { USER_SENTENCES } from './sentences-users.ts';

/** Sentence id -> what shows, over real HTTPS, that the sandbox keeps it. */
export type Proofs = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

export const SENTENCES: readonly Sentence[] = [...PREVIEW_SENTENCES, ...PREVIEW_ROWS, ...USER_SENTENCES, ...USER_ROWS];
