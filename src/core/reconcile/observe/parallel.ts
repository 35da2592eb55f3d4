// Bounded parallel work over a list. The service client paces requests; this bounds how many wait for it in memory.

const WAITING = 256;
/** Searches that may show 1,000 tasks each: while it is read, an answer takes several MB. */
export const FULL_ANSWERS = 8;

/** Runs `work` for each item in order of the list, at most so many at once. The first exception ends the whole. */
export async function forEachParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = WAITING,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
