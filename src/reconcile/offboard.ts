// Before a user is removed: what becomes of the tasks pinned to that user (design, "Users"; research N3). Record changes
// come first, the removal after; a task that is not ours is never written, it stops the removal instead.

import { recordAddress } from '../model/address.ts';
import { isFinished } from '../model/record.ts';
import type { Pins, PinnedTask } from '../model/state.ts';
import type { Offboard } from '../model/user.ts';
import type { Change, RecordChange, UserChange, Verdict } from './change.ts';
import { fieldChange, contentOf } from './fields.ts';
import { isMarkerOf } from './marker.ts';
import type { DiffInput } from './diff.ts';

interface Split {
  readonly users: readonly Change[];
  readonly records: readonly Change[];
}

interface Offboarding {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
}

export function offboard(input: DiffInput, split: Split): Offboarding {
  const records = new Map(split.records.map((change) => [change.address, change]));
  const moves = split.records.flatMap((change) => (change.kind === 'record' && change.from !== null ? [change] : []));
  const movesFrom = new Map(moves.map((change) => [change.from?.address ?? '', change]));
  const users: Change[] = [];
  const verdicts: Verdict[] = [];
  for (const change of split.users) {
    if (change.kind !== 'user' || change.action !== 'delete') {
      users.push(change);
      continue;
    }
    const outcome = settlePins(input, change, { records, movesFrom });
    if ('verdict' in outcome) verdicts.push(outcome.verdict);
    else {
      for (const repin of outcome.repins) records.set(repin.address, repin);
      users.push({ ...change, after: outcome.repins.map((repin) => repin.address) });
    }
  }
  return { changes: [...users, ...records.values()], verdicts };
}

type PinOutcome = { readonly repins: readonly RecordChange[] } | { readonly verdict: Verdict };

interface Planned {
  readonly records: ReadonlyMap<string, Change>;
  /** Moves by the address they leave: there the task still stands when pins are searched. */
  readonly movesFrom: ReadonlyMap<string, RecordChange>;
}

function settlePins(input: DiffInput, change: UserChange, { records, movesFrom }: Planned): PinOutcome {
  const plannedFor = (pinned: PinnedTask): Change | undefined =>
    movesFrom.get(addressOf(pinned)) ?? records.get(addressOf(pinned));
  const loginUserId = change.address.slice('user:'.length);
  const pins: Pins = input.observed.pins.get(loginUserId) ?? { complete: true, tasks: [] };
  if (!pins.complete)
    return stop(change, 'unreadable', 'cannot be removed: which tasks are pinned to it could not be read');
  const open = pins.tasks.filter((pinned) => !isFinished(pinned.task));
  const handled = (pinned: PinnedTask): boolean => movesAway(plannedFor(pinned), loginUserId);
  const stranded = open.filter((pinned) => !handled(pinned));
  const own = stranded.filter((pinned) => isOurs(input, pinned));
  const policy = change.desired?.offboard ?? change.recorded?.offboard ?? 'block';
  if (stranded.length > 0 && (policy === 'block' || own.length < stranded.length)) {
    const foreign = stranded.length - own.length;
    const whose = foreign > 0 ? `, ${foreign} of them not ours` : '';
    return stop(change, 'offboard-blocked', `${stranded.length} open tasks are pinned to this user${whose}`);
  }
  if (stranded.some((pinned) => movesFrom.has(addressOf(pinned)))) {
    return stop(
      change,
      'offboard-blocked',
      'a task pinned to this user moves in the same plan; remove the user after the move',
    );
  }
  const already = open.filter(handled).flatMap((pinned) => plannedFor(pinned) ?? []);
  const repins = own.map((pinned) => repin(input, pinned, { policy, change, records }));
  return { repins: [...already.filter((candidate) => candidate.kind === 'record'), ...repins] };
}

function repin(
  input: DiffInput,
  pinned: PinnedTask,
  how: { readonly policy: Offboard; readonly change: UserChange; readonly records: ReadonlyMap<string, Change> },
): RecordChange {
  const address = addressOf(pinned);
  const planned = how.records.get(address);
  const pin = typeof how.policy === 'object' ? how.policy.reassignTo : '';
  const field = fieldChange('preferredAgent', pinned.task.preferredAgent, pin);
  const writes = ['changeCampaignRecordStatus'] as const;
  if (planned?.kind === 'record') {
    return { ...planned, pin, fields: [...planned.fields, field], writes: [...planned.writes, ...writes] };
  }
  const recorded = input.recorded.objects.get(address);
  return {
    kind: 'record',
    address,
    action: 'update',
    reason: `off-boarding of ${how.change.address.slice('user:'.length)}: ${pin === '' ? 'pin cleared' : `goes to ${pin}`}`,
    source: how.change.source,
    fields: [field],
    writes,
    after: [],
    desired: input.desired.records.find((record) => record.address === address) ?? null,
    recorded: recorded?.kind === 'record' ? recorded : null,
    observed: { presence: 'present', tasks: [pinned.task], observedAt: input.now, problem: null },
    marker: null,
    from: null,
    pin,
  };
}

/** Whether a planned change already takes the task out of this user's hands. */
function movesAway(change: Change | undefined, loginUserId: string): boolean {
  if (change?.kind !== 'record') return false;
  if (change.action === 'delete') return true;
  const pin = change.fields.find((field) => field.field === 'preferredAgent');
  return pin !== undefined && pin.after !== loginUserId;
}

function isOurs(input: DiffInput, pinned: PinnedTask): boolean {
  const recorded = input.recorded.objects.get(addressOf(pinned));
  const fieldName = recorded?.kind === 'record' ? recorded.clientIdFieldName : 'Id';
  return recorded !== undefined || isMarkerOf(input.stack, contentOf(pinned.task, fieldName).marker);
}

function addressOf(pinned: PinnedTask): string {
  return recordAddress(pinned.campaignName, pinned.task.clientId);
}

function stop(change: UserChange, code: 'unreadable' | 'offboard-blocked', text: string): PinOutcome {
  const kind = code === 'unreadable' ? 'unreadable' : 'decision';
  return {
    verdict: { address: change.address, kind: 'user', class: kind, code, text, fields: [], source: change.source },
  };
}
