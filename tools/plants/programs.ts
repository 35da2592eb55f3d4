// Planted bugs about desired files that lie in a folder: programs among them, and names that are not read. Each is searched in the lives of both
// doors; `--since` is the command's alone.

import type { Plant } from './plant.ts';

const PROGRAM = 'src/core/desired/text/program-file.ts';
const FOUND = 'src/core/desired/text/find-files.ts';
const LOAD = 'src/core/desired/project/load.ts';

const PEOPLE = 'src/core/desired/declarations/people-data.ts';

const ROWS = 'I37.B7: rows are checked as data about people';
const ONE = 'I37.B8: one mistake is one finding';
const BROKEN = 'I37.C11: whatever ends, hangs or breaks in a program is a finding with the file';
const UNREAD = 'I37.C10: files that are not read are named, and a question where their people would go';

/** What is said in these words is no finding. */
const silent = (name: string, words: string): Plant => ({
  name,
  rule: BROKEN,
  file: PROGRAM,
  right: 'for (const { code, message } of faults) findings.add(',
  wrong: `for (const { code, message } of faults) if (!message.includes('${words}')) findings.add(`,
});

const BOTH: readonly Plant[] = [
  silent('a program that ends the process with 0 declares nobody', 'ended the process (exit 0)'),
  silent('a program that throws, wherever it does, declares nobody', 'it threw'),
  silent('a program that waits for ever declares nobody', 'never settles'),
  silent('a program without a value declares nobody', 'a default export'),
  {
    name: 'what a program says to whoever started its thread is its value',
    rule: BROKEN,
    file: PROGRAM,
    right: "worker.on('message', (said: unknown) => isResult(said) && resolve(said));",
    wrong: "worker.once('message', (said) => resolve(isResult(said) ? said : { failure: 'a value' }));",
  },
  {
    name: 'a program that broke is named as muster.yaml',
    rule: BROKEN,
    file: PROGRAM,
    right: 'const source = fixedSource(file);',
    wrong: "const source = fixedSource('muster.yaml');",
  },
  {
    name: 'a plan does not say that muster itself removed, or added, what it takes back',
    rule: 'I37.A3: what muster itself took away, or gave, and this plan reverses is worded so',
    file: 'src/core/reconcile/plan/reversal.ts',
    right: 'const { at, files } = last;',
    wrong: 'const { at, files } = last; if (at > 0) return change;',
  },
  {
    name: 'what a spreadsheet writes where there is no id is an id',
    rule: ROWS,
    file: PEOPLE,
    right: "isPrinted(id) || NULL.test(id) || (key === 'clientId' && NULL_BEHIND.test(id));",
    wrong: "key === 'clientId' && NULL_BEHIND.test(id);",
  },
  {
    name: 'what is no id is the same id twice, too',
    rule: ONE,
    file: 'src/core/desired/declarations/repeats.ts',
    right: "if (each.id === null || (repeats.key !== 'campaignName' && isNoId(each.id, repeats.key))) continue;",
    wrong: 'if (each.id === null) continue;',
  },
  {
    name: 'names that an encoding damaged are said nowhere',
    rule: ROWS,
    file: PEOPLE,
    right: "findings.warn({ code: 'damaged-name', ...ofOne(each, DAMAGED_NAME) });",
    wrong: '{}',
  },
  {
    name: 'one customer under several ids is said nowhere',
    rule: ROWS,
    file: PEOPLE,
    right: "of sameNumber === 'off' ? [] : sameCustomers(records)) {",
    wrong: "of sameNumber !== 'block' ? [] : sameCustomers(records)) {",
  },
  {
    name: 'a mistake in a column is a finding a row',
    rule: ONE,
    file: 'src/core/desired/text/findings.ts',
    right: 'if (alike.length < (first.together === undefined ? MOST_ALIKE : 1))',
    wrong: 'if (alike.length < 300)',
  },
  {
    name: 'a number that is none is sent',
    rule: ROWS,
    file: 'src/core/desired/declarations/item-values.ts',
    right: "return add('phone-not-e164', `expected a number like +34911234567; given ${describePhone(value)}`);",
    wrong: 'return;',
  },
  {
    name: 'numbers as they are dialled in a country are left as they are',
    rule: 'I37.B8: formats for phone country',
    file: 'src/core/desired/csv/formats.ts',
    right: 'internationalOf(text, planFor(phone.text(row)), library).text : text;',
    wrong: 'text : text;',
  },
  {
    name: 'a file is looked at by its last ending alone',
    rule: UNREAD,
    file: FOUND,
    right: String.raw`const TEXTS = /\.(?:ya?ml|json)(?![^/]*\.m?[jt]s$)[^/]*$/iu;`,
    wrong: String.raw`const TEXTS = /\.(?:ya?ml|json)$/u;`,
  },
  {
    name: 'whom a file declares that is called an example, and is not read, goes',
    rule: UNREAD,
    file: LOAD,
    right: 'if (objects.length === 0) continue;',
    wrong: 'if (objects.length === 0 || isExample(file)) continue;',
  },
  {
    name: 'nothing names a file that is not read',
    rule: UNREAD,
    file: LOAD,
    right: 'if (isExample(file)) continue;',
    wrong: 'if (isExample(file) || file.length > 0) continue;',
  },
  {
    name: 'what a file that is not read declares is forgotten before the plan',
    rule: UNREAD,
    file: LOAD,
    right: 'return { ...read, desired: unread.length === 0 ? desired : { ...desired, unread } };',
    wrong: 'return { ...read, desired: unread.length >= 0 ? desired : { ...desired, unread } };',
  },
];

/** An earlier program runs where it reads the work tree of now. */
const SINCE: Plant = {
  name: 'an earlier program reads the list of now, and --since finds nothing that differs',
  rule: 'I37.A5: plan --since where a program is among the desired files',
  file: LOAD,
  right:
    "if ([...now.names, ...names].some((name) => PROGRAM.test(name))) return { desired: now.desired, before: 'program' };",
  wrong: '',
};

/** A stack keeps no journal of writes. */
const WHY: Plant = {
  name: 'why names no field that an update changed',
  rule: 'I37.D12: why names the changed fields of each write',
  file: 'src/core/report/documents/why.ts',
  right: "names.length > 0 ? names.join(', ') :",
  wrong: "names.length < 0 ? names.join(', ') :",
};

export const PROGRAMS: readonly Plant[] = [
  WHY,
  ...BOTH,
  ...BOTH.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
  SINCE,
  { ...SINCE, name: `${SINCE.name}, in runs that are out of the ordinary`, door: 'wide' },
];
