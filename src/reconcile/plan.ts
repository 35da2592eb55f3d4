// Changes -> a plan: ordered, counted, guarded, frozen. Printing, guarding, hashing and applying all read this value.
//
//   users created, adopted  ->  records  ->  users deleted
//
// A record waits for the user it is pinned to; the removal of a user waits for the records that leave that user.

import { userAddress } from '../model/address.ts';
import type { Diagnostic } from '../model/errors.ts';
import type { Action, DesiredState, ObservedState, RecordedObject, RecordedState } from '../model/state.ts';
import type { ServiceProfile } from '../model/profile.ts';
import type { Policy, Target } from '../model/target.ts';
import type { Change, Plan, Verdict } from './change.ts';
import type { Diff } from './diff.ts';
import { forecast } from './forecast.ts';
import { checkGuards } from './guards.ts';
import { looksBack } from './send-record.ts';
import { reliesOn } from './relies.ts';
import { countLeavers } from './leavers.ts';
import { warningsOf } from './warnings.ts';

export interface PlanInput {
  readonly project: string;
  readonly target: Target;
  readonly policy: Policy;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  readonly diff: Diff;
  readonly allow: Readonly<Record<string, number>>;
  /** True for destroy: removing everything is what was asked for. */
  readonly removesAll: boolean;
  readonly now: number;
  /** What was measured of this environment; null or missing when nothing was. */
  readonly profile?: ServiceProfile | null;
}

export function makePlan(input: PlanInput): Plan {
  const { target, diff, observed } = input;
  const changes = order(diff.changes);
  const recorded = countRecorded(input.recorded);
  const plan: Omit<Plan, 'guards'> = {
    target: {
      name: target.name,
      region: target.region,
      companyCode: target.companyCode,
      environment: target.environment,
    },
    project: input.project,
    changes,
    verdicts: diff.verdicts,
    counts: count(changes, diff),
    recorded,
    files: input.desired.files,
    coverage: observed.coverage,
    requests: {
      observed: observed.requests,
      apply: changes.reduce((sum, change) => sum + requestsOf(change, observed), 0),
    },
    forecast: forecast(changes, input.now),
    relies: reliesOn({ changes, verdicts: diff.verdicts, campaigns: input.desired.campaigns }, input.profile ?? null),
    offboarding: diff.offboarding,
    leavers: countLeavers(input.desired, observed),
    warnings: warningsOf(changes, input),
  };
  return deepFreeze({ ...plan, guards: checkGuards(plan, input) });
}

/** Everybody a record is pinned to must be declared or known to the service; else a mistake in the file. */
export function checkAgents(desired: DesiredState, recorded: RecordedState, observed: ObservedState): Diagnostic[] {
  const leaving = (agent: string): boolean => recorded.objects.has(userAddress(agent));
  const declared = new Set(desired.users.map((user) => user.loginUserId));
  return desired.records.flatMap((record) => {
    const agent = record.preferredAgent;
    if (!agent || declared.has(agent) || record.ensure !== 'present') return [];
    const known = observed.agents.get(agent)?.service;
    if (known !== 'absent' && !leaving(agent)) return [];
    const fate = leaving(agent)
      ? 'is no longer declared and would be removed'
      : 'is neither declared nor known to the service';
    const message = `expected a declared loginUserId, given ${agent}, who ${fate}`;
    return [{ code: 'undeclared-agent', message, source: record.source, line: null, address: record.address }];
  });
}

/** A record being settled right now, or left open by an earlier run, must not be planned again until it can be read. */
export function unsettledVerdicts(recorded: RecordedState): Verdict[] {
  return recorded.openIntents.map((intent) => ({
    address: intent.address,
    kind: intent.address.startsWith('user:') ? 'user' : 'record',
    class: 'unreadable',
    code: 'lost-answer',
    text: `an earlier ${intent.action} is not settled and could not be read`,
    fields: [],
    source: null,
  }));
}

function order(changes: readonly Change[]): Change[] {
  const touched = new Map(changes.map((change) => [change.address, change]));
  const rank = (change: Change): number => {
    if (change.kind === 'record') return 1;
    return change.action === 'delete' || change.action === 'forget' ? 2 : 0;
  };
  return changes
    .map((change) => ({ ...change, after: [...change.after, ...pinnedUser(change, touched)] }))
    .toSorted((a, b) => rank(a) - rank(b) || compareText(a.address, b.address));
}

function pinnedUser(change: Change, touched: ReadonlyMap<string, Change>): string[] {
  if (change.kind !== 'record') return [];
  const agent = change.pin || change.desired?.preferredAgent;
  if (!agent || change.writes.length === 0 || change.action === 'delete') return [];
  const user = touched.get(userAddress(agent));
  return user && (user.action === 'create' || user.action === 'replace') ? [user.address] : [];
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function count(changes: readonly Change[], diff: Diff): Plan['counts'] {
  const counts: Record<Action | 'unchanged' | 'consumed', number> = {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    forget: 0,
    move: 0,
    unchanged: diff.unchanged,
    consumed: diff.verdicts.filter((verdict) => verdict.class === 'consumed').length,
  };
  for (const change of changes) counts[change.action] += 1;
  return counts;
}

/** What is answered for: a record used up is remembered, and nothing is left of it to delete. */
function countRecorded(recorded: RecordedState): Plan['recorded'] {
  const held = [...recorded.objects.values()].filter((object) => object.kind === 'user' || object.consumed === null);
  const of = (kind: RecordedObject['kind']): number => held.filter((object) => object.kind === kind).length;
  return { user: of('user'), record: of('record') };
}

/**
 * Requests of one change: its writes, the read before each record write, the reads around a transfer, and the search for
 * pins before and after a removal.
 */
function requestsOf(change: Change, { pins }: ObservedState): number {
  if (change.writes.length === 0) return 0;
  if (change.kind === 'user') {
    const leaves = change.writes.includes('delete-user') ? 1 : 0;
    const searched = change.action === 'delete' ? pins.get(change.address.slice('user:'.length))?.searched.length : 0;
    return change.writes.length + leaves + 2 * (searched ?? 0);
  }
  const reads = change.writes.includes('transferCampaignRecord') ? 4 : 1;
  const perRead = (change.desired?.campaign.intake ?? false) ? 2 : 1;
  const readBack = change.writes.includes('changeCampaignRecordStatus') ? change.writes.length : 0;
  return change.writes.length + (reads + readBack + (looksBack(change) ? 1 : 0)) * perRead;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
