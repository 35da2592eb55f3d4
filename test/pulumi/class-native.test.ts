// Classes with `native: true`: what the SDK is given to register.

import * as pulumi from '@pulumi/pulumi';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Properties } from '../../providers/declaration.ts';
import { keptEntries } from '../../src/program/class-desired.ts';
import { declarationOf } from '../../providers/declaration.ts';
import { NOTHING } from '../../providers/receipts.ts';
import { PinnedRecord, RecordSet, User } from '../../providers/resources.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const registered = new Map<string, { readonly type: string; readonly inputs: Properties }>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, type, inputs }) => {
      registered.set(name, { type, inputs: inputs as Properties });
      return { id: name, state: inputs as Properties };
    },
    call: () => ({}),
  });
});

afterAll(() => pulumi.runtime.resetOptions('', '', -1, '', '', false, ''));

async function urnOf(resource: pulumi.CustomResource): Promise<string> {
  return new Promise((resolve) => resource.urn.apply(resolve));
}

test('a resource of the native provider is registered as it is declared, with rows by their clientId', async () => {
  const native = { native: true } as const;
  const ana = new User('ana', ANA, { ...native, protect: true, deleteBeforeReplace: true });
  const data = { Name: 'Maria' };
  const given = { campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId, data };
  const maria = new PinnedRecord('maria', given, { ...native, ignoreChanges: ['data.Name'] });
  const records = [{ clientId: 'W-1', data }, { clientId: 'W-2' }];
  const list = new RecordSet('list', { campaignName: 'Winter', records }, native);
  await Promise.all([ana, maria, list].map(urnOf));
  expect(Object.fromEntries(registered)).toEqual({
    ana: { type: 'muster:index:User', inputs: ANA },
    maria: { type: 'muster:index:PinnedRecord', inputs: { ...given, preferredAgent: ANA.loginUserId } },
    list: {
      type: 'muster:index:RecordSet',
      inputs: { campaignName: 'Winter', records: { 'W-1': { data }, 'W-2': {} } },
    },
  });
});

test('what no native resource has is refused in one line', () => {
  const of = (args: object) => () => new User('ben', { ...ANA, ...args }, { native: true });
  expect(of({ colour: 'red' })).toThrow('User ben: colour: is no argument of this class');
  expect(of({ target: 'test' })).toThrow('ben: target: is that of the provider');
});

test('an entry that goes on with the native provider leaves no plan of the classes', () => {
  const owner = 'urn:pulumi:dev::team::pulumi-nodejs:dynamic/muster:User::ana';
  const inputs = { ...ANA, __owner: owner };
  const entry = {
    ...NOTHING,
    name: 'ana',
    owner,
    inputs,
    declaration: declarationOf('user', inputs),
    isLeaving: false,
  };
  expect([...keptEntries([entry], { late: [], native: new Set([owner]) }, [])]).toEqual([entry]);
  expect([...keptEntries([entry], { late: [], native: new Set() }, [])]).toEqual([]);
});
