// One change of the diff as a finding: what a plan would do about it says who moved it.

import { isRecord, isUser } from '../../model/address.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import { factsOf, isRemade, lostMarker, withClass, worst } from '../diff/three-way.ts';
import type { Finding, FindingCause, FindingField } from '../finding.ts';
import type { DriftInput } from './input.ts';

type ChangeJudgement = Pick<Finding, 'class' | 'cause'> & { readonly fields?: readonly FindingField[] };

export function findingOfChange(change: Change, input: DriftInput): Finding {
  const { address, kind, source } = change;
  const facts = factsOf(change, input);
  const fields = change.fields.map((field) => withClass(field, facts));
  const judgement = isUser(change) ? judgeUser(change, input, fields) : judgeRecord(change, input, fields);
  return { address, kind, source, fields, ignored: null, sightings: null, ...judgement };
}

function judgeUser(change: UserChange, input: DriftInput, fields: readonly FindingField[]): ChangeJudgement {
  const { action, desired } = change;
  const recorded = input.recorded.objects.get(change.address);
  switch (action) {
    case 'create':
      return { class: 'pending', cause: { kind: 'not-applied' }, fields: [] };
    case 'restore':
      return {
        class: 'missing',
        cause: { kind: 'removed', recordedAt: knownSince(recorded ?? change.recorded) },
        fields: [],
      };
    case 'delete':
      if (change.cause.kind === 'still-there') return { ...pending(change), class: 'extra' };
      if (desired?.ensure !== 'absent' || recorded !== undefined) return pending(change);
      return { class: 'extra', cause: { kind: 'present-again' } };
    case 'replace':
      if (change.observed?.backend !== 'absent') return pending(change);
      return { class: 'missing', cause: { kind: 'backend-removed', verdict: null }, fields: [] };
    case 'forget':
      return forgotten(change);
    case 'update':
    case 'adopt':
    case 'move':
      return { ...pending(change), class: worst(fields.map((field) => field.class)) };
    default:
      return action satisfies never;
  }
}

function judgeRecord(change: RecordChange, input: DriftInput, fields: readonly FindingField[]): ChangeJudgement {
  const { action } = change;
  switch (action) {
    case 'update':
      return judgeUpdate(change, input, fields);
    case 'move':
      // The record stands where Git wants it: somebody else moved it there.
      return change.cause.kind === 'moved' ? { ...pending(change), class: 'converged' } : pending(change);
    case 'forget':
      return forgotten(change);
    case 'create':
      if (change.cause.kind !== 'declared') return pending(change);
      return { class: 'pending', cause: { kind: 'not-applied' }, fields: [] };
    case 'delete':
      return change.cause.kind === 'still-there' ? { ...pending(change), class: 'extra' } : pending(change);
    case 'adopt':
    case 'restore':
    case 'replace':
      return pending(change);
    default:
      return action satisfies never;
  }
}

function pending(change: Change): ChangeJudgement {
  return { class: 'pending', cause: { kind: 'planned', change } };
}

function forgotten(change: Change): ChangeJudgement {
  if (change.cause.kind !== 'already-gone') return pending(change);
  return { class: 'converged', cause: { kind: 'gone-unasked' } };
}

function judgeUpdate(change: RecordChange, input: DriftInput, fields: readonly FindingField[]): ChangeJudgement {
  const recorded = input.recorded.objects.get(change.address);
  const task = change.observed?.tasks[0];
  if (isRecord(recorded) && task !== undefined && isRemade(recorded, task, input.now)) {
    return { class: 'recreated', cause: { kind: 'made-again' }, fields };
  }
  const kind = worst(fields.map((field) => field.class));
  return { class: kind, cause: causeOfUpdate(kind, change) };
}

function causeOfUpdate(kind: DriftClass, change: RecordChange): FindingCause {
  const task = change.observed?.tasks[0];
  const setsMarker = change.fields.some(({ field }) => field === 'marker');
  if (setsMarker && task !== undefined && lostMarker(task)) return { kind: 'lost-marker' };
  const recordedAt = knownSince(change.recorded);
  if (kind === 'drift') return { kind: 'changed-in-service', recordedAt };
  if (kind === 'conflict') return { kind: 'changed-on-both-sides', recordedAt };
  const isPlain = change.cause.kind === 'differs' && change.cause.platformMoved.length === 0;
  return kind === 'pending' && isPlain ? { kind: 'changed-in-file' } : { kind: 'planned', change };
}

function knownSince(recorded: { readonly recordedAt: number } | null): number | null {
  return recorded !== null && recorded.recordedAt > 0 ? recorded.recordedAt : null;
}
