// A person whose name, template or e-mail changes in a program of classes: no call updates a person.

import { describe, expect, test } from 'vitest';

import { inputsIn } from '../../providers/receipts.ts';
import { converge } from './class-converge.ts';
import { classEngine } from './class-engine.ts';
import type { ClassEngine, ClassUpdate, Registered } from './class-engine.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

function user(args: object = {}): Registered[] {
  return [{ kind: 'User', name: 'ana', args: { ...ANA, ...args } }];
}

/** What the stack says of the person: as `pulumi stack export` shows its outputs. */
function shown({ entries }: ClassEngine): object {
  const {
    __provider: _,
    __owner: _owner,
    __stack: _stack,
    ...declared
  } = inputsIn('user', entries.get('ana')!.outputs);
  return declared;
}

/** Nothing is done, and one line of warning says so. */
function keptUnapplied(update: ClassUpdate, ...fields: readonly string[]): void {
  expect(update).toMatchObject({ operations: [], errors: [], writes: 0 });
  expect(update.said).toEqual([
    expect.stringContaining(`warning: User "ana" (user:ana@example.com): ${fields.join(', ')} changed`) as string,
  ]);
  expect(update.said[0]).toContain('not applied: there is no update call for users');
}

describe('a class whose person changed in the program, with onProfileChange: keep', () => {
  test.each([
    ['another name', {}, { firstName: 'Anna', lastName: 'Ruizova' }, ['firstName', 'lastName']],
    ['another template', {}, { userTemplateName: 'Team leads' }, ['userTemplateName']],
    ['an e-mail address that is new', {}, { secondaryEmailAddr: 'a@example.org' }, ['secondaryEmailAddr']],
    ['createInBackend that is left out', { createInBackend: true }, {}, ['createInBackend']],
  ])('%s is said at preview and at up, and at each one after it', async (_title, before, after, fields) => {
    const engine = await classEngine();
    expect(await engine.up(user(before))).toMatchObject({ operations: ['creating ana'], errors: [], said: [] });
    const sent = shown(engine);
    for (let run = 0; run < 2; run += 1) {
      keptUnapplied(await engine.up(user(after), { preview: true }), ...fields);
      keptUnapplied(await engine.up(user(after)), ...fields);
      expect(shown(engine)).toEqual(sent);
      keptUnapplied(await engine.up(user(after), { refresh: true }), ...fields);
    }
    // The program of this run counts, not the one before it.
    keptUnapplied(await engine.up(user(after)), ...fields);
    expect((await engine.up(user(before), { refresh: true, preview: true })).said).toEqual([]);
    await engine.refresh();
    expect(shown(engine)).toEqual(sent);
    await converge(engine, user(before));
  });

  test('is applied once the program says onProfileChange: replace', async () => {
    const engine = await classEngine();
    await engine.up(user());
    keptUnapplied(await engine.up(user({ firstName: 'Anna' })), 'firstName');
    const replaced = await engine.up(user({ firstName: 'Anna', onProfileChange: 'replace' }));
    expect(replaced).toMatchObject({ operations: ['updating ana'], errors: [], said: [], writes: 2 });
    await converge(engine, user({ firstName: 'Anna', onProfileChange: 'replace' }));
  });

  test('a side that is wanted now and was never made is refused at up, as it was, and said where nothing else is', async () => {
    const engine = await classEngine();
    await engine.up(user());
    const wanted = user({ createInBackend: true });
    expect((await engine.up(wanted)).errors).toEqual([expect.stringContaining('[partial]') as string]);
    const seen = await engine.up(wanted, { refresh: true, preview: true });
    expect(seen.said).toEqual([expect.stringContaining('is in the service but not in the second system') as string]);
  });
});

test('a customer has no profile: with `adopt: true` it is added where nobody is there, and again for a reason', async () => {
  const engine = await classEngine();
  const key = { campaignName: 'Summer', clientId: 'C-1' };
  const one = (args: object = {}): Registered[] => [
    ...user(),
    { kind: 'PinnedRecord', name: 'one', args: { ...key, adopt: true, ...args } },
  ];
  expect(await engine.up(one())).toMatchObject({ errors: [], writes: 2 });
  await engine.sandbox.control.work({ ...key, agent: ANA.loginUserId, state: 'COMPLETED' });
  await engine.up(one(), { refresh: true });
  await engine.sandbox.control.removeRecord(key);
  await engine.up(one(), { refresh: true });
  expect(await engine.up(one({ reissue: 'asked again' }))).toMatchObject({ errors: [], writes: 1 });
});
