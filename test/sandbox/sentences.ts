// The two interface documents, sentence by sentence: what the sandbox promises to be a double of. sentences.tsv has every normative
// sentence, row and half sentence word for word: its id, its section, its words. Each has a proof of the same id; contract.test.ts fails
// for a sentence without one. That something is "not shown" promises nothing: those are the sandbox's switches (switches.test.ts).

import type { Bench } from './bench.ts';
import { rowsOf } from './rows.ts';

/** One sentence of an interface document. */
export interface Sentence {
  /** P-… for the campaign document, U-… for the user document. */
  readonly id: string;
  readonly document: 'preview-campaign' | 'user-provisioning';
  /** Section of the document. */
  readonly place: string;
  readonly sentence: string;
}

/** Sentence id -> what shows, over real HTTPS, that the sandbox keeps it. */
export type Proofs = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

export const SENTENCES: readonly Sentence[] = rowsOf('sentences.tsv').map(([id = '', place = '', sentence = '']) => ({
  id,
  document: id.startsWith('P') ? 'preview-campaign' : 'user-provisioning',
  place,
  sentence,
}));
