// The customers of campaigns as lists that a spreadsheet of some country wrote: clocks of a zone, names and times in two columns, numbers as they
// are dialled, gaps between the rows. Or a list that nobody can read: how it was saved, what stands above it, what the entry that names it says.

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';

type From = NonNullable<CampaignInput['recordsFrom']>;

export const PATTERNS = ['dd.MM.yyyy HH:mm', 'M/d/yy h:mm a', 'yyyy-MM-dd HH:mm:ss'] as const;
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** How a list is written. */
export interface Sheet {
  readonly delimiter: keyof typeof DELIMITERS;
  readonly pattern: (typeof PATTERNS)[number];
  /** Of all clocks, or each row says its own. */
  readonly zone: string | null;
  /** Of all numbers; null: each row says its own. */
  readonly country: 'ES' | null;
  /** Names and times stand in two columns each. */
  readonly isSplit: boolean;
  /** Rows without anything stand between the others and below them. */
  readonly isGappy: boolean;
  readonly end: '\n' | '\r\n';
  readonly hasMark: boolean;
}

export const UNREADABLE = [
  'windows-1252',
  'utf-16',
  'separator',
  'title',
  'bare title',
  'pointer',
  'no such day',
  'no such hour',
  'zone',
  'country',
  'column',
  'key',
  'delimiter',
  'outside',
  'quote',
  'cells',
  'header alone',
] as const;
export type Unreadable = (typeof UNREADABLE)[number];

/** A list that nobody can read. */
export interface Faulty {
  readonly file: string;
  /** Where the mistake stands in it; null: everywhere, or in the entry that names it. */
  readonly line: number | null;
  /** Missing: anywhere in that line. */
  readonly column?: number;
  /** How many it has. */
  readonly rows: number;
}

export const ZONES = ['Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'UTC'] as const;

/** On the clocks of some of them: right after the hour that is left out in spring, and the second one of that which is shown twice in autumn. */
export const MOMENTS = [
  '2026-12-24T07:30:00.000Z',
  '2027-03-28T01:30:00.000Z',
  '2027-06-01T16:05:00.000Z',
  '2027-10-31T01:30:00.000Z',
  '2027-11-07T06:30:00.000Z',
] as const;

interface Row {
  readonly nr: string;
  readonly name: readonly [given: string, family: string];
  readonly phone: string;
  readonly country: string;
  readonly clock: readonly [day: string, hour: string];
  readonly zone: string;
}

interface Sheets {
  readonly text: string;
  readonly files: ReadonlyMap<string, string | Buffer>;
  readonly faulty: readonly Faulty[];
}

/** `text`: a desired file as JSON. */
export function withSheets(text: string, sheet: Sheet, unreadable: Unreadable | null): Sheets {
  const input = JSON.parse(text) as DesiredInput;
  const files = new Map<string, string | Buffer>();
  const faulty: Faulty[] = [];
  const campaigns = input.campaigns?.map(({ records = [], ...campaign }): CampaignInput => {
    const rows = records.map((record) => rowOf(record, sheet));
    const inList = rows.filter((row) => row !== null);
    const others = records.filter((_, at) => rows[at] === null);
    const beside = { ...campaign, ...(others.length > 0 && { records: others }) };
    if (inList.length === 0) return beside;
    const name = `lists/sheet-${files.size}.csv`;
    const { bytes, line } = written(inList, sheet, unreadable);
    if (unreadable !== null) faulty.push({ file: name, line, rows: inList.length });
    files.set(unreadable === 'outside' ? `../${name}` : name, bytes);
    return {
      ...beside,
      recordsFrom: fromOf(unreadable === 'outside' ? `../../${name}` : `../${name}`, sheet, unreadable),
    };
  });
  return { text: JSON.stringify({ ...input, ...(campaigns && { campaigns }) }), files, faulty };
}

const DIALLED: Readonly<Record<string, (number: string) => string>> = {
  ES: (number) => number.replace('+34', ''),
  GB: (number) => number.replace('+44', '0'),
};
const countryOf = (phone: string): string => (phone.startsWith('+44') ? 'GB' : 'ES');

/** Null where more is said of a customer than the list has columns for, or what its clocks do not show. */
function rowOf({ clientId, data, nextEarliestWorkTime, ...more }: RecordInput, sheet: Sheet): Row | null {
  const { Name, Phone, ...others }: Readonly<Record<string, unknown>> = { ...data };
  const isPlain = Object.keys(more).length + Object.keys(others).length === 0;
  if (!isPlain || typeof Name !== 'string' || typeof Phone !== 'string') return null;
  const [given, family, third] = Name.split(' ');
  if (given === undefined || family === undefined || third !== undefined) return null;
  const country = countryOf(Phone);
  if (sheet.country !== null && country !== sheet.country) return null;
  const zone = sheet.zone ?? ZONES[Number(clientId.replace(/\D/gu, '')) % ZONES.length] ?? 'UTC';
  const clock = clockOf(nextEarliestWorkTime, { zone, pattern: sheet.pattern });
  if (clock === null) return null;
  return { nr: clientId, name: [given, family], phone: (DIALLED[country] ?? String)(Phone), country, clock, zone };
}

/** What a clock of that zone shows. */
function clockOf(
  moment: RecordInput['nextEarliestWorkTime'],
  { zone, pattern }: { readonly zone: string; readonly pattern: Sheet['pattern'] },
): Row['clock'] | null {
  if (!MOMENTS.some((each) => each === moment)) return null;
  const form = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = form.formatToParts(Date.parse(String(moment)));
  const part = (type: Intl.DateTimeFormatPartTypes): string => shown.find((each) => each.type === type)?.value ?? '';
  return FORMS[pattern]({
    ...{ year: part('year'), month: part('month'), day: part('day') },
    ...{ hour: part('hour'), minute: part('minute'), second: part('second') },
  });
}

type Shown = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>>;

const FORMS: Readonly<Record<Sheet['pattern'], (shown: Shown) => Row['clock']>> = {
  'dd.MM.yyyy HH:mm': ({ year, month, day, hour, minute }) => [`${day}.${month}.${year}`, `${hour}:${minute}`],
  'M/d/yy h:mm a': ({ year, month, day, hour, minute }) => [
    `${Number(month)}/${Number(day)}/${year.slice(2)}`,
    `${Number(hour) % 12 === 0 ? 12 : Number(hour) % 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`,
  ],
  'yyyy-MM-dd HH:mm:ss': ({ year, month, day, hour, minute, second }) => [
    `${year}-${month}-${day}`,
    `${hour}:${minute}:${second}`,
  ],
};

const HEADER = ['Nr', 'Given', 'Family', 'Name', 'Mobile', 'Country', 'Day', 'Hour', 'When', 'Zone'];

const cellsOf = ({ nr, name, phone, country, clock, zone }: Row): string[] => {
  return [nr, ...name, name.join(' '), phone, country, ...clock, clock.join(' '), zone];
};

/** 31 April, and the hour that the clocks of Madrid leave out. */
const NO_DAY: Shown = { year: '2027', month: '04', day: '31', hour: '09', minute: '00', second: '00' };
const NO_HOUR: Shown = { year: '2027', month: '03', day: '28', hour: '02', minute: '30', second: '00' };
const [NO_ZONE, MADRID, NO_COUNTRY] = ['Europe/Madird', 'Europe/Madrid', 'Spainn'];

function written(
  rows: readonly Row[],
  sheet: Sheet,
  unreadable: Unreadable | null,
): { readonly bytes: string | Buffer; readonly line: number | null } {
  const sign = DELIMITERS[sheet.delimiter];
  const [noDay, noHour] = [FORMS[sheet.pattern](NO_DAY), FORMS[sheet.pattern](NO_HOUR)];
  const wrong = rows.map((row): Row => {
    if (unreadable === 'no such day') return { ...row, clock: noDay };
    if (unreadable === 'no such hour') return { ...row, clock: noHour, zone: MADRID };
    if (unreadable === 'country') return { ...row, country: NO_COUNTRY };
    return unreadable === 'zone' ? { ...row, zone: NO_ZONE } : row;
  });
  const [first = [], ...more] = wrong.map(cellsOf);
  const cells =
    unreadable === 'cells' ? [...first, 'and more'] : unreadable === 'quote' ? ['"', ...first.slice(1)] : first;
  const gap = sheet.isGappy ? ['', sign.repeat(HEADER.length - 1)] : [];
  const list = [cells, ...more].flatMap((each) => [...gap, each.join(sign)]);
  const lines = [HEADER.join(sign), ...(unreadable === 'header alone' ? [] : list), ...gap, ''];
  const above = ABOVE[unreadable ?? 'nothing']?.(sign) ?? [];
  const text = `${sheet.hasMark ? '\u{feff}' : ''}${[...above, ...lines].join(sheet.end)}`;
  const line = LINES[unreadable ?? 'nothing']?.({ row: 2 + gap.length }) ?? null;
  if (unreadable === 'windows-1252') return { bytes: Buffer.from(text.replace('\u{feff}', ''), 'latin1'), line };
  if (unreadable === 'utf-16')
    return { bytes: Buffer.from(`\u{feff}${text.replace('\u{feff}', '')}`, 'utf16le'), line };
  if (unreadable === 'pointer') return { bytes: POINTER, line };
  return { bytes: text, line };
}

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 8800\n`;

const ABOVE: Readonly<Record<string, (sign: string) => string[]>> = {
  separator: (sign) => [`sep=${sign}`],
  title: (sign) => [`Renewals 2027${sign.repeat(HEADER.length - 1)}`],
  'bare title': () => ['Renewals 2027'],
};

/** `row`: where the first row of the list stands. */
const LINES: Readonly<Record<string, (at: { readonly row: number }) => number>> = {
  'windows-1252': ({ row }) => row,
  separator: () => 1,
  'no such day': ({ row }) => row,
  'no such hour': ({ row }) => row,
  quote: ({ row }) => row,
  cells: ({ row }) => row,
  'header alone': () => 1,
};

function fromOf(file: string, sheet: Sheet, unreadable: Unreadable | null): From {
  const { delimiter, country, isSplit } = sheet;
  const isOf = (which: Unreadable): boolean => unreadable === which;
  const own = isOf('no such hour') ? MADRID : isOf('zone') ? NO_ZONE : sheet.zone;
  const zone = sheet.zone === null || own === null ? { column: 'Zone' } : own;
  const columns = {
    clientId: isOf('column') ? 'Nrr' : 'Nr',
    nextEarliestWorkTime: isSplit ? ['Day', 'Hour'] : 'When',
    data: { Name: isSplit ? ['Given', 'Family'] : 'Name', Phone: 'Mobile' },
  };
  const formats = {
    phone: country === null ? { column: 'Country' } : isOf('country') ? NO_COUNTRY : country,
    [isOf('key') ? 'tiem' : 'time']: sheet.pattern,
    zone,
  };
  return {
    file,
    ...(delimiter !== 'comma' && { delimiter }),
    ...(isOf('delimiter') && { delimiter: DELIMITERS[delimiter] }),
    ...{ columns, formats },
  } as unknown as From;
}
