// What a run of tests came to, and what its failures come to when they are played again. A test that fails is played three times more,
// alone. One that passes each time counts as passed and is called FLAKY: the next change mends it. More than five failures are no
// matter of chance, and an error outside any test says nothing about one: then nothing is played again.

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Failure {
  /** Absolute. */
  readonly file: string;
  /** With those of its groups, as vitest joins them; null where the file failed as a whole: at loading it, or in a hook. */
  readonly test: string | null;
  /** How many of the failed it stands for. */
  readonly count: number;
}

export interface Played {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
  /** False after an error outside any test, and where the run was ended before its end. */
  readonly isWhole: boolean;
}

const TIMES = 3;
const MOST_FAILURES = 5;

export interface Settled {
  readonly counts: Counts;
  readonly flaky: readonly Failure[];
}

/** `passesAlone` plays one failure once. Whatever fails one of the three times stays failed. */
export function settle({ counts, failures, isWhole }: Played, passesAlone: (failure: Failure) => boolean): Settled {
  if (!isWhole || counts.failed > MOST_FAILURES) return { counts, flaky: [] };
  const times = Array.from({ length: TIMES }, (_, index) => index);
  const flaky = failures.filter((failure) => times.every(() => passesAlone(failure)));
  const mended = flaky.reduce((sum, { count }) => sum + count, 0);
  return { counts: { ...counts, passed: counts.passed + mended, failed: counts.failed - mended }, flaky };
}

/** Of vitest: this file, and of it this test. */
export function wordsOf({ file, test }: Failure): string[] {
  return test === null ? [file] : [file, `--testNamePattern=^${escaped(test)}$`];
}

/** The last line of every run of tests. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}
