// Declared users -> desired users, with the rules that hold for people (user provisioning interface, "add-user").

import { namesWhere } from '../../model/fields.ts';
import type { Target } from '../../model/target.ts';
import type { DesiredUser } from '../../model/user.ts';
import { USER_FIELDS } from '../../model/user-fields.ts';
import { valuePlace } from './declare.ts';
import type { DeclaredInput } from './declare.ts';
import type { UserInput } from './define.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import { reportRepeats } from './repeats.ts';
import type { Subject } from '../text/shape.ts';
import { child, text } from '../text/tree.ts';
import { userFrom } from './user-input.ts';

const FOR_DIRECTORY = namesWhere(USER_FIELDS, { required: 'directory' });

/** loginUserIds declared absent. */
export type Leavers = ReadonlySet<string>;

export function leaversOf(users: readonly DeclaredInput<UserInput>[]): Leavers {
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

export function desiredUsers(users: readonly DeclaredInput<UserInput>[], rules: UserRules): DesiredUser[] {
  reportRepeats(
    users,
    { key: 'loginUserId', code: 'duplicate-user', expected: 'each user once', fits },
    rules.findings,
  );
  for (const user of users) checkUser(user, rules);
  return users.flatMap(({ subject, input }) =>
    input === null ? [] : [userFrom(input, subject.source.position(subject.node.at))],
  );
}

function checkUser(user: DeclaredInput<UserInput>, { target, leavers, findings }: UserRules): void {
  const { subject, sound: input } = user;
  const { source, path, address } = subject;
  const add = (code: FindingCode, key: string, message: string): void =>
    findings.add({ code, source, at: valuePlace(subject, key), message: `${path}${message}`, address });
  const created = input.createInBackend ?? (isGiven(user, 'createInBackend') ? null : false);
  if (input.behaviorIfInBackend !== undefined && created === false) {
    const given = `given createInBackend ${input.createInBackend === false ? 'false' : 'left out'}`;
    add(
      'behavior-without-create',
      'behaviorIfInBackend',
      `.behaviorIfInBackend: expected createInBackend: true; ${given}`,
    );
  }
  if (target.identity === 'internal') {
    const words = `: expected no users, target ${target.name} says identity: internal; given one`;
    add('users-unsupported', '', words);
  }
  if (target.identity === 'directory' && input.ensure !== 'absent') {
    for (const name of FOR_DIRECTORY.filter((field) => !isGiven(user, field))) {
      const words = `: expected ${name}, target ${target.name} says identity: directory; it is missing`;
      add('primary-email-needed', '', words);
    }
  }
  const successor = typeof input.offboard === 'object' ? input.offboard.reassignTo : null;
  if (successor !== null && (successor === input.loginUserId || leavers.has(successor))) {
    const given = successor === input.loginUserId ? 'the same user' : 'one who is declared absent';
    add('reassign-to-leaver', 'offboard', `.offboard.reassignTo: expected a user who stays; given ${given}`);
  }
}

/** Also with a value that has been refused. */
function isGiven({ subject, input }: DeclaredInput<UserInput>, key: keyof UserInput): boolean {
  return input === null ? child(subject.node, key) !== null : input[key] !== undefined;
}

/** A wrong spelling that leaves, and the right one. */
function fits(one: Subject, other: Subject): boolean {
  return (text(one.node, 'ensure') === 'absent') !== (text(other.node, 'ensure') === 'absent');
}
