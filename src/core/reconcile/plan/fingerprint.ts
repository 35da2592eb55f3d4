// What an approval binds: SHA-256 over canonical JSON (RFC 8785) of the target, the content of the desired files, and for
// each change what was seen before and what will be written. Pure.
//
//   enters     address, action, requests, fields with before and after, the object as seen, whom it is for
//   and what the decision rests on:
//     a request reaches a task              whether it is untouched, worked or finished
//     a task is ended, deleted, reissued    its attempts and the last one, too
//     an access is given back               whether policy.restore asks for a look
//     it is recorded                        when muster last wrote it
//     a person leaves                       in which campaigns pins were searched
//     it relies on the service (relies.ts)  each answer
//   and once for the plan: its target, the desired files, the generation of recorded state, and what the decisions read of policy and
//   profile, noted while it is read (engine/noting.ts)
//   stays out  times of the run, durations, texts, order, what else the platform owns, objects without a change
//
// Example: a delete of an open task was approved, and an agent promises a call: another class, so another fingerprint.
//
// Values of people enter as keyed digests only, so that nobody can guess them from a fingerprint.

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

import { isUser } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { ServiceProfile } from '../../model/profile.ts';
import { isFinished, isWorked } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import { eachPart, standsIn } from '../../model/parts.ts';
import type { ChangePart } from '../../model/parts.ts';
import type { Digest } from '../../model/state.ts';
import { baseUrl } from '../../model/target.ts';
import type { Policy, Target } from '../../model/target.ts';
import type { Change, FieldChange, RecordChange } from '../change.ts';
import type { ChangeDigest, Fingerprint, PlanApproval } from '../plan-value.ts';
import { contentOf } from '../fields.ts';
import { PLACE_DIGITS, placeDigits } from './place-digits.ts';
import { answersFor } from './relies.ts';
import { givesBack } from './restore.ts';
import { endsOrReopens, partsOf } from './split.ts';
import type { PartPlace } from './split.ts';

/** Grows when the same plan gets another fingerprint: an approval given before an upgrade is then stale, not wrong. */
const FORMAT = 3;

export interface FingerprintInput {
  readonly project: string;
  readonly target: Target;
  /** Digest of the desired files (DesiredState.content). */
  readonly content: string;
  /** What the decisions read of policy and service profile, a name -> its value. */
  readonly read?: unknown;
  /** Names of the campaigns that were searched for pins of people who leave. */
  readonly searched?: readonly string[];
  readonly profile?: ServiceProfile | null;
  /** Of the state: how many applies carried out something. */
  readonly generation: number;
  readonly changes: readonly Change[];
  readonly digest: Digest;
  /** Whether a restore needs a look; default: it does. */
  readonly restore?: Policy['restore'];
}

export type PlanDigests = Pick<PlanApproval, 'target' | 'desired' | 'binds' | 'generation' | 'changes'> & {
  readonly fingerprint: Fingerprint;
};

export function fingerprint(input: FingerprintInput): PlanDigests {
  const target = targetDigest(input);
  const { content: desired, generation } = input;
  const binds = sha256({ target, desired, read: input.read ?? null });
  const places = partsOf(input.changes, input.restore);
  const changes = input.changes.map((change) => digestOf(change, places, input));
  const of = (part: ChangePart | null): string | null => {
    const own = changes.filter((each) => standsIn(each, part));
    if (own.length === 0 && part !== null) return null;
    const entries = own.map(({ address, digest }) => [address, digest]).toSorted(byText);
    const hash = sha256({ format: FORMAT, binds, generation, part: part ?? 'whole', changes: entries });
    return placeDigits(target) + hash.slice(PLACE_DIGITS);
  };
  const whole = of(null) ?? '';
  return {
    fingerprint: { whole, ...eachPart(of) },
    target,
    desired,
    binds,
    generation,
    changes,
  };
}

/** Where requests go, under which name. */
export function targetDigest(place: TargetPlace): string {
  return sha256(identityOf(place));
}

type TargetPlace = Pick<FingerprintInput, 'project' | 'target'>;

function sha256(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? 'null')
    .digest('hex');
}

function byText([a = '']: readonly string[], [b = '']: readonly string[]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Where requests go. A sandbox listens on another port after each start and is still the same one. */
function identityOf({ project, target }: TargetPlace): unknown {
  const { name, stack, platform, companyCode, environment, region, sandbox, previewPrefix, adminPrefix } = target;
  const place = sandbox ? null : [baseUrl(target), previewPrefix, adminPrefix];
  return { project, name, stack, platform, companyCode, environment, region, place };
}

function digestOf(change: Change, places: ReadonlyMap<Address, PartPlace>, input: FingerprintInput): ChangeDigest {
  const { address, action, writes, fields } = change;
  const { digest, restore = 'guarded' } = input;
  const rests = givesBack(change) ? `policy.restore: ${restore}` : workOf(change);
  const names = fields.map(({ field }) => field).toSorted();
  const bound = {
    address,
    action,
    writes,
    rests,
    recordedAt: change.recorded?.recordedAt ?? null,
    answers: answersFor(change, input.profile ?? null),
    searched: writes.includes('delete-user') ? (input.searched ?? []).toSorted() : [],
    fields: fields.map((field) => boundField(field, digest)).toSorted((a, b) => byText([a.field], [b.field])),
    ...(isUser(change) ? boundUser(change) : boundRecord(change, digest)),
  };
  const place = places.get(address) ?? { part: 'additions', tiedTo: null, isApart: false };
  return { address, action, ...place, digest: sha256(bound), fields: names, rests };
}

function boundField(
  { field, privacy, before, after }: FieldChange,
  digest: Digest,
): { readonly field: string; readonly before: unknown; readonly after: unknown } {
  const bound = (value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    return privacy === 'public' ? value : { keyed: digest(value) };
  };
  return { field, before: bound(before), after: bound(after) };
}

function boundUser(change: Extract<Change, { kind: 'user' }>): object {
  const { behaviorIfInBackend, deleteInBackend, observed } = change;
  const { service, backend, connectUserId } = observed ?? { service: null, backend: null, connectUserId: null };
  return { behaviorIfInBackend, deleteInBackend, observed: { service, backend, connectUserId } };
}

/** Data, queue and zone are Git's: what others changed there since would be overwritten unseen. */
function boundRecord(change: RecordChange, digest: Digest): object {
  const { campaign, pin, from, observed, writes, removals = [] } = change;
  const shown = (tasks: readonly ObservedTask[] = [], fieldName = campaign.clientIdFieldName): unknown =>
    (writes.length === 0 ? [] : tasks).map((task) => ({
      id: task.previewRecordId,
      content: digest({ ...contentOf(task, fieldName), skillQueue: task.skillQueue }),
    }));
  return {
    pin,
    observed: shown(observed?.tasks),
    from: from && { address: from.address, observed: shown(from.observed?.tasks, from.campaign.clientIdFieldName) },
    removals: shown(removals.map(({ task }) => task)),
  };
}

/** In words for who compares two reports; empty where a request meets no task, or only untouched ones that go on. */
function workOf(change: Change): string {
  if (isUser(change) || change.writes.length === 0) return '';
  const { observed, from, removals = [] } = change;
  const tasks = [...(observed?.tasks ?? []), ...(from?.observed?.tasks ?? []), ...removals.map(({ task }) => task)];
  if (!tasks.some(isWorked)) return '';
  const exact = endsOrReopens(change);
  return tasks.map((task) => workClass(task) + (exact ? attemptsOf(task) : '')).join('; ');
}

function workClass(task: ObservedTask): 'untouched' | 'worked' | 'finished' {
  if (isFinished(task)) return 'finished';
  return isWorked(task) ? 'worked' : 'untouched';
}

function attemptsOf({ workAttempts, lastAttemptTime }: ObservedTask): string {
  const last = lastAttemptTime === null ? '' : `, last ${new Date(lastAttemptTime).toISOString()}`;
  return `, attempts ${workAttempts}${last}`;
}
