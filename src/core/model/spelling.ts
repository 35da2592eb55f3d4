// Texts that a person takes for the same one. A service compares ids byte by byte, so whether two mean one thing is decided here.
// Nobody types a Unicode form on purpose: a spreadsheet wrote it. Case may be meant, because ids are case-sensitive, and so may a
// compatible character.
//
//   same   C-1 and C-1        like   C-1 and c-1, x² and x2
//   form   é in NFC and NFD   none   C-1 and C-2

export type Likeness = 'same' | 'form' | 'like' | 'none';

export function likeness(one: string, other: string): Likeness {
  if (one === other) return 'same';
  if (folded(one) !== folded(other)) return 'none';
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a !== b && a.normalize('NFC') === b.normalize('NFC') ? 'form' : 'like';
}

/** Equal for all texts that are like each other. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** As it is shown: in NFC, without characters that nobody sees, and with one blank between words. */
export function plainWords(text: string): string {
  const seen = text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '');
  return seen.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** As a phone or an id counts that was copied from anywhere: folded, with plain digits, hyphens and blanks, and nothing that nobody sees. */
export function asTyped(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/u.test(text)) return text.toLowerCase();
  const words = plainWords(folded(text)).replaceAll(/[\p{Pd}\u2212]/gu, '-');
  return words.replaceAll(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** Unicode has the digits of a script in a row, from zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
