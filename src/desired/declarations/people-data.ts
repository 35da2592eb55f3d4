// What rows say about people, and cannot mean: ids that are the print of nothing, names that a wrong encoding or a broken formula
// damaged, one customer under several ids. Each kind of mistake is one finding for a file, because a list has it in every row. No finding
// repeats a value.

import { isUser } from '../../model/address.ts';
import { SHEET_ERROR, spreadsheetForm } from '../../model/saved-id.ts';
import type { InputWarningCode } from '../../model/errors/warning.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { SameNumberPolicy } from '../../model/target.ts';
import type { DesiredUser } from '../../model/user.ts';
import { isNameKey, isPhoneKey } from '../../model/value-rules.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import { fixedSource } from '../text/source.ts';

type Declared = DesiredUser | DesiredRecord;

/** `null` alone, because people are called so; the others stand nowhere in a name. */
const NOTHING =
  /^(?:[Nn]ull|NULL|[Nn]one|nil)$|(?:^|[^\p{L}\p{N}])(?:undefined|NaN)(?:$|[^\p{L}\p{N}])|\[object \w+\]|\$\{|\{\{/u;
/** UTF-8 that was read as Latin-1 or windows-1252, and what a decoder puts where it knows no letter. */
const DAMAGED = /[ÂÃâ][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|\ufffd/u;

export function checkPeopleData(
  { users, records }: { readonly users: readonly DesiredUser[]; readonly records: readonly DesiredRecord[] },
  sameNumber: SameNumberPolicy,
  findings: Findings,
): void {
  const say = openSayer(findings);
  say.add(
    'wrong-type',
    [...users, ...records].filter((each) => isNothing(idOf(each))),
    {
      expected: 'an id',
      given: 'what a spreadsheet or a program writes where there is none, such as #N/A, ${ADMIN} or undefined',
    },
  );
  say.warn(
    'damaged-name',
    [...users.filter(isDamagedUser), ...records.filter(isDamagedRecord)],
    (many) =>
      `${many} name${many === 1 ? ' looks' : 's look'} damaged: letters such as Ã¼ in place of ü come from a wrong encoding (Excel: Save as > CSV UTF-8), #REF! from a formula`,
  );
  const fromSheets = [...users, ...records].filter(({ source }) => source.file.toLowerCase().endsWith('.csv'));
  say.warn(
    'id-of-spreadsheet',
    fromSheets.filter((each) => spreadsheetForm(idOf(each)) !== null),
    (many) =>
      `${many} id${many === 1 ? ' has' : 's have'} the form that a spreadsheet gives to numbers or dates, such as 3.41525E+12 or 03-Apr`,
  );
  if (sameNumber !== 'off') for (const group of sameCustomers(records)) reportSame(group, sameNumber, say);
}

const idOf = (object: Declared): string => (isUser(object) ? object.loginUserId : object.clientId);
const isNothing = (id: string): boolean => SHEET_ERROR.test(id) || NOTHING.test(id);
const isDamaged = (text: string): boolean => SHEET_ERROR.test(text.trim()) || DAMAGED.test(text);

function isDamagedUser(user: DesiredUser): boolean {
  return user.ensure === 'present' && [user.profile.firstName, user.profile.lastName].some(isDamaged);
}

function isDamagedRecord({ data }: DesiredRecord): boolean {
  return data.some(({ key, value }) => isNameKey(key) && isDamaged(value));
}

/** Of one campaign: two may share customers. */
function sameCustomers(records: readonly DesiredRecord[]): DesiredRecord[][] {
  const keyed = records.flatMap((record) => {
    const phones = record.data.filter(({ key }) => isPhoneKey(key)).map(({ value }) => value);
    const names = record.data.filter(({ key }) => isNameKey(key)).map(({ value }) => value.trim().toLowerCase());
    const key = JSON.stringify([record.campaign.campaignName, phones, names]);
    return phones.length === 0 || names.length === 0 || record.ensure === 'absent' ? [] : [{ key, record }];
  });
  const groups = Map.groupBy(keyed, ({ key }) => key).values();
  return [...groups].flatMap((group) => (group.length > 1 ? [group.map(({ record }) => record)] : []));
}

function reportSame(group: readonly DesiredRecord[], mode: 'warn' | 'block', say: Sayer): void {
  const words = `name and number stand under ${group.length} ids of the campaign, so this customer is called ${group.length} times`;
  if (mode === 'warn') say.warn('same-number', group, () => words);
  else say.add('duplicate-record', group, { expected: 'each customer once', given: `one whose ${words}` });
}

interface Sayer {
  readonly add: (
    code: FindingCode,
    all: readonly Declared[],
    words: { readonly expected: string; readonly given: string },
  ) => void;
  readonly warn: (code: InputWarningCode, all: readonly Declared[], words: (many: number) => string) => void;
}

const MOST_PLACES = 5;

/** One finding a file, at its first place, with the lines of the next ones. */
function openSayer(findings: Findings): Sayer {
  const each = (all: readonly Declared[], say: (group: readonly Declared[], place: Place) => void): void => {
    for (const group of Map.groupBy(all, ({ source }) => source.file).values()) {
      const [first, ...others] = group;
      if (first === undefined) continue;
      const { file, line, column } = first.source;
      const more = others.length > MOST_PLACES ? ` and ${others.length - MOST_PLACES} more` : '';
      const lines = others.slice(0, MOST_PLACES).map(({ source }) => source.line);
      const also =
        others.length === 0 ? '' : `; so in line${others.length === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
      say(group, { source: fixedSource(file, line, column), at: 0, address: first.address, also });
    }
  };
  return {
    add: (code, all, { expected, given }) =>
      each(all, (_, { also, ...place }) =>
        findings.add({ code, ...place, message: `${place.address}: expected ${expected}; given ${given}${also}` }),
      ),
    warn: (code, all, words) =>
      each(all, (group, { also, ...place }) =>
        findings.warn({ code, ...place, message: `${place.address}: ${words(group.length)}${also}` }),
      ),
  };
}

interface Place {
  readonly source: ReturnType<typeof fixedSource>;
  readonly at: number;
  readonly address: string;
  readonly also: string;
}
