// Changes -> a plan: ordered, counted, guarded, frozen. Printing, guarding, hashing and applying all read this value.
//
//   users created, adopted  ->  records  ->  users deleted
//
// A record waits for the user it is pinned to; the removal of a user waits for the records that leave that user.

import { isRecord, isUser, parseAddress, userAddress } from '../../model/address.ts';
import { generationOf } from '../../model/applied.ts';
import { targetHead } from '../../model/target.ts';
import type { Address } from '../../model/address.ts';
import { soIn, type Diagnostic } from '../../model/errors.ts';
import { goesOn } from '../../model/record.ts';
import { folded } from '../../model/spelling.ts';
import { didYouMean } from '../../model/suggest.ts';
import { NO_CHANGES } from '../../model/state.ts';
import type { DesiredState, OpenIntent, RecordedState } from '../../model/state.ts';
import { eachPart, standsIn } from '../../model/parts.ts';
import type { ChangePart } from '../../model/parts.ts';
import { addsUser, callsSomebody } from '../change.ts';
import type { Change } from '../change.ts';
import type { Guard } from '../guard.ts';
import type { Plan } from '../plan-value.ts';
import { recordVerdict, userVerdict } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import type { Warning, WarningReason } from '../warning.ts';
import type { Diff } from '../diff/diff.ts';
import { fingerprint } from './fingerprint.ts';
import { withCarried } from './carried.ts';
import { forecast } from './forecast.ts';
import { countRecorded, heldIn } from './count-recorded.ts';
import { changedIds } from './changed-ids.ts';
import { checkGuards } from './guards.ts';
import { countLeavers } from './leavers.ts';
import { unreadFiles } from './guard-removals.ts';
import type { PlanInput } from './input.ts';
import { withOrigin } from './overwrite.ts';
import { reliesOn } from './relies.ts';
import { requestsFor } from './requests.ts';
import { reversalsIn } from './reversal.ts';
import { warningsOf } from './warnings.ts';

export function makePlan(input: PlanInput): Plan {
  const { target, diff, observed } = input;
  const { applied = [] } = input;
  const withReversal = reversalsIn(applied);
  const changes = order(diff.changes).map((change) => withReversal(withCarried(withOrigin(change, input))));
  const recorded = countRecorded(input.recorded);
  const { restore } = input.policy;
  const { content, campaigns } = input.desired;
  const read = { read: input.readBy?.() ?? null, searched: diff.offboarding.searched, profile: input.profile ?? null };
  const place = { ...read, content, generation: generationOf(applied) };
  const sealed = { ...input, ...place, changes, digest: input.seal ?? input.digest, restore };
  const { fingerprint: hashes, ...bound } = fingerprint(sealed);
  // Of the whole plan, whatever part is applied: the two halves of a mistake may stand in two parts.
  const ofLists = [changedIds(input), unreadFiles(input)].flatMap((guard) => guard ?? []);
  const partly = (part: ChangePart | null): Pick<Plan, 'guards' | 'requests'> => {
    const wanted = new Set(bound.changes.flatMap((each) => (standsIn(each, part) ? each.address : [])));
    return costOf(
      changes.filter(({ address }) => wanted.has(address)),
      input,
      ofLists,
    );
  };
  const whole = partly(null);
  const parts = eachPart(partly);
  const plan: Omit<Plan, 'guards' | 'requests'> = {
    target: targetHead(target),
    project: input.project,
    changes,
    verdicts: diff.verdicts,
    counts: count(changes, diff),
    recorded,
    files: input.desired.files,
    coverage: observed.coverage,
    forecast: forecast(changes, input.now),
    relies: reliesOn({ changes, verdicts: diff.verdicts, campaigns }, read.profile),
    offboarding: diff.offboarding,
    leavers: countLeavers(input.desired, observed),
    warnings: [
      ...aboutState(input).map(ofRun),
      ...(input.isAgeUnsure === true && changes.length > 0 ? [ofRun({ code: 'history-shallow' })] : []),
      ...warningsOf(changes, input),
      ...notNeeded(input.allow, [whole, ...Object.values(parts)]).map(ofRun),
    ],
    fingerprint: hashes,
    approval: { ...bound, part: 'whole', parts },
    since: input.since ?? null,
  };
  return deepFreeze({ ...plan, ...whole });
}

/** Requests and guards of these changes alone. */
function costOf(
  changes: readonly Change[],
  input: PlanInput,
  ofLists: readonly Guard[],
): Pick<Plan, 'guards' | 'requests'> {
  const { observed, earlier = [] } = input;
  const { reads, writes } = requestsFor(changes, observed, heldIn(input.recorded));
  const requests = { observed: observed.requests, apply: reads + writes, reads, writes };
  const counted = changes.length === 0 ? [] : [...earlier, ...changes];
  const plan = { changes: counted, recorded: countRecorded(input.recorded), coverage: observed.coverage, requests };
  const removals = checkGuards(plan, input).map((each) => withRenamed(each, ofLists));
  return { guards: [...ofLists, ...removals], requests };
}

/** Whoever is in a list under another id is not gone: two questions are about them. */
function withRenamed(guard: Guard, others: readonly Guard[]): Guard {
  if (guard.code !== 'guard-deletes') return guard;
  const files = others.flatMap((each) => (each.code === 'guard-ids' ? each.files : []));
  const old = new Set(files.flatMap(({ ids }) => ids.map(({ other }) => other)));
  const renamed = guard.lost.filter((address) => old.has(address)).length;
  return renamed === 0 ? guard : { ...guard, renamed };
}

/** About the run as a whole: no object and no line of a file. */
function ofRun(reason: WarningReason): Warning {
  return { ...reason, address: null, source: null };
}

function aboutState({ absent = false, unrecorded, unlocked = null }: PlanInput): WarningReason[] {
  const campaigns = unrecorded?.campaigns ?? null;
  return [
    ...(absent || campaigns !== null
      ? [{ code: 'state-absent', campaigns, older: unrecorded?.older ?? [] } as const]
      : []),
    ...(unlocked === null ? [] : [{ code: 'state-unlocked', message: unlocked } as const]),
  ];
}

/** Allowed, and neither the plan nor a part of it is stopped by it. */
function notNeeded(allow: PlanInput['allow'], costs: readonly Pick<Plan, 'guards'>[]): WarningReason[] {
  const met = new Set<string>(costs.flatMap(({ guards }) => guards.map(({ code }) => code)));
  const idle = Object.entries(allow).filter(([guard]) => !met.has(`guard-${guard}`));
  return idle.map(([guard, allowed]) => ({ code: 'allow-not-needed', guard, allowed }));
}

/** Nobody whom the files let go of may be named by a record that goes on: the file says two things. One finding a leaver. `usedUp`: records of which nothing is left to do. */
export function checkAgents(
  desired: DesiredState,
  recorded: RecordedState,
  usedUp: ReadonlySet<Address>,
): Diagnostic[] {
  const holders = desired.others?.holders;
  const declared = new Set(desired.users.map((user) => user.loginUserId));
  const pinned = desired.records.filter(({ address, preferredAgent: agent, ensure }) => {
    if (!agent || declared.has(agent) || !goesOn(ensure) || usedUp.has(address)) return false;
    return recorded.objects.has(userAddress(agent)) && !holders?.has(userAddress(agent));
  });
  return [...Map.groupBy(pinned, ({ preferredAgent }) => preferredAgent ?? '')].flatMap(([agent, own]) => {
    const [first, ...alike] = own.map(({ address, source, agentSource = source }) => ({
      address,
      source: agentSource,
    }));
    if (first === undefined) return [];
    const words = `expected a declared user in preferredAgent; given ${agent}, who is no longer declared and would be removed`;
    const unread = desired.unread?.find(({ addresses }) => addresses.has(userAddress(agent)));
    const way = unread
      ? `${unread.file} declares this person, and is not read: give it an ending and a pattern of \`desired:\` that are`
      : `to pin to somebody else: muster repin --from ${agent} --to LOGIN`;
    const also = soIn(first.source, alike) + didYouMean(agent, [...declared]);
    const message = `${first.address}: ${words}; ${way}${also}`;
    return [{ code: 'undeclared-agent', message, ...first, line: null, alike }];
  });
}

/** A record being settled right now, or left open by an earlier run, must not be planned again until it can be read. */
export function unsettledVerdicts(open: readonly OpenIntent[], mayCome: ReadonlySet<OpenIntent>): Verdict[] {
  return open.map((intent) => {
    const { address, action } = intent;
    const object = parseAddress(address);
    if (object === null) throw new Error(`an open intent names no object: ${address}`);
    const reason = { kind: 'unsettled', action, mayCome: mayCome.has(intent) } as const;
    return isUser(object)
      ? userVerdict({ ...object, address, source: null }, reason)
      : recordVerdict({ ...object, address, source: null }, reason);
  });
}

function order(changes: readonly Change[]): Change[] {
  const touched = new Map(changes.map((change) => [change.address, change]));
  const standIns = Map.groupBy(changes.filter(isUser).filter(addsUser), ({ loginUserId }) => folded(loginUserId));
  const left = Map.groupBy(changes.filter(isRecord).filter(isDelete), ({ clientId }) => clientId);
  const before = (change: Change): Change[] => {
    // Who is declared in another case is there before the account in the wrong one goes.
    if (isUser(change)) return isDelete(change) ? (standIns.get(folded(change.loginUserId)) ?? []) : [];
    // Who is called where the line stands now waits no more where it stood: called there meanwhile, nobody is called here.
    return callsSomebody(change) ? (left.get(change.clientId) ?? []) : [];
  };
  const awaited = new Set(changes.filter(isRecord).flatMap(before));
  const rank = (change: Change): number => {
    if (isRecord(change)) return awaited.has(change) ? 1 : 2;
    return change.action === 'delete' || change.action === 'forget' ? 3 : 0;
  };
  const ranked = changes.toSorted((a, b) => rank(a) - rank(b) || compareText(a.address, b.address));
  return ranked.map((change) => ({
    ...change,
    after: [...change.after, ...pinnedUser(change, touched), ...before(change).map(({ address }) => address)],
  }));
}

const isDelete = ({ action }: Change): boolean => action === 'delete';

function pinnedUser(change: Change, touched: ReadonlyMap<string, Change>): string[] {
  if (!isRecord(change)) return [];
  const agent = change.pin || change.desired?.preferredAgent;
  if (!agent || change.writes.length === 0 || change.action === 'delete') return [];
  const user = touched.get(userAddress(agent));
  return user && (addsUser(user) || user.action === 'replace') ? [user.address] : [];
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function count(changes: readonly Change[], diff: Diff): Plan['counts'] {
  const consumed = diff.verdicts.filter((verdict) => verdict.class === 'consumed').length;
  const counts = { ...NO_CHANGES, unchanged: diff.unchanged, consumed };
  for (const change of changes) counts[change.action] += 1;
  return counts;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
