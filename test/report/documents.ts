// One document of every kind and shape, for tests of what all formats have in common.

import { recordAddress } from '../../src/core/model/address.ts';
import { failed, ok, warning } from '../../src/core/model/check.ts';
import { ToolError, type Diagnostic } from '../../src/core/model/errors.ts';
import type { ServiceProfile } from '../../src/core/model/profile.ts';
import { adoptDocument } from '../../src/core/report/kinds/adopt.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { doctorDocument } from '../../src/core/report/kinds/doctor.ts';
import type { Documents, ReportDocument } from '../../src/core/report/documents/document.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { heartbeatDocument } from '../../src/core/report/kinds/drift.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import type { ReportContext } from '../../src/core/report/words/head.ts';
import { showDocument } from '../../src/core/report/kinds/show.ts';
import { validateDocument } from '../../src/core/report/kinds/validate.ts';
import { lookupDocuments } from './lookups.ts';
import { adoption } from './adoptions.ts';
import {
  cleanDrift,
  cleanResult,
  context,
  emptyPlan,
  fullDrift,
  fullPlan,
  fullResult,
  NOW,
  recordedRecord,
  recordedUser,
} from './values.ts';

export const UNKNOWN_KEY: Diagnostic = {
  code: 'unknown-key',
  message: 'users[0]: this key is not known here; did you mean "firstName"?',
  source: { file: 'teams/support.yaml', line: 14, column: 5 },
  line: () => ({ text: '    fistName: Ana', caret: 4 }),
  address: null,
};

const diagnostics: readonly Diagnostic[] = [
  UNKNOWN_KEY,
  {
    code: 'phone-not-e164',
    message: 'campaigns[0].records[0].data.phone: expected a plus sign and digits; given text of 9 characters',
    source: { file: 'campaigns/summer calls.yaml', line: 7, column: 14 },
    line: () => ({ text: '    phone: "600111222"', caret: 4 }),
    address: recordAddress('Summer Renewals', 'C-1'),
  },
];

const consumed = { how: 'COMPLETED', at: NOW } as const;
const recorded = {
  objects: new Map(
    [recordedRecord('C-1'), recordedUser('ana.ruiz@example.com'), { ...recordedRecord('C-2'), consumed }].map(
      (each) => [each.address, each] as const,
    ),
  ),
  openIntents: [
    {
      id: '1',
      address: recordAddress('Summer Renewals', 'C-9'),
      action: 'create' as const,
      fromCampaign: null,
      at: NOW,
      proposed: null,
    },
  ],
};

const { project, target } = emptyPlan;
const of = { project, target };
const copies = [{ address: recordAddress('Summer Renewals', 'C-1'), savedAt: NOW }];
export const valid = { project, files: ['teams/support.yaml'], objects: { users: 1, records: 0 }, diagnostics: [] };
const locked = new ToolError('locked', { message: 'ana@desk holds prod-eu since 2026-11-20 08:59 UTC (process 17)' });
const unread = { code: 'no-project', text: 'there is no muster.yaml', advice: 'Run it elsewhere.' } as const;
const checks = [ok('node', 'Node 24'), warning('clock', '3 s ahead', 'Set it.'), failed('files', unread)];
const entry = {
  answer: 'unknown',
  how: 'assumed',
  evidence: 'no task to look at',
  firstSeen: null,
  lastSeen: null,
} as const;
const points = new Proxy({}, { get: () => entry }) as ServiceProfile['points'];
const profile = { formatVersion: '1.1', target: 'prod-eu', at: '2026-11-20', points } as const;
const changed = [{ id: 'search-ceiling', before: '500', after: '>=2000' }] as const;
const probe = { path: 'profiles/prod-eu.json', written: false, differs: true, changed, profile };

const run = (command: string): ReportContext => ({ ...context, command });

/** Name -> document; every kind stands under its own name. */
export const documents: Readonly<Record<string, ReportDocument>> & Documents = {
  plan: planDocument(fullPlan, context),
  'plan-empty': planDocument(emptyPlan, context),
  apply: applyDocument(fullResult, run('apply')),
  'apply-clean': applyDocument(cleanResult, run('apply')),
  drift: driftDocument(fullDrift, run('drift')),
  'drift-none': driftDocument(cleanDrift, run('drift')),
  heartbeat: heartbeatDocument({ ...of, completeAt: NOW - 1000, maxAgeMs: 60_000 }, run('drift')),
  show: showDocument({ ...of, recorded, copies }, run('show')),
  validate: validateDocument({ ...valid, diagnostics }, run('validate')),
  'validate-clean': validateDocument(valid, run('validate')),
  adopt: adoptDocument(adoption, run('users'), ['adopt', 'users']),
  doctor: doctorDocument({ ...of, files: [], checks, probe }, run('doctor')),
  'doctor-unprobed': doctorDocument({ ...of, files: [], checks: [], probe: null }, run('doctor')),
  ...lookupDocuments,
  error: errorDocument(locked, 'plan', context),
  'error-findings': errorDocument(new ToolError('syntax', { message: '2 findings' }, diagnostics), 'plan', context),
};
