import { expect, test } from 'vitest';

import { packed, unpacked, userInputs } from '../../providers/declaration.ts';
import { NOTHING, stackDigest, writeReceipts } from '../../providers/receipts.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';
import { formerDigest, renewedExport } from '../../scripts/renew-pilot-state.ts';
import { userFields } from '../../src/core/reconcile/fields.ts';
import { markerStart } from '../../src/core/reconcile/marker.ts';
import { aRecord, aUser, digest, recordedRecord, recordedUser, spoken } from '../support/values.ts';

const former = formerDigest('team.dev');
const RENEWING = { ...spoken('team.dev'), digest, former };
const ANA = aUser();
const NAME = userFields(ANA).get('firstName');
const TASK = aRecord();
const TYPES = { user: 'User', record: 'PinnedRecord', set: 'RecordSet' };

interface Written {
  readonly family: keyof typeof TYPES;
  readonly name: string;
  readonly inputs: object;
  readonly outputs: object;
}

/** As the stack reads once it is renewed. */
function renewed({ family, name, inputs, outputs }: Written): StackState {
  const type = `pulumi-nodejs:dynamic/muster:${TYPES[family]}`;
  const resource = { urn: `urn:pulumi:dev::team::${type}::${name}`, type, inputs, outputs: { ...inputs, ...outputs } };
  const other = { urn: 'urn:pulumi:dev::team::pulumi:pulumi:Stack::team-dev', type: 'pulumi:pulumi:Stack' };
  const exported = JSON.stringify({ version: 3, deployment: { resources: [other, resource] } });
  return readStack(renewedExport(exported, RENEWING), RENEWING);
}

test('a receipt of the first schema is kept, with digests as they are compared now', () => {
  const recorded = { ...recordedUser(ANA), digests: { firstName: 'a'.repeat(32) } };
  const inputs = { ...userInputs(ANA), planned: 'x' };
  const outputs = { schemaVersion: 1, recorded: JSON.stringify(recorded) };
  const stack = renewed({ family: 'user', name: ANA.address, inputs, outputs });
  expect(stack.recorded.objects.get(ANA.address)).toEqual({ ...recorded, digests: { firstName: 'a'.repeat(16) } });
  expect(stack.holders.get(ANA.address)?.inputs).toEqual(userInputs(ANA));
  expect(stack.identities).toEqual([RENEWING.identity]);
});

test('the receipts of a set of the first schema are kept', () => {
  const { kind: _, address: _address, ...receipt } = recordedRecord(TASK);
  const { campaignName } = TASK.campaign;
  const inputs = {
    campaignName,
    records: JSON.stringify([{ clientId: receipt.clientId, data: '[["Name","Maria",1]]' }]),
  };
  const outputs = { schemaVersion: 1, recorded: JSON.stringify([receipt]), recordCount: 1 };
  const { recorded, holders } = renewed({ family: 'set', name: `set:${campaignName}/all`, inputs, outputs });
  expect([...recorded.objects.values()]).toEqual([recordedRecord(TASK)]);
  expect([...holders.values()].map(({ declaration }) => declaration.records.length)).toEqual([1]);
});

test('a create of the first schema without an answer stays open since it left', () => {
  const outputs = { schemaVersion: 1, unsettled: true, unsettledAt: 5 };
  const { recorded } = renewed({ family: 'user', name: ANA.address, inputs: userInputs(ANA), outputs });
  expect(recorded.openIntents).toMatchObject([{ address: ANA.address, action: 'create', at: 5 }]);
});

test('receipts that name no stack speak of this one, with markers that name no campaign', () => {
  const receipt = { ...recordedRecord(TASK), marker: markerStart('team.dev', TASK.clientId, 'created') };
  const { campaignName } = TASK.campaign;
  const written = writeReceipts({ ...NOTHING, recorded: [receipt] }, { ...RENEWING, campaignName });
  const {
    identity: _,
    records,
    ...rest
  } = JSON.parse(unpacked(String(written['__receipts']))) as { identity: object; records: object[] };
  const unnamed = records.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => name !== 'm')));
  const receipts = packed(JSON.stringify({ ...rest, records: unnamed }));
  const inputs = { campaignName, clientId: TASK.clientId };
  const stack = renewed({ family: 'record', name: TASK.address, inputs, outputs: { schemaVersion: 2, receipts } });
  expect(stack.recorded.objects.get(TASK.address)).toEqual(receipt);
});

test('digests of the name of the stack become those of any stack, of what is declared', () => {
  const digests = { firstName: former(NAME), lastName: former('Former') };
  const recorded = { ...recordedUser(ANA), digests };
  const { __receipts: receipts } = writeReceipts(
    { ...NOTHING, recorded: [recorded] },
    { ...RENEWING, campaignName: null },
  );
  const outputs = { schemaVersion: 2, receipts };
  const stack = renewed({ family: 'user', name: ANA.address, inputs: userInputs(ANA), outputs });
  const kept = { ...digests, firstName: stackDigest(NAME) };
  expect(stack.recorded.objects.get(ANA.address)).toMatchObject({ digests: kept });
});
