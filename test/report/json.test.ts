// What a reader of `--out json=` may rely on, whatever the run was: format 1.0.

import { describe, expect, test } from 'vitest';
import { ToolError } from '../../src/core/model/errors.ts';
import { adoptDocument } from '../../src/core/report/kinds/adopt.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { doctorDocument } from '../../src/core/report/kinds/doctor.ts';
import type { Documents, ReportDocument } from '../../src/core/report/documents/document.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { heartbeatDocument } from '../../src/core/report/kinds/drift.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import { safeJson } from '../../src/core/report/words/printable.ts';
import type { JsonReport } from '../../src/core/report/documents/json-report.ts';
import { showDocument } from '../../src/core/report/kinds/show.ts';
import { validateDocument } from '../../src/core/report/kinds/validate.ts';
import { lookupDocuments } from './lookups.ts';
import { adoption } from './adoptions.ts';
import { context, emptyPlan, fullDrift, fullPlan, fullResult, NOW } from './values.ts';

const { project, target } = emptyPlan;
const of = { project, target };
const recorded = { objects: new Map(), openIntents: [] };
const objects = { users: 1, records: 0 };

/** One document of every kind; the compiler asks for a kind that is missing. */
const documents: Readonly<Record<string, ReportDocument>> & Documents = {
  plan: planDocument(fullPlan, context),
  apply: applyDocument(fullResult, context),
  drift: driftDocument(fullDrift, context),
  heartbeat: heartbeatDocument({ ...of, completeAt: NOW, maxAgeMs: 60_000 }, context),
  show: showDocument({ ...of, recorded, copies: [] }, context),
  validate: validateDocument({ project, files: ['a.yaml'], objects, diagnostics: [] }, context),
  adopt: adoptDocument(adoption, context, ['adopt', 'users']),
  doctor: doctorDocument({ ...of, files: [], checks: [], probe: null }, context),
  get: lookupDocuments.get,
  search: lookupDocuments.search,
  why: lookupDocuments.why,
  error: errorDocument(new ToolError('locked', { message: 'somebody holds it' }), 'plan', context),
};

const json = (document: ReportDocument): JsonReport => JSON.parse(safeJson(document)) as JsonReport;

describe('the JSON document', () => {
  test.each(Object.entries<ReportDocument>(documents))(
    'of %s has every key of the format, in one order',
    (_kind, document) => {
      const [read, plan] = [json(document), json(documents.plan)];
      expect(Object.keys(read)).toEqual(Object.keys(plan));
      expect(Object.keys(read.summary)).toEqual(Object.keys(plan.summary));
      expect(Object.keys(read.requests)).toEqual(Object.keys(plan.requests));
      expect(read).toMatchObject({ formatVersion: '1.0', truncated: false });
    },
  );

  test.each([
    ['plan', 'plan'],
    ['apply', 'apply'],
    ['drift', 'drift'],
    ['heartbeat', 'drift'],
    ['show', 'show'],
    ['validate', 'validate'],
    ['adopt', 'adopt'],
    ['doctor', 'doctor'],
    ['get', 'get'],
    ['search', 'search'],
    ['why', 'why'],
    ['error', 'plan'],
  ] as const)('of %s stands under the kind that was asked for: %s', (kind, asked) => {
    expect(json(documents[kind]).kind).toBe(asked);
  });

  test('says nothing of another kind: lists are empty, values null, numbers zero', () => {
    const { summary, requests, changes, findings, checks, verified, adoption: taken, heartbeat } = json(documents.show);
    expect({ changes, findings, checks }).toEqual({ changes: [], findings: [], checks: [] });
    expect({ verified, taken, heartbeat }).toEqual({ verified: null, taken: null, heartbeat: null });
    expect(Object.values(summary.findings).every((count) => count === 0)).toBe(true);
    expect(requests).toEqual({ observed: 0, apply: 0, reads: 0, writes: 0 });
  });

  test('of a run that asked the service counts its requests', () => {
    expect(json(documents.drift).requests).toEqual({ observed: 220, apply: 0, reads: 0, writes: 0 });
    expect(json(documents.adopt).requests.observed).toBe(3);
  });
});
