// What a document says of one change, one verdict, one guard, one warning and one person who leaves. What is not named
// here does not get out; fields pass through redact.ts. Times are ISO 8601 in UTC.

import { isRecord } from '../../model/address.ts';
import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import { ERRORS, type ErrorCode } from '../../model/errors.ts';
import type { ChangeOrigin, ChangePart } from '../../model/parts.ts';
import type { Action } from '../../model/state.ts';
import type {
  CarriedField,
  Change,
  OutsideFields,
  RecordChange,
  UserChange,
  WriteOperation,
} from '../../reconcile/change.ts';
import type { Guard } from '../../reconcile/guard.ts';
import type { ChangeDigest, CampaignPins, LeaverPins } from '../../reconcile/plan-value.ts';
import type { Settlement } from '../../reconcile/settlement.ts';
import type { Verdict } from '../../reconcile/verdict.ts';
import type { Warning } from '../../reconcile/warning.ts';
import { iso } from '../words/head.ts';
import { withName } from '../words/words.ts';
import { answersBy, type AnswersBy } from '../words/question-texts.ts';
import { whyChange } from '../words/why-change.ts';
import { whyGuard } from '../words/why-guard.ts';
import { whyWarning } from '../words/why-warning.ts';
import { whyVerdict } from '../words/why-verdict.ts';
import type { ReportProblem } from './diagnostics.ts';
import { patchOf, shownFields, type PatchOperation, type ReportField } from '../words/redact.ts';

export interface ReportChange {
  readonly address: Address;
  readonly kind: Kind;
  readonly action: Action;
  /** What asks for it: the files, or a repair of what others, the platform or an earlier run left. */
  readonly origin: ChangeOrigin;
  /** The part of the plan that it is approved with. */
  readonly part: ChangePart;
  /** The change that draws it into its part; null where its own nature does. */
  readonly tiedTo: Address | null;
  /** Why, as a word for programs. */
  readonly cause: Change['cause']['kind'];
  /** Why, in words. */
  readonly reason: string;
  readonly source: SourcePosition | null;
  readonly writes: readonly WriteOperation[];
  readonly after: readonly Address[];
  readonly fields: readonly ReportField[];
  readonly patch: readonly PatchOperation[];
  /** Names of what the requests send as it is, beside `fields`. */
  readonly carried: readonly CarriedField[];
  /** Whether the backing instance is written too; null for records. */
  readonly backend: boolean | null;
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW' | 'FAIL-then-ALLOW' | null;
  /** Since when it is recorded, how it became ours, and to whom we pinned it last; null when it is not recorded. */
  readonly recorded: {
    readonly provenance: 'created' | 'adopted';
    readonly at: string;
    readonly preferredAgent: string | null;
  } | null;
  /** The address a moved record leaves. */
  readonly from: Address | null;
  /** Names of fields that others changed too: put back, or overwritten by what Git says now. Null for none. */
  readonly changedOutside: OutsideFields | null;
  /** Whose clocks a reader sees the times of `fields` on; null: of UTC. The values themselves are of no zone. */
  readonly zone: string | null;
  /** Off-boarding: who gets the pin; empty when it is cleared; null for every other change. */
  readonly pin: string | null;
  /** What an apply of ours did, and this takes back; null where it takes back nothing. `commit`: of the files of that apply; null without Git, and where edits of it were applied. */
  readonly reverses: { readonly did: 'added' | 'removed'; readonly at: string; readonly commit: string | null } | null;
}

/** `system`: as `secondSystem` says it. `showValues`: the names of somebody who is created; the service never changes them afterwards. */
export interface ShownAs {
  readonly system?: string;
  readonly showValues?: boolean | undefined;
}

export function reportChange(
  change: Change,
  place: Pick<ChangeDigest, 'part' | 'tiedTo'>,
  { system, showValues = false }: ShownAs = {},
): ReportChange {
  const { address, kind, action, source, fields, writes, after, origin = 'git' } = change;
  const { part, tiedTo } = place;
  const why = { origin, part, tiedTo, cause: change.cause.kind, reason: whyChange(change, system) };
  const common = { address, kind, action, ...why, source, writes, after };
  const isShown = showValues && action === 'create' && !isRecord(change);
  const values = { fields: shownFields(fields, isShown), patch: patchOf(fields) };
  const { reverses } = change;
  const back = reverses === undefined ? null : { ...reverses, at: iso(reverses.at) };
  return { ...common, ...values, reverses: back, ...(isRecord(change) ? ofRecord(change) : ofUser(change)) };
}

type OfKind = Pick<
  ReportChange,
  'carried' | 'zone' | 'changedOutside' | 'backend' | 'behaviorIfInBackend' | 'recorded' | 'from' | 'pin'
>;

function ofRecord({ carried = [], changedOutside, desired, recorded, from, pin }: RecordChange): OfKind {
  return {
    carried,
    zone: desired?.timeZone || null,
    changedOutside: changedOutside ?? null,
    backend: null,
    behaviorIfInBackend: null,
    recorded: recorded && recordedBefore(recorded, recorded.provenance, recorded.preferredAgent),
    from: from?.address ?? null,
    pin,
  };
}

function ofUser({ action, desired, recorded, deleteInBackend, behaviorIfInBackend }: UserChange): OfKind {
  const creates = desired?.ensure === 'present' && desired.createInBackend;
  return {
    carried: [],
    zone: null,
    changedOutside: null,
    backend: action === 'delete' ? deleteInBackend : creates,
    behaviorIfInBackend: creates ? behaviorIfInBackend : null,
    recorded: recorded && recordedBefore(recorded, recorded.provenance.service, null),
    from: null,
    pin: null,
  };
}

function recordedBefore(
  { recordedAt }: { readonly recordedAt: number },
  provenance: 'created' | 'adopted',
  preferredAgent: string | null,
): ReportChange['recorded'] {
  return { provenance, at: iso(recordedAt), preferredAgent };
}

export interface ReportVerdict {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: Verdict['class'];
  readonly code: ErrorCode | null;
  readonly text: string;
  /** Null where there is no code, and where the text says what helps. */
  readonly advice: string | null;
  /** What the answers depend on beside the code; null where on nothing. */
  readonly answersBy: AnswersBy | null;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportField[];
}

export function reportVerdict(verdict: Verdict, system: string, zone: string | null): ReportVerdict {
  const { address, kind, code, source, fields, reason } = verdict;
  const text = whyVerdict(verdict, system, zone);
  // A second reading says the same: its text says what helps.
  const isTold = code === null || reason.kind === 'no-known-user';
  const advice = isTold ? null : withName(ERRORS[code].advice, system);
  return {
    address,
    kind,
    class: verdict.class,
    code,
    text,
    advice,
    answersBy: answersBy(reason),
    source,
    fields: shownFields(fields),
  };
}

export interface ReportGuard {
  readonly code: ErrorCode;
  readonly text: string;
  readonly advice: string;
  /** The exact words that pass it (`deletes=12`); null when only the files can. */
  readonly pass: string | null;
  readonly passed: boolean;
}

export function reportGuard(guard: Guard, system: string, zone: string | null): ReportGuard {
  const { code, pass, passed } = guard;
  return { code, text: whyGuard(guard, system, zone), advice: ERRORS[code].advice, pass, passed };
}

export interface ReportWarning {
  readonly code: ErrorCode;
  readonly text: string;
  readonly address: Address | null;
  readonly source: SourcePosition | null;
}

export function reportWarning(warning: Warning, system: string): ReportWarning {
  const { code, address, source } = warning;
  return { code, text: whyWarning(warning, system), address, source };
}

export function reportLeaver({ campaigns, ...leaver }: LeaverPins): LeaverPins<string> {
  const later = ({ later: times }: CampaignPins) => times.map(({ at, ...rest }) => ({ at: iso(at), ...rest }));
  return { ...leaver, campaigns: campaigns.map((each) => ({ ...each, later: later(each) })) };
}

export interface ReportSettlement {
  readonly address: Address;
  readonly kind: Kind;
  readonly action: Action;
  readonly source: SourcePosition | null;
  readonly outcome: Settlement['kind'];
  readonly note: string | null;
  readonly problem: ReportProblem | null;
}
