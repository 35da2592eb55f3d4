// Where muster holds to each sentence, and which test of muster shows it: read, one by one, from the documents. A row of shown.tsv: the
// sentences, a file and words that stand in it, a test file and words of a title. A sentence that stands in no row and in none of
// verdicts.ts has no verdict, and audit.test.ts fails.

import { rowsOf } from './rows.ts';

/** `code`, `test`: a file, and words that stand in it. */
export interface Shown {
  readonly code: readonly [file: string, words: string];
  readonly test: readonly [file: string, words: string];
  readonly ids: readonly string[];
}

export const SHOWN: readonly Shown[] = rowsOf('shown.tsv').map(
  ([ids = '', code = '', words = '', shows = '', title = '']) => ({
    code: [code, words],
    test: [shows, title],
    ids: ids.split(' '),
  }),
);
