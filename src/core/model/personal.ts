// Which fields hold what is personal, of all kinds. Redaction, secrets in a stack and messages ask here.

import type { Table } from './fields.ts';
import { namesWhere } from './fields.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import { USER_FIELDS } from './user-fields.ts';

const TABLES: readonly Table[] = [USER_FIELDS, RECORD_FIELDS];

/** Names in files, which are the names of resource properties too. */
export const PERSONAL_FIELDS: readonly string[] = TABLES.flatMap((table) => namesWhere(table, { personal: true }));

/** Of a field path: `firstName`, `data.phone`. */
export function isPersonal(path: string): boolean {
  return PERSONAL_FIELDS.includes(path.split('.', 1)[0] ?? path);
}
