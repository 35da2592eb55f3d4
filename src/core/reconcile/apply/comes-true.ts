// How an answer that was lost is looked up: by reading, never by sending again.

/** Pauses between the readings that settle a lost answer: a late commit has this long to show. */
const GRACE_MS = [0, 200, 1000, 3000];

/**
 * For a write that may reset a task which an agent has worked: two minutes. A reading of before the write, or a request that is
 * carried out late, would hide the reset, and the task could be delivered again until it is put back.
 */
export const PATIENT_MS: readonly number[] = [...GRACE_MS, 6_000, 10_000, 15_000, 25_000, 30_000, 30_000];

/**
 * The same question, where one answer may be somebody else's: one of query-existence names nobody, an empty search names nothing. A yes
 * counts when the next reading says it again; a no costs one request.
 */
export function saidTwice(ask: () => Promise<boolean>): () => Promise<boolean> {
  return async () => (await ask()) && (await ask());
}

/** Asks until the answer is yes, or the grace time is over. */
export async function comesTrue(
  sleep: (ms: number) => Promise<void>,
  ask: () => Promise<boolean>,
  pauses: readonly number[] = GRACE_MS,
): Promise<boolean> {
  for (const pause of pauses) {
    await sleep(pause);
    if (await ask()) return true;
  }
  return false;
}
