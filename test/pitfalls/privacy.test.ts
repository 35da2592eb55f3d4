// Masking by text search hides too much (a value of one letter) and too little (a value that looks like another). Here a
// field is personal or not, before anything is rendered: so what is printed does not depend on the value at all.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { errorText, planText } from '../../src/program/say.ts';
import { failed } from '../../src/core/reconcile/settlement.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import type { DriftResult } from '../../src/core/reconcile/finding.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { errorDocument } from '../../src/core/report/kinds/error.ts';
import { showDocument } from '../../src/core/report/kinds/show.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { FORMAT_NAMES } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { putRecordCall } from '../../src/core/service/records.ts';
import { scenario } from '../support/scenario.ts';
import { target } from '../support/values.ts';
import { CAMPAIGN, campaignAnswer, TARGET } from '../service/wire-samples.ts';
import { KEY, anchor, person, record, records, summer, withAnchor } from './stories.ts';

const CONTEXT = { version: '1', command: 'plan', at: 0, durationMs: 0, options: [], only: null };
/** Values that are words of the reports, of public fields and of ids, and one that is nothing of the kind. */
const VALUES = ['a', 'e', '1', 'gold', 'Summer', 'user', 'C-1', 'null', 'anchor@example.com', 'Wolpertinger'];

/** Fingerprints bind the values by a keyed digest: other values, other digits, and nothing to read from them. */
const withoutDigests = (text: string): string => text.replaceAll(/\b[0-9a-f]{16,64}\b/gu, '');

function everyForm(document: ReportDocument): string[] {
  return FORMAT_NAMES.flatMap((format) =>
    [true, false].map((verbose) => withoutDigests(render(format, document, { style: PLAIN, width: 100, verbose }))),
  );
}

/** Requests and times differ from run to run; values must not. */
function formsOf(plan: Plan): string[] {
  return [
    ...everyForm(planDocument(plan, CONTEXT)),
    withoutDigests(planText(plan, { at: 0, durationMs: 0, isPreview: true, git: null, onMerge: null, verbose: true })),
  ];
}

function personal(value: string, more: Partial<ReturnType<typeof person>> = {}): DesiredInput {
  const names = { firstName: value, lastName: value, secondaryEmailAddr: `${value.replaceAll('@', '.')}@example.org` };
  const customer = record('C-1', { skillQueue: 'gold', data: { Name: value, tier: value } });
  return { users: [anchor, person('ana', { ...names, ...more })], campaigns: [summer(customer, record('C-2'))] };
}

describe('P19: personal values are masked by their field, not by their text', () => {
  test('a plan of a create reads the same whatever the personal values are', async () => {
    const story = await scenario();
    const plain = formsOf(await story.plan(personal('Something')));
    expect(plain.join('\n')).toContain('gold');
    for (const value of VALUES) expect(formsOf(await story.plan(personal(value)))).toEqual(plain);
  });

  test('a plan of changes, a drift report and an apply read the same, too', async () => {
    const told = async (value: string): Promise<string[]> => {
      const story = await scenario({ clock: () => Date.UTC(2026, 10, 20) });
      await story.apply(personal('before'));
      await story.sandbox.control.changeRecord({ ...KEY, data: { tier: `${value} seen` }, skillQueue: 'other' });
      const after = personal(value, { onProfileChange: 'replace' });
      const drift: DriftResult = await story.drift(after);
      const forms = formsOf(await story.plan(after)).concat(everyForm(driftDocument(drift, CONTEXT)));
      const result: ApplyResult = await story.apply(after, { allow: { overwrite: 1 } });
      return [...forms, ...everyForm(applyDocument(result, CONTEXT))].map((text) =>
        text.replaceAll(/\d{4}-[\d:.TZ -]+/gu, ''),
      );
    };
    const plain = await told('Something');
    expect(plain.join('\n')).toMatch(/data\.tier|tier/u);
    expect(plain.join('\n')).toContain('other');
    for (const value of ['a', 'gold', 'Wolpertinger']) expect(await told(value)).toEqual(plain);
  });

  test('a public value is shown although a personal one is spelled the same', async () => {
    const story = await scenario();
    const document = planDocument(await story.plan(personal('gold')), CONTEXT);
    const fields = document.changes.find(({ address }) => address === 'record:Summer/C-1')?.fields;
    expect(fields).toContainEqual({ field: 'skillQueue', before: null, after: 'gold' });
    expect(fields).toContainEqual({ field: 'data.tier', changed: true });
  });

  test.each([
    ['phone', (value: string) => withAnchor(summer(record('C-1', { data: { phone: value } })))],
    ['a link', (value: string) => withAnchor(summer(record('C-1', { data: { crm_link: value } })))],
    ['a button', (value: string) => withAnchor(summer(record('C-1', { data: { crm_button: value } })))],
    ['Highlight as an item', (value: string) => withAnchor(summer(record('C-1', { data: { Highlight: value } })))],
    [
      'an item of the wrong type',
      (value: string) => withAnchor(summer({ clientId: 'C-1', data: { a: [value] } } as never)),
    ],
    ['firstName of the wrong type', (value: string) => ({ users: [person('ana', { firstName: [value] } as never)] })],
    ['an e-mail of the wrong form', (value: string) => ({ users: [person('ana', { primaryEmailAddr: value })] })],
  ])('a finding about %s does not repeat it, nor does the text through Pulumi or JSON', (_what, desiredWith) => {
    const value = 'Wolpertinger 0815';
    const error = refusal(() => readDesiredInput(desiredWith(value), target()));
    expect(error.diagnostics.length).toBeGreaterThan(0);
    const texts = [errorText(error), ...everyForm(errorDocument(error, 'plan', CONTEXT)), error.message];
    for (const text of texts) expect(text).not.toMatch(/Wolpertinger|0815/u);
  });

  test.each([
    'Customer Wolpertinger is not known.',
    'no such value: WOLPERTINGER',
    '{"Name":"Wolpertinger of the long name"}',
    'the number +34 911 234 567 is not allowed',
  ])('the reason of a refusal is printed without what it repeats of the object: %s', async (said) => {
    const data = [
      { key: 'Name', value: 'Wolpertinger of the long name', displayOrder: 1 },
      { key: 'phone', value: '+34911234567', displayOrder: 2 },
    ];
    const call = putRecordCall(TARGET, { campaign: CAMPAIGN, clientId: 'C-1', items: data });
    const outcome = call.interpret(campaignAnswer('FAILED', {}, `${said} No queue "gold" either.`), 200);
    if (outcome?.kind !== 'not-done') throw new Error('expected a refusal');
    const story = await scenario();
    const plan = await story.plan(personal('Wolpertinger'));
    const settlements = plan.changes.map((change) => failed(change, outcome.problem));
    const result: ApplyResult = { plan, settlements, stopped: null };
    const texts = everyForm(applyDocument(result, CONTEXT));
    expect(texts.filter((text) => text.includes('No queue')).length).toBeGreaterThan(5);
    for (const text of texts) expect(text).not.toMatch(/Wolpertinger|911 ?234/iu);
  });

  test('what is recorded holds none of them: neither shown nor in the file, not even after a move', async () => {
    const story = await scenario();
    const value = 'Wolpertinger';
    await story.converge(personal(value));
    const { users, campaigns } = personal(value);
    const [one, ...rest] = campaigns?.[0]?.records ?? [];
    const winter = { campaignName: 'Winter', records: [one!] };
    await story.converge({ users: users!, campaigns: [summer(...rest), winter] });
    const { recorded, copies } = await engine.recall(story.run(withAnchor(summer(...records(1)))));
    const { name, region, companyCode, environment } = story.sandbox.target;
    const shown = { project: 'p', target: { name, region, companyCode, environment }, recorded, copies };
    expect(everyForm(showDocument(shown, CONTEXT)).join('\n')).not.toContain(value);
    const file = join(story.project.directory, '.muster', 'ledger', 'sandbox.sqlite');
    expect(readFileSync(file).includes(value)).toBe(false);
    expect(readFileSync(file).includes('record:Winter/C-1')).toBe(true);
  });
});

function refusal(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('expected a ToolError');
}
