// Proofs: the user provisioning document.

import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import type { Proofs } from './sentences.ts';

const IN_BACKEND = { createInBackend: true };

/** The user is in neither the service nor the backing instance. */
async function expectNobody(bench: Bench): Promise<void> {
  const { body } = await bench.exists();
  expect(body).toMatchObject({ result: 'NOT_FOUND', backendStatus: null, connectUserId: null });
}

function tenantField(field: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const tenant = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox' };
    expect((await bench.add({ tenant: { ...tenant, [field]: 'another' } })).said).toBe('INVALID_TENANT');
    expect((await bench.add({ tenant: { ...tenant, [field]: undefined } })).said).toBe('INVALID_TENANT');
    await expectNobody(bench);
  };
}

function requiredOnAdd(field: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    expect((await bench.add({ [field]: undefined })).said).toBe('INVALID_ARGUMENTS');
    expect((await bench.add({ [field]: '' })).said).toBe('INVALID_ARGUMENTS');
    expect((await bench.add({ [field]: 7 })).said).toBe('INVALID_ARGUMENTS');
    await expectNobody(bench);
    expect((await bench.add()).said).toBe('SUCCESS');
  };
}

const primaryEmail = async (bench: Bench): Promise<void> => {
  expect((await bench.add({ loginUserId: `saml-${bench.login}` })).said).toBe('SUCCESS');
  expect((await bench.add({ loginUserId: `odd-${bench.login}`, primaryEmailAddr: 'no address' })).said).toBe('SUCCESS');
  await bench.sandbox.control.setSwitches({ identity: 'directory' });
  expect((await bench.add()).said).toBe('INVALID_ARGUMENTS');
  expect((await bench.add({ primaryEmailAddr: 'no address' })).said).toBe('INVALID_ARGUMENTS');
  await expectNobody(bench);
  expect((await bench.add({ primaryEmailAddr: 'ana@example.com' })).said).toBe('SUCCESS');
};

const template = async (bench: Bench): Promise<void> => {
  expect((await bench.add({ userTemplateName: 'Unknown template' })).said).toBe('INVALID_ARGUMENTS');
  await bench.sandbox.control.setSwitches({ templates: ['Agents-US'] });
  expect((await bench.add()).said).toBe('INVALID_ARGUMENTS');
  await expectNobody(bench);
  expect((await bench.add({ userTemplateName: 'Agents-US' })).said).toBe('SUCCESS');
};

const secondaryEmail = async (bench: Bench): Promise<void> => {
  expect((await bench.add()).said).toBe('SUCCESS');
  const odd = { loginUserId: `b-${bench.login}`, secondaryEmailAddr: 'no address' };
  expect((await bench.add(odd)).said).toBe('INVALID_ARGUMENTS');
  const other = { loginUserId: `b-${bench.login}`, secondaryEmailAddr: 'b@example.com' };
  expect((await bench.add(other)).said).toBe('SUCCESS');
};

export const USER_PROOFS: Proofs = {
  'U-001': async (bench) => {
    expect((await bench.add(IN_BACKEND)).said).toBe('SUCCESS');
    expect((await bench.exists()).body).toMatchObject({ result: 'SUCCESS', backendStatus: 'EXISTS' });
    const all = { loginUserId: bench.login, deleteInBackend: true };
    expect((await bench.users('delete-user', all)).said).toBe('SUCCESS');
    await expectNobody(bench);
  },
  'U-002': async (bench) => {
    expect((await bench.users('update-user', { loginUserId: bench.login })).http).toBe(401);
  },
  'U-003': async (bench) => {
    expect((await bench.add()).said).toBe('SUCCESS');
    await bench.sandbox.control.setSwitches({ identity: 'directory' });
    expect((await bench.exists()).said).toBe('SUCCESS');
  },
  'U-004': async (bench) => {
    await bench.sandbox.control.setSwitches({ identity: 'internal' });
    expect((await bench.add()).said).toBe('NOT_SUPPORTED');
    expect((await bench.exists()).said).toBe('NOT_SUPPORTED');
    expect((await bench.users('delete-user', { loginUserId: bench.login })).said).toBe('NOT_SUPPORTED');
  },
  'U-010': tenantField('platform'),
  'U-011': tenantField('companyCode'),
  'U-012': tenantField('environment'),
  'U-020': async (bench) => {
    await bench.add();
    expect((await bench.exists(bench.login.toUpperCase())).said).toBe('NOT_FOUND');
    expect((await bench.add({ loginUserId: bench.login.toUpperCase() })).said).toBe('SUCCESS');
  },
  'U-021': primaryEmail,
  'U-022': secondaryEmail,
  'U-023': template,
  'U-024': async (bench) => {
    const { body } = await bench.add(IN_BACKEND);
    expect(body.connectUserId).toMatch(/./u);
    expect((await bench.exists()).body.connectUserId).toBe(body.connectUserId);
  },
  'U-032': async (bench) => {
    expect((await bench.add({ tenant: undefined })).said).toBe('INVALID_TENANT');
    expect((await bench.users('query-existence', { tenant: 'x', loginUserId: 'y' })).said).toBe('INVALID_TENANT');
  },
  'U-033': async (bench) => {
    for (const reply of [await bench.exists(), await bench.add(), await bench.add(), await bench.exists()]) {
      expect([typeof reply.body.result, typeof reply.body.message]).toEqual(['string', 'string']);
    }
  },
  'U-040': requiredOnAdd('loginUserId'),
  'U-041': requiredOnAdd('firstName'),
  'U-042': requiredOnAdd('lastName'),
  'U-043': primaryEmail,
  'U-044': secondaryEmail,
  'U-045': template,
  'U-046': async (bench) => {
    await bench.add();
    expect((await bench.exists()).body).toMatchObject({ result: 'SUCCESS', backendStatus: 'NOT_FOUND' });
    await bench.add({ ...IN_BACKEND, loginUserId: `b-${bench.login}` });
    expect((await bench.exists(`b-${bench.login}`)).body.backendStatus).toBe('EXISTS');
    expect((await bench.add({ createInBackend: 'yes', loginUserId: 'x' })).said).toBe('INVALID_ARGUMENTS');
  },
  'U-047': async (bench) => {
    const closed = { userTemplateName: 'NoBackend' };
    expect((await bench.add({ ...closed, ...IN_BACKEND })).said).toBe('FAIL');
    await expectNobody(bench);
    expect((await bench.add(closed)).said).toBe('SUCCESS');
    await bench.sandbox.control.setSwitches({ templatesWithoutBackend: ['Agents-EU'] });
    expect((await bench.add({ ...IN_BACKEND, loginUserId: `b-${bench.login}` })).said).toBe('FAIL');
  },
  'U-048': async (bench) => {
    expect((await bench.add({ behaviorIfInBackend: 'ALLOW' })).said).toBe('INVALID_ARGUMENTS');
    expect((await bench.add({ behaviorIfInBackend: 'FAIL', createInBackend: false })).said).toBe('INVALID_ARGUMENTS');
    await expectNobody(bench);
  },
  'U-049': async (bench) => {
    await bench.sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    expect((await bench.add({ ...IN_BACKEND, behaviorIfInBackend: 'MAYBE' })).said).toBe('INVALID_ARGUMENTS');
    expect((await bench.add(IN_BACKEND)).said).toBe('FAIL');
    expect((await bench.add({ ...IN_BACKEND, behaviorIfInBackend: 'ALLOW' })).said).toBe('SUCCESS');
  },
  'U-050': async (bench) => {
    await bench.sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    expect((await bench.add({ ...IN_BACKEND, behaviorIfInBackend: 'FAIL' })).said).not.toBe('SUCCESS');
    expect((await bench.exists()).body).toMatchObject({ result: 'NOT_FOUND', backendStatus: 'EXISTS' });
  },
  'U-051': async (bench) => {
    await bench.sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    const before = await bench.exists();
    const allow = { ...IN_BACKEND, behaviorIfInBackend: 'ALLOW' };
    expect((await bench.add({ ...allow, userTemplateName: 'Unknown' })).said).toBe('INVALID_ARGUMENTS');
    const joined = await bench.add(allow);
    expect(joined.said).toBe('SUCCESS');
    // Carried "when the user was created in the backing instance": this one was there.
    expect(joined.body).not.toHaveProperty('connectUserId');
    expect((await bench.exists()).body.connectUserId).toBe(before.body.connectUserId);
  },
  'U-052': async (bench) => {
    expect((await bench.add()).body).not.toHaveProperty('connectUserId');
    const { body } = await bench.add({ ...IN_BACKEND, loginUserId: `b-${bench.login}` });
    expect(body.connectUserId).toMatch(/./u);
    await bench.sandbox.control.addUser({ loginUserId: `c-${bench.login}`, inService: false });
    const joined = { ...IN_BACKEND, behaviorIfInBackend: 'ALLOW', loginUserId: `c-${bench.login}` };
    expect((await bench.add(joined)).body).not.toHaveProperty('connectUserId');
  },
  'U-060': async (bench) => {
    expect((await bench.users('query-existence', {})).said).toBe('INVALID_ARGUMENTS');
    await bench.add();
    expect((await bench.exists(bench.login.toUpperCase())).said).toBe('NOT_FOUND');
  },
  'U-061': async (bench) => {
    expect((await bench.exists()).said).toBe('NOT_FOUND');
    await bench.add();
    expect((await bench.exists()).said).toBe('SUCCESS');
  },
  'U-062': async (bench) => {
    expect((await bench.exists()).body.message).toMatch(/user/u);
  },
  'U-063': async (bench) => {
    await bench.add(IN_BACKEND);
    expect((await bench.exists()).body.backendStatus).toBe('EXISTS');
    await bench.sandbox.control.removeBackendUser(bench.login);
    expect((await bench.exists()).body.backendStatus).toBe('NOT_FOUND');
  },
  'U-064': expectNobody,
  'U-065': async (bench) => {
    await bench.add(IN_BACKEND);
    await bench.sandbox.control.setSwitches({ S15: 'missing' });
    expect((await bench.exists()).body).not.toHaveProperty('backendStatus');
  },
  'U-066': async (bench) => {
    await bench.add();
    expect((await bench.exists()).body.connectUserId).toBeNull();
    await bench.sandbox.control.addUser({ loginUserId: bench.login });
    expect((await bench.exists()).body.connectUserId).toMatch(/./u);
  },
  'U-067': async (bench) => {
    await bench.sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    expect((await bench.exists()).body).toMatchObject({ result: 'NOT_FOUND', backendStatus: 'EXISTS' });
    await bench.sandbox.control.addUser({ loginUserId: `b-${bench.login}`, inBackend: false });
    const reverse = await bench.exists(`b-${bench.login}`);
    expect(reverse.body).toMatchObject({ result: 'SUCCESS', backendStatus: 'NOT_FOUND' });
  },
  'U-070': async (bench) => {
    await bench.add();
    expect((await bench.users('delete-user', {})).said).toBe('INVALID_ARGUMENTS');
    const other = { loginUserId: bench.login.toUpperCase() };
    expect((await bench.users('delete-user', other)).said).toBe('NOT_FOUND');
    expect((await bench.exists()).said).toBe('SUCCESS');
  },
  'U-071': async (bench) => {
    await bench.add(IN_BACKEND);
    await bench.users('delete-user', { loginUserId: bench.login });
    expect((await bench.exists()).body).toMatchObject({ result: 'NOT_FOUND', backendStatus: 'EXISTS' });
    await bench.add({ ...IN_BACKEND, behaviorIfInBackend: 'ALLOW' });
    await bench.users('delete-user', { loginUserId: bench.login, deleteInBackend: true });
    await expectNobody(bench);
  },
  'U-072': async (bench) => {
    expect((await bench.users('delete-user', { loginUserId: bench.login })).said).toBe('NOT_FOUND');
    await bench.add();
    expect((await bench.users('delete-user', { loginUserId: bench.login })).said).toBe('SUCCESS');
    expect((await bench.users('delete-user', { loginUserId: bench.login })).said).toBe('NOT_FOUND');
    // Who is not in the service is not found, and nothing is deleted anywhere.
    await bench.sandbox.control.addUser({ loginUserId: bench.login, inService: false });
    const both = { loginUserId: bench.login, deleteInBackend: true };
    expect((await bench.users('delete-user', both)).said).toBe('NOT_FOUND');
    expect((await bench.exists()).body).toMatchObject({ result: 'NOT_FOUND', backendStatus: 'EXISTS' });
  },
  'U-091': async (bench) => {
    const reply = await bench.exists();
    expect([reply.http, reply.said]).toEqual([200, 'NOT_FOUND']);
  },
  'U-092': async (bench) => {
    expect((await bench.add()).said).toBe('SUCCESS');
    const again = await bench.add();
    expect(again.said).toBe('ALREADY_EXISTS');
    expect(again.body.message).toMatch(/exists/u);
  },
  'U-093': async (bench) => {
    expect((await bench.exists()).said).toBe('NOT_FOUND');
    expect((await bench.users('delete-user', { loginUserId: bench.login })).said).toBe('NOT_FOUND');
  },
};
