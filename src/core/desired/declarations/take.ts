// Declares what a JSON file holds while the file is read: one entry of `users` or of a campaign's `records` after the other, so that no
// more than one of their trees is held.
//
//   campaignName stands before `records`   | its records are taken; of another partition's, ids and agents alone
//   it stands after them, or is no text    | they are kept as trees, and declared when the file is read (declare.ts)

import { declareRecord, declareUser } from './declare.ts';
import type { DeclaredInput, DeclaredRecord, ReadEntry, Reader, Taken } from './declare.ts';
import type { UserInput } from './define.ts';
import { isReadable, openOthers } from './elsewhere.ts';
import type { ListAhead, TakeEntry, TakeList } from '../text/json.ts';

export function takeDeclarations(reader: Reader): { readonly take: TakeList; readonly taken: Taken } {
  const taken: Taken = { users: new Map(), records: new Map(), others: new Map() };
  const takeUsers = ({ source, at, path }: ListAhead): TakeEntry => {
    const users: DeclaredInput<UserInput>[] = [];
    taken.users.set(at, users);
    return (node, kept, index) =>
      void users.push(declareUser({ node, kept }, `${path[0]}[${index}]`, { source, reader }));
  };
  const takeRecords = ({ source, at, path, beside }: ListAhead): TakeEntry | null => {
    const name = beside.get('campaignName')?.value;
    const campaignName = name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : null;
    if (campaignName === null) return null;
    const declare = (entry: ReadEntry, index: number): DeclaredRecord =>
      declareRecord(entry, { source, path: `campaigns[${path[1]}].records[${index}]`, campaignName }, reader);
    if (reader.isElsewhere?.(campaignName) === true) {
      const { records, add } = openOthers({ campaignName, source });
      taken.others.set(at, records);
      return (node, _kept, index) => {
        if (!isReadable(node)) declare({ node }, index);
        add(node);
      };
    }
    const records: DeclaredRecord[] = [];
    taken.records.set(at, records);
    return (node, kept, index) => void records.push(declare({ node, kept }, index));
  };
  const take: TakeList = (list) => {
    const [section, , key] = list.path;
    if (list.path.length === 1 && section === 'users') return takeUsers(list);
    return list.path.length === 3 && section === 'campaigns' && key === 'records' ? takeRecords(list) : null;
  };
  return { take, taken };
}
