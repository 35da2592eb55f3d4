// A life as a story that a person reads: files, events, requests and what muster said, in the order of time.

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Life } from './life.ts';
import type { Entry } from './log.ts';
import type { Violation } from './oracle.ts';

const WIDTH = 150;

export function storyOf(life: Life, violations: readonly Violation[]): string {
  const lines: string[] = [`seed ${life.plan.seed}`, `switches ${JSON.stringify(switchesOf(life))}`];
  const shown = shownRequests(life, violations);
  const runAt = new Map(life.runs.map((run) => [run.from, run]));
  life.log.forEach((entry, index) => {
    const run = runAt.get(index);
    if (run !== undefined) {
      lines.push('', `${clock(entry.at)} run ${run.run} ${run.verb}${run.isQuiet ? ' (quiet)' : ''}`);
      if (run.run === 1 || run.files !== life.runs[run.run - 2]?.files) lines.push(...filesOf(run.files));
    } else if (!('request' in entry) || entry.kind === 'effect' || shown.has(entry.request))
      lines.push(...lineOf(entry, life));
  });
  lines.push(
    '',
    ...violations.map(({ rule, at, text, isRace }) => `${clock(at)} ${rule}${isRace ? ' (race)' : ''} ${text}`),
  );
  return lines.map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line)).join('\n');
}

/** Writes, what met a fault, and readings that are about what a violation names; all of them where there is none. */
function shownRequests({ log }: Life, violations: readonly Violation[]): ReadonlySet<number> {
  const words = violations.map(({ text }) => text).join(' ');
  const names = [...words.matchAll(/[\w.]+@example\.com|\b[Cc]-\d+/gu)].map(([name]) => name);
  const isNamed = (body: unknown): boolean => names.some((name) => JSON.stringify(body ?? null).includes(`"${name}"`));
  return new Set(
    log.flatMap((entry) => {
      if (entry.kind === 'answer') return entry.fault !== null || isNamed(entry.body) ? [entry.request] : [];
      if (entry.kind !== 'request') return [];
      const isRead = entry.operation === 'query-existence' || entry.operation === 'searchPreviewCampaign';
      return !isRead || names.length === 0 || isNamed(entry.body) ? [entry.request] : [];
    }),
  );
}

function switchesOf({ plan }: Life): object {
  const isOther = ([name, value]: readonly [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(DEFAULT_SWITCHES, name));
  return Object.fromEntries(Object.entries(plan.world.switches).filter(isOther));
}

const clock = (at: number): string => new Date(at).toISOString().slice(8, 23);

function filesOf(files: Life['runs'][number]['files']): string[] {
  const people = files.users.map(
    ({ loginUserId, firstName: _f, lastName: _l, userTemplateName: _t, primaryEmailAddr: _p, ...more }) =>
      `${loginUserId.split('@')[0]}${Object.keys(more).length > 0 ? JSON.stringify(more) : ''}`,
  );
  const lists = files.campaigns.map(({ campaignName, region, marker, intake, records }) => {
    const rows = records.map(({ clientId, data, ...more }) => `${clientId} ${JSON.stringify({ ...data, ...more })}`);
    return [
      `   ${campaignName}${region === undefined ? '' : ` region:${region}`}${marker ? '' : ' marker:false'}${intake ? ' intake' : ''}`,
      ...rows.map((row) => `     ${row}`),
    ];
  });
  const policy = files.policy === undefined ? [] : [`   policy ${JSON.stringify(files.policy)}`];
  return [`   people ${people.join(', ')}`, ...policy, ...lists.flat()];
}

function lineOf(entry: Entry, life: Life): string[] {
  const time = clock(entry.at);
  switch (entry.kind) {
    case 'request':
      return [`${time}   > ${entry.request} ${entry.operation} ${brief(entry.body)}`];
    case 'answer':
      return [
        `${time}   < ${entry.request} ${entry.status ?? 'lost'}${entry.fault === null ? '' : ` [${entry.fault}]`} ${answerOf(entry.body)}`,
      ];
    case 'arrival':
      return [];
    case 'effect': {
      const { effect } = entry;
      const who = entry.request === null ? (entry.event ?? 'others') : `request ${entry.request}`;
      if (effect.of === 'user')
        return [
          `${time}   * ${who}: ${effect.login} ${JSON.stringify(effect.before)} -> ${JSON.stringify(effect.after)}`,
        ];
      return [`${time}   * ${who}: task ${effect.id} ${taskOf(effect.before)} -> ${taskOf(effect.after)}`];
    }
    case 'end': {
      const run = life.runs.find((each) => each.run === entry.run);
      return [`${time} run ${entry.run} ends ${entry.exit ?? 'killed'}`, ...(run === undefined ? [] : saidIn(run))];
    }
    case 'run':
      return [];
    default:
      return [
        `${time} ${entry.kind} ${entry.name} ${Object.keys(entry.detail).length > 0 ? JSON.stringify(entry.detail) : ''}`,
      ];
  }
}

function saidIn({ end }: Life['runs'][number]): string[] {
  if (end.kind === 'killed') return [];
  const settled =
    end.result?.settlements.map(
      (each) =>
        `   ${each.kind} ${each.change.action} ${each.change.address} (${each.change.cause.kind})${each.kind === 'applied' ? each.notes.map(({ kind }) => ` ${kind}`).join('') : ` ${each.problem.code}: ${each.problem.message}`}`,
    ) ?? [];
  const verdicts =
    (end.result?.plan ?? end.plan)?.verdicts.map(
      (each) => `   ${each.class} ${each.code ?? ''} ${each.address} ${each.reason.kind}`,
    ) ?? [];
  const findings = end.drift?.findings.map((each) => `   ${each.class} ${each.address} ${each.cause.kind}`) ?? [];
  return [
    ...settled,
    ...verdicts,
    ...findings,
    ...(end.error === null ? [] : [`   ${end.error.code}: ${end.error.message}`]),
  ];
}

function brief(body: unknown): string {
  const {
    platform: _p,
    companyCode: _c,
    environment: _e,
    region: _r,
    tenant: _t,
    ...rest
  }: Record<string, unknown> = { ...(body as object) };
  return JSON.stringify(rest);
}

function answerOf(body: unknown): string {
  const { previewResult, previewRecordClientData, result, backendStatus }: Record<string, unknown> = {
    ...(body as object),
  };
  if (typeof result === 'string') return [result, backendStatus].filter((each) => typeof each === 'string').join(' ');
  const count = Array.isArray(previewRecordClientData) ? ` ${previewRecordClientData.length} tasks` : '';
  return `${JSON.stringify(previewResult ?? null)}${count}`;
}

function taskOf(task: Extract<Extract<Entry, { kind: 'effect' }>['effect'], { of: 'task' }>['before']): string {
  if (task === null) return 'none';
  const { campaignName, clientId, state, attempts, preferredAgent, items } = task;
  return `${campaignName}/${clientId} ${state} ${attempts} pin ${preferredAgent ?? '-'} ${items.map(({ key, value }) => `${key}=${value}`).join(',')}`;
}
