// Planted bugs about what people do to lists and files: each is searched in the lives of both doors.

import type { Plant } from './plant.ts';

const SAVED = 'src/core/model/saved-id.ts';
const SAME = 'src/core/reconcile/plan/same-customer.ts';
const PLACES = 'src/core/reconcile/plan/changed-places.ts';
const VERSION = 'src/core/engine/files-version.ts';

const IDS = 'I37.B6: ids that a spreadsheet changed are asked about';
const ROWS = 'I37.B7: rows are checked as data about people';
const OLDER = 'I37.A2: never back in time by accident';

const LISTS: readonly Plant[] = [
  {
    name: 'an id that looks like a day is another one in quotes',
    rule: IDS,
    file: 'src/core/model/saved-id.ts',
    right: '...(isText ? [`text ${bare}`] : [])',
    wrong: '...(forms.length === 0 ? [`text ${bare}`] : [])',
  },
  {
    name: 'an id that lost its zeros is a new customer',
    rule: IDS,
    file: SAVED,
    right: "const digits = text.replace(/^0+(?=\\d)/u, '');",
    wrong: 'const digits = text;',
  },
  {
    name: 'an id that a spreadsheet shows as a power of ten is a new customer',
    rule: IDS,
    file: SAVED,
    right: "return (less.length > 0 ? less : more).map((other) => ({ id: other.id, as: 'exponent' }));",
    wrong: 'return more.slice(more.length).map((other) => ({ id: other.id, as: "exponent" }));',
  },
  {
    name: 'an id that became a date is a new customer',
    rule: IDS,
    file: SAVED,
    right: "(bare) => dated('date', serialDay(bare) ?? dayAndMonth(dateParts(compactDay(bare))), bare),",
    wrong: '',
  },
  {
    name: 'an id that lost the zeros behind its point is a new customer',
    rule: IDS,
    file: SAVED,
    right: "(bare) => keyed('decimal', /^0*(\\d+)[.,](\\d*[1-9])0*$/u.exec(bare)?.slice(1).join('.')),",
    wrong: '',
  },
  {
    name: 'a damaged id is one of those that are finished alone',
    rule: IDS,
    file: 'src/core/reconcile/plan/known-ids.ts',
    right: '!isDeclared(address) || isFinished(address) || gone.has(address);',
    wrong: 'isFinished(address);',
  },
  {
    name: 'whoever has the data of a customer who was called is another one under another id',
    rule: ROWS,
    file: SAME,
    right: '...sameData(fresh, input), ...sameNumber(asked, { input, moving })];',
    wrong: '];',
  },
  {
    name: 'as many new ids as finished ones are new customers',
    rule: ROWS,
    file: SAME,
    right: 'return changes.length >= SEVERAL && finished.length === changes.length ?',
    wrong: 'return changes.length < 0 && finished.length === changes.length ?',
  },
  {
    name: 'the numbers of a list are sorted without its names',
    rule: ROWS,
    file: SAME,
    right: ', ...sameNumber(asked, { input, moving })];',
    wrong: '];',
  },
  {
    name: 'each row of a list gets the customer of the one before',
    rule: ROWS,
    file: SAME,
    right:
      'return [...severalRenamed(changes, shifted), ...sameData(fresh, input), ...sameNumber(asked, { input, moving })];',
    wrong: 'return sameData(fresh, input);',
  },
  {
    name: 'a status column that was sorted alone gives access back and takes it',
    rule: ROWS,
    file: PLACES,
    right: "...asked('absences', absences(input)),",
    wrong: '',
  },
  {
    name: 'an agent column that was emptied takes all pins off',
    rule: ROWS,
    file: PLACES,
    right: "...asked('pins', lostPins(input)),",
    wrong: '',
  },
  {
    name: 'two lists under each other’s name exchange their customers',
    rule: ROWS,
    file: PLACES,
    right: "...asked('lists', exchanged(input)),",
    wrong: '',
  },
  {
    name: 'what was applied from an edit in no commit is undone over the same commit',
    rule: OLDER,
    file: VERSION,
    right: "if (undone !== undefined) return { how: 'unedited', file: undone };",
    wrong: '',
  },
  {
    name: 'an edit in no commit puts back what an earlier commit had',
    rule: OLDER,
    file: VERSION,
    right: "return file === null ? null : { how: 'restored', file };",
    wrong: "return file === null || file !== '' ? null : { how: 'restored', file };",
  },
  {
    name: 'who is declared by a file that is not read goes',
    rule: 'I37.C10: files that are not read are a question where their people would go',
    file: 'src/core/reconcile/plan/guard-removals.ts',
    right: "return count === 0 ? null : { code: 'guard-unread-files',",
    wrong: "return count >= 0 ? null : { code: 'guard-unread-files',",
  },
  {
    name: 'an open customer on the do-not-call list is no question',
    rule: 'I37.B9: policy.doNotCall: an open one of ours is a question',
    file: 'src/core/reconcile/diff/diff.ts',
    right: '!(isOpen && facts.recorded !== null)) return found;',
    wrong: 'isOpen) return found;',
  },
];

export const OF_LISTS: readonly Plant[] = [
  ...LISTS,
  ...LISTS.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
  {
    name: 'a first apply beside the marker of another stack calls who was called',
    rule: '38 A2: a stack under another name calls nobody again',
    door: 'wide',
    file: 'src/core/engine/survey.ts',
    right: 'const unrecorded = run.isFirstApply === true ? ofOtherStacks(found) : found;',
    wrong: 'const unrecorded = run.isFirstApply === true && ofOtherStacks(found) !== undefined ? null : found;',
  },
];
