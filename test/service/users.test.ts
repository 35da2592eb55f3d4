// What the user service's result words mean, and what is sent.

import { describe, expect, it } from 'vitest';
import type { ServiceRequest } from '../../src/core/service/request.ts';
import * as users from '../../src/core/service/users.ts';
import { TARGET, messageOf } from './wire-samples.ts';

const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents-EU', secondaryEmailAddr: 'a@home.org' };
const loginUserId = 'ana.ruiz@example.com';
const ADD = { loginUserId, profile, createInBackend: true, behaviorIfInBackend: 'ALLOW' } as const;
const add = users.addUserCall(TARGET, ADD);
const query = users.queryUserCall(TARGET, loginUserId);
const remove = users.deleteUserCall(TARGET, loginUserId, true);
const CALLS: readonly (readonly [string, ServiceRequest<unknown>])[] = [
  ['add-user', add],
  ['query-existence', query],
  ['delete-user', remove],
];

const answer = (result: string, rest: object = {}): object => ({ result, message: 'a reason', ...rest });
const done = (value: unknown): object => ({ kind: 'done', value });

describe.each(CALLS)('%s of whoever', (_name, call) => {
  it('sends loginUserId letter by letter: it is case-sensitive', () => {
    const login = 'Ana.RUIZ@Example.com';
    const all = {
      'add-user': users.addUserCall(TARGET, { ...ADD, loginUserId: login }),
      'query-existence': users.queryUserCall(TARGET, login),
      'delete-user': users.deleteUserCall(TARGET, login, false),
    };
    expect(all[call.operation as keyof typeof all].body).toMatchObject({ loginUserId: login });
    expect(users.lookUpUserCall(TARGET, login).body).toMatchObject({ loginUserId: login });
  });

  it.each(['SUCCESSFUL', 'SUCCESS_PARTLY', 'success'])('does not take the result %s for SUCCESS', (word) => {
    expect(call.interpret(answer(word), 200)).not.toMatchObject({ kind: 'done' });
  });
});

describe('add-user', () => {
  it('is done on SUCCESS, with the id in the backing instance when there is one', () => {
    expect(add.interpret(answer('SUCCESS', { connectUserId: 'b-1' }), 200)).toEqual(done({ connectUserId: 'b-1' }));
    expect(add.interpret(answer('SUCCESS'), 200)).toEqual(done({ connectUserId: null }));
  });

  it('is not done on ALREADY_EXISTS', () => {
    const outcome = add.interpret(answer('ALREADY_EXISTS'), 200);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'already-exists', stopsRun: false } });
  });

  it('says behaviorIfInBackend only together with createInBackend', () => {
    const plain = { loginUserId, profile, createInBackend: false, behaviorIfInBackend: 'ALLOW' } as const;
    expect(add.body).toMatchObject({ createInBackend: true, behaviorIfInBackend: 'ALLOW' });
    expect(users.addUserCall(TARGET, plain).body).not.toHaveProperty('behaviorIfInBackend');
  });

  it('masks the personal values in the message, and nothing else', () => {
    const outcome = add.interpret({ result: 'FAIL', message: 'Ruiz, Ana (ana.ruiz@example.com) is locked' }, 200);
    expect(outcome).toMatchObject({
      problem: { code: 'refused', message: 'add-user: FAIL: ***, *** (ana.ruiz@example.com) is locked' },
    });
  });
});

describe('query-existence', () => {
  it.each([
    ['SUCCESS', 'EXISTS', 'present', 'present'],
    ['SUCCESS', 'NOT_FOUND', 'present', 'absent'],
    ['NOT_FOUND', 'EXISTS', 'absent', 'present'],
    ['NOT_FOUND', 'NOT_FOUND', 'absent', 'absent'],
    ['NOT_FOUND', null, 'absent', 'unknown'],
    ['SUCCESS', undefined, 'present', 'unknown'],
    ['SUCCESS', 'PENDING', 'present', 'unknown'],
  ])('with %s and backendStatus %s means %s and %s', (result, backendStatus, service, backend) => {
    const json = answer(result, { backendStatus, connectUserId: null });
    expect(query.interpret(json, 200)).toMatchObject(done({ service, backend, connectUserId: null }));
  });

  it('concludes nothing from a failure', () => {
    const outcome = query.interpret(answer('INVALID_ARGUMENTS'), 200);
    expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'unreadable' } });
  });
});

describe('query-existence, asked for all that the answer says', () => {
  const lookUp = users.lookUpUserCall(TARGET, loginUserId);

  it('asks the same question', () => {
    expect([lookUp.operation, lookUp.body]).toEqual(['query-existence', query.body]);
    expect(query.operation).toBe('query-existence');
    expect([add.operation, remove.operation]).toEqual(['add-user', 'delete-user']);
  });

  it('gives result, message, backendStatus and connectUserId as they came, and null for what did not come', () => {
    const said = { backendStatus: 'EXISTS', connectUserId: 'b-1' };
    expect(lookUp.interpret(answer('SUCCESS', said), 200)).toEqual(
      done({ result: 'SUCCESS', message: 'a reason', ...said }),
    );
    expect(query.interpret(answer('SUCCESS', said), 200)).toMatchObject(done({ connectUserId: 'b-1' }));
    const none = done({ result: 'NOT_FOUND', message: 'a reason', backendStatus: null, connectUserId: null });
    expect(lookUp.interpret(answer('NOT_FOUND', { connectUserId: '' }), 200)).toEqual(none);
  });

  it('concludes nothing from a failure, and shows the id that it asked for', () => {
    const failed = { result: 'FAIL', message: `${loginUserId} is locked` };
    const problem = { code: 'unreadable', message: `query-existence: FAIL: ${loginUserId} is locked` };
    for (const call of [lookUp, query]) expect(call.interpret(failed, 200)).toMatchObject({ kind: 'unknown', problem });
  });
});

describe('delete-user', () => {
  it('is done on SUCCESS and on NOT_FOUND, and tells them apart', () => {
    expect(remove.interpret(answer('SUCCESS'), 200)).toEqual(done('removed'));
    expect(remove.interpret(answer('NOT_FOUND'), 200)).toEqual(done('not-found'));
  });
});

describe.each(CALLS)('%s', (_name, call) => {
  it.each([
    ['UNAUTHORIZED', 'unauthorized'],
    ['INVALID_TENANT', 'invalid-tenant'],
    ['NOT_SUPPORTED', 'not-supported'],
  ])('stops the run on %s', (result, code) => {
    const outcome = call.interpret(answer(result), 200);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code, stopsRun: true } });
  });

  it('takes any other result for a failure and does not print an odd one', () => {
    expect(messageOf(call.interpret(answer('FAIL'), 200))).toContain('FAIL: a reason');
    expect(messageOf(call.interpret(answer('ana.ruiz\u001b[2J'), 200))).toContain('an unlisted result: a reason');
  });

  it('finds no meaning in a 404 or in foreign JSON', () => {
    expect(call.interpret(answer('SUCCESS'), 404)).toBeNull();
    expect(call.interpret({ previewResult: {} }, 200)).toBeNull();
  });

  it('names the tenant', () => {
    const tenant = { platform: 'PLATFORM', companyCode: 'example', environment: 'prod' };
    expect(call.body).toMatchObject({ tenant, loginUserId });
  });
});
