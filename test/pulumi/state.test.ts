import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { desiredRecord, desiredUser, recordInputs, userInputs } from '../../providers/declaration.ts';
import { writeReceipts, NOTHING } from '../../providers/receipts.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';
import { registrationsOf } from '../../src/program/registration.ts';
import type { Registration } from '../../src/program/ordered.ts';
import { takenIn } from '../../src/program/without-request.ts';
import { unansweredCreate } from '../../src/core/engine/interrupted.ts';
import { recordAddress } from '../../src/core/model/address.ts';
import type { DesiredRecord } from '../../src/core/model/record.ts';
import type { DesiredState, RecordedObject } from '../../src/core/model/state.ts';
import type { DesiredUser } from '../../src/core/model/user.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { userVerdict } from '../../src/core/reconcile/verdict.ts';
import type { Verdict } from '../../src/core/reconcile/verdict.ts';
import { aLeaver, aRecord, aUser, recordedRecord, recordedUser, digest, seenUser, spoken } from '../support/values.ts';

const SOURCE = { file: '(program)', line: 1, column: 1 };
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' };
const secret = (value: unknown): object => ({ ...SECRET, plaintext: JSON.stringify(value) });
const TYPES = { user: 'pulumi-nodejs:dynamic/muster:User', record: 'pulumi-nodejs:dynamic/muster:PinnedRecord' };

const OPTIONS = { ...spoken('team.dev'), digest };

/** A resource as `pulumi stack export --show-secrets` shows it. */
function resource(
  desired: DesiredUser | DesiredRecord,
  recorded: RecordedObject | null,
  name = desired.address,
): object {
  const inputs = desired.kind === 'user' ? userInputs(desired) : recordInputs(desired);
  const campaignName = desired.kind === 'record' ? desired.campaign.campaignName : null;
  const receipts = { ...NOTHING, recorded: recorded === null ? [] : [recorded] };
  const kept = writeReceipts(receipts, { ...OPTIONS, campaignName });
  const hidden = { __receipts: secret(kept['__receipts']) };
  const type = TYPES[desired.kind];
  return { urn: `urn:pulumi:dev::team::${type}::${name}`, type, inputs, outputs: { ...inputs, ...kept, ...hidden } };
}

function exported(resources: object[], creating: object[] = []): string {
  const pending = creating.map((item) => ({ type: 'creating', resource: item }));
  return JSON.stringify({ deployment: { resources, pending_operations: pending } });
}

describe('inputs', () => {
  test('say of a user all that was declared', () => {
    for (const user of [
      aUser(),
      aUser({ createInBackend: true, behaviorIfInBackend: 'ALLOW', adopt: true, onProfileChange: 'replace' }),
      aUser({ onRemove: 'release', offboard: { reassignTo: 'ben@example.com' } }),
      aLeaver({ adopt: true, offboard: 'clear' }),
    ]) {
      expect(desiredUser(userInputs(user))).toEqual({ ...user, source: SOURCE });
    }
  });

  test('say of a record all that was declared, whatever its texts hold', () => {
    const data = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([key]) => key });
    const field = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(
        data,
        field,
        fc.option(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }), { nil: undefined }),
        (items, agent, time) => {
          const record = aRecord({
            data: items.map(([key, value], index) => ({ key, value, displayOrder: index + 1 })),
            ...(agent !== undefined && { preferredAgent: agent }),
            ...(time !== undefined && { nextEarliestWorkTime: time }),
          });
          const read = desiredRecord(recordInputs(record));
          expect(read).toEqual({ ...record, source: SOURCE, campaign: { ...record.campaign, source: SOURCE } });
        },
      ),
    );
  });
});

const pendingIn = (holders: StackState['holders']): string[] =>
  [...holders.values()].flatMap(({ name, isPending }) => (isPending ? [name] : []));

describe('a stack export', () => {
  test('of a stack that was never used is empty', () => {
    expect(readStack('{"deployment":{}}', OPTIONS).holders.size).toBe(0);
  });

  test('says what is recorded, also under names with colons and slashes', () => {
    const record = aRecord({ address: recordAddress('A::B/C', 'C::1'), clientId: 'C::1' });
    const campaign = { ...record.campaign, campaignName: 'A::B/C' };
    const odd = { ...record, campaign };
    const recorded = recordedRecord(odd);
    const { recorded: read } = readStack(
      exported([resource(aUser(), recordedUser(aUser())), resource(odd, recorded)]),
      OPTIONS,
    );
    expect([...read.objects.values()]).toEqual([recordedUser(aUser()), recorded]);
  });

  test('leaves alone what a program declared with the classes, and what the engine still has to delete', () => {
    const own = resource(aUser(), recordedUser(aUser()), 'ana');
    const old = { ...resource(aUser(), recordedUser(aUser())), delete: true };
    expect(readStack(exported([own, old]), OPTIONS).holders.size).toBe(0);
  });

  test('shows creates that were cut off as left open, with a marker or without, of unknown age where it has no time', () => {
    const { inputs, ...rest } = resource(aUser(), null) as { inputs: object };
    const cut = { ...rest, inputs: { ...inputs, firstName: secret('Ana') } };
    const { holders, recorded } = readStack(exported([], [cut, resource(aRecord(), null)]), OPTIONS);
    expect(pendingIn(holders)).toEqual([aUser().address, aRecord().address]);
    expect(recorded.openIntents).toMatchObject([
      { address: aUser().address, action: 'create', at: 0 },
      { address: aRecord().address, action: 'create', at: 0, proposed: { marker: '' } },
    ]);
  });

  test('leaves out a create that was cut off and that a later run has finished', () => {
    const done = resource(aUser(), recordedUser(aUser()));
    const { holders, recorded } = readStack(exported([done], [done]), OPTIONS);
    expect(pendingIn(holders)).toEqual([]);
    expect(recorded.openIntents).toEqual([]);
  });

  test('shows a create without an answer as left open when it left, with a marker or without', () => {
    const lost = [aUser(), aRecord()].map((item) => {
      const { inputs, ...rest } = resource(item, null) as { inputs: object };
      const campaignName = item.kind === 'record' ? item.campaign.campaignName : null;
      const kept = { ...NOTHING, openIntents: unansweredCreate(item, digest, 5) };
      return { ...rest, inputs, outputs: { ...inputs, ...writeReceipts(kept, { ...OPTIONS, campaignName }) } };
    });
    const { recorded } = readStack(exported(lost), OPTIONS);
    expect(recorded.objects.size).toBe(0);
    expect(recorded.openIntents).toMatchObject([
      { address: aUser().address, at: 5 },
      { address: aRecord().address, at: 5 },
    ]);
  });

  test('of a newer version is refused, and one from before the first release, with the way on', () => {
    const written = (outputs: object): string => exported([{ ...resource(aUser(), null), outputs }]);
    expect(() => readStack(written({ __schemaVersion: 4 }), OPTIONS)).toThrow('newer');
    expect(() => readStack(written({ __schemaVersion: 2 }), OPTIONS)).toThrow('renew-pilot-state.ts');
    expect(() => readStack(written({ __schemaVersion: 1 }), OPTIONS)).toThrow('renew-pilot-state.ts');
    expect(() => readStack(written({ recorded: '{}' }), OPTIONS)).toThrow('renew-pilot-state.ts');
  });
});

interface Case {
  readonly desired?: readonly (DesiredUser | DesiredRecord)[];
  readonly resources?: object[];
  readonly changes?: readonly Partial<Change>[];
  readonly verdicts?: readonly Partial<Verdict>[];
  readonly creating?: object[];
}

/** What the program registers. Plans here hold what registering looks at, and nothing else. */
function registered({
  desired = [],
  resources = [],
  changes = [],
  verdicts = [],
  creating = [],
}: Case): Registration[] {
  const whole: DesiredState = {
    users: desired.filter((item) => item.kind === 'user'),
    records: desired.filter((item) => item.kind === 'record'),
    campaigns: [],
    files: [],
    content: '',
  };
  const filled = changes.map((change) => ({
    kind: 'user',
    after: [],
    from: null,
    pin: null,
    observed: null,
    desired: null,
    cause: { kind: 'declared' },
    ...change,
  }));
  const plan = { changes: filled, verdicts, approval: { part: 'whole', changes: [] } } as unknown as Plan;
  return registrationsOf({ desired: whole, plan, stack: readStack(exported(resources, creating), OPTIONS) });
}

const addresses = (list: readonly Registration[]): string[] => list.map(({ address }) => address);
const ANA = aUser();
const TASK = aRecord({ preferredAgent: ANA.loginUserId });

describe('what is registered', () => {
  test('is what is declared and planned or known; users first, records after those they are pinned to', () => {
    const found = registered({
      desired: [TASK, ANA],
      resources: [resource(TASK, recordedRecord(TASK))],
      changes: [{ address: ANA.address, action: 'create' }],
    });
    expect(addresses(found)).toEqual([ANA.address, TASK.address]);
    expect(found[1]?.dependsOn).toEqual([ANA.address]);
  });

  test('is nothing for what needs a decision and was never recorded', () => {
    const verdicts = [{ address: ANA.address, class: 'decision' as const }];
    expect(registered({ desired: [ANA], verdicts })).toEqual([]);
    expect(registered({ desired: [ANA], verdicts, creating: [resource(ANA, null)] })).toEqual([]);
  });

  test('claims what a killed run was creating', () => {
    const [claimed] = registered({ desired: [ANA], creating: [resource(ANA, null)] });
    expect(claimed?.inputs).toMatchObject({ loginUserId: ANA.loginUserId });
    expect(claimed?.order.maybeSent).toMatchObject([{ address: ANA.address }]);
  });

  test('names what a killed run had made and no change of the plan stands for', () => {
    const creating = [resource(ANA, null), resource(TASK, null)];
    const change = { address: TASK.address, action: 'adopt' as const, kind: 'record' as const };
    const registrations = registered({ desired: [ANA, TASK], creating, changes: [change] });
    const stack = readStack(exported([], creating), OPTIONS);
    expect(takenIn(registrations, { plan: { changes: [change as Change] }, stack })).toEqual([ANA.address]);
  });

  test('holds what the plan leaves although it is no longer declared, and not what the plan removes', () => {
    const resources = [resource(ANA, recordedUser(ANA))];
    const [held] = registered({
      resources,
      verdicts: [userVerdict({ ...ANA, source: null }, { kind: 'recreated', wanted: 'undeclared' })],
    });
    expect(held?.inputs).toMatchObject({ loginUserId: ANA.loginUserId });
    expect(held?.order).toMatchObject({ changes: [], recordedOnly: [] });
    expect(registered({ resources, changes: [{ address: ANA.address, action: 'delete' }] })).toEqual([]);
  });

  test('names a moved record by its new place with the old one as alias', () => {
    const from = aRecord({ address: recordAddress('Old', TASK.clientId) });
    const old = { ...from, campaign: { ...from.campaign, campaignName: 'Old' } };
    const move = { kind: 'record' as const, address: TASK.address, action: 'move' as const };
    const found = registered({
      desired: [TASK],
      resources: [resource(old, recordedRecord(old))],
      changes: [{ ...move, from: { address: old.address, campaign: old.campaign, observed: null } }],
    });
    expect(found.map(({ address, movedFrom }) => [address, movedFrom])).toEqual([[TASK.address, old.address]]);
  });

  test('is a leaver only when its declaration says more than the record of it', () => {
    const known = { recorded: recordedUser(ANA), observed: seenUser('present') };
    const removing = (deleteInBackend: boolean) => [
      { ...known, address: ANA.address, action: 'delete' as const, after: [TASK.address], deleteInBackend },
    ];
    const resources = [resource(ANA, recordedUser(ANA))];
    expect(registered({ desired: [aLeaver()], resources, changes: removing(false) })).toEqual([]);
    const leaver = aLeaver({ onRemove: 'delete-with-backend' });
    const found = registered({
      desired: [leaver, TASK],
      resources: [...resources, resource(TASK, recordedRecord(TASK))],
      changes: removing(true),
    });
    expect(addresses(found)).toEqual([TASK.address, ANA.address]);
    expect(found[1]?.dependsOn).toEqual([TASK.address]);
    expect(addresses(registered({ desired: [aLeaver({ adopt: true })], changes: removing(false) }))).toEqual([
      ANA.address,
    ]);
  });

  test('keeps a leaver whose tasks no handler can pin to somebody else', () => {
    const repin = {
      kind: 'record' as const,
      address: 'record:Elsewhere/C-9',
      action: 'update' as const,
      pin: 'ben@example.com',
    };
    const [held] = registered({
      resources: [resource(ANA, recordedUser(ANA))],
      changes: [
        { address: ANA.address, action: 'delete', after: [repin.address] },
        { ...repin, desired: null },
      ],
    });
    expect([held?.address, held?.order.changes]).toEqual([ANA.address, []]);
  });
});
