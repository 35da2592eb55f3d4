// What a Pulumi program prints of its plan.

import { expect, test } from 'vitest';

import { planText } from '../../src/program/say.ts';
import { planOf } from '../support/plans.ts';
import {
  aRecord,
  aUser,
  desiredState,
  observedState,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
} from '../support/values.ts';

const campaign = aRecord().campaign;
const records = Array.from({ length: 40 }, (_, index) =>
  aRecord({ clientId: `C-${index}`, address: `record:${campaign.campaignName}/C-${index}` }),
);
const plan = planOf({
  desired: desiredState(aUser(), ...records),
  recorded: recordedState(),
  observed: observedState({
    users: new Map([[aUser().address, seenUser('absent', 'absent')]]),
    records: new Map(records.map(({ address }) => [address, seenRecord()])),
  }),
});
const told = { at: 0, durationMs: 0, git: null, onMerge: null, verbose: false };

test('a preview ends with the command that carries out exactly this plan', () => {
  expect(planText(plan, { ...told, isPreview: true })).toMatch(/all 41: +MUSTER_FINGERPRINT=\S+ pulumi up/u);
});

test('a preview names how its parts are listed, and lists them with MUSTER_VERBOSE=1', () => {
  const leaver = aUser({ loginUserId: 'leaver@example.com', address: 'user:leaver@example.com' });
  const parts = planOf({
    desired: desiredState(aUser()),
    recorded: recordedState(recordedUser(leaver)),
    observed: observedState({
      users: new Map([
        [aUser().address, seenUser('absent', 'absent')],
        [leaver.address, seenUser('present', 'present')],
      ]),
    }),
  });
  const text = planText(parts, { ...told, isPreview: true });
  expect(text).toMatch(
    /all 2: +MUSTER_FINGERPRINT=\S+ .*pulumi up\nsee its parts: +MUSTER_VERBOSE=1 pulumi preview\nPlan:/u,
  );
  const verbose = planText(parts, { ...told, isPreview: true, verbose: true });
  expect(verbose).toMatch(
    /takes away 1: +MUSTER_FINGERPRINT=\S+ .*pulumi up\nadds or changes 1: +MUSTER_FINGERPRINT=/u,
  );
});

test('an update says which plan it carries out and what it comes to, and neither its rows nor a next command', () => {
  const text = planText(plan, { ...told, isPreview: false });
  const [, digits = ''] = /MUSTER_FINGERPRINT=(\S+)/u.exec(planText(plan, { ...told, isPreview: true })) ?? [];
  expect(text).toContain(`Carrying out the plan of fingerprint ${digits},`);
  expect(text).toMatch(/Adds 1 person and 40 customers[^]+Plan: 41 to add/u);
  expect(text).not.toContain('+ ');
  expect(planText(plan, { ...told, isPreview: false, verbose: true })).toContain('+ C-39');
  expect(text).not.toMatch(/pulumi up|MUSTER_FINGERPRINT/u);
});

test('an update that a guard stops says so, and its questions are answered in words of Pulumi', () => {
  const stopping = { pass: null, passed: false } as const;
  const unrecorded = {
    code: 'guard-unrecorded',
    ...stopping,
    campaigns: [campaign.campaignName],
    stacks: [],
  } as const;
  const requests = {
    code: 'guard-requests',
    ...stopping,
    total: 9,
    observed: 2,
    reads: 0,
    writes: 7,
    limit: 5,
  } as const;
  const empty = { code: 'guard-empty', ...stopping, recorded: 2 } as const;
  const stopped = { ...plan, guards: [unrecorded, requests, empty] };
  const text = planText(stopped, { ...told, isPreview: false });
  expect(text).toMatch(/^Stopped: the plan of fingerprint [0-9a-f]{16}, in short/u);
  expect(text).toContain('say MUSTER_FIRST_APPLY=1 once');
  expect(text).toContain('raise MUSTER_MAX_REQUESTS');
  expect(text).toContain('pulumi destroy does it');
  expect(text).not.toMatch(/--|muster destroy/u);
  const shown = planText(stopped, { ...told, isPreview: true });
  expect(shown).toMatch(/Once corrected: +pulumi preview/u);
  expect(shown).not.toContain('pulumi up');
});

test('what is folded names the variable that lists it, not a flag of the command', () => {
  const text = planText(plan, { ...told, isPreview: true });
  expect(text).toMatch(/C-0, C-1, .* and \d+ more\n/u);
  expect(text).toContain('MUSTER_VERBOSE=1 lists every object.');
  expect(text).not.toContain('--');
  expect(planText(plan, { ...told, isPreview: true, verbose: true })).toContain('+ C-39');
});
