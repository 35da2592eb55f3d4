// Planted bugs about what an approval read, and about lists, times, programs and folders as people have them. Each is searched in the lives of
// both doors.

import type { Plant } from './plant.ts';

const FORMATS = 'src/core/desired/csv/formats.ts';
const TABLE = 'src/core/desired/csv/csv-table.ts';
const CLOCKS = 'src/core/desired/csv/local-time.ts';
const READ = 'src/core/desired/text/read-file.ts';
const COMMITS = 'src/desk/lookup/git-line.ts';

const TIMES = 'I37.B8: formats for time pattern and zone (column or fixed)';
const ONE = 'I37.B8: one mistake is one finding';
const SHAPES = 'I37.B8: blank rows skipped; encodings named with line and way to save; LFS pointer, sep=, title rows';
const BAD = 'I37, bad input: a finding with its place and the nearest right form';

const BOTH: readonly Plant[] = [
  {
    name: 'what the service was measured to do binds no approval',
    rule: 'I37.A4: an approval binds everything that a decision rests on',
    file: 'src/core/engine/survey.ts',
    right: 'points?.read().map(([id, { answer }]) => [id, answer]) ?? []]',
    wrong: '[]]',
  },
  {
    name: 'the clocks of a list are those of UTC',
    rule: TIMES,
    file: CLOCKS,
    right: "new Intl.DateTimeFormat('en', { timeZone: zone,",
    wrong: "new Intl.DateTimeFormat('en', { timeZone: 'UTC',",
  },
  {
    name: 'a column that says the zone of each row is not read',
    rule: TIMES,
    file: FORMATS,
    right: '(momentOf(text, zone.text(row)) ?? text)',
    wrong: "(momentOf(text, typeof formats.zone === 'object' ? 'UTC' : zone.text(row)) ?? text)",
  },
  {
    name: 'a time that clocks show twice is the first of both',
    rule: TIMES,
    file: CLOCKS,
    right: 'new Date(Math.max(...instants))',
    wrong: 'new Date(Math.min(...instants))',
  },
  {
    name: 'a time that clocks leave out is the one an hour later',
    rule: TIMES,
    file: CLOCKS,
    right: '.filter((each) => each + offsetAt(each, zone) === wall);',
    wrong: ';',
  },
  {
    name: 'a day that is none is one of the next month',
    rule: TIMES,
    file: CLOCKS,
    right: 'const text = `${year.padStart(4',
    wrong:
      'if (Number(month) === 4 && Number(day) === 31) return Date.UTC(2027, 4, 1, 9); const text = `${year.padStart(4',
  },
  {
    name: 'of several columns for one value the first alone is read',
    rule: 'I37.B8: several columns into one value',
    file: TABLE,
    right: "given.map((index) => row.cells[index]).join(' ')",
    wrong: "row.cells[first] ?? ''",
  },
  {
    name: 'a blank row is a row',
    rule: SHAPES,
    file: TABLE,
    right: 'if (isBlank(row.cells)) return;',
    wrong: '',
  },
  {
    name: 'the line sep= is the header line',
    rule: SHAPES,
    file: TABLE,
    right: 'if (sign !== undefined) {',
    wrong: 'if (sign === undefined && parts !== undefined) {',
  },
  {
    name: 'a title above a list is a finding a column',
    rule: ONE,
    file: TABLE,
    right: "if (hint !== '' && findings.count > 0) return [];",
    wrong: '',
  },
  {
    name: 'a title above a list is not called one',
    rule: SHAPES,
    file: TABLE,
    right: 'if (isAlone && (header.length > 1',
    wrong: 'if (!isAlone && (header.length > 1',
  },
  {
    name: 'letters that are no UTF-8 are sent damaged',
    rule: SHAPES,
    file: READ,
    right: "new TextDecoder('utf-8', { fatal: true })",
    wrong: "new TextDecoder('utf-8')",
  },
  {
    name: 'nobody says how to save a list in UTF-16 anew',
    rule: SHAPES,
    file: READ,
    right: 'bytes[0] === 0xff && bytes[1] === 0xfe)',
    wrong: 'bytes[0] === 0xff && bytes[1] === 0xff)',
  },
  {
    name: 'a pointer of Git LFS is a list',
    rule: SHAPES,
    file: READ,
    right: 'if (text.startsWith(LFS_POINTER))',
    wrong: 'if (text === LFS_POINTER)',
  },
  {
    name: 'a list outside of the project is read',
    rule: BAD,
    file: READ,
    right: 'return isInside(root, path) ? path : null;',
    wrong: 'return isInside(root, path) ? path : path;',
  },
  {
    name: 'an unknown zone in a column is a finding about each time, too',
    rule: ONE,
    file: FORMATS,
    right: 'if ((isTime && !zone.isKnown(row)) ||',
    wrong: 'if (',
  },
  {
    name: 'an unknown country in a column is a finding about each number, too',
    rule: ONE,
    file: FORMATS,
    right: '(isPhoneKey(key) && !phone.isKnown(row)))',
    wrong: 'false)',
  },
  {
    name: 'a column that is not there is named without the one that was meant',
    rule: BAD,
    file: TABLE,
    right: "const near = index < 0 ? didYouMean(name, header) : '';",
    wrong: "const near = index < 0 ? '' : didYouMean(name, header);",
  },
  {
    name: 'a program that only a limit ends declares nobody',
    rule: 'I37.C11: a time limit',
    file: 'src/core/desired/text/program-file.ts',
    right: 'for (const { code, message } of faults) findings.add(',
    wrong: "for (const { code, message } of faults) if (!message.includes('did not end')) findings.add(",
  },
  {
    name: 'what a project of init declares in a file .yml is not read',
    rule: 'I37.C10: init takes both endings',
    file: 'src/cli/init/starter.ts',
    right: "'muster.yaml': readTemplate('starter/muster.yaml'),",
    wrong: "'muster.yaml': readTemplate('starter/muster.yaml').replaceAll('{yaml,yml}', 'yaml'),",
  },
  {
    name: 'muster.yaml is looked for in the folder of the call alone',
    rule: 'I37.C10: muster.yaml is found upward from any folder of the project',
    file: 'src/cli/process/project-folder.ts',
    right: 'for (let at = folder; ; at = dirname(at)) {',
    wrong: 'for (let at = folder; ; at = dirname(at)) { if (at !== folder) return folder;',
  },
  {
    name: 'of an entry the line of its id alone is blamed',
    rule: 'I37.D12: blame the entry’s range, list its commits',
    file: COMMITS,
    right: "const words = ['blame', '--line-porcelain', '--no-textconv', '-L', `${line},${last}`, '--', file];",
    wrong:
      "const words = ['blame', '--line-porcelain', '--no-textconv', '-L', `${line},${last > 0 ? line : last}`, '--', file];",
  },
  {
    name: 'of an entry the latest line alone has a commit',
    rule: 'I37.D12: blame the entry’s range, list its commits',
    file: COMMITS,
    right: 'const each = new Map(found.filter((one) => !isNone(one)).map((one) => [one.commit, one]));',
    wrong: 'const each = new Map(found.filter((one) => !isNone(one)).slice(0, 1).map((one) => [one.commit, one]));',
  },
  {
    name: 'a plan does not show the reader the names of who is created',
    rule: 'I37.B7: names of people who are created stand in the plan',
    file: 'src/core/report/documents/plan-rows.ts',
    right: "const isShown = showValues && action === 'create' && !isRecord(change);",
    wrong: "const isShown = showValues && action === 'delete' && !isRecord(change);",
  },
  {
    name: 'the names of who is created stand in logs, too',
    rule: 'I37.B7: names of people who are created stand in the plan; on a reader’s own terminal alone',
    file: 'src/core/report/documents/plan-rows.ts',
    right: "const isShown = showValues && action === 'create' && !isRecord(change);",
    wrong: "const isShown = action === 'create' && !isRecord(change);",
  },
];

export const SHEETS: readonly Plant[] = [
  ...BOTH,
  ...BOTH.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
];
