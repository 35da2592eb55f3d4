// People who were taken over as a CSV file that `usersFrom` reads. Values stand in it on purpose, as they are: it is the user's own
// list, and a character that was added to one would be read back as part of it.

import { stringify } from 'csv-stringify/sync';

import { namesWhere } from '../../model/fields.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import type { ReportAdoption } from '../documents/adopt.ts';

const CELLS = namesWhere(USER_FIELDS, { cell: true });

/** The header line holds names of fields, those that somebody has. */
export function renderPeople({ adoption: { people } }: { readonly adoption: Pick<ReportAdoption, 'people'> }): string {
  const columns = CELLS.filter((name) => name === 'loginUserId' || people.some((cells) => name in cells));
  const rows = people.map((cells) => columns.map((name) => cells[name] ?? ''));
  // A line end in a cell is part of it for every reader only between quotes.
  return stringify([[...columns], ...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/u });
}
