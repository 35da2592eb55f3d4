// A campaign that intake files feed too: theirs are never overwritten, twins of ours are seen, the id column is checked.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { whyFinding } from '../../src/core/report/words/why-finding.ts';
import { record } from '../support/declare.ts';
import { decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const fed = (records: RecordInput[], clientIdFieldName = 'CustomerId'): DesiredInput => ({
  users: [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
  campaigns: [{ campaignName: 'Summer', intake: true, clientIdFieldName, records }],
});
const load = (story: Scenario, idColumn: string, ...ids: string[]) =>
  story.sandbox.control.loadIntake({
    campaignName: 'Summer',
    idColumn,
    rows: ids.map((id) => ({ [idColumn]: id, Name: `File ${id}` })),
  });
const warned = (plan: { readonly warnings: readonly { readonly code: string }[] }): string[] =>
  plan.warnings.map(({ code }) => code);

describe('an id of the intake files', () => {
  test('is found before the first add, which would overwrite it', async () => {
    const story = await scenario();
    await load(story, 'CustomerId', 'C-1');
    const desired = fed([record('C-1'), record('C-2')]);
    expect(decisions(await story.plan(desired))).toEqual(['conflict record:Summer/C-1']);
    await story.apply(desired);
    const names = (await story.sandbox.control.records()).map(
      ({ previewRecordData }) => previewRecordData.find(({ key }) => key === 'Name')?.value,
    );
    expect(names.toSorted()).toEqual(['C-2', 'File C-1']);
  });

  test.each([
    { S11: { intake: 'twin', idSearch: 'oldest' } },
    { S11: { intake: 'twin', idSearch: 'newest' } },
    { S26: 'kept' },
  ] satisfies Partial<Switches>[])('that comes later beside ours is seen by plan and drift (%j)', async (switches) => {
    const story = await scenario({ switches });
    const desired = fed([record('C-1'), record('C-2')]);
    await story.converge(desired);
    // An update in between: the id item of ours may be gone by now, the twin has its own.
    const changed = fed([record('C-1', { skillQueue: 'gold' }), record('C-2')]);
    await story.converge(changed);
    await load(story, 'CustomerId', 'C-1');
    expect(decisions(await story.plan(changed))).toEqual(['twin record:Summer/C-1']);
    const { findings } = await story.drift(changed);
    expect(findings.map(({ class: kind, address }) => `${kind} ${address}`)).toEqual(['conflict record:Summer/C-1']);
    expect(findings.map((each) => whyFinding(each)).join()).toContain('another writer added it a second time');
  });

  test('whose twin cannot be looked for leaves the record unread, not in sync', async () => {
    const story = await scenario();
    const desired = fed([record('C-1')]);
    await story.converge(desired);
    const wanted = fed([record('C-1', { skillQueue: 'gold' })]);
    // The first search of the reading is the one by marker; every one after it fails.
    await story.sandbox.control.arm({
      operation: 'searchPreviewCampaign',
      kind: 'status',
      status: 500,
      ordinal: 2,
      count: 'always',
    });
    expect(decisions(await story.plan(wanted))).toEqual(['server-error record:Summer/C-1']);
  });

  test('costs one search a record of ours, and one a campaign for a task of theirs', async () => {
    const story = await scenario();
    const desired = fed(Array.from({ length: 10 }, (_, index) => record(`C-${index}`)));
    await story.converge(desired);
    await story.sandbox.control.resetCounters();
    const { requests } = await story.plan(desired);
    expect((await story.sandbox.control.counters()).requests['searchPreviewCampaign']).toBe(1 + 10 + 1);
    expect(requests.observed).toBe(1 + 1 + 10 + 1);
  });
});

describe('the id column', () => {
  test.each(['dropped', 'kept'] as const)(
    'that has another name is a warning, and stops nothing (S26 %s)',
    async (S26) => {
      const story = await scenario({ switches: { S26 } });
      await story.converge(fed([record('C-1')]));
      await load(story, 'KundenNr', 'X-1', 'X-2');
      const same = await story.plan(fed([record('C-1')]));
      expect(warned(same)).toEqual(['id-field-differs']);
      expect(same.warnings[0]).toMatchObject({ code: 'id-field-differs', heldUnder: 'KundenNr' });
      // The adds of such a campaign are refused by the service (rule 6); an ordinary apply goes on.
      expect(fates(await story.apply(fed([record('C-1')])))).toEqual([]);
      expect(warned(await story.plan(fed([record('C-1'), record('C-2')])))).toEqual(['id-field-differs']);
    },
  );

  test.each(['dropped', 'kept'] as const)('that has the declared name is not warned of (S26 %s)', async (S26) => {
    const story = await scenario({ switches: { S26 } });
    await load(story, 'CustomerId', 'X-1', 'X-2');
    await story.converge(fed([record('C-1')]));
    const changed = fed([record('C-1', { skillQueue: 'gold' })]);
    await story.converge(changed);
    expect(warned(await story.plan(changed))).toEqual([]);
  });

  test('is not judged by tasks of our own', async () => {
    const story = await scenario({ switches: { S26: 'dropped' } });
    await story.converge(fed([record('C-1')]));
    await story.converge(fed([record('C-1', { skillQueue: 'gold' })]));
    expect(warned(await story.plan(fed([record('C-1', { skillQueue: 'gold' })])))).toEqual([]);
  });
});
