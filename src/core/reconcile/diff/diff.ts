// The one differ: desired x recorded x observed -> changes, verdicts, and what to note without a request. Pure.

import { isRecord } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { lineListing } from '../../model/do-not-call.ts';
import { goesOn, isFinished } from '../../model/record.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { HeldElsewhere, RecordedObject } from '../../model/state.ts';
import type { Change } from '../change.ts';
import { customersElsewhere } from '../held-elsewhere.ts';
import type { Offboarding } from '../plan-value.ts';
import type { Verdict } from '../verdict.ts';
import type { DiffInput } from './input.ts';
import { offboard } from './offboard.ts';
import { pairRecords } from './pairs.ts';
import type { Pair } from './pairs.ts';
import { diffRecord } from './record.ts';
import { consumed } from './used-up.ts';
import { NO_RECORD_DIFF, sayOfRecord } from './record-result.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';
import { diffRememberedRecord } from './removed.ts';
import { spelledOtherwise } from './spelled.ts';
import type { SpellingCheck } from './spelled.ts';
import { withoutAdvice } from './unrecorded.ts';
import { diffUsers } from './users.ts';

export interface Diff {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  /** To be recorded when the plan is applied; no request, not a change. */
  readonly notes: readonly RecordedObject[];
  readonly unchanged: number;
  readonly offboarding: Offboarding;
}

export function diff(input: DiffInput): Diff {
  const users = diffUsers(input);
  const records = diffRecords(input);
  const settled = offboard(input, { users: users.changes, records: records.changes, verdicts: users.verdicts });
  const sent = new Map(settled.changes.map((change) => [change.address, change]));
  const found = [...users.verdicts, ...records.verdicts.flatMap((each) => unlessSent(each, sent)), ...settled.verdicts];
  const verdicts = withoutAdvice(found, input.unrecorded ?? null);
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  const named = new Set([...settled.changes, ...said].map(({ address }) => address));
  return {
    changes: settled.changes,
    verdicts,
    notes: [...users.notes, ...records.notes],
    unchanged: users.seen + records.seen - named.size,
    offboarding: settled.offboarding,
  };
}

/** What the removal of a leaver sends of a record is not left as it is. */
function unlessSent(verdict: Verdict, changes: ReadonlyMap<Address, Change>): Verdict[] {
  const change = changes.get(verdict.address);
  if (verdict.class !== 'kept' || verdict.fields.length === 0 || change === undefined) return [verdict];
  const fields = verdict.fields.filter(({ field }) => change.fields.every((each) => each.field !== field));
  return fields.length === 0 ? [] : [{ ...verdict, fields }];
}

/** What is known beside one record, of all of them. */
interface Whole {
  readonly input: DiffInput;
  readonly spelled: SpellingCheck;
  readonly customers: (desired: DesiredRecord) => HeldElsewhere | null;
}

function diffRecords(input: DiffInput): {
  changes: Change[];
  verdicts: Verdict[];
  notes: RecordedObject[];
  seen: number;
} {
  const spelled = spelledOtherwise(input);
  const whole = { input, spelled, customers: customersElsewhere(input.desired) };
  const judged = pairRecords(input, spelled).map((pair) => ({ ...judge(pair, whole), isManaged: pair.isManaged }));
  return {
    changes: judged.flatMap(({ change }) => change ?? []),
    verdicts: judged.flatMap(({ verdict }) => verdict ?? []),
    notes: judged.flatMap(({ note }) => note ?? []),
    // What is used up, or only remembered, counts where something is to be said of it.
    seen: judged.filter(({ isManaged, change, verdict }) => isManaged || (change ?? verdict) !== null).length,
  };
}

function judge(pair: Pair, whole: Whole): RecordDiff {
  const { facts } = pair;
  if (pair.isRemembered) return diffRememberedRecord(facts);
  const found = withPinChecked(judgeManaged(pair, whole), facts, whole.input);
  return pair.isNews && found.change === null ? { ...found, note: found.note ?? facts.recorded } : found;
}

/**
 *   of the same customer         | then
 *   another partition knows more | it goes first
 *   several campaigns, recorded or declared | a decision
 *   another spelling is ours     | a decision instead of a create, or of silence where that one is open
 *   none of these                | the three states of the record decide, and who may not be called
 */
function judgeManaged({ facts, isUnclear }: Pair, { input, spelled, customers }: Whole): RecordDiff {
  const { desired } = facts;
  const held = desired !== null && facts.recorded === null && facts.from === null ? customers(desired) : null;
  if (held !== null) return sayOfHeld(facts, held);
  const found = isUnclear ? sayOfRecord(facts, { kind: 'several-campaigns' }) : diffRecord(facts);
  const other = desired === null ? null : otherSpelling(found, desired, spelled);
  if (other !== null) return sayOfRecord(facts, { kind: 'spelled-otherwise', other });
  return withoutListed(found, facts, input);
}

/** Who is used up elsewhere is not added, and holds the task of another spelling all the same. */
function otherSpelling(
  { change, verdict }: RecordDiff,
  desired: DesiredRecord,
  spelled: SpellingCheck,
): Address | null {
  if (change?.action === 'create') return spelled.other(desired);
  return verdict?.reason.kind === 'consumed' ? spelled.left(desired) : null;
}

/** Of the same customer another partition knows more. */
function sayOfHeld(facts: RecordFacts, { partition, object, isOpen }: HeldElsewhere): RecordDiff {
  if (!isRecord(object)) return NO_RECORD_DIFF;
  if (!isOpen && object.consumed !== null) {
    const { how } = object.consumed;
    return consumed({ ...facts, from: { recorded: object, observed: null } }, null, how === 'released' ? 'gone' : how);
  }
  return sayOfRecord(facts, { kind: 'other-partition', partition, campaignName: object.campaignName });
}

/** Who is not to be called gets no task, and one that is open waits for a person. What ends it goes on. */
function withoutListed(found: RecordDiff, facts: RecordFacts, { doNotCall }: DiffInput): RecordDiff {
  const { desired, observed, from } = facts;
  if (doNotCall === undefined || desired === null || !goesOn(desired.ensure)) return found;
  const line = lineListing(desired, doNotCall);
  if (line === null) return found;
  const isOpen = [observed, from?.observed].some((seen) => seen?.tasks.some((task) => !isFinished(task)) === true);
  if (found.change === null && !(isOpen && facts.recorded !== null)) return found;
  return {
    ...sayOfRecord(facts, { kind: 'do-not-call', isOpen, listedAt: `${doNotCall.file}:${line}` }),
    note: found.note,
  };
}

/** Where more is to be said of the record, or it is used up, that comes first. */
function withPinChecked(found: RecordDiff, facts: RecordFacts, { checkPin }: DiffInput): RecordDiff {
  const { desired } = facts;
  if (found.verdict !== null || desired === null || !goesOn(desired.ensure)) return found;
  const reason = checkPin?.(desired) ?? null;
  if (reason === null) return found;
  const { agentSource: source = desired.source } = desired;
  return { ...sayOfRecord({ ...facts, desired: { ...desired, source } }, reason), note: found.note };
}
