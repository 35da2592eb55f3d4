// What the classes refuse, and how: programs in JavaScript, which no types hold back. In this process, without an engine.

import * as pulumi from '@pulumi/pulumi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import type { Family, Properties } from '../../providers/declaration.ts';
import { PinnedRecord, RecordSet, User } from '../../providers/resources.ts';
import { target } from '../support/values.ts';

const CLASSES = { user: User, record: PinnedRecord, set: RecordSet };
const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const TASK = { campaignName: 'Summer Renewals', clientId: 'C-1' };
const SET = { campaignName: 'Summer Renewals', records: [{ clientId: 'C-1' }] };
const GIVEN = { user: ANA, record: TASK, set: SET };

const registered = new Map<string, Properties>();

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => {
        registered.set(name, inputs as Properties);
        return { id: name, state: inputs as Properties };
      },
      call: () => ({}),
    },
    'team',
    'dev',
    false,
    'organization',
  );
});

// The SDK keeps its engine for the whole process, and other files share it.
afterAll(() => pulumi.runtime.resetOptions('', '', -1, '', '', false, ''));

/** As a program without types calls it. */
function construct(family: Family, args: unknown, options?: unknown): pulumi.CustomResource {
  const Class = CLASSES[family] as new (name: string, args: unknown, options?: unknown) => pulumi.CustomResource;
  return new Class('mine', args, options);
}

/** What a constructor throws: one line that the engine prints without a stack trace. */
function refusal(family: Family, args: unknown, options?: unknown): string {
  try {
    construct(family, args, options);
  } catch (error) {
    expect(pulumi.RunError.isInstance(error), String(error)).toBe(true);
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    expect(message).toMatch(/^(?:User|PinnedRecord|RecordSet) mine: /u);
    return message;
  }
  return 'nothing';
}

const checks = openChecks();

/** What `check` says of what a class registers. */
async function failures(family: Family, args: unknown): Promise<string[]> {
  const resource = construct(family, args);
  await new Promise((resolve) => resource.urn.apply(resolve));
  const { __provider: _, order: _order, ...inputs } = revealed(registered.get('mine'));
  return checks[family](inputs, target()).failures.map(({ reason }) => reason);
}

/** Mocks are given secrets as the wire has them. */
function revealed(inputs: Properties = {}): Properties {
  const plain = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, plain(value)]));
}

describe('a constructor', () => {
  test.each<[string, Family, object, string]>([
    [
      'loginUserId',
      'user',
      { ...ANA, loginUserId: undefined },
      'User mine: loginUserId: expected a value; given undefined',
    ],
    ['clientId', 'record', { ...TASK, clientId: null }, 'PinnedRecord mine: clientId: expected a value; given null'],
    [
      'campaignName',
      'record',
      { clientId: 'C-1' },
      'PinnedRecord mine: campaignName: expected a value; given undefined',
    ],
    [
      'campaignName',
      'set',
      { ...SET, campaignName: null },
      'RecordSet mine: campaignName: expected a value; given null',
    ],
    ['records', 'set', { campaignName: 'S' }, 'RecordSet mine: records: expected a value; given undefined'],
  ])('names %s without a value in one line (%s)', (_name, family, args, text) => {
    expect(refusal(family, args)).toBe(text);
  });

  test('that is called without arguments says what is needed', () => {
    expect(refusal('user', undefined)).toContain('loginUserId: expected a value');
  });

  test.each<[Family, string, string]>([
    ['user', 'onRemoved', 'did you mean onRemove?'],
    ['user', 'campaigns', 'it has target, loginUserId'],
    ['record', 'prefferedAgent', 'did you mean preferredAgent?'],
    ['record', 'owner', 'it has target, campaignName'],
    ['record', 'shard', 'it has target'],
    ['set', 'mraker', 'did you mean marker?'],
    ['set', 'recordsFrom', 'it has target'],
    ['set', 'manage', 'did you mean'],
    ['set', 'adopt', 'it has target'],
  ])('of a %s refuses %s, which it does not have', (family, name, hint) => {
    const text = refusal(family, { ...GIVEN[family], [name]: 'x' });
    expect(text).toContain(`mine: ${name}: is no argument of this class`);
    if (name !== 'manage') expect(text).toContain(hint);
    expect(refusal(family, { ...GIVEN[family], [name]: undefined })).toBe('nothing');
  });

  test('repeats no value that stands where a name belongs', () => {
    expect(refusal('user', { ...ANA, 'w@private.example': 'x' })).not.toContain('private');
  });
});

test.each<[string, object]>([
  ['provider', { provider: {} }],
  ['provider', { parent: { getProvider: () => ({}) } }],
  ['replaceOnChanges', { replaceOnChanges: ['skillQueue'] }],
  ['deleteBeforeReplace', { deleteBeforeReplace: true }],
  ['deletedWith', { deletedWith: 'ana' }],
])('an option that would take the object away is refused by its name: %s', (name, options) => {
  for (const family of ['user', 'record', 'set'] as const)
    expect(refusal(family, GIVEN[family], options)).toContain(`mine: ${name}: `);
});

describe('ignoreChanges', () => {
  test.each<[Family, string]>([
    ...[
      'data.Name',
      'data["Name"]',
      '["data"].Name',
      '["data"]["Na\\"me"]',
      'data[0]',
      'data[*]',
      'data.*',
      'data[',
    ].map((path): [Family, string] => ['record', path]),
    ...['records[0]', 'records[0].skillQueue', 'records[*]', 'records[*].data.Name', '["records"][0]'].map(
      (path): [Family, string] => ['set', path],
    ),
    ['record', 'skillQueue.x'],
    ['user', 'firstName[0]'],
  ])('of a part that Pulumi would write all the same is refused (%s %s)', (family, path) => {
    const text = refusal(family, GIVEN[family], { ignoreChanges: ['ensure', path].slice(family === 'set' ? 1 : 0) });
    expect(text).toContain('mine: ignoreChanges: ');
  });

  test.each<[Family, string]>([
    ['record', '*'],
    ['record', '*.Name'],
    ['record', 'skilQueue'],
    ['set', 'data'],
    ['user', 'owner'],
    ['user', ''],
  ])('of what is no argument is refused (%s %s)', (family, path) => {
    expect(refusal(family, GIVEN[family], { ignoreChanges: [path] })).toContain('is no argument of this class');
  });

  test.each<[Family, string]>([
    ['record', 'data'],
    ['record', '["data"]'],
    ['record', 'skillQueue'],
    ['record', 'highlight[0]'],
    ['record', 'twins["17"]'],
    ['user', 'offboard.reassignTo'],
    ['user', 'firstName'],
    ['set', 'records'],
  ])('of what Pulumi can leave alone goes on working (%s %s)', (family, path) => {
    expect(refusal(family, GIVEN[family], { ignoreChanges: [path] })).toBe('nothing');
  });
});

describe('check, of what a class registers', () => {
  const WORDS = {
    ensure: /^ensure: expected one of present, absent/u,
    onRemove: /^onRemove: expected one of release, keep, delete, delete-with-backend/u,
    onProfileChange: /^onProfileChange: expected one of keep, replace/u,
    behaviorIfInBackend: /^behaviorIfInBackend: expected one of FAIL, ALLOW/u,
    offboard: /^offboard: expected (?:one of clear, block|clear, block or)/u,
  };

  test.each(Object.entries(WORDS))(
    'refuses an unknown word in %s of a user, as a value and from an output',
    async (name, text) => {
      for (const word of ['Absent', 'Remove', 'ALOW', 'KEEP', '', null, 1, true, ['keep']]) {
        for (const value of [word, pulumi.output(word)]) {
          expect(await failures('user', { ...ANA, createInBackend: true, [name]: value })).toEqual([
            expect.stringMatching(text) as string,
          ]);
        }
      }
    },
  );

  test.each<[Family, object, RegExp]>([
    ['record', { ...TASK, ensure: 'Absent' }, /^ensure: expected one of present, absent, .*; did you mean absent\?$/u],
    ['record', { ...TASK, whenWorked: 'Remove' }, /^whenWorked: expected one of keep, .*; did you mean remove\?$/u],
    ['record', { ...TASK, highlight: 'all' }, /^highlight: expected one of ALL; .*; did you mean ALL\?$/u],
    ['record', { ...TASK, twins: { 17: 'Keep' } }, /^twins\[17\]: expected one of keep, remove, merge/u],
    ['record', { ...TASK, marker: 'false' }, /^marker: expected true or false/u],
    ['set', { ...SET, intake: 'yes' }, /^intake: expected true or false/u],
    [
      'set',
      { ...SET, records: [{ clientId: 'C-1', ensure: 'Absent' }] },
      /^records\[0\]\.ensure: expected one of present/u,
    ],
    [
      'set',
      { ...SET, records: [{ clientId: 'C-1', prefferedAgent: 'x' }] },
      /^records\[0\]: the key "prefferedAgent"/u,
    ],
    ['set', { ...SET, records: [{ clientId: 'C-1', owner: 'x' }] }, /^records\[0\]: the key "owner"/u],
    ['user', { loginUserId: 'ana@example.com', ensure: 'Absent' }, /ensure: expected one of present, absent/u],
  ])('refuses an unknown word or key of a %s: %o', async (family, args, text) => {
    expect((await failures(family, args)).join('\n')).toMatch(new RegExp(text.source, 'mu'));
  });

  test.each<[Family, object, string]>([
    ['user', { ...ANA, loginUserId: pulumi.output(undefined) }, 'expected the key "loginUserId"; it is missing'],
    ['user', { ...ANA, loginUserId: pulumi.output(null) }, 'loginUserId: expected'],
    ['record', { ...TASK, clientId: pulumi.output(undefined) }, 'expected the key "clientId"; it is missing'],
    ['record', { ...TASK, clientId: 17 }, 'clientId: expected text'],
    ['record', { ...TASK, campaignName: pulumi.output(undefined) }, 'expected the key "campaignName"; it is missing'],
    ['record', { ...TASK, data: pulumi.output(undefined) }, 'data: expected a mapping; given nothing'],
    ['record', { ...TASK, data: null }, 'data: expected a mapping; given nothing'],
    ['record', { ...TASK, data: 'Maria' }, 'data: expected a mapping; given text of 5 characters'],
    ['record', { ...TASK, data: ['Maria'] }, 'data: expected a mapping; given a list'],
    ['record', { ...TASK, data: { Name: pulumi.output(undefined) } }, 'data: expected text or'],
    [
      'record',
      { ...TASK, data: { Name: { value: 'x', displayOrder: 'first' } } },
      'data.Name.displayOrder: expected a whole number',
    ],
    ['record', { ...TASK, data: { Name: { value: 'x', colour: 'red' } } }, 'data.Name: the key "colour" is not known'],
    ['set', { ...SET, records: pulumi.output(undefined) }, 'records: expected a list; given nothing'],
    ['set', { ...SET, records: pulumi.output(null) }, 'records: expected a list; given nothing'],
    ['set', { ...SET, records: { clientId: 'C-1' } }, 'records: expected a list; given a mapping'],
    ['set', { ...SET, records: [undefined] }, 'records[0]: expected a mapping; given nothing'],
    ['set', { ...SET, records: [{ clientId: undefined }] }, 'records[0]: expected the key "clientId"; it is missing'],
    ['set', { ...SET, campaignName: pulumi.output(undefined) }, 'expected the key "campaignName"; it is missing'],
  ])('names what has no value, or another form, without a stack trace (%s %#)', async (family, args, text) => {
    const said = await failures(family, args);
    expect(said.length, said.join('\n')).toBeGreaterThan(0);
    expect(said.join('\n')).toContain(text);
    expect(said.join('\n')).not.toMatch(/Maria|^: /mu);
  });

  test('takes what is right, with values from outputs and places of data items', async () => {
    expect(await failures('user', { ...ANA, ensure: pulumi.output('present'), createInBackend: undefined })).toEqual(
      [],
    );
    expect(await failures('user', { loginUserId: 'ana@example.com', ensure: 'absent' })).toEqual([]);
    const data = {
      b: 'Maria',
      a: { value: pulumi.output('x'), displayOrder: undefined },
      c: { value: '', displayOrder: 2 },
    };
    expect(await failures('record', { ...TASK, data: pulumi.output(data) })).toEqual([]);
    expect(await failures('set', { ...SET, records: [] })).toEqual([]);
  });
});
