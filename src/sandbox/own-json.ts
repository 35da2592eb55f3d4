// JSON that this room wrote itself and reads back: its rows, its settings, its control messages. Never a request's body.

/** The caller says what it wrote. Throws when the text is not JSON. */
export function readOwnJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
