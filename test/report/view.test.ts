// What every report says whatever lays it out: the verdict first, nobody left out, nothing personal; and the text of it in
// every width, with every character, and where nothing could be read.

import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import { planText } from '../../src/program/say.ts';
import type { Change } from '../../src/core/reconcile/change.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { recordVerdict, userVerdict } from '../../src/core/reconcile/verdict.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { render } from '../../src/formats/formats.ts';
import type { Layout } from '../../src/core/report/words/layout.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { viewOf } from '../../src/core/report/kinds/views.ts';
import { groupsIn } from '../../src/core/report/view/section.ts';
import { cleanDrift, CANARY, context, emptyPlan, fullDrift, fullPlan, fullResult, NOW, userChange } from './values.ts';

const layout: Layout = { style: PLAIN, width: 100, verbose: false };
const git = { commit: '3f2a91c0'.repeat(5), tree: '9d01ab77'.repeat(5), dirty: true };
const documents = {
  plan: planDocument(fullPlan, { ...context, git, onMerge: 'muster apply --fingerprint of this plan' }),
  apply: applyDocument(fullResult, { ...context, command: 'apply', git }),
  drift: driftDocument(fullDrift, { ...context, command: 'drift', git }),
};

const textOf = (plan: Plan, parts: Partial<Layout> = {}): string =>
  render('text', planDocument(plan, context), { ...layout, ...parts });
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

describe('a view', () => {
  test.each(Object.entries(documents))('of the %s can be written and read as JSON', (_kind, document) => {
    const view = viewOf(document);
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  test.each(Object.entries(documents))('of the %s holds no personal value', (_kind, document) => {
    expect(JSON.stringify(viewOf(document))).not.toContain(CANARY);
  });

  test('holds each change once, people and tasks apart, with the part it is approved with', () => {
    const groups = groupsIn(viewOf(documents.plan));
    const told = groups
      .filter(({ id }) => id === 'people' || id === 'tasks')
      .flatMap(({ id, rows }) =>
        rows.flatMap(({ members }) => members.map(({ address, part }) => `${id} ${part} ${address}`)),
      );
    const changed = documents.plan.changes.map(
      ({ kind, part, address }) => `${kind === 'user' ? 'people' : 'tasks'} ${part} ${address}`,
    );
    expect(told.toSorted()).toEqual(changed.toSorted());
    for (const { count, rows } of groups) {
      expect(rows.reduce((sum, { members }) => sum + members.length, 0)).toBe(count);
    }
  });

  test('says in the short form what muster added itself and this plan takes back; of too many runs not when', () => {
    const commit = '3f2a91c0'.repeat(5);
    const removed = (day: number): Change =>
      userChange(`p${day}@example.com`, day, {
        action: 'delete',
        reverses: { did: 'added', at: Date.UTC(2026, 10, day), commit },
      });
    const withRuns = (...days: readonly number[]): string => textOf({ ...emptyPlan, changes: days.map(removed) });
    expect(withRuns(3)).toContain('was added by muster on 2026-11-03, commit 3f2a91c03');
    const said = withRuns(3, 4, 5, 6);
    expect(said).toContain('was added by muster\n');
    expect(said).not.toContain('2026-11-03');
  });

  test('calls the second system as muster.yaml does, and by our word where it does not', () => {
    const named = { ...fullPlan, target: { ...fullPlan.target, backendName: 'Connect $&' } };
    expect(textOf(fullPlan)).toContain('(second system too)');
    expect(textOf(named)).toContain('(service and Connect $&)');
    expect(textOf(named)).not.toContain('second system');
    const [field] = fullDrift.verified.user.fields;
    const user = {
      ...fullDrift.verified.user,
      fields: field === undefined ? [] : [{ ...field, field: 'backing instance' }],
    };
    const drift = { ...fullDrift, target: named.target, verified: { ...fullDrift.verified, user } };
    const said = render('text', driftDocument(drift, context), { ...layout, verbose: true });
    expect(said).toContain('user Connect $&  0 of 160');
    const only = 'record:the second system/*';
    expect(render('text', planDocument(named, { ...context, only }), layout)).toContain(only);
  });

  test('gives each symbol one meaning, and a word beside it', () => {
    const rows = Object.values(documents).flatMap((document) =>
      groupsIn(viewOf(document)).flatMap((group) => group.rows),
    );
    expect(rows.filter(({ verb }) => verb === '')).toEqual([]);
    const drifted = groupsIn(viewOf(documents.drift)).flatMap(({ rows: each }) => each.map(({ symbol }) => symbol));
    expect([...new Set(drifted)].toSorted()).toEqual(['!', '=']);
  });

  test('has its texts made printable', () => {
    const hostile = userChange('a\u001b[31m\u202e@example.com', 3);
    const view = JSON.stringify(viewOf(planDocument({ ...emptyPlan, changes: [hostile] }, context)));
    expect(view).not.toContain('\u202e');
    expect(view).toContain(String.raw`\\u202e`);
  });
});

describe('the text', () => {
  test.each([80, 140])('of each report, %i columns wide, reads as the golden file says', async (width) => {
    for (const [kind, document] of Object.entries(documents)) {
      await expect(render('text', document, { ...layout, width })).toMatchFileSnapshot(`golden/${kind}-${width}.txt`);
    }
  });

  test('by file keeps the order of the files, and loses nobody', async () => {
    const text = render('text', documents.plan, { ...layout, group: 'file' });
    await expect(text).toMatchFileSnapshot('golden/plan-by-file.txt');
    const names = (said: string): string[] => said.match(/\b[CP]-\d+|\w+(?:\.\w+)?@example\.com/gu)?.toSorted() ?? [];
    expect(names(text)).toEqual(names(render('text', documents.plan, layout)));
  });

  test('through Pulumi names its own commands, and no flag that it has not', async () => {
    const saying = { at: NOW, durationMs: 1234, isPreview: true, git, onMerge: null, verbose: false };
    const text = planText({ ...fullPlan, guards: fullPlan.guards.filter(({ pass }) => pass !== null) }, saying);
    await expect(text).toMatchFileSnapshot('golden/plan-pulumi.txt');
    expect(text).not.toMatch(/--(?!>)/u);
  });

  test('says who, what and the template of a person, and what the verdict is, without color', () => {
    const [head, ...said] = linesOf(
      textOf({ ...emptyPlan, changes: [userChange('ana@example.com', 3)], counts: counted(1) }),
    );
    expect(head).toContain('contact-centre -> prod-eu');
    expect(said.join(' ')).toContain(
      'Adds 1 person.  Nothing blocks it.  Nobody loses access; no customer is added, dropped or called again.',
    );
    expect(textOf({ ...emptyPlan, changes: [userChange('ana@example.com', 3)] })).toContain('template Agents-EU');
  });

  test('of a plan that does nothing is one sentence, with --verbose, too', () => {
    for (const verbose of [false, true]) {
      const text = textOf(
        { ...emptyPlan, relies: fullPlan.relies.filter(({ caution }) => caution === null) },
        { verbose },
      );
      expect(text.trimEnd().replaceAll('\n', ' ')).toMatch(
        /^Nothing to do: 412 objects are as declared [^.]*\.2 s\)\.$/u,
      );
    }
  });

  test('names what the workflow does on merge, and the commit of the files', () => {
    const text = render('text', documents.plan, { ...layout, width: 140 });
    expect(text).toContain('before the answer to question 1; then: muster apply --fingerprint of this plan');
    const all = render('text', documents.plan, { ...layout, width: 140, verbose: true });
    expect(all.replaceAll('\n', ' ')).toContain('Files of commit 3f2a91c03f2a, with changes since.');
  });

  test('counts nobody who restores as Git’s, and says it in the first three lines', () => {
    const cho = userChange('cho@example.com', 8, {
      action: 'restore',
      cause: { kind: 'gone', computed: 'FAIL' },
      origin: 'outside',
    });
    const lines = linesOf(textOf({ ...emptyPlan, changes: [cho], counts: { ...counted(0), restore: 1 } }));
    expect(lines.slice(0, 3).join(' ')).toContain(
      'Gives 1 person access back.  Nothing blocks it.  Not asked for in Git: cho@example.com.',
    );
  });
});

const counted = (create: number): Plan['counts'] => ({ ...emptyPlan.counts, create });
const NO_ANSWER = {
  kind: 'unreadable',
  problem: { code: 'timeout', message: 'no answer in 10 s', stopsRun: false },
} as const;

describe('where nothing could be read', () => {
  const coverage = { asked: 242, answered: 0 };
  const unread = Array.from({ length: 242 }, (_, index) => {
    const loginUserId = `p${index}@example.com`;
    return userVerdict({ address: userAddress(loginUserId), loginUserId, source: null }, NO_ANSWER);
  });

  test('those are the first words of a plan, and nothing is called done', () => {
    const text = textOf({ ...emptyPlan, verdicts: unread, coverage, counts: { ...counted(0), unchanged: 0 } });
    expect(text).toMatch(/^Nothing could be read: none of 242 objects answered, so nothing is concluded\.\n/u);
    expect(text).not.toMatch(/Nothing to do|as declared/u);
    expect(text).toContain('muster plan --target prod-eu');
  });

  test('and of a drift report, which is no clean one', () => {
    const document = driftDocument({ ...cleanDrift, inSync: 0, coverage }, { ...context, command: 'drift' });
    const text = render('text', document, layout);
    expect(text).toMatch(/^Nothing could be read: none of 242 objects answered/u);
    expect(text).not.toContain('No drift');
  });

  test('a part that could not be read is the first thing said, too', () => {
    const text = textOf({ ...emptyPlan, verdicts: unread.slice(0, 5), coverage: { asked: 242, answered: 237 } });
    expect(text).toMatch(/^Incomplete: 5 of 242 objects could not be read \(237 answered\)/u);
  });
});

describe('a text with wide and hostile characters', () => {
  const campaignName = '夏の更新キャンペーン';
  const clientId = '契約-1\u001b[31m\u202e';
  const source = { file: 'campaigns/夏.yaml', line: 7, column: 3 };
  const verdict = recordVerdict(
    { address: recordAddress(campaignName, clientId), campaignName, clientId, source },
    NO_ANSWER,
  );
  const people: readonly Change[] = ['Ö'.repeat(30), '👩‍👩‍👧'.repeat(2), 'a\nb'].map((name, index) =>
    userChange(`${name}@example.com`, index + 1),
  );
  const plan = { ...emptyPlan, changes: people, verdicts: [verdict], counts: counted(3) };

  test.each([60, 80, 100, 120, 140])('keeps to %i columns as a terminal shows them', (width) => {
    const wide = linesOf(textOf(plan, { width })).filter(
      (line) => stringWidth(line) > width && !/^ {4}muster /u.test(line),
    );
    expect(wide).toEqual([]);
  });

  test('breaks what it asks in a narrow terminal', () => {
    const asked = linesOf(textOf(fullPlan, { width: 24 })).filter((line) => /^\d\. /u.test(line));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((line) => stringWidth(line) > 24)).toEqual([]);
  });

  test('begins its places in one column', () => {
    const starts = linesOf(textOf(plan, { width: 120 })).flatMap((line) => {
      const at = line.search(/(?:teams|campaigns)\/\S+:\d+$/u);
      return at < 0 ? [] : [stringWidth(line.slice(0, at))];
    });
    expect(starts).toHaveLength(4);
    expect(new Set(starts).size).toBe(1);
  });

  test('hides nothing and obeys nothing', () => {
    const text = textOf(plan);
    expect(text).not.toMatch(/[\u001b\u202e]/u);
    expect(text).toContain(String.raw`契約-1\u001b[31m\u202e`);
    expect(text).toContain('a b@example.com');
  });

  test('never breaks a place', () => {
    const source60 = { file: `${'x'.repeat(70)}.yaml`, line: 12, column: 1 };
    const text = textOf(
      { ...plan, changes: [{ ...userChange('ana@example.com', 1), source: source60 }] },
      { width: 80 },
    );
    expect(text).toContain(`${'x'.repeat(70)}.yaml:12`);
  });
});
