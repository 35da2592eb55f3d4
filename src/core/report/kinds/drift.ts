// The document of a drift run -> its view: access that was taken away first, then what else alarms, then what could not be
// read, then what is expected; and the three ways out: put it back, keep it, silence it. Of `drift --max-age`: that the last
// complete run is young enough.

import { isUser } from '../../model/address.ts';
import type { Certainty } from '../../reconcile/finding.ts';
import { sharedClock, count, duration, moment, plainName, secondSystem, tally, timeIn } from '../words/words.ts';
import type { DriftDocument, HeartbeatDocument } from '../documents/document.ts';
import { isUnjudged, type ReportFinding, type ReportRule } from '../documents/drift-rows.ts';
import { CLASS_ORDER, isAccessRemoved } from '../../model/drift-classes.ts';
import { gitText, iso, type ReportContext, routeOf } from '../words/head.ts';
import { leaverText } from '../view/trust.ts';
import { draftFinding, FINDING_WORDS } from '../view/finding.ts';
import { NO_OBJECT, placeIn } from '../view/member.ts';
import { groupOf } from '../view/rows.ts';
import { commandOf, commands, grouped, type ReportView, sentence, sentences, SUMMARY } from '../view/section.ts';
import { nothingRead } from '../view/summary.ts';
import type { GroupId, ViewGroup, ViewRow, ViewSentence } from '../view/view.ts';
import type { Plan } from '../../reconcile/plan-value.ts';
import { begin } from '../documents/begin.ts';

/** `80 of 203 facts about people could be read (118 assumed since creation, 5 unverifiable)`: for each kind that is declared. */
function verifiedText(verified: DriftDocument['verified']): string[] {
  const kinds = (['record', 'user'] as const).filter((kind) => verified[kind].declared > 0);
  return kinds.map(
    (kind) =>
      `${coverageWords(verified[kind], verified[kind].declared)} ${isUser({ kind }) ? 'properties of people' : 'properties of customers'} verified${unsure(verified[kind])}`,
  );
}

/** `record data.Name  1,400 of 1,400`: one for each declared field. */
function certaintyOf(verified: DriftDocument['verified'], system: string): string[] {
  return (['record', 'user'] as const).flatMap((kind) =>
    verified[kind].fields.map((each) => {
      const declared = each.verified + each.assumed + each.unverifiable;
      return `${kind} ${each.field === BACKING_SIDE ? system : plainName(each)}  ${coverageWords(each, declared)}${unsure(each)}`;
    }),
  );
}

/** The side of a user that the report for programs calls so. */
const BACKING_SIDE = 'backing instance';

function unsure({ assumed, unverifiable }: Certainty): string {
  const parts = tally([
    [assumed, 'assumed since creation'],
    [unverifiable, 'unverifiable'],
  ]);
  return parts === '' ? '' : ` (${parts})`;
}

const coverageWords = ({ verified }: Certainty, declared: number): string =>
  `${verified.toLocaleString('en')} of ${declared.toLocaleString('en')}`;

export function driftView(document: DriftDocument): ReportView {
  const { findings, ignoreRules, verified, leavers, remarks, waysOut, at } = document;
  const [system, clock] = [secondSystem(document.target), sharedClock(findings)];
  const isClean = findings.length === 0 && isComplete(document);
  const relies = [...verifiedText(verified), ...certaintyOf(verified, system), isClean ? '' : gitText(document)];
  return {
    summary: isClean ? [sentence('verdict', 'quiet', noDrift(document))] : driftSummary(document),
    aside: isClean ? null : timeIn(at, clock),
    sections: [
      SUMMARY,
      ...grouped([...findingGroups(findings), ...ruleGroup(ignoreRules, clock)]),
      ...sentences([[...(isClean ? [] : inSync(document)), ...leaverText(leavers, 0, system)].join('; '), ...remarks]),
      ...sentences(relies, { title: 'What this report relies on', folded: true }),
      ...commands(waysOut.map(commandOf)),
    ],
  };
}

function isComplete({ coverage, summary }: DriftDocument): boolean {
  return coverage.answered >= coverage.asked && summary.unreadable === 0;
}

function noDrift({ summary, durationMs, ...document }: DriftDocument): string {
  const verb = summary.inSync === 1 ? 'is' : 'are';
  return `No drift: ${count(summary.inSync, 'object')} of ${routeOf(document)} ${verb} as declared and as last applied (${duration(durationMs)}).`;
}

function driftSummary(document: DriftDocument): ViewSentence[] {
  const { findings, coverage } = document;
  const [answered, asked] = [coverage.answered, coverage.asked].map((each) => each.toLocaleString('en'));
  const access = findings.filter((each) => each.alarm && isAccessRemoved(each)).length;
  const whose = access === 1 ? '1 person’s access was' : `Access of ${access.toLocaleString('en')} people was`;
  return [
    ...readingOf(document),
    verdictOf(document),
    ...(access === 0 ? [] : [sentence('outside', 'stops', `${whose} taken away outside Git.`)]),
    ...(isComplete(document) ? [sentence('reading', 'quiet', `Read ${answered} of ${asked}.`)] : []),
  ];
}

function readingOf(document: DriftDocument): ViewSentence[] {
  const { asked, answered } = document.coverage;
  if (answered === 0 && asked > 0) return [nothingRead(asked)];
  if (isComplete(document)) return [];
  const read =
    answered < asked
      ? `${answered.toLocaleString('en')} of ${count(asked, 'object')} could be read`
      : `${count(document.summary.unreadable, 'object')} cannot be judged`;
  return [sentence('reading', 'stops', `Incomplete: ${read}; this is not a clean report.`)];
}

function verdictOf({ summary, ...document }: DriftDocument): ViewSentence {
  const { alarms, suspected } = summary;
  if (alarms === 0) {
    const isWhole = isComplete({ ...document, summary });
    return sentence('verdict', 'quiet', isWhole ? 'No drift: nothing needs anybody.' : 'No alarm in what was read.');
  }
  const some = suspected === alarms ? '' : `${suspected.toLocaleString('en')} of them `;
  const doubt = suspected === 0 ? '' : ` (${some}not confirmed yet)`;
  const kinds = tally(ALARMS.map((name) => [summary.findings[name], FINDING_WORDS[name]] as const));
  const needs = `${count(alarms, 'finding')} ${alarms === 1 ? 'needs' : 'need'} somebody: ${kinds}${doubt}.`;
  return sentence('verdict', 'stops', needs);
}

const ALARMS = ['missing', 'recreated', 'conflict', 'drift', 'extra'] as const;

const TITLES = {
  access: 'Access was removed outside: an apply would give it back',
  drift: 'Differs: somebody or something else changed it',
  unreadable: 'Could not be read: nothing is concluded',
  expected: 'Expected: no alarm',
  ignored: 'Ignored: no alarm until the rule expires',
} as const;

function groupIdOf(finding: ReportFinding): keyof typeof TITLES {
  if (finding.alarm) return isAccessRemoved(finding) ? 'access' : 'drift';
  if (finding.class === 'unreadable') return 'unreadable';
  return finding.ignored === null ? 'expected' : 'ignored';
}

function titleOf(id: keyof typeof TITLES, findings: readonly ReportFinding[]): string {
  return id === 'unreadable' && findings.every(isUnjudged) ? 'Cannot be judged: nothing is concluded' : TITLES[id];
}

function findingGroups(findings: readonly ReportFinding[]): ViewGroup[] {
  const byId = Map.groupBy(findings, groupIdOf);
  const ids = Object.keys(TITLES) as (keyof typeof TITLES)[];
  return ids.flatMap((id) => groupOf(id, titleOf(id, byId.get(id) ?? []), (byId.get(id) ?? []).map(draftFinding)));
}

/** What alarms not and was not silenced, by class. */
function inSync({ summary }: DriftDocument): string[] {
  const { findings, inSync: alike, ignored } = summary;
  const quiet = CLASS_ORDER.filter((name) => !ALARMS.some((each) => each === name) && name !== 'unreadable');
  const parts = tally([
    [alike, 'in sync'],
    ...quiet.map((name) => [findings[name], FINDING_WORDS[name]] as const),
    [ignored, 'ignored'],
  ]);
  return parts === '' ? [] : [`No alarm: ${parts}`];
}

function ruleGroup(rules: readonly ReportRule[], clock: string | null): ViewGroup[] {
  const of = (id: GroupId, title: string, symbol: ViewRow['symbol']): ViewGroup[] => {
    const rows = rules.map((rule) => ruleRow(rule, clock)).filter((row) => row.symbol === symbol);
    return rows.length === 0 ? [] : [{ id, title, count: rows.length, rows, folded: symbol === '=' }];
  };
  return [...of('rules', 'Ignore rules to look at', '!'), ...of('active-rules', 'Ignore rules', '=')];
}

function ruleRow(rule: ReportRule, clock: string | null): ViewRow {
  const name = [rule.address, rule.property, rule.class].filter(Boolean).join(' ');
  const details = [`${RULE_WORDS[rule.state](rule, timeIn(rule.expires, clock))}; ${rule.owner}: ${rule.reason}`];
  const member = { ...NO_OBJECT, name, subject: name, place: placeIn(rule.source), details };
  const symbol = rule.state === 'active' ? '=' : '!';
  return { symbol, verb: rule.state, subject: name, details, notes: [], members: [member] };
}

const RULE_WORDS: Readonly<Record<ReportRule['state'], (rule: ReportRule, end: string) => string>> = {
  active: ({ findings }, end) => `silences ${count(findings, 'finding')} until ${end}`,
  expired: ({ findings }, end) =>
    `expired at ${end}${findings > 0 ? `; ${count(findings, 'finding')} no longer silenced` : ''}`,
  unused: () => 'fits no finding',
};

interface HeartbeatInput {
  readonly project: string;
  readonly target: Plan['target'];
  /** Epoch milliseconds. */
  readonly completeAt: number;
  readonly maxAgeMs: number;
}

export function heartbeatDocument(input: HeartbeatInput, context: ReportContext): HeartbeatDocument {
  const { completeAt, maxAgeMs } = input;
  return { ...begin(context, input), kind: 'drift', heartbeat: { at: iso(completeAt), maxAgeMs } };
}

export function heartbeatView(document: HeartbeatDocument): ReportView {
  const { at, maxAgeMs } = document.heartbeat;
  const age = duration(Date.parse(document.at) - Date.parse(at));
  const verdict = `The last complete drift run of ${routeOf(document)} ended ${age} ago, at ${moment(at)}; the limit is ${duration(maxAgeMs)}.`;
  return { summary: [sentence('verdict', 'quiet', verdict)], aside: null, sections: [SUMMARY] };
}
