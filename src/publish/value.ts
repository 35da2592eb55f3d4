// Reads values of which nothing is known: the event file of a pipeline and the answers of a forge.

/** An object's property; undefined where there is no such object. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.hasOwn(inner, key) ? Object.getOwnPropertyDescriptor(inner, key)?.value : undefined;
  }, value);
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A whole number from 1, as ids and numbers of requests are. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | null {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : null;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] | null {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : null;
}
