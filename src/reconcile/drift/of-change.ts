// One change of the diff as a finding: what a plan would do about it says who moved it.

import type { ObservedTask } from '../../model/record.ts';
import type { DriftClass, Change, Finding, FindingField, RecordChange, UserChange } from '../change.ts';
import { isRemade, lostMarker, withClass, worst } from '../diff/three-way.ts';
import type { DriftInput } from './drift.ts';
import { moment } from './words.ts';

type Judged = Pick<Finding, 'class' | 'text'> & { readonly fields?: readonly FindingField[] };

export function findingOfChange(change: Change, input: DriftInput): Finding {
  const { address, kind, source } = change;
  const fields = change.fields.map((field) => withClass(field, factsFor(change, input)));
  const judged = change.kind === 'user' ? judgeUser(change, input, fields) : judgeRecord(change, input, fields);
  return { address, kind, source, fields, ignored: null, sightings: null, ...judged };
}

function factsFor(change: Change, { recorded, digest, now }: DriftInput): Parameters<typeof withClass>[1] {
  const task = change.kind === 'record' ? (change.observed?.tasks[0] ?? null) : null;
  return { recorded: recorded.objects.get(change.address), task, digest, now };
}

function judgeUser(change: UserChange, input: DriftInput, fields: readonly FindingField[]): Judged {
  const { action, reason, desired } = change;
  const recorded = input.recorded.objects.get(change.address);
  switch (action) {
    case 'create':
      if (recorded === undefined) return { class: 'pending', text: 'declared, not applied yet', fields: [] };
      return {
        class: 'missing',
        text: `was removed from the service by somebody else${recordedWords(recorded)}`,
        fields: [],
      };
    case 'delete': {
      const leaver = desired?.ensure === 'absent' && recorded === undefined;
      return leaver
        ? { class: 'extra', text: 'is declared absent and is present again' }
        : { class: 'pending', text: reason };
    }
    case 'replace':
      if (change.observed?.backend !== 'absent') return { class: 'pending', text: reason };
      return { class: 'missing', text: 'is gone from the backing instance: somebody removed it there', fields: [] };
    case 'forget':
      return forgotten(reason);
    case 'update':
    case 'adopt':
    case 'move':
      return { class: worst(fields.map((field) => field.class)), text: reason };
    default:
      return action satisfies never;
  }
}

function judgeRecord(change: RecordChange, input: DriftInput, fields: readonly FindingField[]): Judged {
  const { action, reason } = change;
  switch (action) {
    case 'update':
      return judgeUpdate(change, input, fields);
    case 'move': {
      // The record stands where Git wants it: somebody else moved it there.
      const there = !change.writes.includes('transferCampaignRecord');
      return there ? { class: 'converged', text: reason } : { class: 'pending', text: reason };
    }
    case 'forget':
      return forgotten(reason);
    case 'create':
      if (reason !== 'declared, not there') return { class: 'pending', text: reason };
      return { class: 'pending', text: 'declared, not applied yet', fields: [] };
    case 'delete':
    case 'adopt':
    case 'replace':
      return { class: 'pending', text: reason };
    default:
      return action satisfies never;
  }
}

function forgotten(reason: string): Judged {
  if (reason !== 'already gone') return { class: 'pending', text: reason };
  return { class: 'converged', text: 'no longer declared, and already gone from the service' };
}

function judgeUpdate(change: RecordChange, input: DriftInput, fields: readonly FindingField[]): Judged {
  const recorded = input.recorded.objects.get(change.address);
  const task = change.observed?.tasks[0];
  if (recorded?.kind === 'record' && task !== undefined && isRemade(recorded, task)) {
    return {
      class: 'recreated',
      text: 'is another task than the one we made: deleted and added again, as an intake file does',
      fields,
    };
  }
  const kind = worst(fields.map((field) => field.class));
  return { class: kind, text: updateText(kind, change, task) };
}

function updateText(kind: DriftClass, change: RecordChange, task: ObservedTask | undefined): string {
  const overwritten = change.fields.some(({ field }) => field === 'marker') && task !== undefined && lostMarker(task);
  if (overwritten) return 'our marker is gone: an intake file or another writer has overwritten the record';
  switch (kind) {
    case 'drift':
      return `somebody changed it in the service${recordedWords(change.recorded)}`;
    case 'conflict':
      return `changed in the file and, differently, by somebody in the service${recordedWords(change.recorded)}`;
    case 'pending':
      return change.reason === 'differs' ? 'changed in the file, not applied yet' : change.reason;
    default:
      return change.reason;
  }
}

function recordedWords(recorded: { readonly recordedAt: number } | null | undefined): string {
  return recorded && recorded.recordedAt > 0 ? ` (last recorded ${moment(recorded.recordedAt)})` : '';
}
