// One slip of a person in a file that muster reads: a key of muster.yaml that is misspelled, stands at another level or has another value; a
// list of whom nobody may call that is not there, or that nobody can read; an anchor in a desired file.

import type { Faulty, Unreadable } from './laid-sheets.ts';

export type Texts = ReadonlyMap<string, string | Buffer>;

/** Whom nobody may call: nobody of a life. */
const NO_CALLS = 'lists/no-calls.txt';
const LISTED = '# by letter\n+447700900123\nX-1001\n';
const PROJECT = 'muster.yaml';

/** Of muster.yaml, with that list. */
export const POLICY = `policy:\n  deletes: {count: 3, percent: 10}\n  doNotCall: ${NO_CALLS}\n`;

interface Slipped {
  readonly texts: Texts;
  /** Where the mistake stands. */
  readonly place: Pick<Faulty, 'file' | 'line' | 'column'>;
}

type Slipping = (texts: Texts, others: string) => Slipped;

/** `mark`: what begins where the mistake stands. */
function placed(file: string, text: string, mark: string): Slipped['place'] {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** In muster.yaml. */
const said =
  (right: string, wrong: string, mark = wrong): Slipping =>
  (texts) => {
    const text = String(texts.get(PROJECT)).replace(right, wrong);
    return { texts: new Map([...texts, [PROJECT, text]]), place: placed(PROJECT, text, mark) };
  };

/** `line`: of that list; null: it cannot be read as a whole, where muster.yaml names it. */
const list =
  (rows: string | Buffer | null, line: number | null = null): Slipping =>
  (texts) => {
    const others = [...texts].filter(([name]) => name !== NO_CALLS);
    const place =
      line === null ? placed(PROJECT, String(texts.get(PROJECT)), NO_CALLS) : { file: NO_CALLS, line, column: 1 };
    return { texts: new Map([...others, ...(rows === null ? [] : [[NO_CALLS, rows] as const])]), place };
  };

const ELSEWHERE = `../${NO_CALLS}`;
const outside: Slipping = (texts) => {
  const named = said(NO_CALLS, ELSEWHERE)(texts, '');
  return { ...named, texts: new Map([...named.texts, [ELSEWHERE, LISTED]]) };
};

const inFolder: Slipping = (texts) => {
  const { texts: others, place } = list(null)(texts, '');
  return { place, texts: new Map([...others, [`${NO_CALLS}/a.txt`, LISTED]]) };
};

const VALUE = /:("[^"]*")/gu;
const ALIAS = '*same';

/** The second value of the desired file, or each one after the first, is an alias of the first. */
const aliased =
  (most: number): Slipping =>
  (texts, others) => {
    let seen = 0;
    const text = String(texts.get(others)).replace(VALUE, (whole, value: string) => {
      seen += 1;
      return seen === 1 ? `: &same ${value}` : seen <= most ? `: ${ALIAS}` : whole;
    });
    return { texts: new Map([...texts, [others, text]]), place: placed(others, text, ALIAS) };
  };

const merged: Slipping = (texts, others) => {
  const text = `# All of them\n${String(texts.get(others)).replace('{', `{.all: &same {x: y}, <<: ${ALIAS}, `)}`;
  return { texts: new Map([...texts, [others, text]]), place: placed(others, text, ALIAS) };
};

const DELETES = 'deletes: {count: 3, percent: 10}';
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 8800\n`;
const MERGE = `+447700900123\n<<<<<<< HEAD\nX-1001\n=======\nX-1002\n>>>>>>> lists\n`;

const SLIPPING = {
  'a key': said('policy:', 'polcy:'),
  'a key below': said('doNotCall:', 'doNotCal:'),
  'a key in another style': said('doNotCall:', 'do_not_call:'),
  'a key that is needed': said('targets:', 'target:'),
  'a key that others hang on': said('{sandbox: true}', '{sandbx: true}', 'sandbx'),
  'a key one level up': said('  doNotCall:', 'doNotCall:', 'doNotCall:'),
  'a key of a level below': said(DELETES, 'count: 3'),
  'a number in words': said('count: 3', 'count: three', 'three'),
  'a word that is none': said(DELETES, 'sameNumber: blok', 'blok'),
  'a switch in words': said('{sandbox: true}', '{sandbox: yes}', 'yes'),
  'a target that is none': said('name:', 'defaultTarget: sandbx\nname:', 'sandbx'),
  'no file': list(null),
  'a folder': inFolder,
  'a file outside': outside,
  'bytes of windows-1252': list(Buffer.from('# José\n+447700900123\n', 'latin1')),
  'bytes of UTF-16': list(Buffer.from(`\u{feff}${LISTED}`, 'utf16le')),
  'a workbook': list(Buffer.from('PK\u{3}\u{4}\u{14}', 'latin1')),
  'a pointer of Git LFS': list(POINTER),
  nothing: list('\n', 1),
  'a row of nobody': list(`${LISTED}---\n`, 4),
  'rows of nobody': list(`Number\n${'#REF!\n'.repeat(9)}`, 2),
  'a shortened number': list(`${LISTED}4.477E+11\n`, 4),
  'a merge': list(MERGE, 2),
  'an alias': aliased(2),
  aliases: aliased(Infinity),
  'a merge key': merged,
  'a key one level up in another style': said('  doNotCall:', 'do_not_call:', 'do_not_call:'),
} as const satisfies Record<string, Slipping>;

export type Slip = keyof typeof SLIPPING;
/** A list that nobody can read, or a slip in another file. */
export type Fault = Unreadable | Slip;
const LATER: readonly Slip[] = ['a key one level up in another style'];
export const SLIPS = (Object.keys(SLIPPING) as readonly Slip[]).filter((each) => !LATER.includes(each));

/** Where a line of that list is what is wrong, and what came later. */
export const SHOWN_SLIPS: readonly Slip[] = [
  'bytes of windows-1252',
  'a row of nobody',
  'rows of nobody',
  'a shortened number',
  'a merge',
  ...LATER,
];

/** What stands in that list and in no other file. */
export const UNSHOWN = ['900123', 'X-1001', 'X-1002', 'by letter', '4.477', '#REF!', 'José'] as const;

interface Laid {
  readonly texts: Texts;
  readonly faulty: readonly Faulty[];
}

/** `others`: name of the desired file with all others. */
export function withSlip(texts: Texts, slip: Slip | null, others: string): Laid {
  const whole: Texts = new Map([...texts, [NO_CALLS, LISTED]]);
  const isThere = slip !== null && (texts.has(others) || !['an alias', 'aliases', 'a merge key'].includes(slip));
  if (!isThere) return { texts: whole, faulty: [] };
  const slipped = SLIPPING[slip](whole, others);
  return { texts: slipped.texts, faulty: [{ ...slipped.place, rows: Infinity }] };
}
