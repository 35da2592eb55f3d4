// The short code of a failure of the machine or the network, such as ENOENT or ECONNREFUSED. Codes are fixed, while messages may quote
// a path, or what the other side said: so the code alone is shown. Pure.

/** Null where it has none. Of several attempts at one name, that of the first. */
export function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a module could not be loaded because this package, an optional one, is not installed. */
export function isNotInstalled(error: unknown, name: string): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(name);
}
