// Read-after-write lag (S19): keeps the former state of every object written recently, so that a read can show the
// state of some time ago. In memory only; without a lag it keeps nothing.

export interface Lag<K, V> {
  readonly note: (key: K, before: V) => void;
  /** Keys written since `now - lagMs`, each as it was then. */
  overlay(): ReadonlyMap<K, V>;
}

export function createLag<K, V>(lagMs: () => number, clock: () => number): Lag<K, V> {
  let writes: { readonly key: K; readonly before: V; readonly at: number }[] = [];
  return {
    note(key, before) {
      if (lagMs() > 0) writes.push({ key, before, at: clock() });
    },
    overlay() {
      const visibleSince = clock() - lagMs();
      writes = lagMs() > 0 ? writes.filter((write) => write.at > visibleSince) : [];
      const overlay = new Map<K, V>();
      for (const { key, before } of writes) if (!overlay.has(key)) overlay.set(key, before);
      return overlay;
    },
  };
}
