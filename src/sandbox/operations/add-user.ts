// add-user (user provisioning interface, rules 1-3).

import { isEmailAddress } from '../../core/model/value-rules.ts';
import { limitText, optionalBoolean, optionalText, RequestRefusal, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { isKnown } from '../world/switches.ts';
import type { Switches } from '../world/switches.ts';
import { result } from './user-result.ts';
import type { UserResult } from './user-result.ts';
import type { World } from '../world/world.ts';

interface AddRequest {
  readonly loginUserId: string;
  readonly userTemplateName: string;
  readonly createInBackend: boolean;
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW';
  /** The request properties that are stored and never shown, as JSON. */
  readonly profile: string;
}

export function addUser(body: Body, world: World): UserResult {
  const add = readAdd(body, world.switches());
  const presence = world.people.find(add.loginUserId);
  const refused = refusal(add, presence.connectUserId !== null, world);
  if (presence.inService) return refuse(world.switches().S12, 'the user exists already');
  if (refused !== null) return refused;
  world.people.addToService(add.loginUserId, add.profile);
  if (!add.createInBackend) return result('SUCCESS', 'the user was created');
  if (presence.connectUserId !== null) return result('SUCCESS', 'the user was created; the backing instance had it');
  const connectUserId = world.newId();
  world.people.addToBackend(add.loginUserId, connectUserId);
  return { ...result('SUCCESS', 'the user was created'), connectUserId };
}

function readAdd(body: Body, switches: Switches): AddRequest {
  const limited = (field: string): string => limitText(requiredText(body, field), switches.S20);
  const createInBackend = optionalBoolean(body, 'createInBackend');
  const behavior = optionalText(body, 'behaviorIfInBackend');
  if (behavior !== undefined && !createInBackend) throw new RequestRefusal('behaviorIfInBackend needs createInBackend');
  if (behavior !== undefined && behavior !== 'FAIL' && behavior !== 'ALLOW') {
    throw new RequestRefusal('behaviorIfInBackend must be FAIL or ALLOW');
  }
  const loginUserId = limited('loginUserId');
  const profile = {
    firstName: limited('firstName'),
    lastName: limited('lastName'),
    userTemplateName: limited('userTemplateName'),
    primaryEmailAddr: readPrimaryEmail(body, switches.identity),
    secondaryEmailAddr: readSecondaryEmail(body),
  };
  return {
    loginUserId,
    userTemplateName: profile.userTemplateName,
    createInBackend,
    behaviorIfInBackend: behavior ?? 'FAIL',
    profile: JSON.stringify(profile),
  };
}

/** "Ignored with SAML; required for environments linked to an existing directory". */
function readPrimaryEmail(body: Body, identity: Switches['identity']): string | undefined {
  if (identity !== 'directory') return optionalText(body, 'primaryEmailAddr');
  return anEmail('primaryEmailAddr', requiredText(body, 'primaryEmailAddr'));
}

function readSecondaryEmail(body: Body): string | undefined {
  const value = optionalText(body, 'secondaryEmailAddr');
  return value === undefined ? undefined : anEmail('secondaryEmailAddr', value);
}

function anEmail(field: string, value: string): string {
  if (!isEmailAddress(value)) throw new RequestRefusal(`${field} must be an e-mail address`);
  return value;
}

/** Null when the request would be accepted, apart from the question whether the user exists already. */
function refusal(add: AddRequest, isInBackend: boolean, world: World): UserResult | null {
  const switches = world.switches();
  const { templates, templatesWithoutBackend, S13, S14, S25 } = switches;
  if (!isKnown(templates, add.userTemplateName)) return refuse(S13, 'there is no such user template');
  const isClosed =
    add.userTemplateName.startsWith('NoBackend') || templatesWithoutBackend.includes(add.userTemplateName);
  if (add.createInBackend && isClosed) return result('FAIL', 'the template may not update the backing instance');
  const deletedAt = world.people.deletedAt(add.loginUserId);
  if (deletedAt !== null && world.now() < deletedAt + S14) return refuse(switches.S12, 'the user was just deleted');
  if (add.createInBackend && isInBackend && add.behaviorIfInBackend === 'FAIL') {
    return result(S25, 'the user exists in the backing instance');
  }
  return null;
}

function refuse(value: Switches['S12'] | Switches['S13'], message: string): UserResult {
  return value === '409' ? { ...result('FAIL', message), http: 409 } : result(value, message);
}
