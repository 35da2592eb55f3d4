// The three operations of the user provisioning interface: tenant first, then the operation.

import { SANDBOX_IDENTITY } from '../world/identity.ts';
import { addUser } from './add-user.ts';
import { isBody, limitText, optionalBoolean, RequestRefusal, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import type { SandboxAnswer } from '../messages/verdict.ts';
import { result } from './user-result.ts';
import type { UserResult } from './user-result.ts';
import type { World } from '../world/world.ts';

interface UserOperation {
  readonly effect: 'read' | 'write';
  readonly run: (body: Body, world: World) => UserResult;
}

const OPERATIONS: Readonly<Record<string, UserOperation>> = {
  'add-user': { effect: 'write', run: addUser },
  'query-existence': { effect: 'read', run: queryExistence },
  'delete-user': { effect: 'write', run: deleteUser },
};

/** Null for what is no operation. */
export function effectOfOperation(name: string): UserOperation['effect'] | null {
  return Object.hasOwn(OPERATIONS, name) ? (OPERATIONS[name]?.effect ?? null) : null;
}

export function answerAdmin(operation: string, body: Body, world: World): SandboxAnswer {
  try {
    const { http, ...said } = decide(operation, body, world);
    return { status: http ?? 200, body: said, outcome: said.result };
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    const said = result('INVALID_ARGUMENTS', error.message);
    return { status: error.http, body: said, outcome: said.result };
  }
}

function decide(operation: string, body: Body, world: World): UserResult {
  if (!isOurTenant(body['tenant'])) return result('INVALID_TENANT', 'the tenant is not this environment');
  if (world.switches().identity === 'internal') {
    return result('NOT_SUPPORTED', 'the backing instance uses its own user directory');
  }
  const work = (): UserResult => OPERATIONS[operation]?.run(body, world) ?? result('FAIL', 'no such operation');
  return effectOfOperation(operation) === 'read' ? work() : world.store.transaction(work);
}

function isOurTenant(tenant: unknown): boolean {
  if (!isBody(tenant)) return false;
  return (['platform', 'companyCode', 'environment'] as const).every((key) => tenant[key] === SANDBOX_IDENTITY[key]);
}

function queryExistence(body: Body, world: World): UserResult {
  const login = requiredText(body, 'loginUserId');
  const { inService, connectUserId } = world.peopleLag.overlay().get(login) ?? world.people.find(login);
  const said = inService ? result('SUCCESS', 'the user exists') : result('NOT_FOUND', 'the user does not exist');
  const { S15 } = world.switches();
  switch (S15) {
    case 'null':
      return { ...said, backendStatus: null, connectUserId: null };
    case 'missing':
      return said;
    case 'on': {
      const inBackend = connectUserId === null ? 'NOT_FOUND' : 'EXISTS';
      return { ...said, backendStatus: inService || connectUserId !== null ? inBackend : null, connectUserId };
    }
    default:
      return S15 satisfies never;
  }
}

function deleteUser(body: Body, world: World): UserResult {
  const login = limitText(requiredText(body, 'loginUserId'), world.switches().S20);
  const deleteInBackend = optionalBoolean(body, 'deleteInBackend');
  if (!world.people.find(login).inService) {
    const { S30 } = world.switches();
    const hasBackend = deleteInBackend && world.people.find(login).connectUserId !== null;
    if (hasBackend && S30 !== 'left') world.people.removeFromBackend(login);
    return hasBackend && S30 === 'removed+SUCCESS'
      ? result('SUCCESS', 'the user was deleted from the backing instance')
      : result('NOT_FOUND', 'the user does not exist');
  }
  world.people.removeFromService(login, world.now());
  if (deleteInBackend) world.people.removeFromBackend(login);
  return result('SUCCESS', 'the user was deleted');
}
