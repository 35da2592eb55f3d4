// Access: planted in what compares, creates and removes users.

import type { Plant } from './plant.ts';

const USER = 'src/reconcile/diff/user.ts';
const REMOVAL = 'src/reconcile/diff/user-removal.ts';
const DELETE = 'src/reconcile/apply/delete-user.ts';
const ADD = 'src/reconcile/apply/user.ts';
const OFFBOARD = 'src/reconcile/apply/offboard.ts';

export const USERS: readonly Plant[] = [
  {
    name: 'an account of others is taken over without adopt: true',
    rule: 'D4: adopt is consent',
    file: USER,
    right: "if (recorded === null) return desired.adopt ? adopt(facts, observed) : notOurs(facts, 'service');",
    wrong: 'if (recorded === null) return adopt(facts, observed);',
  },
  {
    name: 'a leaver whom others made is deleted without adopt: true',
    rule: 'D4: adopt is consent',
    file: REMOVAL,
    right: "if (recorded === null && !desired.adopt) return sayOfUser(facts, { kind: 'leaver-present' });",
    wrong: '',
  },
  {
    name: 'an adopted person is deleted when the line goes',
    rule: 'D4: adopted is released',
    file: REMOVAL,
    right:
      "if (recorded.onRemove === 'release' || (recorded.provenance.service === 'adopted' && recorded.onRemove === null)) {",
    wrong: "if (recorded.onRemove === 'release') {",
  },
  {
    name: 'an account that others made again is deleted when the line goes',
    rule: 'D4: another connectUserId is another account',
    file: REMOVAL,
    right: "if (wasRecreated(recorded, observed)) return sayRecreated(facts, recorded, 'undeclared');",
    wrong: '',
  },
  {
    name: 'onRemove: keep does not keep',
    rule: 'D4: onRemove',
    file: REMOVAL,
    right: "if (recorded.onRemove === 'keep') return sayOfUser(facts, { kind: 'kept-undeclared' });",
    wrong: '',
  },
  {
    name: 'the backing account that we made stays when the line goes',
    rule: 'D4, D13.4: both sides of a user',
    file: REMOVAL,
    right: "return onRemove === 'delete-with-backend' || onRemove === null || onRemove === 'keep';",
    wrong: "return onRemove === 'delete-with-backend';",
  },
  {
    name: 'a backing account of others goes with the person',
    rule: 'D4: provenance of each side',
    file: REMOVAL,
    right: 'return ownsBackend(facts) && takesWhatIsOurs(onRemove);',
    wrong: 'return takesWhatIsOurs(onRemove);',
  },
  {
    name: 'what is left in the backing instance is not asked for',
    rule: 'D13.4',
    file: REMOVAL,
    right: 'if (!isAsked) return null;',
    wrong: 'if (facts !== null) return null;',
  },
  {
    name: 'who was found after an unanswered create is let go without a word',
    rule: 'D13.4: never let go without a word',
    file: REMOVAL,
    right: 'if (isShown && recorded.onRemove === null && isProbablyOurs(recorded, null)) {',
    wrong: 'if (false as boolean) {',
  },
  {
    name: 'who was found after an unanswered create counts as created by us',
    rule: 'D7: an answer that is lost proves nothing',
    file: 'src/reconcile/diff/open-intents.ts',
    right: "provenance: { ...proposed.provenance, service: 'adopted' }, foundAt };",
    wrong: 'provenance: proposed.provenance };',
  },
  {
    name: 'nobody looks for pinned tasks before a person is removed',
    rule: 'D4: off-boarding',
    file: OFFBOARD,
    right: 'if (open.length > 0) {\n    const text',
    wrong: 'if (open.length > 99) {\n    const text',
  },
  {
    name: 'off-boarding blocks nobody',
    rule: 'D4: off-boarding',
    file: 'src/reconcile/diff/offboard.ts',
    right: "if (policy === 'block') return { kind: 'policy' };",
    wrong: '',
  },
  {
    name: 'tasks of others are taken out of the hands of a leaver',
    rule: 'D4: off-boarding moves what is ours',
    file: 'src/reconcile/diff/offboard.ts',
    right: "if (foreign.length > 0) return { kind: 'not-ours', tasks: foreign.map(taskName) };",
    wrong: '',
  },
  {
    name: 'a delete is called done by its answer',
    rule: 'D11.3: a removal ends with a reading',
    file: 'src/reconcile/apply/write.ts',
    right: "if ('isGone' in effect) return unlessGone(change, context, effect);",
    wrong: "if ('isGone' in effect) return null;",
  },
  {
    name: 'a person whom others made again since the plan is deleted',
    rule: 'D12.1',
    file: DELETE,
    right: 'if (connectUserId === null || planned === null || planned === connectUserId) return null;',
    wrong: 'if (fresh !== null) return null;',
  },
  {
    name: 'of a person on two sides one is enough to be called gone',
    rule: 'D13.4: both sides of a user',
    file: DELETE,
    right: "return inBackend && isShown ? goneFromBackend(left) : { kind: 'done', value: true };",
    wrong: "return { kind: 'done', value: true };",
  },
  {
    name: 'a person whose create had no answer is called made by one side',
    rule: 'D13.4',
    file: ADD,
    right: 'return last.seen !== null && !isOneSided(change, last.seen);',
    wrong: 'return true;',
  },
  {
    name: 'a person who is gone is restored without a known user',
    rule: 'D4: no absence counts where nobody is known',
    file: USER,
    right: "if (facts.recorded !== null && !mayRestore) return sayOfUser(facts, { kind: 'no-known-user' });",
    wrong: '',
  },
  {
    name: 'query-existence that fails counts as absent',
    rule: 'D12.2: only documented words prove',
    file: 'src/reconcile/diff/user.ts',
    right: "if (observed.service === 'absent') return diffMissing(facts, desired, observed);",
    wrong: "if (observed.service !== 'present') return diffMissing(facts, desired, observed);",
  },
  {
    name: 'another account that was seen in the place of ours is forgotten',
    rule: 'D12.1',
    file: 'src/reconcile/diff/diff.ts',
    right: '? [{ ...before, otherSeenAt: now }] : [];',
    wrong: '? [] : [];',
  },
  {
    name: 'which account it is is not recorded before a delete',
    rule: 'D12.1',
    file: 'src/reconcile/diff/diff.ts',
    right: "? desired.get(address)?.ensure === 'present' : action === 'delete';",
    wrong: "? desired.get(address)?.ensure === 'present' : false;",
  },
  {
    name: 'the very account is taken for one of others after a restore that was refused',
    rule: 'D12.1',
    file: 'src/reconcile/diff/user-result.ts',
    right: "observed.service === 'present') return isUnproven(recorded, observed);",
    wrong: "observed.service === 'present') return true;",
  },
  {
    name: 'who may be ours after a restore that was refused keeps the access without a word',
    rule: 'D13.4: what nobody can prove is said',
    file: REMOVAL,
    right: "if (wasRecreated(recorded, observed)) return sayRecreated(facts, recorded, 'undeclared');",
    wrong:
      "if (wasRecreated(recorded, observed)) return userChange(facts, { action: 'forget', cause: { kind: 'already-gone' }, provenance: null });",
    door: 'wide',
  },
  {
    name: 'whoever joins an account in the backing instance is not looked at',
    rule: 'D7: SUCCESS without an id proves nothing on both sides',
    file: 'src/reconcile/apply/user.ts',
    right: "{ ...joined, notes: [{ kind: 'joined' }] }",
    wrong: "applied(change, { kind: 'joined' })",
    door: 'pulumi',
  },
  {
    name: 'SUCCESS without the id of the account proves that we made it',
    rule: 'U, add-user, rule 3; D13.4: SUCCESS is one word',
    file: ADD,
    right: "const isFound = !isProven && behaviorIfInBackend === 'FAIL';",
    wrong: 'const isFound = false as boolean;',
  },
  {
    name: 'the backing account of others is remembered as that of whom we made',
    rule: 'D4: another connectUserId is another account',
    file: 'src/reconcile/diff/user-removal.ts',
    right: "removed.connectUserId !== null && removed.provenance.backend !== 'none'",
    wrong: 'removed.connectUserId !== null',
  },
  {
    door: 'pulumi',
    name: 'what is to be known of a change that was applied is told beside no table of Pulumi',
    rule: 'an update that was stopped says what nobody has read again',
    file: 'providers/write.ts',
    right: '  sayNotes(result, context);\n',
    wrong: '  if (context.target.sandbox !== true) sayNotes(result, context);\n',
  },
  {
    door: 'pulumi',
    name: 'what the create of a class may have made is not told once the class is taken out',
    rule: 'who was made by us and is declared no more does not keep the access in silence',
    file: 'src/program/cut-off.ts',
    right: 'isClass(inputs) && !owners.has(owner)',
    wrong: 'isClass(inputs) && owners.size < 0',
  },
];
