// The customers of campaigns as lists of a spreadsheet that a desired file names, each with a mistake in every row, or with none.

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';

/** How the phones of a list are written. */
export type Numbers = 'international' | 'national';

export type Mistake = 'ids' | 'phones' | 'names' | 'customers';

export const LISTED = (at: number): string => `lists/list-${at}.csv`;

const HEADER = 'Nr,Name,Phone';

type Row = readonly [nr: string, name: string, phone: string];

const NO_IDS = ['#N/A', 'undefined', '#N/A', '${ID}', '#N/A'] as const;

/** A program wrote the ids of nobody, the country is missing, an encoding damaged the names, or one customer stands under all ids. */
const WRONG: Readonly<Record<Mistake, (row: Row, first: Row, at: number) => Row>> = {
  ids: ([, name, phone], _, at) => [NO_IDS[at % NO_IDS.length] ?? '', name, phone],
  phones: ([nr, name, phone]) => [nr, name, phone.replace('+34', '0')],
  names: ([nr, , phone]) => [nr, 'JosÃ© RuÃ­z', phone],
  customers: ([nr], [, name, phone]) => [nr, name, phone],
};

interface Lists {
  readonly text: string;
  readonly rows: readonly string[];
}

/** `text`: a desired file as JSON. */
export function withLists(text: string, numbers: Numbers, mistake: Mistake | null): Lists {
  const input = JSON.parse(text) as DesiredInput;
  const rows: string[] = [];
  const campaigns = input.campaigns?.map(({ records = [], ...campaign }): CampaignInput => {
    const inList = records.map(rowOf).filter((row) => row !== null);
    const [first] = inList;
    const others = records.filter((record) => rowOf(record) === null);
    const beside = { ...campaign, ...(others.length > 0 && { records: others }) };
    if (first === undefined) return beside;
    const wrong = mistake === null ? inList : inList.map((row, at) => WRONG[mistake](row, first, at));
    const dialled =
      numbers === 'national' ? wrong.map(([nr, name, phone]): Row => [nr, name, phone.replace('+34', '')]) : wrong;
    rows.push([HEADER, ...dialled.map((row) => row.join(','))].join('\n'));
    return { ...beside, recordsFrom: listAt(rows.length - 1, numbers) };
  });
  return { text: JSON.stringify({ ...input, ...(campaigns && { campaigns }) }), rows };
}

function listAt(at: number, numbers: Numbers): NonNullable<CampaignInput['recordsFrom']> {
  const columns = { clientId: 'Nr', data: { Name: 'Name', Phone: 'Phone' } };
  return { file: `../${LISTED(at)}`, columns, ...(numbers === 'national' && { formats: { phone: 'ES' } }) };
}

/** Null where more is said of a customer than the list has columns for. */
function rowOf({ clientId, data, ...more }: RecordInput): Row | null {
  const { Name, Phone, ...others }: Readonly<Record<string, unknown>> = { ...data };
  const isPlain = Object.keys(more).length + Object.keys(others).length === 0;
  return isPlain && typeof Name === 'string' && typeof Phone === 'string' ? [clientId, Name, Phone] : null;
}
