// What may be printed of a text from the service: it could echo names, addresses or data we sent, or the key.
// Promises: the result holds no private value, no word or number of one, no control character, and is short.

const MAX_LENGTH = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const EMAIL_OR_NUMBER = /\S@\S|\d[\d\s().-]{5,}\d/u;

/** The text in one printable line, or null when it contains any of the private values. */
export function safeMessage(text: string, privateValues: readonly string[]): string | null {
  const line = text.replaceAll(UNPRINTABLE, ' ').trim();
  if (line === '' || EMAIL_OR_NUMBER.test(line)) return null;
  const folded = fold(line);
  if (privateValues.flatMap(traces).some((trace) => folded.includes(trace))) return null;
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

/** A service may quote a part of what it was given ("Customer Ruiz is …"), so every longer word of a value counts. */
function traces(value: string): string[] {
  const folded = fold(value);
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3);
  return [folded, ...words].filter((trace) => trace.trim() !== '');
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
