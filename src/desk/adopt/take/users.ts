// People who exist in the service -> declarations with `adopt: true`. The service shows presence and nothing else: names and
// template come from a roster, or are left open for a person to fill in; nothing is invented. Pure.

import type { LeftOut } from '../../../core/face.ts';
import { userAddress } from '../../../core/model/address.ts';
import type { Address, SourcePosition } from '../../../core/model/address.ts';
import type { DeclaredLine, FileEntry } from '../../../core/model/declaration.ts';
import { namesWhere } from '../../../core/model/fields.ts';
import { folded } from '../../../core/model/spelling.ts';
import type { ObservedUser, UserProfile } from '../../../core/model/user.ts';
import { USER_FIELDS } from '../../../core/model/user-fields.ts';

const PROFILE = namesWhere(USER_FIELDS, { of: 'profile' });

export interface RosterEntry {
  readonly loginUserId: string;
  /** What a roster says; empty for a bare list of ids. */
  readonly profile: Partial<UserProfile>;
}

export interface UserSelection {
  readonly roster: readonly RosterEntry[];
  readonly declared: ReadonlyMap<string, SourcePosition>;
  readonly recorded: ReadonlySet<Address>;
}

/** Whoever somebody answers for already is not asked about. */
export function selectUsers({ roster, declared, recorded }: UserSelection): {
  readonly asked: readonly RosterEntry[];
  readonly leftOut: readonly LeftOut[];
} {
  const asked: RosterEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of roster) {
    const address = userAddress(entry.loginUserId);
    const source = declared.get(folded(entry.loginUserId)) ?? null;
    if (source !== null) leftOut.push({ address, kind: 'user', why: 'declared', source });
    else if (recorded.has(address)) leftOut.push({ address, kind: 'user', why: 'recorded', source });
    else asked.push(entry);
  }
  return { asked, leftOut };
}

export type DeclaredUser =
  { readonly declaration: FileEntry; readonly unfilled: readonly string[] } | { readonly leftOut: LeftOut };

export function declareUser(entry: RosterEntry, observed: ObservedUser, needsEmail: boolean): DeclaredUser {
  const address = userAddress(entry.loginUserId);
  const of = { address, kind: 'user', source: null } as const;
  if (observed.service === 'unknown') return { leftOut: { ...of, why: 'unreadable', problem: observed.problem } };
  if (observed.service === 'absent') {
    return { leftOut: { ...of, why: 'absent', inBackend: observed.backend === 'present' } };
  }
  const needed = PROFILE.filter((key) => isNeeded(key, needsEmail));
  const unfilled = needed.filter((key) => !entry.profile[key]);
  const optional = PROFILE.filter((key) => !needed.includes(key) && entry.profile[key]);
  const lines: DeclaredLine[] = [
    { key: 'loginUserId', value: entry.loginUserId },
    { key: 'adopt', value: true },
    ...[...needed, ...optional].map((key) => profileLine(key, entry.profile[key])),
    ...(observed.backend === 'present' ? [{ key: 'createInBackend', value: true }] : []),
  ];
  const remarks = [
    ...(unfilled.length > 0
      ? [`FILL IN ${unfilled.join(', ')}: the service does not show them; the file is refused until it is done`]
      : []),
    ...(observed.backend === 'unknown'
      ? ['createInBackend is left out: whether the second system has this user is not known']
      : []),
  ];
  return { declaration: { address, remarks, lines }, unfilled };
}

/** The declaration as a row: what a person must fill in is an empty cell. */
export function cellsOf({ lines }: FileEntry): Readonly<Record<string, string>> {
  const text = (value: DeclaredLine['value']): string => (typeof value === 'object' ? '' : String(value));
  return Object.fromEntries(lines.map(({ key, value }) => [key, text(value)]));
}

function isNeeded(key: (typeof PROFILE)[number], isDirectory: boolean): boolean {
  const { required } = USER_FIELDS[key];
  return required === 'directory' ? isDirectory : required;
}

function profileLine(key: string, value: string | undefined): DeclaredLine {
  return value ? { key, value } : { key, value: null, remark: 'FILL IN' };
}
