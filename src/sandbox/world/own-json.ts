// Reads JSON that the sandbox itself wrote: its rows, its settings, its control messages. Never a request's body.

/** The caller names the type it wrote. Throws when the text is not JSON. */
export function readOwnJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
