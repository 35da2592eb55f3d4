// Characters that a printer does not show, or shows as a blank: an id that holds one looks like another id. A service compares
// ids byte by byte, so "absent" may be true of `ana` with a zero-width space while ana is there. The rule for ids and the escapes
// of every output follow from the one class below.
//
// Terms: hidden: control and format characters (bidirectional and zero-width ones among them), variation selectors, whatever else
// Unicode calls ignorable, and white space other than the blank. Outer: at the start or the end.
// Rule: an id has no hidden character, and no blank at its start or end; but those that YAML writes as escapes, which nobody overlooks.
//
//   id                     | why it is refused
//   ana<U+200B>@a.com      | zero-width, nowhere to be seen
//   <U+00A0>ana, `ana `    | outer white space
//   Summer<U+00A0>Sale     | looks like `Summer Sale`
//   ana<U+FE0F>, a<U+202E> | variation selector, bidirectional character

const CLASS = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800`;
/** Visible between other characters, as in `Summer Sale`; U+3000 is the blank of Chinese and Japanese. */
const BLANKS = String.raw` \u3000`;

/** As `pattern` of every id in schemas/, so that editors, files, programs and Pulumi's inputs meet the same rule. Fits empty text. */
export const ID_PATTERN = `^(?![${BLANKS}])[^${CLASS}]*(?<![${BLANKS}])$`;

const ID = new RegExp(ID_PATTERN, 'u');
const HIDDEN = new RegExp(`[${CLASS}]`, 'u');
/** Half of a surrogate pair is shown as a question mark. */
const ESCAPED = new RegExp(String.raw`[${CLASS}\p{Cs}]`, 'gu');
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['zero-width character', /[\u200b-\u200d\u2060\ufeff]/u],
  ['bidirectional character', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  ['white space', /\s/u],
  ['control character', /\p{Cc}/u],
  ['variation selector', /\p{Variation_Selector}/u],
];

/** Every character that has to be escaped to be seen, outer blanks among them. */
export const UNSEEN = new RegExp(String.raw`[${CLASS}]|^[${BLANKS}]+|[${BLANKS}]+$`, 'gu');

/** `with the zero-width character U+200B at place 4 of 12`, counted in characters; `with a blank at its start`; null for an id. */
export function hiddenIn(text: string): string | null {
  if (ID.test(text)) return null;
  const characters = [...text];
  const inner = characters.findIndex((character) => HIDDEN.test(character));
  const isOuterBlank = inner < 0;
  const index = isOuterBlank && characters[0]?.trim() !== '' ? characters.length - 1 : Math.max(inner, 0);
  const character = characters[index] ?? '';
  if (character === ' ') return `with a blank at its ${index === 0 ? 'start' : 'end'}`;
  const kind = KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'hidden character';
  const outer = index === 0 || index === characters.length - 1 ? 'outer ' : '';
  const name = kind === 'white space' ? `${outer}${kind}` : `the ${kind}`;
  return `with ${name} ${codePoint(character)} at place ${index + 1} of ${characters.length}`;
}

/** Of an id between double quotes: `text`, as it is written, shows what is hidden in it. */
export function showsHidden(id: string, text: string): boolean {
  return text.length !== id.length && hiddenIn(id) !== null && hiddenIn(text) === null;
}

/** The text with an escape in the place of each hidden character: `\u200b`, `\u{e0041}`. */
export function visible(text: string): string {
  return text.replaceAll(ESCAPED, (character) => {
    const code = hex(character);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });
}

/** The text that `visible` has printed, as it was: what a report names can be typed. */
export function typed(text: string): string {
  return text.replaceAll(/\\u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))/giu, (escape, long?: string, short?: string) => {
    const code = Number.parseInt(long ?? short ?? '', 16);
    const character = code > 0x10_ffff ? '' : String.fromCodePoint(code);
    return visible(character) === character ? escape : character;
  });
}

/** JSON text in which hidden characters stand as `\u` escapes: the same value, and nothing hidden in print. */
export function visibleJson(json: string): string {
  const unit = (half: string): string => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // Line breaks of the layout: within a text JSON has escaped them already.
  return json.replaceAll(ESCAPED, (character) => (character === '\n' ? '\n' : character.split('').map(unit).join('')));
}

function codePoint(character: string): string {
  return `U+${hex(character).toUpperCase()}`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}
