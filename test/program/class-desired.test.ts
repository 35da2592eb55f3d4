// What the classes of a program declare together.

import { expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { declarationOf } from '../../providers/declaration.ts';
import type { Declaration } from '../../providers/declaration.ts';
import type { SameNumberPolicy } from '../../src/core/model/target.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import { desiredOf, usedUpLeaving } from '../../src/program/class-desired.ts';
import { NOTHING } from '../../providers/receipts.ts';
import type { StackEntry } from '../../providers/stack.ts';
import type { RecordedRecord } from '../../src/core/model/record.ts';
import { NOW, recordedRecord, target } from '../support/values.ts';

const checks = openChecks();

function task(clientId: string, Name = 'Ana', phone = '+34911234567'): Declaration {
  const data = { Name, phone };
  const { inputs, failures } = checks.record({ campaignName: 'Summer', clientId, data }, target());
  expect(failures).toEqual([]);
  return declarationOf('record', { ...inputs, __owner: clientId });
}

function together(known: readonly Declaration[], sameNumber?: SameNumberPolicy): DesiredState {
  return desiredOf({ known, kept: [], content: '', sameNumber });
}

const twice = [task('C-1'), task('C-2', 'ana'), task('C-3', 'Ben')];

test('one name and number under several ids is a warning, a mistake or nothing, as in a list', () => {
  const said = (sameNumber?: SameNumberPolicy): unknown =>
    (together(twice, sameNumber).warnings ?? []).map(({ code, message }) => [code, message]);
  expect(said()).toEqual([
    ['same-number', expect.stringMatching(/^record:Summer\/C-1: .* 2 times; so of record:Summer\/C-2$/u)],
  ]);
  expect(said('off')).toEqual([]);
  expect(() => together(twice, 'block')).toThrow(/^record:Summer\/C-1: expected each customer once/u);
});

test('a name that is damaged is said', () => {
  const { warnings } = together([task('C-1', 'JÃ¼rgen')]);
  expect(warnings).toMatchObject([{ code: 'damaged-name', address: 'record:Summer/C-1' }]);
});

test('of what is used up, only that leaves with its entry which no class declares, and each is noted once', () => {
  const entry = (clientId: string, consumed: RecordedRecord['consumed']): StackEntry => {
    const declaration = task(clientId);
    const [desired] = declaration.records;
    if (desired === undefined) throw new Error('a task declares one');
    const recorded = [recordedRecord(desired, { consumed })];
    return { ...NOTHING, name: clientId, owner: clientId, inputs: {}, declaration, isLeaving: false, recorded };
  };
  const ended = { how: 'COMPLETED', at: NOW } as const;
  const entries = [entry('C-1', ended), entry('C-2', ended), entry('C-3', null), entry('C-4', ended)];
  const noted = { address: 'record:Summer/C-4', action: 'forget', digest: '', isBegun: true } as const;
  const run = {
    generation: 1,
    run: 'r',
    at: NOW,
    files: null,
    approved: null,
    fingerprints: {},
    desired: '',
    binds: '',
  };
  const left = usedUpLeaving(entries, { known: [task('C-1')], applied: [{ ...run, changes: [noted] }] });
  expect(left.map(({ address }) => address)).toEqual(['record:Summer/C-2']);
  // Of an entry that may leave later in the update, who was taken over would be let go.
  const [made, taken] = [entry('C-5', null), entry('C-6', null)];
  const adopted = {
    ...taken,
    recorded: taken.recorded.map((each) => ({ ...each, provenance: 'adopted' }) as RecordedRecord),
  };
  expect(usedUpLeaving([made, adopted], { known: [], applied: [] })).toEqual([]);
  const kept = new Set([made, adopted]);
  expect(usedUpLeaving([made, adopted], { known: [], applied: [], kept })).toEqual(adopted.recorded);
});
