// Times as a spreadsheet writes them -> moments: a pattern such as `dd.MM.yyyy HH:mm`, and the zone of the clocks that they name.
//
//   letters       | digits
//   yyyy, yy      | year; yy from 2000
//   MM, dd        | month, day: two digits; M, d: one or two
//   HH, mm, ss    | hour, minute, second; H, m, s; hh, h with `a` for AM or PM
//
// A time that the clocks leave out (spring) is none; of one that they show twice (autumn) the later is taken: nobody is called too early.

const LETTERS: Readonly<Record<string, string>> = {
  yyyy: String.raw`(?<year>\d{4})`,
  yy: String.raw`(?<year>\d{2})`,
  a: '(?<half>[AaPp])[Mm]',
  ...Object.fromEntries(
    [
      ['M', 'month'],
      ['d', 'day'],
      ['H', 'hour'],
      ['h', 'hour'],
      ['m', 'minute'],
      ['s', 'second'],
    ].flatMap(([letter = '', name = '']) => [
      [letter, `(?<${name}>\\d{1,2})`],
      [letter + letter, `(?<${name}>\\d{2})`],
    ]),
  ),
};

/** Null for what is no pattern: an unknown letter, one part twice, or no whole day. */
export function patternOf(text: string): RegExp | null {
  const parts = text.match(/([A-Za-z])\1*|[^A-Za-z]+/gu) ?? [];
  const isLetter = (part: string): boolean => /[A-Za-z]/u.test(part);
  const names = parts.filter(isLetter).map((part) => /<(\w+)>/u.exec(LETTERS[part] ?? '')?.[1]);
  const hasDay = ['year', 'month', 'day'].every((name) => names.includes(name));
  const isHalf = parts.some((part) => /^h+$/u.test(part)) === names.includes('half');
  if (names.includes(undefined) || new Set(names).size < names.length || !hasDay || !isHalf) return null;
  const source = parts.map((part) =>
    isLetter(part) ? LETTERS[part] : part.replaceAll(/[$()*+.?[\\\]^{|}/]/gu, '\\$&'),
  );
  return new RegExp(`^${source.join('')}$`, 'u');
}

/** The pattern that was meant: `DD.MM.YYYY hh:mm`, `dd.mm.yyyy`, `TT.MM.JJJJ`; null where none is near. */
export function nearestPattern(text: string): string | null {
  const hasHalf = /a|AM\/PM/u.test(text);
  const lower = text.replace('AM/PM', 'a').toLowerCase().replaceAll('j', 'y').replaceAll('t', 'd');
  const hours = lower.replaceAll('h', hasHalf ? 'h' : 'H');
  const [months = '', ...minutes] = hours.split(/(?<=^[^m]*m+)(?=[^m])/u);
  const meant = `${months.replaceAll('m', 'M')}${minutes.join('')}`;
  return patternOf(meant) === null ? null : meant;
}

const FAR_MS = 24 * 60 * 60 * 1000;
/** Clocks are changed at no other moments; asking for an offset takes 20 µs. */
const QUARTER_MS = 15 * 60 * 1000;

/** One for a run. `2026-12-01T08:00:00.000Z`; null for what the pattern does not fit, and for no time of these clocks. */
export function openLocalTimes(pattern: RegExp): (text: string, zone: string) => string | null {
  const clocks = new Map<string, Intl.DateTimeFormat>();
  const known = new Map<string, number>();
  const asked = (instant: number, zone: string): number => {
    const form = clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    clocks.set(zone, form);
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)$/u.exec(form.format(instant)) ?? [];
    return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  const offsetAt = (instant: number, zone: string): number => {
    const key = `${Math.floor(instant / QUARTER_MS)} ${zone}`;
    const offset = known.get(key) ?? asked(instant, zone);
    known.set(key, offset);
    return offset;
  };
  return (text, zone) => {
    const wall = wallOf(pattern.exec(text.trim())?.groups ?? {});
    if (wall === null) return null;
    const offsets = [wall - FAR_MS, wall + FAR_MS].map((instant) => offsetAt(instant, zone));
    const instants = offsets.map((offset) => wall - offset).filter((each) => each + offsetAt(each, zone) === wall);
    return instants.length === 0 ? null : new Date(Math.max(...instants)).toISOString();
  };
}

/** The clock as if it were UTC; null for none: 31 April, 25 hours. */
function wallOf({
  year = '',
  month,
  day,
  hour = '0',
  minute = '0',
  second = '0',
  half,
}: Partial<Record<string, string>>): number | null {
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const two = (value: string | number | undefined): string => String(value).padStart(2, '0');
  const text = `${year.padStart(4, '20')}-${two(month)}-${two(day)}T${two(hours)}:${two(minute)}:${two(second)}`;
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== text ? null : wall;
}
