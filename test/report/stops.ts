// What stops the hand-built plan of values.ts, and what it warns of.

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type { Guard } from '../../src/core/reconcile/guard.ts';
import type { Warning } from '../../src/core/reconcile/warning.ts';

const deletes = (users: number, records: number) => {
  const limits = [{ kind: records > 0 ? 'record' : 'user', most: 3 }] as const;
  const ids = Array.from({ length: records }, (_, at) => recordAddress('Summer Renewals', `C-${1002 + at}`));
  const lost = [...(users > 0 ? [userAddress('old.agent@example.com')] : []), ...ids];
  return { code: 'guard-deletes', lost, users, inBackend: 0, records, shrunk: [], limits } as const;
};

export const guards: readonly Guard[] = [
  { ...deletes(1, 12), count: 13, allowed: null, pass: 'deletes=13', passed: false },
  { code: 'guard-incomplete', asked: 412, missing: 1, pass: null, passed: false },
  { ...deletes(1, 0), count: 1, allowed: 1, pass: 'replaces=1', passed: true },
];

const SUMMER = 'campaigns/summer.yaml';

export const warnings: readonly Warning[] = [
  {
    code: 'pins-crowded',
    loginUserId: 'ana.ruiz@example.com',
    records: 14,
    from: null,
    zone: null,
    limit: 4,
    address: userAddress('ana.ruiz@example.com'),
    source: { file: SUMMER, line: 101, column: 7 },
  },
  ...['C-2001', 'C-2002', 'C-2003', 'C-2004'].map((clientId, index) => ({
    code: 'time-in-past' as const,
    time: Date.UTC(2025, 11, 1, 8),
    zone: 'Europe/Madrid',
    address: recordAddress('Summer Renewals', clientId),
    source: { file: SUMMER, line: 101 + index, column: 7 },
  })),
];
