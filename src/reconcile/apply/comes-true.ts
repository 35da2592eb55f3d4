// How an answer that was lost is looked up: by reading, never by sending again.

/** Pauses between the readings that settle a lost answer: a late commit has this long to show. */
const GRACE_MS = [0, 200, 1000, 3000];

/** Asks until the answer is yes, or the grace time is over. */
export async function comesTrue(sleep: (ms: number) => Promise<void>, ask: () => Promise<boolean>): Promise<boolean> {
  for (const pause of GRACE_MS) {
    await sleep(pause);
    if (await ask()) return true;
  }
  return false;
}
