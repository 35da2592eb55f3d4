// Notes which keys of a value a decision reads (a proxy around that value). An approval then binds exactly these beside the changes, and nobody
// has to keep a list of them.

/** The same object, and the values of the keys that were read of it so far. */
export function noting<T extends object>(
  value: T,
): { readonly noted: T; readonly read: () => readonly (readonly [string, T[keyof T]])[] } {
  const keys = new Set<keyof T & string>();
  const noted = new Proxy(value, {
    get: (target, key, self): unknown => {
      if (typeof key === 'string') keys.add(key as keyof T & string);
      return Reflect.get(target, key, self);
    },
  });
  return { noted, read: () => [...keys].toSorted().map((key) => [key, value[key]] as const) };
}
