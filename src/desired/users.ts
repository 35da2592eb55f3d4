// Declared users -> desired users, with the rules that hold for people (user provisioning interface, "add-user"; design
// sections 2 and 4).

import { userAddress } from '../model/address.ts';
import type { Target } from '../model/target.ts';
import type { DesiredUser, UserProfile } from '../model/user.ts';
import { valuePlace } from './declare.ts';
import type { Declared } from './declare.ts';
import type { PresentUserInput, UserInput } from './define.ts';
import type { Findings } from './findings.ts';
import type { Subject } from './shape.ts';
import { child, text } from './tree.ts';

/** loginUserIds declared absent. */
export type Leavers = ReadonlySet<string>;

export function leaversOf(users: readonly Declared<UserInput>[]): Leavers {
  return new Set(
    users.flatMap(({ sound }) =>
      sound.ensure === 'absent' && sound.loginUserId !== undefined ? [sound.loginUserId] : [],
    ),
  );
}

interface UserRules {
  readonly target: Target;
  readonly leavers: Leavers;
  readonly findings: Findings;
}

export function desiredUsers(users: readonly Declared<UserInput>[], rules: UserRules): DesiredUser[] {
  reportRepeatedUsers(users, rules.findings);
  for (const { subject, sound } of users) checkUser(subject, sound, rules);
  return users.flatMap(({ subject, input }) => (input === null ? [] : [desiredUser(subject, input)]));
}

function checkUser(subject: Subject, input: Partial<UserInput>, { target, leavers, findings }: UserRules): void {
  const { node, source, path, address } = subject;
  const add = (code: Parameters<Findings['add']>[0]['code'], key: string, message: string): void =>
    findings.add({ code, source, at: valuePlace(subject, key), message: `${path}${message}`, address });
  const created = input.createInBackend ?? (child(node, 'createInBackend') === null ? false : null);
  if (input.behaviorIfInBackend !== undefined && created === false) {
    const given = `given createInBackend ${input.createInBackend === false ? 'false' : 'left out'}`;
    add(
      'behavior-without-create',
      'behaviorIfInBackend',
      `.behaviorIfInBackend: expected createInBackend: true; ${given}`,
    );
  }
  if (target.identity === 'directory' && input.ensure !== 'absent' && child(node, 'primaryEmailAddr') === null) {
    add(
      'primary-email-needed',
      '',
      `: expected primaryEmailAddr, target ${target.name} says identity: directory; it is missing`,
    );
  }
  const successor = typeof input.offboard === 'object' ? input.offboard.reassignTo : null;
  if (successor !== null && (successor === input.loginUserId || leavers.has(successor))) {
    const given = successor === input.loginUserId ? 'the same user' : `${successor}, who is declared absent`;
    add('reassign-to-leaver', 'offboard', `.offboard.reassignTo: expected a user who stays; given ${given}`);
  }
}

function desiredUser({ node, source }: Subject, input: UserInput): DesiredUser {
  const shared = {
    kind: 'user',
    address: userAddress(input.loginUserId),
    source: source.position(node.at),
    loginUserId: input.loginUserId,
    adopt: input.adopt ?? false,
    offboard: input.offboard ?? 'block',
    ...(input.onRemove && { onRemove: input.onRemove }),
  } as const;
  if (input.ensure === 'absent') return { ...shared, ensure: 'absent' };
  return {
    ...shared,
    ensure: 'present',
    profile: profileOf(input),
    createInBackend: input.createInBackend ?? false,
    onProfileChange: input.onProfileChange ?? 'keep',
    ...(input.behaviorIfInBackend && { behaviorIfInBackend: input.behaviorIfInBackend }),
  };
}

function profileOf(input: PresentUserInput): UserProfile {
  const { firstName, lastName, userTemplateName, primaryEmailAddr, secondaryEmailAddr } = input;
  return {
    firstName,
    lastName,
    userTemplateName,
    ...(primaryEmailAddr && { primaryEmailAddr }),
    ...(secondaryEmailAddr && { secondaryEmailAddr }),
  };
}

interface Mention {
  readonly loginUserId: string;
  readonly subject: Subject;
}

/** Exact repeats, and people written twice: equal after NFC, trim and lower case (U7). Wrong shapes count too. */
function reportRepeatedUsers(users: readonly Declared<UserInput>[], findings: Findings): void {
  const seen = new Map<string, Mention>();
  for (const { subject } of users) {
    const loginUserId = text(subject.node, 'loginUserId');
    if (loginUserId === null) continue;
    const folded = loginUserId.normalize('NFC').trim().toLowerCase();
    const first = seen.get(folded);
    if (!first) seen.set(folded, { loginUserId, subject });
    else reportRepeat({ loginUserId, subject }, first, findings);
  }
}

function reportRepeat({ loginUserId, subject }: Mention, first: Mention, findings: Findings): void {
  const { file, line } = first.subject.source.position(first.subject.node.at);
  const same = loginUserId === first.loginUserId;
  const likeness = same ? 'the same one' : 'one that differs only in case, blanks or Unicode form';
  const words = `expected each user once; ${loginUserId} is declared at ${file}:${line} too, ${likeness}`;
  findings.add({
    code: 'duplicate-user',
    source: subject.source,
    at: valuePlace(subject, 'loginUserId'),
    message: `${subject.path}.loginUserId: ${words}`,
    address: subject.address,
  });
}
