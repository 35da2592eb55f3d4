// What a run learns about queues by reading (queue.ts), kept so that it is asked once and not for every record.

/** What one run learns about queues by reading, once for each code and each queue of a campaign. */
export interface QueueMemory {
  /** The name that a code is shown by; null where no reading tells. */
  nameOf(code: string, ask: () => Promise<string | null>): Promise<string | null>;
  /** Whether updates that name no queue leave this one (keptQueue) in place. */
  stays(queue: string, ask: () => Promise<boolean>): Promise<boolean>;
}

export function openQueueMemory(): QueueMemory {
  const names = new Map<string, Promise<string | null>>();
  const places = new Map<string, Promise<boolean>>();
  return {
    nameOf: (code, ask) => once(names, code, ask),
    stays: (queue, ask) => once(places, queue, ask),
  };
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}
