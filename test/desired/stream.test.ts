// JSON and CSV are declared while they are read: of the tree of each record no more than its place is kept, and a record without a
// finding is never read again. What is declared, and every finding with its place, is as if the whole tree had been held.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { recordsOfCsv } from '../../src/core/desired/csv/csv.ts';
import { declarationsOf, desiredShapes } from '../../src/core/desired/declarations/declare.ts';
import type { DeclaredInput, Declarations } from '../../src/core/desired/declarations/declare.ts';
import { takeDeclarations } from '../../src/core/desired/declarations/take.ts';
import { assemble } from '../../src/core/desired/project/assemble.ts';
import { loadDesired } from '../../src/core/desired/project/load.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { Findings } from '../../src/core/desired/text/findings.ts';
import { parseJson } from '../../src/core/desired/text/json.ts';
import { textSource } from '../../src/core/desired/text/source.ts';
import type { TreeNode } from '../../src/core/desired/text/tree.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import { BARE_TARGET } from '../support/sandbox.ts';
import { errorOf, loadFiles, placesOf, projectFolder } from './project-folder.ts';

const shapes = desiredShapes();

/** Entries and their places, also of mappings that are read again. */
function plain(node: TreeNode | null): unknown {
  if (node?.kind === 'list') return [node.at, node.items.map(plain)];
  if (node?.kind !== 'map') return node;
  return [node.at, [...node.entries].map(([key, entry]) => [key, entry.at, plain(entry.value)])];
}

/** `isTaken`: whether entries are taken as they are read, as files are, or the whole tree is held. */
function declared(text: string, isTaken: boolean, findings: Findings): Declarations {
  const source = textSource('a.json', text);
  const reader = { shapes, findings };
  const { take, taken } = takeDeclarations(reader);
  const node = parseJson(text, { source, findings }, ...(isTaken ? [take] : []));
  return declarationsOf(node, source, isTaken ? { ...reader, taken } : reader);
}

interface Told {
  readonly desired: Omit<DesiredState, 'warnings'> | null;
  readonly said: readonly string[];
}

/** Desired state, and everything that is said with its place. */
function told(declarations: Declarations, findings: Findings): Told {
  const target = BARE_TARGET;
  const words = (all: ToolError['diagnostics']): string[] =>
    all.map(({ code, message, source, line }) => {
      const shown = typeof line === 'function' ? line() : line;
      return `${code} ${source.line}:${source.column} ${message} ${shown?.text}`;
    });
  try {
    const { warnings = [], ...desired } = assemble({ declarations, files: [], content: '', target, findings });
    return { desired, said: words(warnings) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { desired: null, said: words(error.diagnostics) };
  }
}

function toldOf(text: string, isTaken: boolean): Told {
  const findings = new Findings();
  return told(declared(text, isTaken, findings), findings);
}

const GOOD = {
  users: [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
  campaigns: [
    {
      campaignName: 'Summer',
      defaults: { skillQueue: 'gold' },
      records: [
        {
          clientId: 'C-1',
          preferredAgent: 'ana@example.com',
          data: { Name: 'Eva', plan: 'Basic' },
          highlight: ['plan'],
        },
        { clientId: 'C-2', data: { b: '1', a: { value: '2', displayOrder: 1 } }, timeZone: 'Europe/Madrid' },
      ],
    },
  ],
};

const BAD_ENTRIES: readonly unknown[] = [
  { clientId: 'C-1', preferedAgent: 'x' },
  { clientId: 7 },
  { clientId: 'C-1 ' },
  { clientId: 'C-9' },
  { clientId: 'c-9' },
  { clientId: 'C-3', data: { phone: '12', crm_link: 'no', Hidden: 'x', name: 'Eva' } },
  { clientId: 'C-4', highlight: ['plan'], data: { Plan: 'x' } },
  { clientId: 'C-5', hidden: [] },
  { clientId: 'C-6', timeZone: 'Europe/Madird', nextEarliestWorkTime: 'tomorrow' },
  { clientId: 'C-7', ensure: 'worked' },
  { clientId: 'C-8', twins: { 'P-1': { keep: [] } } },
  { clientId: 'C-10', data: { 2: 'b', 1: 'a', x: { value: 'c', displayOrder: 0 } } },
  { clientId: 'C-11', data: { 2: 'b', 1: 'a', x: 'c' } },
  { clientId: 'C-12', preferredAgent: 'gone@example.com' },
  { clientId: '\ud800' },
  'C-1',
  null,
  ['C-1'],
];

const PEOPLE: readonly unknown[] = [
  ...GOOD.users,
  { loginUserId: 'gone@example.com', ensure: 'absent' },
  { loginUserId: 'ANA@example.com', firstName: 'A', lastName: 'R', userTemplateName: 'Agents' },
  { loginUserId: 'eva@example.com', behaviorIfInBackend: 'FAIL' },
  { loginUserId: 'leo@example.com', firstName: 1, createInBackend: 'yes', behaviorIfInBackend: 'FAIL' },
  7,
];

describe('what is declared while a file is read', () => {
  test('is as if the whole tree had been held, with every finding in its place', () => {
    const entries = fc.array(fc.constantFrom(...BAD_ENTRIES, ...GOOD.campaigns.flatMap(({ records }) => records)));
    const campaign = fc.record({ campaignName: fc.constantFrom('Summer', 'summer', 7), records: entries });
    const file = fc.record({
      users: fc.array(fc.constantFrom(...PEOPLE)),
      campaigns: fc.array(campaign, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(file, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(toldOf(text, true)).toEqual(toldOf(text, false));
      }),
      { numRuns: 400 },
    );
  });

  test('keeps every place of the tree, also of what stands in an entry', () => {
    const text = JSON.stringify(GOOD, null, 2);
    const reading = { source: textSource('a.json', text), findings: new Findings() };
    const { take } = takeDeclarations({ shapes, findings: reading.findings });
    expect(plain(parseJson(text, reading, take))).toEqual(plain(parseJson(text, reading)));
  });

  test('is the same where a campaign is named after its records', () => {
    const [{ campaignName, ...rest }] = GOOD.campaigns as [(typeof GOOD.campaigns)[0]];
    const after = JSON.stringify({ ...GOOD, campaigns: [{ ...rest, campaignName }] });
    const addresses = (text: string): unknown =>
      toldOf(text, true).desired?.records.map(({ address, data }) => [address, data]);
    expect(addresses(after)).toEqual(addresses(JSON.stringify(GOOD)));
    expect(toldOf(after, true).said).toEqual([]);
  });
});

test('the entries of a list are handed over before its end is read', () => {
  const text = JSON.stringify(GOOD).slice(0, -4);
  const findings = new Findings();
  const seen: string[] = [];
  const node = parseJson(text, { source: textSource('a.json', text), findings }, ({ path }) => {
    if (path.at(-1) !== 'records') return null;
    return (entry, _kept, index) => void seen.push(`${path.join('.')}[${index}] ${entry.kind}`);
  });
  expect(node).toBeNull();
  expect(seen).toEqual(['campaigns.0.records[0] map', 'campaigns.0.records[1] map']);
  expect(findings.count).toBe(1);
});

/** The same, and whoever looks into its tree fails. */
function untouchable<T extends DeclaredInput<unknown>>(each: T): T {
  const node: TreeNode = {
    kind: 'map',
    at: each.subject.node.at,
    get entries(): never {
      throw new Error(`${each.subject.path} was read again`);
    },
  };
  return { ...each, subject: { ...each.subject, node } };
}

function withoutTrees({ users, campaigns }: Declarations): Declarations {
  return {
    users: users.map(untouchable),
    campaigns: campaigns.map((campaign) => ({ ...campaign, records: campaign.records.map(untouchable) })),
  };
}

describe('a record, or a person, without a finding', () => {
  test('of a JSON file is read once', () => {
    const findings = new Findings();
    const declarations = declared(JSON.stringify(GOOD), true, findings);
    const { desired, said } = told(withoutTrees(declarations), findings);
    expect([desired?.users.length, desired?.records.length, said]).toEqual([1, 2, []]);
    expect(desired).toEqual(toldOf(JSON.stringify(GOOD), false).desired);
  });

  test('of a CSV file is read once', () => {
    const findings = new Findings();
    const text = `Id,Agent,Name\n${Array.from({ length: 20 }, (_value, index) => `C-${index},ana@example.com,Eva`).join('\n')}\n`;
    const from = { file: 't.csv', columns: { clientId: 'Id', preferredAgent: 'Agent', data: { Name: 'Name' } } };
    const asks = JSON.stringify({ campaigns: [{ campaignName: 'Summer', recordsFrom: from }] });
    const { users, campaigns } = declared(asks, true, findings);
    const [campaign] = campaigns;
    if (campaign === undefined) throw new Error('the file declares a campaign');
    const request = { from, campaign: campaign.subject, campaignName: 'Summer', file: 't.csv' };
    const records = recordsOfCsv(text, request, { shapes, findings });
    const { desired } = told(withoutTrees({ users, campaigns: [{ ...campaign, records }] }), findings);
    expect(desired?.records.map(({ clientId }) => clientId)).toHaveLength(20);
    expect(desired?.records[3]).toMatchObject({
      preferredAgent: 'ana@example.com',
      agentSource: { line: 5, column: 2 },
    });
  });
});

test('of a file that ends in a fault the fault alone is said: what stands before it may be misread', async () => {
  const json = '{"campaigns":[{"campaignName":"S","records":[{"clientId":7},{"clientId":"C-1","data":{"phone":"1"}},';
  const yaml =
    'campaigns: [{campaignName: S, recordsFrom: {file: ../t.csv, columns: {clientId: Id, data: {phone: Fone}}}}]';
  const csv = 'Id,Phone\nC-1,1\n"C-1 ",2\n"C-3,3\n';
  expect(await placesOf({ 'desired/a.json': json })).toEqual([`syntax desired/a.json:1:${json.length + 1}`]);
  expect(await placesOf({ 'desired/a.yaml': yaml, 't.csv': csv })).toEqual(['syntax t.csv:4:1']);
});

test('data keys that look like numbers keep the order of the file, which is the order on the agent’s screen', async () => {
  const text = '{"campaigns":[{"campaignName":"S","records":[{"clientId":"C-1","data":{"b":"x","20":"y","3":"z"}}]}]}';
  const csv = 'Id,b,20,3\nC-1,x,y,z\n';
  const yaml =
    'campaigns: [{campaignName: S, recordsFrom: {file: ../t.csv, columns: {clientId: Id, data: {b: b, "20": "20", "3": "3"}}}}]';
  for (const files of [{ 'desired/a.json': text }, { 'desired/a.yaml': yaml, 't.csv': csv }]) {
    const { records } = await loadFiles(files);
    expect(records[0]?.data.map(({ key }) => key)).toEqual(['b', '20', '3']);
  }
});

test('of a partition’s file the records of others are taken as they are read, and a fault in an id stops', async () => {
  const project = (records: readonly unknown[]) => ({
    'muster.yaml':
      'name: bench\ndesired: ["desired/*.json"]\ntargets: {sandbox: {sandbox: true}}\npartitions: {a: {campaigns: [A]}, b: {campaigns: [B]}}\n',
    'desired/a.json': JSON.stringify({ campaigns: [{ campaignName: 'A', records: [{ clientId: 'A-1' }] }] }),
    'desired/b.json': JSON.stringify({ campaigns: [{ campaignName: 'B', records }] }),
  });
  const load = async (records: readonly unknown[]): Promise<DesiredState> => {
    const loaded = await loadProject(await projectFolder(project(records)));
    return loadDesired(loaded, chooseTarget(loaded, 'sandbox.a'));
  };
  const { records, others } = await load([{ clientId: 'B-1', nonsense: true }, { clientId: 'B-2' }]);
  expect(records.map(({ clientId }) => clientId)).toEqual(['A-1']);
  expect([...(others?.holders.keys() ?? [])].toSorted()).toEqual(['record:B/B-1', 'record:B/B-2']);
  const { diagnostics } = await errorOf(() => load([{ clientId: 'B-1' }, { clientId: 7 }]));
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['wrong-type', expect.stringContaining('campaigns[0].records[1].clientId: expected')],
  ]);
});
