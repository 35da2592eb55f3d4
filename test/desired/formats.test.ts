// `formats` of a list, and several columns for one value.

import { expect, test } from 'vitest';

import { errorOf, loadFiles } from './project-folder.ts';

const HEADER = 'Id,Who,Phone,Day,Hour,Land,Zone,Code\n';
const COLUMNS = 'clientId: Id, nextEarliestWorkTime: [Day, Hour], data: {Name: Who, phone: Phone}';
const list = (formats: string, row: string, columns = COLUMNS) => ({
  'desired/a.yaml': `campaigns:\n- campaignName: S\n  recordsFrom:\n    file: ../list.csv\n    columns: {${columns}}\n    formats: {${formats}}\n`,
  'list.csv': `${HEADER}C,Ana,${row}\n`,
});
const read = async (...given: Parameters<typeof list>) => {
  const [record] = (await loadFiles(list(...given))).records;
  return { phone: record?.data.find(({ key }) => key === 'phone')?.value, at: record?.nextEarliestWorkTime };
};
const told = async (...given: Parameters<typeof list>): Promise<string[]> => {
  const { diagnostics } = await errorOf(() => loadFiles(list(...given)));
  return diagnostics.map(({ code, message, source: { file, line, column } }) =>
    [code, file.replace('desired/', ''), line, column, message.replace(/^.*; /u, '')].join(' '),
  );
};

test.each([
  ['phone: GB', '07700 900123,,,,,', '+447700900123'],
  ['phone: gb', '7700900123,,,,,', '+447700900123'],
  ['phone: GB', '447700900123,,,,,', '+447700900123'],
  ['phone: GB', '0044 (0)7700 900-123,,,,,', '+447700900123'],
  ['phone: GB', '+34 911 234 567,,,,,', '+34911234567'],
  ['phone: IT', '06 1234 5678,,,,,', '+390612345678'],
  ["phone: '+44'", '07700900123,,,,,', '+447700900123'],
  ['phone: DE', '15112345670.0,,,,,', '+4915112345670'],
  ['phone: US', '12125550123,,,,,', '+12125550123'],
  ['phone: IT', '3931234567,,,,,', '+393931234567'],
  ['phone: HU', '36123456,,,,,', '+3636123456'],
  ['phone: IN', '919876543210,,,,,', '+919876543210'],
  ['phone: IT', '393123456789,,,,,', '+393123456789'],
  ['phone: NL', '31612345678,,,,,', '+31612345678'],
  ['phone: AU', '0061412446004,,,,,', '+61412446004'],
  ['phone: US', '0012125550123,,,,,', '+12125550123'],
  ['phone: TK', '7290.0,,,,,', '+6907290'],
  ['phone: US', '361 234 5678,,,,,', '+13612345678'],
  ['phone: NC', '75.16.22,,,,,', '+687751622'],
  ['phone: DE', '\uff0b44 7700\u2011900123,,,,,', '+447700900123'],
  ['phone: DE', '\u202a0151 12345670\u202c,,,,,', '+4915112345670'],
  ['phone: EG', '\u0660\u0661\u0660 01234567,,,,,', '+201001234567'],
  ['phone: {column: Land}', '06 12 34 56 78,,,FR,,', '+33612345678'],
  ['phone: {column: Code}', '07700900123,,,,,44', '+447700900123'],
])('%s reads %s', async (formats, row, phone) => {
  expect((await read(formats, row)).phone).toBe(phone);
});

test.each([
  ['phone: DE', '34911234567', '+4934911234567', ['phone-not-possible']],
  ['phone: DE', '15164254484', '+4915164254484', ['phone-not-possible']],
  ['phone: {column: Land}', '34911234567', '+4934911234567', ['phone-not-possible']],
  ['phone: DE', '034911234567', '+4934911234567', []],
  ['phone: DE', '1701234567', '+491701234567', []],
  ['phone: GB', '7700900123', '+447700900123', []],
  ['phone: US', '3612345678', '+13612345678', []],
  ['phone: ES', '911234567', '+34911234567', []],
])('%s reads %s as %s, and says where it is a number of another country, too', async (formats, cell, phone, codes) => {
  const { warnings = [], records } = await loadFiles(list(formats, `${cell},,,DE,,`));
  expect(records[0]?.data.at(-1)?.value).toBe(phone);
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  // A plan shows a warning of a file by the customer that it is about.
  expect(warnings.map(({ address }) => address)).toEqual(codes.map(() => records[0]?.address));
  expect(JSON.stringify(warnings)).not.toContain(cell.slice(0, 6));
});

test('a zero behind the country code is a warning where the country is said, too', async () => {
  const { warnings = [], records } = await loadFiles(list('phone: GB', '+4407700900123,,,,,'));
  expect(warnings.map(({ code }) => code)).toEqual(['phone-not-possible']);
  expect(records[0]?.data.at(-1)?.value).toBe('+4407700900123');
});

test.each([
  ['time: dd.MM.yyyy HH:mm, zone: Europe/London', ',10.05.2027,09:00,,,', '2027-05-10T08:00:00Z'],
  ['time: M/d/yy h:mm a, zone: america/new_york', ',5/10/27,9:00 PM,,,', '2027-05-11T01:00:00Z'],
  ['time: yyyyMMdd, zone: {column: Zone}', ',20270510,,,Asia/Kolkata,', '2027-05-09T18:30:00Z'],
  ['time: dd.MM.yyyy HH:mm, zone: Europe/Berlin', ',31.10.2027,02:30,,,', '2027-10-31T01:30:00Z'],
  ['time: dd.MM.yyyy, zone: Europe/Berlin', ',2027-05-10T09:00:00+05:00,,,,', '2027-05-10T04:00:00Z'],
])('%s reads %s', async (formats, row, time) => {
  expect((await read(formats, row)).at).toBe(Date.parse(time));
});

test('several columns are one value; an empty cell leaves no blank', async () => {
  const columns = 'clientId: Id, data: {Name: [Who, Land], phone: [Code, Phone]}';
  expect((await read('phone: GB', '7700900123,,,,,+44', columns)).phone).toBe('+447700900123');
  const people = {
    'desired/a.yaml':
      'usersFrom: {file: ../p.csv, columns: {loginUserId: Id, firstName: [A, B], lastName: C, userTemplateName: D}}\n',
    'p.csv': 'Id,A,B,C,D\nana,Ana,Sofia,Ruiz,T\nben,,Ben,Cho,T\n',
  };
  const { users } = await loadFiles(people);
  expect(users.map((user) => (user.ensure === 'present' ? user.profile.firstName : ''))).toEqual(['Ana Sofia', 'Ben']);
});

const TIME = 'time: dd.MM.yyyy HH:mm, zone: Europe/Berlin';

test.each([
  ['phone: UK', ',,,,,', ['wrong-type a.yaml 6 22 did you mean GB?']],
  ['phone: Germany', ',,,,,', ['wrong-type a.yaml 6 22 did you mean DE?']],
  ['phone: 44', '+44 7700 900123,,,,,', []],
  ['phone: {column: Lnd}', ',,,,,', ['bad-csv-column a.yaml 6 31 did you mean Land?']],
  ['phone: {column: Land}', ',,,Spain,,', ['wrong-type list.csv 2 6 did you mean ES?']],
  ['time: dd.mm.yyyy hh:mm, zone: Europe/Berlin', ',,,,,', ['wrong-type a.yaml 6 21 did you mean dd.MM.yyyy HH:mm?']],
  ['time: TT.MM.JJJJ, zone: Europe/Berlin', ',,,,,', ['wrong-type a.yaml 6 21 did you mean dd.MM.yyyy?']],
  ['time: dd.MM.yyyy', ',,,,,', ['missing-key a.yaml 6 14 it is missing']],
  ['zone: Europe/Berlin', ',,,,,', ['missing-key a.yaml 6 14 it is missing']],
  [TIME.replace('Berlin', 'Berlni'), ',,,,,', ['unknown-time-zone a.yaml 6 45 did you mean Europe/Berlin?']],
  [
    'time: dd.MM.yyyy, zone: {column: Zone}',
    ',,,,Europe/Madird,',
    ['unknown-time-zone list.csv 2 7 did you mean Europe/Madrid?'],
  ],
])('%s with %s: the finding has its place and the nearest right form', async (formats, row, findings) => {
  if (findings.length > 0) expect(await told(formats, row)).toEqual(findings);
  else expect((await loadFiles(list(formats, row))).records).toHaveLength(1);
});

test.each([
  ['a time that the clocks leave out', TIME, ',28.03.2027,02:30,,,', 'time-without-zone list.csv 2 4'],
  ['a day that is none', TIME, ',31.04.2027,09:00,,,', 'time-without-zone list.csv 2 4'],
  ['an hour without a day', TIME, ',,09:00,,,', 'time-without-zone list.csv 2 5'],
  [
    'a row without its zone',
    'time: dd.MM.yyyy, zone: {column: Zone}',
    ',10.05.2027,,,,',
    'time-without-zone list.csv 2 4',
  ],
  ['a number that the country cannot have', 'phone: GB', '123,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a number that a spreadsheet shortened', 'phone: GB', '4.47701E+11,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['an extension', 'phone: GB', '07700900123 ext 3,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a number that lost its plus sign', 'phone: DE', '4915112345678,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a number of another country alone', 'phone: AE', '34612345678,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a number of that code without its plus', "phone: '+49'", '4915112345678,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a number without its plus and with .0', 'phone: DE', '4915112345678.0,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a date', 'phone: DE', '2027-05-10,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a date with a short year', 'phone: DE', '10/05/27,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a date of a country', 'phone: DE', '10.05.2027,,,,,', 'phone-not-e164 list.csv 2 3'],
  ['a row without its country', 'phone: {column: Land}', '07700900123,,,,,', 'phone-not-e164 list.csv 2 3'],
])('nothing is guessed: %s is refused', async (_, formats, row, finding) => {
  expect((await told(formats, row)).map((each) => each.split(' ').slice(0, 4).join(' '))).toEqual([finding]);
});

test('two columns that were exchanged are not read by a format: the finding says so', async () => {
  const yaml = list('', '')['desired/a.yaml'].replace(/^.*formats.*\n/mu, '');
  const files = { ...list('', ''), 'desired/a.yaml': yaml, 'list.csv': `${HEADER}C-1,Ana,Ruiz,,,,,\n` };
  const { diagnostics } = await errorOf(() => loadFiles(files));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'row 2.data.phone: expected a number like +34911234567; given text without a digit; is it in the column of another value?',
  ]);
});

test('one mistake in a column is one finding, with how many rows have it, the next lines and the key that would read them', async () => {
  const csv = Array.from({ length: 300 }, (_, index) => `C-${index},Ana,07700900123,1.5.2027,,,,`).join('\n');
  const files = (formats: string) => ({ ...list(formats, ''), 'list.csv': `${HEADER}${csv}\n` });
  const { diagnostics } = await errorOf(() => loadFiles(files('phone: US, time: d.M.yyyy, zone: Europe/Madrid')));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '300 of 300 rows in column Phone: row 2.data.phone: expected a number like +34911234567; given text of 11 characters without the plus sign; so in lines 3, 4, 5, 6, 7 and 294 more; `formats.phone`: no number of that country, or one that may be of another (was the plus sign lost?)',
  ]);
  const yaml = files('')['desired/a.yaml'].replace(/^.*formats.*\n/mu, '');
  const plain = await errorOf(() => loadFiles({ ...files(''), 'desired/a.yaml': yaml }));
  expect(plain.diagnostics.map(({ code, message }) => `${code} ${message.replace(/^.*more; /u, '')}`)).toEqual([
    'phone-not-e164 numbers in national form: `formats: { phone: GB }`',
    'time-without-zone local times: `formats: { time: dd.MM.yyyy HH:mm, zone: Europe/London }`',
  ]);
});

test.each([
  ['time: dd.MM.yyyy HH:mm, zone: {column: Zone}', ',01.12.2026,09:00,,Europe/Madird,', 'unknown-time-zone'],
  ['phone: {column: Land}', '07700 900123,,,Spainn,,', 'wrong-type'],
])('a cell that says in which form another one is, and is none, is the one finding: %s', async (formats, row, code) => {
  const { diagnostics } = await errorOf(() => loadFiles(list(formats, row)));
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
});
