// Bounded parallel work over a list. The service client paces requests; this bounds how many wait for it in memory.

const WAITING = 256;

/** Runs `work` for each item in order of the list, at most 256 at once. The first exception ends the whole. */
export async function forEachParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(WAITING, items.length) }, worker));
}
