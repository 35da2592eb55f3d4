// What a reviewer must find without unfolding: what waits for an answer, who asks for each change, sums that add up, times to the
// minute, and what does not happen.

import { describe, expect, test } from 'vitest';

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import { DECISION_ERRORS } from '../../src/core/model/errors/decision.ts';
import { ERRORS, type ErrorCode } from '../../src/core/model/errors.ts';
import { fieldChange } from '../../src/core/reconcile/fields.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { recordVerdict, userVerdict } from '../../src/core/reconcile/verdict.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { doctorDocument } from '../../src/core/report/kinds/doctor.ts';
import { render } from '../../src/formats/formats.ts';
import { writeMarkdown } from '../../src/core/report/markdown/sections.ts';
import { viewOf } from '../../src/core/report/kinds/views.ts';
import { groupsIn, type ReportView } from '../../src/core/report/view/section.ts';
import type { ViewGroup, ViewQuestion } from '../../src/core/report/view/view.ts';
import type { Layout } from '../../src/core/report/words/layout.ts';
import { questionText } from '../../src/core/report/words/question-texts.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { facts, planOf, touched } from '../support/plans.ts';
import { aRecord } from '../support/values.ts';
import { context, emptyPlan, fullPlan, fullResult, recordChange, recordedRecord, userChange } from './values.ts';

const layout: Layout = { style: PLAIN, width: 80, verbose: false };
const viewed = (plan: Plan): ReportView => viewOf(planDocument(plan, context));
const questionsOf = (plan: Plan): readonly ViewQuestion[] =>
  viewed(plan).sections.flatMap((each) => (each.kind === 'questions' ? each.questions : []));
const group = (view: ReportView, id: ViewGroup['id']): ViewGroup | undefined =>
  groupsIn(view).find((each) => each.id === id);
const text = (plan: Plan, parts: Partial<Layout> = {}): string =>
  render('text', planDocument(plan, context), { ...layout, ...parts });

describe('a question', () => {
  const passable: readonly ErrorCode[] = ['guard-deletes', 'guard-restores', 'guard-overwrite', 'guard-first-run'];

  test.each([...Object.keys(DECISION_ERRORS), ...passable] as ErrorCode[])(
    'of %s has an answer for each side',
    (code) => {
      const asked = questionText(code);
      expect(asked?.ask).toMatch(/\?$/u);
      expect(asked?.answers.length).toBeGreaterThanOrEqual(2);
      expect(asked?.answers.filter(({ answer, act }) => answer === '' || act === '')).toEqual([]);
    },
  );

  test('of an overwrite shows both values, and of personal data only which', () => {
    const fields = [fieldChange('skillQueue', 'late', 'islands'), fieldChange('data.phone', '1', '2')];
    const disputed = recordChange('C-1', 3, {
      ...{ action: 'update', fields, cause: { kind: 'differs', platformMoved: [] } },
      changedOutside: { putBack: [], overwritten: ['skillQueue', 'data.phone'] },
    });
    const objects = [{ address: disputed.address, fields: ['skillQueue', 'data.phone'] }];
    const stopping = { passed: false, pass: 'overwrite=1', count: 1, allowed: null };
    const guards = [{ code: 'guard-overwrite', ...stopping, objects } as const];
    const [question] = questionsOf({ ...emptyPlan, changes: [disputed], guards });
    expect(question?.why[1]).toBe(
      'C-1: queue late in the service, islands in the file, phone differs (values not shown)',
    );
  });

  test.each([
    ['a.yaml', 'say reissue: with a reason on the entry (who was called is called again)'],
    [
      'a.csv',
      'take the row out of a.csv, declare the customer under `records:` beside it, and there say reissue: with a reason (who was called is called again)',
    ],
  ])('of a customer in %s says where the reason can stand', (file, act) => {
    const source = { file, line: 2, column: 1 };
    const named = { address: recordAddress('Winter', 'C-1'), campaignName: 'Winter', clientId: 'C-1', source };
    const verdict = recordVerdict(named, { kind: 'gone-unclear', campaignName: null });
    const [question] = questionsOf({ ...emptyPlan, verdicts: [verdict] });
    expect(question?.answers.at(-1)?.act).toBe(act);
  });

  const others = { campaignName: 'Winter', clientId: 'K-1' };
  test.each([
    [{ kind: 'policy' }, ['a colleague', 'anybody']],
    [{ kind: 'not-ours', tasks: [others] }, ['others', 'nobody, the person stays']],
    [{ kind: 'move-unsettled', tasks: [others] }, ['not known yet']],
  ] as const)('about who leaves offers only what helps where %o stands in the way', (obstacle, answers) => {
    const who = { ...userChange('ana@example.com', 3), address: userAddress('ana@example.com') };
    const verdict = userVerdict(who, { kind: 'tasks-pinned', tasks: [others], obstacle });
    const [question] = questionsOf({ ...emptyPlan, verdicts: [verdict] });
    expect(question?.answers.map(({ answer }) => answer)).toEqual(answers);
    expect(question?.why[0]).toMatch(/^is declared absent; /u);
  });

  test('is not asked where only a new reading helps', () => {
    const unread = {
      ...fullPlan,
      verdicts: [],
      guards: fullPlan.guards.filter(({ code }) => code === 'guard-incomplete'),
    };
    expect(questionsOf(unread)).toEqual([]);
    expect(text(unread).replaceAll('\n', ' ')).toContain('Run again until everything could be read.');
  });
});

describe('the rows of a plan', () => {
  test('say who asks for them, wherever they stand', () => {
    const gone = { action: 'restore', cause: { kind: 'gone', computed: 'FAIL' }, origin: 'outside' } as const;
    const view = viewed({
      ...emptyPlan,
      changes: [userChange('ana@example.com', 3), userChange('cho@example.com', 8, gone)],
    });
    const asked = group(view, 'people')?.rows.flatMap(({ members }) =>
      members.map((each) => [each.name, each.askedBy]),
    );
    expect(asked).toEqual([
      ['cho@example.com', ['access removed outside Git']],
      ['ana@example.com', []],
    ]);
  });

  test('add up: people and tasks are all changes, and the facts are all objects', () => {
    const view = viewed(fullPlan);
    const [people, tasks] = [group(view, 'people')?.count ?? 0, group(view, 'tasks')?.count ?? 0];
    expect(people + tasks).toBe(fullPlan.changes.length);
    const numbers = view.sections.find((each) => each.kind === 'sentences' && each.title === 'In numbers');
    const said = numbers?.kind === 'sentences' ? numbers.texts[0] : '';
    const [sum = '', ...parts] = said?.replaceAll(/\([^)]*\)/gu, '').match(/\d+/gu) ?? [];
    expect(parts.reduce((total, each) => total + Number(each), 0)).toBe(Number(sum));
  });

  test('name the edits of a customer who is finished, which reach nobody; without a change the plan is one line', () => {
    const was = aRecord({ preferredAgent: 'ana@example.com' });
    const finished = { workedState: 'COMPLETED', workAttempts: 1 } as const;
    const beside = aRecord({ clientId: 'C-2', address: recordAddress('Summer Renewals', 'C-2') });
    const told = (parts: Partial<typeof was>, ...added: (typeof was)[]): string =>
      text(planOf(touched(facts([was], [{ ...was, ...parts }, ...added]), was, finished)));
    const calm = told({ timeZone: 'Europe/Madrid' }).replaceAll(/\s+/gu, ' ');
    expect(calm).toMatch(
      /^Nothing to do: 0 objects are as declared [^:]*; 1 customer finished \(edited since: C-1\) \(/u,
    );
    expect(told({})).toMatch(/^Nothing to do: [^\n]*; 1 customer\s+finished[^\n]*\n?$/u);
    const edited = told({ preferredAgent: 'ben@example.com', data: [{ ...was.data[0]!, value: 'Ida Novak' }] }, beside);
    expect(edited).toContain('Differs, and is left as it is (1)');
    expect(edited).toMatch(/= keep customer C-1 [^]*COMPLETED: stays finished[^]*ana@example.com -> ben@example.com/u);
    expect(edited).toMatch(/new \w+ \(not shown\)/u);
    expect(edited).not.toContain('Ida Novak');
  });

  test('count a record that moves once among what was read, and each reading where something is missing', () => {
    const moves = fullPlan.changes.filter(({ action }) => action === 'move');
    const coverage = { asked: 56, answered: 56 };
    expect(viewed({ ...emptyPlan, changes: moves, coverage }).aside).toMatch(/^55 objects read/u);
    expect(viewed({ ...fullPlan, coverage: { asked: 56, answered: 50 } }).aside).toMatch(/^50 of 56 objects read/u);
  });

  test('group what is too much by from whom to whom, and never say only that something changed', () => {
    const pin = (after: string) =>
      ({ field: 'preferredAgent', privacy: 'public', before: 'old@example.com', after }) as const;
    const base = fullPlan.changes.find(({ address }) => address === recordAddress('Summer Renewals', 'P-1'));
    if (base === undefined) throw new TypeError('the plan has P-1');
    const time = (index: number) =>
      ({ field: 'nextEarliestWorkTime', privacy: 'public', before: null, after: index * 86_400_000 }) as const;
    const changes = Array.from({ length: 20 }, (_, index) => ({
      ...base,
      address: recordAddress('Summer Renewals', `C-${index}`),
      fields: [pin(index < 12 ? 'ana@example.com' : 'ben@example.com'), time(index)],
    }));
    expect(
      group(viewed({ ...emptyPlan, changes }), 'tasks')?.rows.map(({ subject, details }) => ({ subject, details })),
    ).toEqual([
      {
        subject: '20 customers in Summer Renewals',
        details: [
          '12 agent old@example.com -> ana@example.com, new earliest time',
          '8 agent old@example.com -> ben@example.com, new earliest time',
        ],
      },
    ]);
  });

  test('count customers who are not called any more because the file finishes their tasks', () => {
    const fields = [fieldChange('workedState', 'NOTWORKED', 'REMOVED')];
    const change = recordChange('C-1', 3, { action: 'update', fields, cause: { kind: 'ensure', ensure: 'removed' } });
    const said = viewed({ ...emptyPlan, changes: [change] }).summary.map((each) => each.text);
    expect(said).toEqual([
      'Finishes 1 customer.',
      'Nothing blocks it.',
      'Nobody gains or loses access, is added or called again.',
    ]);
  });

  test('say whose pin the service ended: which is set again, and which stays so', () => {
    const fields = [fieldChange('preferredAgent', null, 'ben@example.com')];
    const cause = { kind: 'differs', platformMoved: [] } as const;
    const recorded = { ...recordedRecord('C-1'), preferredAgent: 'ben@example.com' };
    const again = recordChange('C-1', 3, { action: 'update', cause, fields, recorded });
    const anew = recordChange('C-4', 6, { action: 'update', cause, fields, recorded: recordedRecord('C-4') });
    const taken = recordChange('C-2', 4, {
      ...{ action: 'update', cause, fields, recorded: recordedRecord('C-2') },
      changedOutside: { putBack: ['preferredAgent'], overwritten: [] },
    });
    const over = recordVerdict({ ...recordedRecord('C-3'), source: null }, { kind: 'platform-moved' }, fields);
    const plan = { ...emptyPlan, changes: [again, taken, anew], verdicts: [over] };
    expect(group(viewed(plan), 'tasks')?.rows.map(({ details }) => details)).toEqual([
      ['pinned again to ben@example.com (the service ended that pin)'],
      ['agent anyone -> ben@example.com'],
      ['pinned to ben@example.com (the service ended the pin to ana.ruiz@example.com)'],
    ]);
    expect(text(plan)).toContain(
      'The service ended these pins; they are not set again, and any agent calls (1):\nC-3\n',
    );
  });

  test('say outright that nobody gains or loses access, and that no customer is added or dropped', () => {
    const update = fullPlan.changes.filter(({ address }) => address === recordAddress('Summer Renewals', 'C-1001'));
    const view = viewed({ ...emptyPlan, changes: update });
    const said = 'Nobody gains or loses access, is added, dropped or called again.';
    expect(view.summary.at(-1)?.text).toBe(said);
    expect(text({ ...emptyPlan, changes: update }).replaceAll('\n', ' ')).toContain(said);
  });

  test('do not say that nobody is called again while a question asks just that', () => {
    const change = recordChange('C-1', 3, { action: 'update', fields: [fieldChange('skillQueue', 'a', 'b')] });
    const guards = [
      { code: 'guard-unrecorded', campaigns: ['Summer'], stacks: [], pass: null, passed: false },
    ] as const;
    const said = viewed({ ...emptyPlan, changes: [change], guards }).summary.map((each) => each.text);
    expect(said).toContain('Nobody gains or loses access, is added or dropped.');
  });

  test('stay readable after the apply, with the value before and after', () => {
    const document = applyDocument(fullResult, { ...context, command: 'apply' });
    const comment = writeMarkdown([document], { flavour: 'github', budget: 60_000, header: '' }).text;
    expect(comment).toContain('- `~` updated');
    expect(comment).toContain('agent `old.agent@example.com` → `ben@example.com`');
  });
});

describe('when customers can be called', () => {
  const at = (day: number, minute: number): number => Date.UTC(2026, 11, day, 7, minute);
  const later = (
    day: number,
    records: number,
    zone: string | null = null,
    agents: readonly (string | null)[] = [],
  ) => ({
    ...{
      hour: at(day, 0),
      from: at(day, 30),
      to: at(day, 30),
      zone,
      records,
      tasks: agents.map((agent, index) => ({ address: `record:Winter/C-${index}`, agent })),
    },
  });
  const planAt = (...times: readonly ReturnType<typeof later>[]): Plan => ({
    ...fullPlan,
    forecast: { ...fullPlan.forecast, deliverableAtOnce: 0, later: times },
  });

  test('is said to the minute, on the clocks of the zone, and in UTC by name where there is none', () => {
    const { summary } = viewed(planAt(later(1, 2), later(1, 3, 'Europe/Madrid')));
    expect(summary.filter(({ about }) => about === 'calls').map(({ text: said }) => said)[0]).toContain(
      'Calls: 2 at 2026-12-01 07:30 UTC; 3 at 2026-12-01 08:30 Europe/Madrid',
    );
  });

  test('names the tasks where every zone of a time names its own', () => {
    const [one, other] = [later(1, 3, null, ['a@b.c', 'a@b.c', null]), later(1, 1, 'UTC', [null])];
    expect(text(planAt(one)).replaceAll('\n', ' ')).toContain(': C-0, C-1, C-2 at 2026-12-01 07:30 UTC');
    expect(text(planAt(other)).replaceAll('\n', ' ')).toContain(': C-0 at 2026-12-01 07:30 UTC');
    expect(text(planAt({ ...one, tasks: [] })).replaceAll('\n', ' ')).toContain(': 3 at 2026-12-01 07:30 UTC');
    expect(text(planAt(one), { verbose: true })).toMatch(/2026-12-01 07:30 UTC +3 +C-0, C-1 for a@b.c; C-2\n/u);
  });

  test('names the first batch, however small, and the largest, however late', () => {
    const said = text(planAt(...[1, 2, 3, 4, 5, 6].map((day) => later(day, day)), later(20, 900)));
    expect(said).toMatch(/2026-12-20 07:30 UTC +900\n/u);
    expect(said).toMatch(/2026-12-01 07:30 UTC +1\b/u);
    expect(said).toMatch(/other times +9 +between 2026-12-02 07:30 UTC and 2026-12-04/u);
  });

  test('names the first batch after those at once, too: a year that is mistyped stands nowhere else', () => {
    const { forecast, ...rest } = planAt(...[1, 2, 3, 4, 5, 6].map((day) => later(day, day)));
    const said = text({ ...rest, forecast: { ...forecast, deliverableAtOnce: 2 } });
    expect(said).toMatch(/at once +2\b/u);
    expect(said).toMatch(/2026-12-01 07:30 UTC +1\b/u);
    expect(said).toMatch(/other times +9 +between 2026-12-02 07:30 UTC and 2026-12-04/u);
  });

  test.each([
    [1, 1, '1 can be called at once, because its time has passed'],
    [3, 1, '3 can be called at once, 1 of them because its time has passed'],
    [9, 2, '9 can be called at once, 2 of them because their time has passed'],
    [2, 0, '2 can be called at once.'],
  ])('%i at once, of whom the file has a time in the past of %i: the headline says why', (atOnce, past, said) => {
    const late = Array.from({ length: past }, (_, index) =>
      recordChange(`L-${index}`, 3, { fields: [fieldChange('nextEarliestWorkTime', null, at(-365, 30))] }),
    );
    const warnings = late.map(({ address, source }, index) => ({
      ...(index === 0
        ? ({ code: 'time-in-past', time: at(-365, 30), zone: null } as const)
        : ({ code: 'pin-lapses-early', loginUserId: 'a@b.c', time: at(-365, 30), zone: null } as const)),
      ...{ address, source },
    }));
    const { forecast, ...rest } = planAt(...[1, 2, 3].map((day) => later(day, day)));
    const plan = { ...rest, changes: [...rest.changes, ...late], warnings };
    const { summary } = viewed({ ...plan, forecast: { ...forecast, deliverableAtOnce: atOnce } });
    expect(summary.map((each) => each.text).join(' ')).toContain(said);
    // Where they are few the headline leaves it to the sentence of calls.
    const few = viewed({ ...plan, forecast: { ...forecast, later: [], deliverableAtOnce: atOnce } }).summary;
    const calls = said.replace(' can be called', '').replace(/\.$/u, '');
    expect(few.map((each) => each.text).join(' ')).toContain(`Calls: ${calls}`);
  });

  test('names the clocks of the times that it counts together, too', () => {
    const spanOf = (first: string | null, last: string): string => {
      const days = [1, 2, 3, 4, 5].map((day) => later(day, 1, day === 2 ? first : last));
      const said = text(planAt(...days, later(6, 8, last), ...[20, 21, 22].map((day) => later(day, 9, last))), {
        width: 140,
      });
      return /other times +\d+ +(.*)/u.exec(said)?.[1] ?? '';
    };
    expect(spanOf('Europe/Madrid', 'Europe/Madrid')).toBe(
      'between 2026-12-02 08:30 and 2026-12-06 08:30 Europe/Madrid',
    );
    expect(spanOf('Europe/London', 'Europe/Madrid')).toBe(
      'between 2026-12-02 07:30 Europe/London and 2026-12-06 08:30 Europe/Madrid',
    );
    expect(spanOf(null, 'Europe/Madrid')).toBe('between 2026-12-02 07:30 UTC and 2026-12-06 08:30 Europe/Madrid');
  });
});

test('a decision is explained in JUnit by its own code, not by the class of a drift report of the same name', () => {
  const junit = render('junit', planDocument(fullPlan, context), layout);
  expect(junit).toContain(ERRORS.conflict.headline);
  expect(junit).not.toContain('to different values');
});

test('a command is named as this muster was started', () => {
  const said = text({ ...fullPlan, guards: [], verdicts: [] }, { startedAs: 'npx musterctl' });
  expect(said).toContain('npx musterctl apply --target prod-eu');
  expect(said).not.toMatch(/: +muster /u);
  const check = {
    name: 'copies',
    status: 'warning',
    text: '2 kept',
    advice: 'Look at `muster show`.',
    code: null,
  } as const;
  const input = { project: 'centre', target: null, files: [], checks: [check], probe: null };
  const doctor = doctorDocument(input, { ...context, command: 'doctor' });
  expect(render('text', doctor, { ...layout, startedAs: 'npx musterctl' })).toContain('Look at `npx musterctl show`.');
});
