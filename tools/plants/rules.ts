// Intents, answers that were lost, stops and guards.

import type { Plant } from './plant.ts';

const WRITE = 'src/core/reconcile/apply/write.ts';
const SEND = 'src/core/reconcile/apply/send-record.ts';
const GUARDS = 'src/core/reconcile/plan/guards.ts';
const ENGINE = 'src/core/engine.ts';
const FATE = 'src/core/reconcile/diff/intent-fate.ts';

export const TIME: readonly Plant[] = [
  {
    name: 'what a run settles is forgotten with the removal before it',
    rule: 'D11: what was written is recorded',
    file: 'src/core/engine/survey.ts',
    right: 'forgotten.filter((address) => !recorded.objects.has(address))',
    wrong: 'forgotten',
  },
  {
    name: 'what was approved once is still approved after another apply',
    rule: 'T1: what is left is approved until something else is carried out',
    file: 'src/core/reconcile/plan/approval.ts',
    right: 'return since.every((run) => isOf(run) || isOwn(run)) && beyond(plan, base).length === 0;',
    wrong: 'return beyond(plan, base).length === 0;',
  },
  {
    name: 'an apply leaves no word of what it began',
    rule: 'T1, T2: recorded state keeps what applies did',
    file: ENGINE,
    right: 'if (applied !== memory.applied) await ledger.noteApplied(applied);',
    wrong: '',
  },
  {
    name: 'files of an earlier commit are applied like any other',
    rule: 'T2: never back in time by accident',
    file: GUARDS,
    right: 'if (!files || removesAll || changes.length === 0) return null;',
    wrong: 'if (changes.length >= 0) return null;',
  },
];

export const SETTLED: readonly Plant[] = [
  {
    name: 'a write is sent before its intent is recorded',
    rule: 'D7: no request without recorded intent',
    file: WRITE,
    right: 'await intent?.begin();\n    return (await look(turn)) ?? send(turn);',
    wrong: 'const sent = (await look(turn)) ?? (await send(turn));\n    await intent?.begin();\n    return sent;',
  },
  {
    name: 'a write without an answer is called done',
    rule: 'D7: a lost answer is looked up',
    file: WRITE,
    right: 'if (await comesTrue(context.sleep, ask, effect.pauses)) return null;',
    wrong: 'if (ask !== null) return null;',
  },
  {
    name: 'a write without an answer is looked up once, at once',
    unmet: 'the open intent is read by the next run, and costs that run alone; test/lifecycle/late-records holds it',
    rule: 'D7: a late commit has a while to show',
    file: 'src/core/reconcile/apply/comes-true.ts',
    right: 'const GRACE_MS = [0, 200, 1000, 3000];',
    wrong: 'const GRACE_MS = [0];',
  },
  {
    name: 'an intent without an answer is forgotten at the end of the run',
    rule: 'D7: the next run reads first',
    file: SEND,
    right: "if (settlement.kind !== 'unresolved') {",
    wrong: 'if (settlement !== null) {',
  },
  {
    name: 'a create that was cut off is ended by a plan that is not carried out',
    rule: 'D7: no request without recorded intent',
    file: 'src/core/engine/pass.ts',
    right: 'recorded === undefined && (stays === true || again.has(intent.address));',
    wrong: 'recorded === null && (stays === true || again.has(intent.address));',
  },
  {
    name: 'an old create of which nothing is seen is sent again',
    rule: 'D13.3: worked after an unanswered create',
    file: FATE,
    right: "if (!isJustOpened(intent, at)) return 'done';",
    wrong: '',
  },
  {
    name: 'a create of ours that is found is somebody else’s',
    rule: 'D7',
    file: FATE,
    right: "if (record.presence === 'present') return isOurs(record, intent, at) ? 'done' : 'not-done';",
    wrong: "if (record.presence === 'present') return 'not-done';",
  },
  {
    name: 'a move whose task is not seen behind one of others is forgotten with its line',
    rule: 'D5: absence is never concluded from silence',
    file: FATE,
    right: "return at.wanted.has(intent.address) ? 'not-done' : 'open';",
    wrong: "return 'not-done';",
  },
  {
    name: 'a reissue that was cut off is sent again',
    rule: 'D13.3',
    file: FATE,
    right: "return workedSince ? 'done' : 'not-done';",
    wrong: "return 'not-done';",
  },
  {
    name: 'a move that was cut off is done wherever the record stands',
    rule: 'D5: a move ends with one copy',
    file: FATE,
    right: "if (target.presence === 'absent' && source.presence === 'present') return 'not-done';",
    wrong: "if (target.presence === 'absent' && source.presence === 'present') return 'done';",
  },
  {
    name: 'what cannot be read settles an intent',
    rule: 'D12.2',
    file: FATE,
    right: "isOurs({ tasks: shownIn(record) }, intent, at) ? 'done' : 'open';",
    wrong: "isOurs({ tasks: shownIn(record) }, intent, at) ? 'done' : 'not-done';",
  },
  {
    name: 'a user whose delete had no answer counts as gone by one side',
    rule: 'D13.4: both sides of a user',
    file: FATE,
    right: "if (intent.action === 'delete') return seen.service === 'present' || isLeft ? 'not-done' : 'done';",
    wrong: "if (intent.action === 'delete') return seen.service === 'present' ? 'not-done' : 'done';",
  },
  {
    name: 'the id of what was created is not recorded',
    rule: 'D13.2: from the create on',
    file: 'src/core/reconcile/apply/confirm.ts',
    right: 'if (recorded === undefined || !isRecord(recorded) || isSameTask(recorded, task)) return;',
    wrong: 'if (recorded === undefined || !isRecord(recorded) || task !== undefined) return;',
  },
  {
    name: 'a task that is shown as REMOVED after our delete stays in the hands of the plan',
    rule: 'D11.3',
    file: 'src/core/reconcile/apply/read-task.ts',
    right: 'value: seen.value.every(isDeleted) }',
    wrong: 'value: seen.value.length === 0 }',
  },
  {
    name: 'what a move lost on the way is not put back',
    rule: 'D5: a full copy is kept until the record is seen whole',
    file: 'src/core/reconcile/diff/record-result.ts',
    right: 'const lost = facts.copy === null ? [] : lostItems(facts.copy, task);',
    wrong: 'const lost = facts.copy === null || task !== null ? [] : lostItems(facts.copy, task);',
  },
  {
    name: 'the intent of an unseen create ends with a plan that begins nothing',
    rule: 'D7: no request without recorded intent',
    file: WRITE,
    right: 'earlier = unseen?.get(intent.address) ?? [];',
    wrong: 'earlier = [...(unseen?.values() ?? [])].flat();',
  },
  {
    name: 'an intent that a run has ended still counts for what it compares',
    rule: 'D7: what was settled is recorded',
    file: 'src/core/reconcile/plan/scope.ts',
    right: 'openIntents: [...openIntents, ...settled.openIntents],',
    wrong: 'openIntents: whole.openIntents,',
  },
  {
    name: 'what a stop left unread is called done',
    rule: 'D13.4: SUCCESS is one word',
    file: 'src/core/reconcile/apply/confirm.ts',
    right: 'return withoutReading(settlements, new Set([...people, ...records]));',
    wrong: 'return [...settlements];',
  },
  {
    name: 'a create that was not sent ends the one before it, which was not answered',
    rule: 'D13.2: whose is asked of the very task; the intent is the only sign until a reading shows it',
    file: 'src/core/reconcile/apply/write.ts',
    right: 'const again = recorded === undefined ?',
    wrong: 'const again = recorded === null ?',
  },
];

/** Of the pairs of name and value that a decision read, those are not bound of which that holds. */
function bound(name: string, isLeft: string): readonly Plant[] {
  const plant = {
    name,
    rule: 'I37.A4: an approval binds everything that a decision rests on',
    file: 'src/core/reconcile/plan/fingerprint.ts',
    right: 'read: input.read ?? null });',
    wrong: `read: JSON.parse(JSON.stringify(input.read ?? null, (_, each) => (Array.isArray(each) && ${isLeft} ? null : each))) });`,
  };
  return [plant, { ...plant, name: `${name}, through Pulumi`, door: 'pulumi' }];
}

export const STOPPED: readonly Plant[] = [
  {
    name: 'an unreadable record counts as gone',
    rule: 'D12.2: absence is never concluded from an error',
    file: 'src/core/reconcile/observe/one.ts',
    right: "return { presence: 'unknown', tasks: [], observedAt, problem, shown };",
    wrong: "return { presence: 'absent', tasks: [], observedAt, problem: null };",
  },
  {
    name: 'a list that was cut counts as whole',
    unmet:
      'what a list does not show is asked for by its id; only 50 tasks pinned to one person are not, and no life has as many',
    rule: 'P, search: 1,000 at most',
    file: 'src/core/service/records.ts',
    right: 'complete: tasks.length < limit,',
    wrong: 'complete: true,',
  },
  {
    name: 'a run that could not read everything deletes',
    rule: 'D6: guards',
    file: GUARDS,
    right: 'if (missing === 0 || !removing) return null;',
    wrong: 'if (missing >= 0 || !removing) return null;',
  },
  {
    name: 'a person whom somebody removed gets access back without a question',
    rule: 'D6: guards',
    file: GUARDS,
    right: 'if (people.length === 0) return null;',
    wrong: 'if (people.length >= 0) return null;',
  },
  {
    name: 'a guard stops nothing',
    rule: 'D6: guards',
    file: GUARDS,
    right: 'const [first, ...others] = guards.filter(({ passed }) => !passed);',
    wrong: 'const [first, ...others] = guards.filter(() => false);',
  },
  {
    name: 'recorded state that is older or not there adds everything again',
    door: 'wide',
    rule: 'D12.5: missing recorded state is said and refused',
    file: GUARDS,
    right: 'if (found === null || found === undefined || changes.length === 0) return null;',
    wrong: 'if (found !== 0) return null;',
  },
  {
    name: 'an object that only changes its spelling is made and then removed',
    rule: 'D12.3: one spelling, one object',
    file: GUARDS,
    right: 'if (both.length === 0) return null;',
    wrong: 'if (both.length >= 0) return null;',
  },
  {
    name: 'a list that a spreadsheet saved calls its customers again',
    rule: 'plan: ids that may mean somebody else are asked about',
    file: 'src/core/reconcile/plan/changed-ids.ts',
    right: 'if (asked.length === 0) return null;',
    wrong: 'if (asked.length >= 0) return null;',
  },
  {
    name: 'a person goes while another change of theirs was not done',
    rule: 'D7: what depends on it waits',
    file: 'src/core/reconcile/apply/apply.ts',
    right: "if (before !== undefined && before.kind !== 'applied') return dependencyFailed(change, address);",
    wrong: '',
  },
  {
    name: 'what no reading had shown yet was made again by an apply that is recorded elsewhere',
    rule: 'diff/unrecorded: made again',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: "if (consumed.how === 'gone' && task.createdTime !== null && task.createdTime <= consumed.at) return false;",
    wrong: '',
    door: 'pulumi',
  },
  {
    name: 'older files may do all that counts as a repair',
    rule: 'I37.A2: never back in time by accident',
    file: GUARDS,
    right: 'if (!files || removesAll || changes.length === 0) return null;',
    wrong: "if (!files || removesAll || !changes.some(({ origin = 'git' }) => origin === 'git')) return null;",
  },
  {
    name: 'policy.offboard.campaigns are not searched for the pins of a leaver',
    rule: 'I37.A4: where pins are searched',
    file: 'src/core/reconcile/observe/addresses.ts',
    right: 'const more = [...open, ...(policy.offboard?.campaigns ?? [])].filter(',
    wrong: 'const more = open.filter(',
  },
  {
    name: 'a pin to nobody is sent',
    rule: 'D4, I38.B4: every preferredAgent is a declared user or passes query-existence',
    file: 'src/core/reconcile/diff/agents.ts',
    right: 'if (user === null && isUnknown) {',
    wrong: "if (user === null && isUnknown && rule === 'declared') {",
  },
  {
    name: 'policy.agents: declared takes whoever the service knows',
    rule: 'I38.B5: policy.agents',
    file: 'src/core/reconcile/diff/agents.ts',
    right: "const isUnknown = rule === 'declared' ? holder === null :",
    wrong: "const isUnknown = rule === 'declared' ? false :",
  },
  {
    name: 'a campaign that resides elsewhere is asked for in the region of the target',
    rule: 'P, common request envelope: region; I38.B7',
    file: 'src/core/service/records.ts',
    right: '{ campaignName, region = ofTarget }: CampaignPlace,',
    wrong: '{ campaignName }: CampaignPlace, region = ofTarget,',
  },
  ...bound('what a decision read of the policy binds no approval', 'true'),
  ...bound('whom nobody may call binds no approval', "each[0] === 'doNotCall'"),
  ...bound('who may be pinned to binds no approval', "each[0] === 'agents'"),
  ...bound('for how long what was removed is looked at binds no approval', "each[0] === 'verifyRemovedDays'"),
];
