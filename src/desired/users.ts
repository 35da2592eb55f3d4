// Declared users -> desired users, with the rules that hold for people (user provisioning interface, "add-user").

import { namesWhere } from '../model/fields.ts';
import type { Target } from '../model/target.ts';
import { foldedLogin } from '../model/user.ts';
import type { DesiredUser } from '../model/user.ts';
import { USER_FIELDS } from '../model/user-fields.ts';
import { valuePlace } from './declare.ts';
import type { Declared } from './declare.ts';
import type { UserInput } from './define.ts';
import type { FindingCode, Findings } from './findings.ts';
import type { Subject } from './shape.ts';
import { child, text } from './tree.ts';
import { userFrom } from './user-input.ts';

const FOR_DIRECTORY = namesWhere(USER_FIELDS, { required: 'directory' });

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
  return users.flatMap(({ subject, input }) =>
    input === null ? [] : [userFrom(input, subject.source.position(subject.node.at))],
  );
}

function checkUser(subject: Subject, input: Partial<UserInput>, { target, leavers, findings }: UserRules): void {
  const { node, source, path, address } = subject;
  const add = (code: FindingCode, key: string, message: string): void =>
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
  if (target.identity === 'directory' && input.ensure !== 'absent') {
    for (const name of FOR_DIRECTORY.filter((field) => child(node, field) === null)) {
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

interface Mention {
  readonly loginUserId: string;
  readonly subject: Subject;
}

/** Exact repeats, and people written twice: equal after NFC and lower case. Wrong shapes count too. */
function reportRepeatedUsers(users: readonly Declared<UserInput>[], findings: Findings): void {
  const seen = new Map<string, Mention>();
  for (const { subject } of users) {
    const loginUserId = text(subject.node, 'loginUserId');
    if (loginUserId === null) continue;
    const folded = foldedLogin(loginUserId);
    const first = seen.get(folded);
    if (!first) seen.set(folded, { loginUserId, subject });
    else reportRepeat({ loginUserId, subject }, first, findings);
  }
}

function reportRepeat({ loginUserId, subject }: Mention, first: Mention, findings: Findings): void {
  const { file, line } = first.subject.source.position(first.subject.node.at);
  const same = loginUserId === first.loginUserId;
  const likeness = same ? 'the same one' : 'one that differs only in case or Unicode form';
  const words = `expected each user once; ${likeness} is declared at ${file}:${line}, too`;
  findings.add({
    code: 'duplicate-user',
    source: subject.source,
    at: valuePlace(subject, 'loginUserId'),
    message: `${subject.path}.loginUserId: ${words}`,
    address: subject.address,
  });
}
