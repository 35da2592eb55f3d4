import { describe, expect, test } from 'vitest';

import type { UserProvenance } from '../../src/core/model/user.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { diffUser } from '../../src/core/reconcile/diff/user.ts';
import type { UserFacts } from '../../src/core/reconcile/diff/user-result.ts';
import { facts as factsOf } from '../support/plans.ts';
import { LINEAGE, NOW, aLeaver, aUser, digest, recordedUser, seenUser } from '../support/values.ts';

function verdictOf(parts: Partial<UserFacts>): string {
  const result = diffUser({ desired: null, recorded: null, observed: null, digest, knownUserSeen: true, ...parts });
  if (result.change) {
    const { action, behaviorIfInBackend, deleteInBackend } = result.change;
    if (action === 'create' || action === 'restore') return `${action} ${behaviorIfInBackend}`;
    return action === 'delete' || action === 'replace' ? `${action}${deleteInBackend ? ' with backend' : ''}` : action;
  }
  return result.verdict ? `${result.verdict.class}${result.verdict.code ? ` ${result.verdict.code}` : ''}` : 'nothing';
}

const plain = aUser();
const both = aUser({ createInBackend: true });
const adopting = aUser({ createInBackend: true, adopt: true });

describe('a user declared present', () => {
  test.each([
    ['is created and refused if it appears meanwhile', plain, seenUser('absent'), 'create FAIL'],
    [
      'in both places is created with FAIL when the backing instance has nobody',
      both,
      seenUser('absent', 'absent'),
      'create FAIL',
    ],
    [
      'is a conflict when only the backing instance has somebody',
      both,
      seenUser('absent', 'present'),
      'decision conflict',
    ],
    [
      'is created over the backing side when adoption is declared',
      adopting,
      seenUser('absent', 'present'),
      'create ALLOW',
    ],
    [
      'is created with FAIL and then ALLOW when adoption is declared and the backing side is not shown',
      adopting,
      seenUser('absent', 'unknown'),
      'create FAIL-then-ALLOW',
    ],
    ['is created with FAIL when the backing side is not shown', both, seenUser('absent', 'unknown'), 'create FAIL'],
    [
      'keeps an explicit FAIL from the file, also when adoption is declared',
      aUser({ createInBackend: true, adopt: true, behaviorIfInBackend: 'FAIL' }),
      seenUser('absent', 'unknown'),
      'create FAIL',
    ],
    [
      'in the service only is created with one request, also when adoption is declared',
      aUser({ adopt: true }),
      seenUser('absent', 'unknown'),
      'create FAIL',
    ],
    ['that exists and is not ours is a conflict', plain, seenUser('present'), 'decision conflict'],
    ['that exists is adopted when the file says so', aUser({ adopt: true }), seenUser('present'), 'adopt'],
    ['that could not be read is never created', plain, seenUser('unknown'), 'unreadable unreadable'],
    [
      'keeps an explicit ALLOW from the file',
      aUser({ createInBackend: true, behaviorIfInBackend: 'ALLOW' }),
      seenUser('absent', 'absent'),
      'create ALLOW',
    ],
  ])('%s', (_title, desired, observed, expected) => {
    expect(verdictOf({ desired, observed })).toBe(expected);
  });

  test('and recorded as ours is left in peace, its profile assumed', () => {
    expect(verdictOf({ desired: plain, recorded: recordedUser(plain), observed: seenUser('present') })).toBe('assumed');
  });

  test('and removed by somebody is restored, over the backing side we made', () => {
    expect(verdictOf({ desired: both, recorded: recordedUser(both), observed: seenUser('absent', 'present') })).toBe(
      'restore ALLOW',
    );
  });

  test('with another connectUserId was made again by somebody else', () => {
    const recorded = recordedUser(both, { connectUserId: 'c-1' });
    expect(verdictOf({ desired: both, recorded, observed: seenUser('present', 'present', 'c-2') })).toBe(
      'decision recreated',
    );
  });

  test('and missing in the backing instance is partial, and replaced only when the file allows it', () => {
    const observed = seenUser('present', 'absent');
    expect(verdictOf({ desired: both, recorded: recordedUser(both), observed })).toBe('decision partial');
    const replacing = aUser({ createInBackend: true, onProfileChange: 'replace' });
    expect(verdictOf({ desired: replacing, recorded: recordedUser(replacing), observed })).toBe('replace with backend');
  });

  test('and not observable in the backing instance is not called partial', () => {
    expect(verdictOf({ desired: both, recorded: recordedUser(both), observed: seenUser('present', 'unknown') })).toBe(
      'assumed',
    );
  });

  test('with a changed name is never an update: kept, or replaced when the file says so', () => {
    const renamed = aUser({ profile: { ...plain.profile, lastName: 'Gomez' } });
    expect(verdictOf({ desired: renamed, recorded: recordedUser(plain), observed: seenUser('present') })).toBe('kept');
    const replacing = { ...renamed, onProfileChange: 'replace' as const };
    expect(verdictOf({ desired: replacing, recorded: recordedUser(plain), observed: seenUser('present') })).toBe(
      'replace',
    );
  });
});

describe('a user to be replaced on both sides who was made in the service only', () => {
  const was = recordedUser(plain);
  const wanted = (parts: Partial<typeof plain> = {}) =>
    aUser({ createInBackend: true, onProfileChange: 'replace', ...parts });

  test.each([
    ['present', {}, 'decision replace-needed'],
    ['unknown', {}, 'decision replace-needed'],
    ['absent', {}, 'replace'],
    ['present', { adopt: true }, 'replace'],
    ['unknown', { behaviorIfInBackend: 'ALLOW' }, 'replace'],
    ['unknown', { adopt: true, behaviorIfInBackend: 'FAIL' }, 'decision replace-needed'],
  ] as const)('with a backing side that is %s, given %o: %s', (backend, parts, expected) => {
    const observed = seenUser('present', backend);
    expect(verdictOf({ desired: wanted(parts), recorded: was, observed })).toBe(expected);
  });
});

describe('a user no longer declared', () => {
  test.each([
    ['created by us in the service is deleted there', recordedUser(plain), seenUser('present'), 'delete'],
    [
      'created by us on both sides is deleted on both',
      recordedUser(both),
      seenUser('present', 'present'),
      'delete with backend',
    ],
    [
      'adopted is released without a request',
      recordedUser(plain, { provenance: { service: 'adopted', backend: 'none' } }),
      seenUser('present'),
      'forget',
    ],
    ['with onRemove release is released', recordedUser(plain, { onRemove: 'release' }), seenUser('present'), 'forget'],
    [
      'with onRemove delete keeps the backing side',
      recordedUser(both, { onRemove: 'delete' }),
      seenUser('present', 'present'),
      'delete',
    ],
    ['and already gone is forgotten', recordedUser(plain), seenUser('absent'), 'forget'],
    ['and unreadable is kept in the record', recordedUser(plain), seenUser('unknown'), 'unreadable unreadable'],
    [
      'is deleted where a restore was refused and the very account is there',
      recordedUser(both, { connectUserId: 'c-1', restoreFailedAt: 1 }),
      seenUser('present', 'present', 'c-1'),
      'delete with backend',
    ],
    [
      'waits for a person where a restore was refused and nothing proves who is there',
      recordedUser(both, { restoreFailedAt: 1 }),
      seenUser('present', 'present'),
      'decision recreated',
    ],
    [
      'but made again by somebody else is not deleted',
      recordedUser(both, { connectUserId: 'c-1' }),
      seenUser('present', 'present', 'c-2'),
      'decision recreated',
    ],
    [
      'nor is it where that account has lost its id since',
      recordedUser(both, { connectUserId: 'c-1', otherSeenAt: 1 }),
      seenUser('present', 'absent'),
      'decision recreated',
    ],
    [
      'is deleted where the recorded account is there again',
      recordedUser(both, { connectUserId: 'c-1', otherSeenAt: 1 }),
      seenUser('present', 'present', 'c-1'),
      'delete with backend',
    ],
  ])('%s', (_title, recorded, observed, expected) => {
    expect(verdictOf({ recorded, observed })).toBe(expected);
  });

  test('is not called gone when no known user answered in this run', () => {
    const result = verdictOf({ recorded: recordedUser(plain), observed: seenUser('absent'), knownUserSeen: false });
    expect(result).toBe('unreadable unreadable');
  });
});

test('which account it is that a delete is about is noted before it: a run may be killed after it', () => {
  const given = factsOf([both], []);
  const observed = { ...given.observed, users: new Map([[both.address, seenUser('present', 'present', 'c-1')]]) };
  const { changes, notes } = diff({ ...given, observed, lineage: LINEAGE, digest, now: NOW });
  expect(changes).toMatchObject([{ action: 'delete' }]);
  expect(notes).toMatchObject([{ address: both.address, connectUserId: 'c-1' }]);
});

describe('a user who was removed', () => {
  test.each([
    ['made', 'created', 'delete with backend'],
    ['never had', 'none', 'decision recreated'],
  ] as const)('and is seen with the id of a backing account that we %s', (_whose, backend, expected) => {
    const removed = recordedUser(both, { provenance: { service: 'created', backend }, connectUserId: 'c-1' });
    expect(verdictOf({ removed, observed: seenUser('present', 'present', 'c-1') })).toBe(expected);
  });

  test.each([
    ['an account of others that was seen last', 'c-3', 'none', 'c-3', 'decision recreated'],
    ['no account of ours, and one that has an id', null, 'none', 'c-1', 'decision recreated'],
    ['our account, and another one', 'c-1', 'created', 'c-2', 'decision recreated'],
    ['our account, and the same one', 'c-1', 'created', 'c-1', 'delete with backend'],
    ['nothing that shows which it is', null, 'none', null, 'delete'],
  ] as const)('and is wanted gone, with %s', (_whose, before, backend, now, expected) => {
    const removed = recordedUser(both, { provenance: { service: 'created', backend }, connectUserId: before });
    const observed = seenUser('present', now === null ? 'absent' : 'present', now);
    expect(verdictOf({ desired: aLeaver(), removed, observed })).toBe(expected);
    if (expected === 'decision recreated')
      expect(verdictOf({ desired: aLeaver({ adopt: true }), removed, observed })).toMatch(/^delete/u);
  });

  test('has an account of others in the second system, which no line takes away', () => {
    const provenance = { service: 'adopted', backend: 'none' } as const;
    const removed = recordedUser(both, { provenance, connectUserId: 'c-4', onRemove: 'delete-with-backend' });
    expect(verdictOf({ removed, observed: seenUser('absent', 'present', 'c-4') })).toBe('nothing');
  });

  test.each([
    ['we made it, and onRemove: delete left it', both, 'delete', 'unreadable not-proven'],
    ['we made it, and onRemove: release left it', both, 'release', 'unreadable not-proven'],
    ['we made it, and our delete was of both sides', both, 'delete-with-backend', 'nothing'],
    ['we made none', plain, 'delete', 'nothing'],
  ] as const)('and is wanted gone on the backing side, which is not shown: %s', (_left, made, onRemove, expected) => {
    const desired = aLeaver({ onRemove: 'delete-with-backend' });
    const removed = recordedUser(made, { onRemove, removedAt: 1 });
    expect(verdictOf({ desired, removed, observed: seenUser('absent') })).toBe(expected);
  });
});

test.each([
  ['stays ours where the file asks for that side no more', 'present', 'created'],
  ['stays ours where that side is not shown', 'unknown', 'created'],
  ['is forgotten where it is seen gone', 'absent', 'none'],
] as const)('the backing account that we made, of whom others removed from the service, %s', (_what, backend, kept) => {
  const provenance = { service: 'created', backend: 'created' } as const;
  const recorded = recordedUser(both, { provenance, connectUserId: 'c-1' });
  const observed = seenUser('absent', backend, backend === 'present' ? 'c-1' : null);
  const { change } = diffUser({ desired: plain, recorded, observed, digest, knownUserSeen: true });
  expect(change).toMatchObject({ action: 'restore', provenance: { service: 'created', backend: kept } });
});

describe('what ensure: absent removes', () => {
  const provenances = [
    { service: 'created', backend: 'none' },
    { service: 'created', backend: 'created' },
    { service: 'created', backend: 'adopted' },
    { service: 'adopted', backend: 'none' },
    { service: 'adopted', backend: 'adopted' },
  ] as const;
  const marks = [
    {},
    { foundAt: 1 },
    { restoreFailedAt: 1 },
    { otherSeenAt: 1 },
    { backendAskedAt: 1 },
    { removedAt: 1 },
  ];
  const settings = [null, 'release', 'keep', 'delete', 'delete-with-backend'] as const;
  const seen = (['present', 'absent'] as const).flatMap((service) =>
    (['present', 'absent', 'unknown'] as const).flatMap((backend) =>
      [null, 'c-1', 'c-2'].map((id) => seenUser(service, backend, id)),
    ),
  );

  /** The sides that its request would remove. */
  function removed(facts: Partial<UserFacts>): string[] {
    const { change } = diffUser({
      desired: null,
      recorded: null,
      observed: null,
      digest,
      knownUserSeen: true,
      ...facts,
    });
    if (change?.action !== 'delete') return [];
    const service = change.cause.kind === 'backend-only' ? [] : ['service'];
    return [...service, ...(change.deleteInBackend ? ['backend'] : [])];
  }

  /** Every way in which a person of this provenance is known, and every line that may say `ensure: absent` of her. */
  function cases(provenance: UserProvenance) {
    return settings.flatMap((onRemove) =>
      marks.flatMap((mark) =>
        [null, 'c-1'].flatMap((connectUserId) => {
          const known = recordedUser(both, { provenance, onRemove, connectUserId, ...mark });
          const object = 'removedAt' in mark ? { removed: known } : { recorded: known };
          const lines = [aLeaver(), aLeaver({ adopt: true }), aLeaver({ ...(onRemove && { onRemove }) })];
          return seen.flatMap((observed) =>
            [false, true].map((isOlder) => ({ facts: { ...object, observed, isOlder }, lines })),
          );
        }),
      ),
    );
  }

  test.each(provenances)('is at least what a line that went removes (%o)', (provenance) => {
    let removals = 0;
    for (const { facts, lines } of cases(provenance)) {
      const silent = removed(facts);
      removals += silent.length;
      const short = lines.filter((desired) => !silent.every((side) => removed({ ...facts, desired }).includes(side)));
      expect({ facts, short }).toEqual({ facts, short: [] });
    }
    expect(removals).toBeGreaterThan(50);
  });
});

describe('a user declared absent', () => {
  test.each([
    ['and absent needs nothing', aLeaver(), null, seenUser('absent'), 'nothing'],
    ['and ours is deleted', aLeaver(), recordedUser(plain), seenUser('present'), 'delete'],
    ['and somebody else’s needs a decision', aLeaver(), null, seenUser('present'), 'decision leaver-present'],
    [
      'and somebody else’s is deleted when adoption is declared',
      aLeaver({ adopt: true }),
      null,
      seenUser('present'),
      'delete',
    ],
    ['is looked for in the backing instance too', aLeaver(), null, seenUser('absent', 'present'), 'kept'],
  ])('%s', (_title, desired, recorded, observed, expected) => {
    expect(verdictOf({ desired, recorded, observed })).toBe(expected);
  });
});
