// What a finding says of a value: what kind it is, never the value. A line may hold a name, a phone number or an e-mail address
// in the place of anything else, so no value is repeated, however harmless its key.

/** No e-mail address, no number. */
const KEY = /^[\p{L}_$][\p{L}\p{N} _.$-]{0,60}$/u;

/** A key of a file where any key may stand: as it is where it reads like one, else only that it is text. */
export function keyWords(key: string): string {
  return KEY.test(key) && !/\d{6}/u.test(key) ? key : `(${masked(key)})`;
}

/** `text of 5 characters`. */
export function masked(value: string | number | boolean): string {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return `${value} without quotes`;
  const length = [...value].length;
  if (length === 0) return 'empty text';
  return `text of ${length} character${length === 1 ? '' : 's'}`;
}
