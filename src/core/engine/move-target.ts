// `muster state move-target`: recorded state of one tenant or stack is said to be about another one from now on, because a host, a
// company or a project was renamed. Nothing can prove that, so the objects are looked at there, and a person decides.
//
//   shown there, on another tenant            | recorded state
//   the same connectUserId, marker or id      | goes along
//   the id alone, or another one              | released: a line that goes away later must not remove somebody else's object
//   not there                                 | goes along: whether it was removed or worked is still known, and restores stay guarded
//   not readable                              | nothing is moved: `unreadable`
//
// Of the same tenant under another project or stack all of it goes along: there an id means what it meant before.

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import { identityOf } from './lineage.ts';
import { memoryIn, withLedger } from './ledger-home.ts';
import type { Memory } from './ledger-home.ts';
import { planWith } from './survey.ts';
import type { Run } from './run.ts';
import type { Survey } from './survey.ts';
import { isSameIdentity } from '../model/identity.ts';
import type { Identity } from '../model/identity.ts';
import type { RecordedObject } from '../model/state.ts';
import type { ObservedUser, RecordedUser } from '../model/user.ts';
import { ownerOf } from '../reconcile/owner.ts';
import type { Ledger } from '../state/ledger.ts';

/** How many recorded objects show themselves there as recorded, under their id alone, as others, not at all, or cannot be read. */
export interface FoundThere {
  readonly same: number;
  /** There, and no connectUserId is known on both sides: nothing tells whether it is the same user. */
  readonly unproven: number;
  readonly other: number;
  readonly absent: number;
  readonly unread: number;
}

export interface TargetMove {
  readonly from: Identity;
  readonly to: Identity;
  readonly users: FoundThere;
  readonly records: FoundThere;
  /** Addresses that are no longer recorded afterwards. */
  readonly released: readonly Address[];
}

/** `same`: nothing recorded, or it speaks of this target already. `declined`: the answer was not yes. */
export type MoveResult = 'same' | 'declined' | 'moved';

/** Reads only, until `approve` says yes; then recorded state speaks of the target as muster.yaml has it. Throws `locked`, `unreadable`. */
export async function moveTarget(run: Run, approve: (move: TargetMove) => Promise<boolean>): Promise<MoveResult> {
  return withLedger(run, async (ledger) => {
    const to = identityOf(run);
    const memory = await memoryIn(ledger);
    const [from] = memory.identities;
    if (from === undefined || isSameIdentity(from, to)) return 'same';
    const { target } = run;
    const believed = { ...target, formerTenants: [from.tenant], formerStacks: [...target.formerStacks, from.stack] };
    const survey = await planWith({ ...run, target: believed }, memory);
    const { users, records, doubtful, unread } = foundThere(memory, survey);
    const released = from.tenant === to.tenant ? [] : doubtful;
    if (from.tenant !== to.tenant && unread[0] !== undefined) {
      const message = `${unread.length} of what is recorded could not be read there, ${unread[0]} for one; nothing was moved`;
      throw new ToolError('unreadable', { message });
    }
    if (!(await approve({ from, to, users, records, released }))) return 'declined';
    for (const address of released) await release(address, ledger, memory);
    await ledger.bind(to);
    return 'moved';
  });
}

/** With what was under way about it: a create that may have come from here says nothing of an object there. */
async function release(address: Address, ledger: Ledger, { recorded }: Memory): Promise<void> {
  for (const { id } of recorded.openIntents.filter((intent) => intent.address === address)) {
    await ledger.settle(id, null);
  }
  await ledger.dropCopy(address);
  await ledger.record(address, null);
}

type Fate = keyof FoundThere;

interface MoveReading extends Pick<TargetMove, 'users' | 'records'> {
  /** There, and not shown to be ours; of what was removed, and of what is under way, too. */
  readonly doubtful: readonly Address[];
  readonly unread: readonly Address[];
}

/** As recorded before: what is under way counts in the survey as found there, with the connectUserId that it has there. */
function foundThere({ recorded }: Memory, { seen, lineage }: Pick<Survey, 'seen' | 'lineage'>): MoveReading {
  const { users, records } = seen.observed;
  const fateOf = (object: RecordedObject): Fate => {
    if (isUser(object)) return userThere(object, users.get(object.address));
    const { presence = 'unknown', tasks = [] } = records.get(object.address) ?? {};
    const facts = { ...object, lineage, now: object.recordedAt, recorded: object };
    // Without marker and id everything under this clientId would count as the one that was recorded.
    const isKnown = object.marker !== null || object.previewRecordId !== '';
    if (presence !== 'present') return presence === 'absent' ? 'absent' : 'unread';
    return isKnown && tasks.some((task) => ownerOf(task, facts).kind === 'ours') ? 'same' : 'other';
  };
  // What was used up is only remembered: nothing there is taken for it.
  const isLive = (object: RecordedObject): boolean => isUser(object) || object.consumed === null;
  const live = [...recorded.objects.values()].filter(isLive);
  const under = recorded.openIntents.flatMap(({ proposed }) => proposed ?? []);
  const all = Map.groupBy([...live, ...(recorded.removed?.values() ?? []), ...under], fateOf);
  const of = (fate: Fate): Address[] => (all.get(fate) ?? []).map(({ address }) => address);
  return {
    users: counted(live.filter(isUser).map(fateOf)),
    records: counted(live.filter(isRecord).map(fateOf)),
    doubtful: [...new Set([...of('unproven'), ...of('other')])],
    unread: of('unread'),
  };
}

/** The same with the same connectUserId. */
function userThere({ connectUserId: before }: RecordedUser, seen: ObservedUser | undefined): Fate {
  if (seen === undefined || seen.service === 'unknown') return 'unread';
  if (seen.service === 'absent') return 'absent';
  if (before === null || seen.connectUserId === null) return 'unproven';
  return before === seen.connectUserId ? 'same' : 'other';
}

function counted(fates: readonly Fate[]): FoundThere {
  const of = (wanted: Fate): number => fates.filter((fate) => fate === wanted).length;
  return { same: of('same'), unproven: of('unproven'), other: of('other'), absent: of('absent'), unread: of('unread') };
}
