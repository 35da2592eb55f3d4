// The shape of one code in the tables beside this file.

export interface ErrorEntry {
  readonly exit: number;
  /** What happened, in one sentence without values. */
  readonly headline: string;
  /** How to go on. */
  readonly advice: string;
}

export function entry(exit: number, headline: string, advice: string): ErrorEntry {
  return { exit, headline, advice };
}
