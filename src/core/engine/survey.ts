// One reading of everything a run is about, and what follows from it: the plan, or the drift report. Reads only.
//
//   recorded state -> observe -> compare (pass.ts) -> makePlan | detectDrift

import { ToolError } from '../model/errors.ts';
import { isRecord } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { heldBy, letGoBy } from '../model/applied.ts';
import type { AppliedRun } from '../model/applied.ts';
import type { Lineage } from '../model/identity.ts';
import { queueNameIsCode } from '../model/profile.ts';
import type { Campaign } from '../model/record.ts';
import type { DesiredState, Digest, ObservedState, RecordedObject, RecordedState } from '../model/state.ts';
import { pick } from '../model/fields.ts';
import { agentRuleOf, asksService } from '../model/target.ts';
import { pinCheck } from '../reconcile/diff/agents.ts';
import { verifyRemovedMs, withoutForgotten } from '../reconcile/diff/removed.ts';
import { ofOtherStacks, unrecordedIn } from '../reconcile/diff/unrecorded.ts';
import { detectDrift } from '../reconcile/drift/drift.ts';
import type { DriftRemark, DriftResult } from '../reconcile/finding.ts';
import { campaignsToSearch } from '../reconcile/observe/addresses.ts';
import { withBudget } from '../reconcile/observe/requests.ts';
import { approvedPart, isApproved, takePart } from '../reconcile/plan/approval.ts';
import { targetDigest } from '../reconcile/plan/fingerprint.ts';
import type { PlanInput } from '../reconcile/plan/input.ts';
import { checkAgents, makePlan } from '../reconcile/plan/plan.ts';
import { pinsConcerned, withSettled } from '../reconcile/plan/scope.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import { remembering } from '../reconcile/remembering.ts';
import type { ServiceClient, ServiceReader } from '../service/service.ts';
import { digestWith } from '../state/digest.ts';
import type { Memory } from './ledger-home.ts';
import { withContested, withUnseenOthers } from './begun-removals.ts';
import { lineageOf, stackName } from './lineage.ts';
import { compare } from './pass.ts';
import type { PartDiff } from './pass.ts';
import { connect, reachable } from './run.ts';
import type { Run } from './run.ts';
import { readScope } from './scope.ts';
import { driftWithHistory } from './drift-history.ts';
import { filesAgeIn, withEdits } from './files-version.ts';
import type { FilesAge } from './files-version.ts';
import { noting } from './noting.ts';
import { isOfOtherFiles } from './this-run.ts';
import { handedOver, objectsBeside, openOthers, withOthers, withTaken } from './others.ts';

/** The plan over a recorded state that was read elsewhere. Reads only. */
export async function planWith(run: Run, memory: Memory, purpose: SurveyPurpose = {}): Promise<Survey> {
  const lineage = lineageOf(run, memory.identities, memory.recorded.objects.values());
  const client = connect({ ...run, target: await reachable(run) });
  try {
    return await survey(run, { reader: client, memory, lineage, ...purpose });
  } finally {
    await client.close();
  }
}

/** The drift report over a recorded state that was read elsewhere. Reads only; its own history is a file beside. */
export async function driftWith(run: Run, memory: Memory): Promise<DriftResult> {
  return driftWithHistory(run, async () => {
    const { plan: planned, seen, compared, now } = await planWith(run, memory, { asksPins: false });
    const digest = digestWith(memory.digestKey);
    const { project, only } = run;
    const isAbsent = planned.warnings.some(({ code }) => code === 'state-absent');
    const reason = isAbsent ? null : (memory.unlocked ?? null);
    const known = { target: planned.target, project: project.name, ignore: project.ignore, only };
    const found = detectDrift({ diff: compared, ...seen, ...known, digest, now });
    const isUnlocked = isAbsent || reason !== null;
    const remarks: readonly DriftRemark[] = isUnlocked
      ? [...found.remarks, { kind: 'state-unlocked', reason }]
      : found.remarks;
    return { ...found, remarks, leavers: planned.leavers, relies: planned.relies.map(({ id }) => id) };
  });
}

/** Everything one reading yields; the plan is what people see of it. */
export interface Survey {
  readonly plan: Plan;
  readonly compared: PartDiff;
  readonly lineage: Lineage;
  readonly seen: { readonly desired: DesiredState; readonly recorded: RecordedState; readonly observed: ObservedState };
  /** Where tasks pinned to people who leave are looked for. */
  readonly campaigns: readonly Campaign[];
  /** Addresses of what was removed and has been looked at for long enough. */
  readonly forgotten: readonly Address[];
  /** The commit of the desired files, and how it stands to the one applied last. */
  readonly files: Pick<FilesAge, 'now' | 'older'>;
  /** By the clock of the service, after the reading. */
  readonly now: number;
  /** What other partitions recorded until now, as it is recorded here from now on. */
  readonly arrived: readonly RecordedObject[];
}

export interface SurveyPurpose {
  /** A destroy, where that is meant. */
  readonly removesAll?: boolean;
  /** False for a drift report: who a record may be pinned to is a question of the plan, and stops no report. */
  readonly asksPins?: boolean;
}

export interface SurveyOptions extends SurveyPurpose {
  readonly reader: ServiceReader & Pick<ServiceClient, 'now'>;
  readonly memory: Memory;
  readonly lineage: Lineage;
}

export async function survey(run: Run, options: SurveyOptions): Promise<Survey> {
  const { reader: unlimited, memory, lineage, removesAll = false, asksPins = true } = options;
  const { project, target, onProgress } = run;
  const maxRequests = run.maxRequests ?? null;
  const reader = maxRequests === null ? unlimited : withBudget(unlimited, maxRequests);
  const { policy, profile, readBy } = notingReads(run);
  const keptMs = verifyRemovedMs(policy);
  const { recorded: remembered, forgotten } = withoutForgotten(memory.recorded, { now: unlimited.now(), keptMs });
  const readOthers = await openOthers(run, { isPlan: asksPins, isNew: memory.identities.length === 0 });
  const beside = await withOthers(run.desired, remembered, readOthers);
  const noted = run.isOfStack ? memory : {};
  const whole = withContested({ desired: beside.desired, recorded: withTaken(remembered, beside) }, noted);
  const campaigns = campaignsToSearch(whole.desired, whole.recorded, policy);
  const rule = agentRuleOf(policy, target);
  const asked = { pinCampaigns: campaigns, asksPins: asksService(rule), ...pick(policy, ['verifyZones']) };
  const reading = { reader, lineage, clock: unlimited.now, onProgress, ...asked };
  const { observed: all, since, changed, ...read } = await readScope(run, { whole, copies: memory.copies, reading });
  const observed = withoutKnown(all, whole);
  const handed = handedOver(beside, read, { observed, memory, isPlan: asksPins });
  const { desired, recorded: before } = withUnseenOthers(handed.part, observed, noted);
  const now = unlimited.now();
  const recalled = withTaken(withSettled(memory.recorded, handed.part.recorded, before), beside);
  const known = { ...whole, recorded: recalled, kept: withTaken(memory.recorded, beside), observed: all, lineage, now };
  const applied = memory.applied ?? [];
  // Rows go from one stack to another, never out of a ledger.
  const begun = heldBy(applied);
  const ended = { letGo: letGoBy(applied), removed: letGoBy(applied, 'delete') };
  const found = unrecordedIn({ ...known, begun, ...ended, ...(run.pulumi && { applied: begun }) });
  const unrecorded = run.isFirstApply === true ? ofOtherStacks(found) : found;
  const digest = remembering(digestWith(memory.digestKey));
  const part = { desired, recorded: before, copies: memory.copies ?? [], whole, beside: objectsBeside(beside) };
  const everybody = { ...desired, users: run.desired.users };
  const common = compare(part, observed, {
    ...{ lineage, digest, identity: target.identity, now, verifyRemovedMs: keptMs, unrecorded },
    ...{ queueNameIsCode: queueNameIsCode(profile), doNotCall: policy.doNotCall },
    isOfStack: run.isOfStack === true,
    ...(asksPins && { checkPin: pinCheck({ desired: everybody, observed, rule }) }),
  });
  const isNoted = common.changes.length > 0 || isOfOtherFiles(applied, run.desired.content);
  const elsewhere = isNoted ? await readOthers() : [];
  const files = await ageOf(run, applied, elsewhere);
  // Files of an earlier commit hand nothing from one partition to the other.
  const arrived = files.older === null ? handed.arrived : [];
  const verdicts = [...common.verdicts, ...handed.said];
  const judged = { ...common, notes: [...common.notes, ...arrived], verdicts };
  // Guards and percentages are about everything, whatever was read.
  const recorded = withSettled(remembered, before, judged.recorded);
  const compared = { ...judged, recorded };
  if (asksPins) refuseLeavers(whole, { desired: everybody, recorded: judged.recorded }, judged.verdicts);
  const facts = { target, policy: project.policy, desired, recorded, observed, diff: compared, allow: run.allow, now };
  const about = { unrecorded, since, ...(changed && { changed }), applied, readBy };
  const around = { ...aroundOf(run, memory), ...about, olderFiles: files.older, isAgeUnsure: files.isUnsure };
  const input = { ...facts, ...around, digest, maxRequests, profile: run.profile ?? null };
  const seen = { desired, recorded: judged.recorded, observed };
  const planned = approvedPlan({ ...input, project: project.name, removesAll }, run);
  const plan = await withEdits(planned, { folder: project.directory, history: run.outside?.history, applied });
  // Made again by a run that was cut off, it is recorded anew.
  const forgets = forgotten.filter((address) => !recorded.objects.has(address));
  return { plan, compared, lineage, seen, campaigns, forgotten: forgets, files, arrived, now };
}

/** Policy and profile as the decisions read them; `readBy`: what of both they read so far. */
function notingReads({
  project,
  profile,
}: Run): Pick<PlanInput, 'policy' | 'profile'> & { readonly readBy: () => unknown } {
  const policy = noting(project.policy);
  const points = profile ? noting(profile.points) : null;
  return {
    policy: policy.noted,
    profile: profile && points ? { ...profile, points: points.noted } : null,
    readBy: () => [policy.read(), points?.read().map(([id, { answer }]) => [id, answer]) ?? []],
  };
}

/** The commit of the files, and how it stands to the one applied last. */
function ageOf(
  { project, desired, outside }: Run,
  applied: readonly AppliedRun[],
  elsewhere: readonly Pick<Memory, 'applied'>[],
): Promise<FilesAge> {
  const { files, content } = desired;
  const place = { folder: project.directory, files, content, history: outside?.history };
  const others = elsewhere.map((each) => each.applied ?? []);
  return filesAgeIn(place, applied, others);
}

function aroundOf(
  run: Run,
  memory: Memory,
): Pick<PlanInput, 'managed' | 'declared' | 'unlocked' | 'absent' | 'isUnsaved' | 'earlier'> {
  const { unlocked = null, recorded: managed } = memory;
  const { isUnsaved = false, desired: declared, earlier = [] } = run;
  return { earlier, managed, declared, unlocked, absent: isAbsent(run, memory), isUnsaved };
}

/**
 * The plan, or the part of it that was approved. Without a key of its own for fingerprints: a home that records nothing yet
 * has no key that lasts, so a first plan is sealed with the name of the stack; what is left of it after a first run that did
 * a part is still recognised.
 */
function approvedPlan(input: Omit<PlanInput, 'seal'>, run: Run): Plan {
  const { approval } = run;
  const first = sealOf(run);
  const { objects, openIntents } = input.managed;
  const isFirst = objects.size === 0 && openIntents.length === 0;
  const plan = makePlan({ ...input, seal: isFirst || run.fingerprintKey !== undefined ? first : input.digest });
  const isIdle = run.isOneOfMany === true && plan.changes.length === 0;
  if (approval === undefined || isIdle) return plan;
  const { project, target } = run;
  const others = [...project.targets.values()].filter(({ name }) => name !== target.name);
  const otherTargets = new Map(
    others.map((each) => [targetDigest({ project: project.name, target: each }), each.name]),
  );
  // A report is dated by our own clock.
  const facts = { now: run.clock(), applied: input.applied ?? [], otherTargets };
  const known = isApproved(plan, approval, facts) ? plan : makePlan({ ...input, seal: first });
  const fresh = isApproved(known, approval, facts) ? known : plan;
  return takePart(fresh, approvedPart(fresh, approval, facts));
}

/** Throws where a record that goes on is pinned to somebody whom the files let go of. */
function refuseLeavers(whole: Scope, part: Scope, verdicts: readonly Verdict[]): void {
  const { records, recorded } = pinsConcerned(whole, part);
  const before = [...recorded.objects.values()].filter((object) => isRecord(object) && object.consumed !== null);
  const ended = [...before, ...verdicts.filter((each) => each.class === 'consumed')];
  const usedUp = new Set(ended.map(({ address }) => address));
  const mistakes = checkAgents({ ...part.desired, records }, recorded, usedUp);
  if (mistakes[0] !== undefined) throw new ToolError(mistakes[0].code, { message: mistakes[0].message }, mistakes);
}

function sealOf({ fingerprintKey = '', ...place }: Run): Digest {
  return digestWith(new TextEncoder().encode(`muster fingerprints of ${stackName(place)}${fingerprintKey}`));
}

/** In a narrowed run the bulk reading also shows what is declared or recorded outside of it: that is no extra. */
function withoutKnown(observed: ObservedState, { desired, recorded }: Scope): ObservedState {
  const known = new Set([...desired.records.map(({ address }) => address), ...recorded.objects.keys()]);
  return { ...observed, extras: new Map([...observed.extras].filter(([address]) => !known.has(address))) };
}

/** On a laptop a first plan is nothing to remark. */
function isAbsent({ stateExpected = false }: Run, { isNew = false }: Memory): boolean {
  return stateExpected && isNew;
}
