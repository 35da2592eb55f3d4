// What happens to a list on its way to muster: a spreadsheet saves it, a column is sorted alone, a row is put in front, two files are saved
// under each other's name, a file gets an ending that is not read (docs/spreadsheets.md, "Do the ids still mean the same people?").

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type { CampaignLines, Files, PersonLine, RecordLine } from './files.ts';

export type Damage = 'ids' | 'column' | 'rows' | 'renumbered' | 'exchanged' | 'pins' | 'absences' | 'unread';

const EACH: Readonly<Record<Damage, (files: Files) => Files>> = {
  ids: (files) => inEach(files, (records) => records.map((line) => ({ ...line, clientId: savedId(line.clientId) }))),
  // Sorted from the other end.
  column: (files) =>
    inEach(files, (records) =>
      records.map((line, at) => withPhone(line, records.at(-1 - at)?.data['Phone'] ?? line.data['Phone'])),
    ),
  // A row is put in front of a list that is numbered by its rows.
  rows: (files) =>
    inEach(files, (records) => {
      const { clientId = 'C-0' } = records.at(-1) ?? {};
      const data = [{ Name: 'In front', Phone: '+34911999999' }, ...records.map((line) => line.data)];
      const ids = [...records.map((line) => line.clientId), `${clientId}9`];
      return ids.map((id, at) => ({ ...records[at], clientId: id, data: data[at] ?? {} }));
    }),
  renumbered: (files) =>
    inEach(files, (records, { campaignName }) =>
      records.map((line, at) => ({ ...line, clientId: `${campaignName} ${at}` })),
    ),
  exchanged: (files) => {
    const lists = files.campaigns.map(({ records }) => records);
    const campaigns = files.campaigns.map((each, at) => ({ ...each, records: lists.at(-1 - at) ?? each.records }));
    return { ...files, campaigns };
  },
  pins: (files) => inEach(files, (records) => records.map((line) => ({ ...line, preferredAgent: '' }))),
  absences: (files) => {
    const [known, ...people] = files.users;
    const ends = people.map(({ ensure = 'present' }) => ensure);
    const sorted = people.map((line, at): PersonLine => ({ ...line, ensure: ends.at(-1 - at) ?? 'present' }));
    return { ...files, users: known === undefined ? sorted : [known, ...sorted] };
  },
  unread: (files) => {
    const [known, ...people] = files.users;
    const [first, ...others] = files.campaigns;
    const names = [
      ...people.map(({ loginUserId }) => userAddress(loginUserId)),
      ...others.flatMap(({ campaignName, records }) =>
        records.map(({ clientId }) => recordAddress(campaignName, clientId)),
      ),
    ];
    return {
      ...files,
      users: known === undefined ? [] : [known],
      campaigns: first === undefined ? [] : [first],
      unread: names,
    };
  },
};

export const damagedBy = (damage: Damage, files: Files): Files => EACH[damage](files);

function inEach(
  files: Files,
  change: (records: readonly RecordLine[], campaign: CampaignLines) => readonly RecordLine[],
): Files {
  return { ...files, campaigns: files.campaigns.map((each) => ({ ...each, records: change(each.records, each) })) };
}

const withPhone = (line: RecordLine, phone: string | undefined): RecordLine =>
  phone === undefined ? line : { ...line, data: { ...line.data, Phone: phone } };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The table of that page: numbers lose their zeros, long ones all but six digits, and two small ones are a day. */
function savedId(clientId: string): string {
  if (/^0\d+$/u.test(clientId)) return String(Number(clientId));
  if (/^\d{12,}$/u.test(clientId)) return Number(clientId).toExponential(5).replace('e+', 'E+');
  if (/^\d+\.\d+0$/u.test(clientId)) return clientId.replace(/0+$/u, '');
  const [, day = '', month = '0'] = /^(\d{1,2})-(\d{1,2})$/u.exec(clientId) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? clientId : `${day.padStart(2, '0')}-${name}`;
}
