// Delayed writes (`commit-late`): carried out at their time, or when the sandbox stops, whichever is first.

export interface LateWork {
  after(ms: number, work: () => void): void;
  finish(): void;
}

export function createLateWork(): LateWork {
  const pending = new Map<() => void, NodeJS.Timeout>();
  return {
    after(ms, work) {
      const timer = setTimeout(() => {
        pending.delete(work);
        work();
      }, ms);
      pending.set(work, timer);
    },
    finish() {
      for (const [work, timer] of pending) {
        clearTimeout(timer);
        work();
      }
      pending.clear();
    },
  };
}
