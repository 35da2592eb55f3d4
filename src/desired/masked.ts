// What a finding says of a value: what kind it is, never the value. A line may hold a name, a phone number or an e-mail address
// in the place of anything else, so no value is repeated, however harmless its key.

/** `text of 5 characters`. */
export function masked(value: string | number | boolean): string {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return `${value} without quotes`;
  const length = [...value].length;
  if (length === 0) return 'empty text';
  return `text of ${length} character${length === 1 ? '' : 's'}`;
}
