// What a person answers to the questions of a plan, as the plan words the answers (report/words/question-texts.ts): an edit of the files, or
// what others do in the service. W1 (oracle/rest.ts): a question that was answered is not asked again.

import { isDeepStrictEqual } from 'node:util';

import { isRecord, parseAddress, recordAddress } from '../../src/core/model/address.ts';
import type { Address } from '../../src/core/model/address.ts';
import type { ErrorCode } from '../../src/core/model/errors.ts';
import type { RecordReason, Verdict } from '../../src/core/reconcile/verdict.ts';
import { eraseTask } from '../../src/sandbox/operations/change-record.ts';
import { changeRecord } from '../../src/sandbox/operations/life.ts';
import type { Double } from './double.ts';
import { inCampaign, person, withPerson, withoutPerson } from './files.ts';
import type { Files, PersonLine, RecordLine } from './files.ts';
import type { Chance } from './random.ts';

/** One answer. */
export interface Given {
  readonly address: Address;
  readonly code: ErrorCode;
  readonly answer: string;
}

interface Place {
  readonly files: Files;
  /** Every version so far, the first one first. */
  readonly versions: readonly Files[];
  readonly double: Double;
  readonly chance: Chance;
  readonly verdict: Verdict;
}

/** Null where it does not fit: no entry, or nobody who could get the task. */
type Answer = (place: Place) => Files | null;

const out: Answer = (place) => withLine(place, null);
const ofUser =
  (more: Partial<PersonLine>): Answer =>
  (place) =>
    withLine(place, { user: (line) => ({ ...line, ...more }) });
const ofRecord = (place: Place, more: Partial<RecordLine>): Files | null =>
  withLine(place, { record: (line) => ({ ...line, ...more }) });
const adopted: Answer = (place) =>
  withLine(place, { user: (line) => ({ ...line, adopt: true }), record: (line) => ({ ...line, adopt: true }) });
/** Whose line says so already waits for what a transfer brought. */
const adoptedNow: Answer = (place) => {
  const after = adopted(place);
  return isDeepStrictEqual(after, place.files) ? null : after;
};
const unnamed: Answer = (place) =>
  withLine(place, { record: ({ previewRecordId: _id, twins: _twins, ...line }) => line });
const unpinned: Answer = (place) => withLine(place, { record: ({ preferredAgent: _, ...line }) => line });
const leaves: Answer = (place) => leaving(place, {});
const reissued: Answer = (place) => ofRecord(place, { reissue: `asked ${place.chance.int(1000)}` });
/** As the reason says it: a state other than open is set on what is there. */
const addedAgain: Answer = (place) => {
  const reason = reasonOf(place);
  const adds = reason?.kind !== 'gone-unclear' || reason.adds !== false;
  return ofRecord(place, { reissue: `asked ${place.chance.int(1000)}`, ...(!adds && { ensure: 'present' }) });
};
const pinnedAgain: Answer = (place) => {
  const agent = colleague(place);
  return agent === null ? null : ofRecord(place, { preferredAgent: agent });
};

/** Of somebody who is to go, `yes` deletes who was made again. */
const ended: Answer = (place) => (wantedOf(place) === 'undeclared' ? leaving(place, { adopt: true }) : adopted(place));
const keptOn: Answer = (place) => {
  const kept = wantedOf(place) === 'present' ? place.files : stays(place);
  return kept === null ? null : adopted({ ...place, files: kept });
};

const NOT_OURS = 'where tasks are not ours';
const THE_ONE_HERE = 'the one that is here';

const ANSWERS: Partial<Readonly<Record<ErrorCode, Readonly<Record<string, Answer>>>>> = {
  conflict: { yes: adopted, no: out },
  recreated: { yes: ended, 'no, at first': keptOn },
  'other-record': { yes: adopted, no: out },
  'leaver-present': { yes: adopted, no: out },
  'probably-ours': { go: (place) => leaving(place, { adopt: true }), stay: stays },
  'undeclared-user': { left: leaves, 'still here': stays },
  'managed-elsewhere': { 'the other': out },
  twin: { 'one of them': named, none: oneLeaves },
  'named-missing': { any: unnamed },
  partial: { yes: ofUser({ onProfileChange: 'replace', onRemove: 'delete' }), no: ofUser({ createInBackend: false }) },
  'create-refused': { yes: ofUser({ behaviorIfInBackend: 'ALLOW' }), no: out },
  'offboard-blocked': {
    'a colleague': (place) => {
      const agent = colleague(place);
      return agent === null ? null : leaving(place, { offboard: { reassignTo: agent } });
    },
    anybody: (place) => leaving(place, { offboard: 'clear' }),
    [NOT_OURS]: pinnedByOthers,
  },
  'move-unclear': { here: otherRemoved, there: (place) => moved(place, campaignIn(place)) },
  'target-occupied': { 'the one that moves': otherRemoved, [THE_ONE_HERE]: adoptedNow, 'the other': out },
  'gone-unclear': { called: out, 'not called': addedAgain },
  'other-spelling': { 'the same': respelled, another },
  'agent-unknown': { 'somebody who is there': pinnedAgain, anybody: unpinned },
  'agent-not-in-backend': { 'somebody who is there': pinnedAgain },
  'moved-elsewhere': { there: (place) => moved(place, campaignIn(place), { adopt: true }), here: movedBack },
};

/** Each question of the last plan gets one of its answers. */
export function answered(
  verdicts: readonly Verdict[],
  given: Omit<Place, 'verdict'>,
): { readonly files: Files; readonly answers: Given[] } {
  let { files } = given;
  const answers: Given[] = [];
  for (const verdict of verdicts.filter((each) => each.class === 'decision')) {
    const { address, code } = verdict;
    const known = code === null ? undefined : ANSWERS[code];
    if (code === null || known === undefined) continue;
    const fitting = Object.keys(known).filter((each) => fits(each, verdict));
    const answer = given.chance.fork(`${address} ${code}`).pick(fitting);
    const after = known[answer]?.({ ...given, files, verdict }) ?? null;
    if (after === null) continue;
    files = after;
    answers.push({ address, code, answer });
  }
  return { files, answers };
}

/** The plan names the tasks and says whose they are, or says whether the customer still stands where it was. */
function fits(answer: string, { code, reason }: Verdict): boolean {
  const isGone = reason.kind === 'target-not-ours';
  if (code === 'offboard-blocked')
    return (answer === NOT_OURS) === (reason.kind === 'tasks-pinned' && reason.obstacle.kind === 'not-ours');
  return code !== 'target-occupied' || answer === 'the other' || (answer === THE_ONE_HERE) === isGone;
}

/** The entry as it is changed, or without it; null where there is none. */
function withLine(
  { files, verdict }: Place,
  changed: {
    readonly user?: (line: PersonLine) => PersonLine;
    readonly record?: (line: RecordLine) => RecordLine;
  } | null,
): Files | null {
  if (verdict.kind === 'user') {
    const line = files.users.find(({ loginUserId }) => loginUserId === verdict.loginUserId);
    if (line === undefined) return null;
    if (changed === null) return withoutPerson(files, line);
    const { user = same } = changed;
    return { ...files, users: files.users.map((each) => (each === line ? user(each) : each)) };
  }
  const { campaignName, clientId } = verdict;
  const lines = files.campaigns.find((each) => each.campaignName === campaignName)?.records ?? [];
  const line = lines.find((each) => each.clientId === clientId);
  if (line === undefined) return null;
  const record = changed?.record ?? same;
  return inCampaign(files, campaignName, (records) =>
    records.flatMap((each) => (each !== line ? [each] : changed === null ? [] : [record(each)])),
  );
}

const same = <T>(line: T): T => line;

/** As declared last, or the name alone. */
function lastLine(login: string, versions: readonly Files[]): PersonLine {
  const lines = versions.flatMap(({ users }) => users.filter(({ loginUserId }) => loginUserId === login));
  return lines.at(-1) ?? person(login.split('@')[0] ?? login);
}

function leaving({ files, versions, verdict }: Place, more: Partial<PersonLine>): Files | null {
  if (verdict.kind !== 'user') return null;
  const line = files.users.find(({ loginUserId }) => loginUserId === verdict.loginUserId);
  const before = line ?? lastLine(verdict.loginUserId, versions);
  const without = line === undefined ? files : withoutPerson(files, line);
  return { ...without, users: [...without.users, { ...before, ...more, ensure: 'absent' }] };
}

function stays(place: Place): Files | null {
  const { files, versions, verdict } = place;
  if (verdict.kind !== 'user') return null;
  const { loginUserId } = verdict;
  const { ensure: _, ...line } = lastLine(loginUserId, versions);
  const isThere = files.users.some((each) => each.loginUserId === loginUserId);
  return isThere ? withLine(place, { user: (line) => ({ ...line, ensure: 'present' }) }) : withPerson(files, line);
}

/** Somebody who is declared, stays and is in the service. */
function colleague({ files, double, chance, verdict }: Place): string | null {
  const { people } = double.truth();
  const there = files.users.filter(
    ({ loginUserId, ensure }) =>
      ensure !== 'absent' && people.get(loginUserId)?.inService === true && verdict.address !== `user:${loginUserId}`,
  );
  return there.length === 0 ? null : chance.pick(there).loginUserId;
}

function wantedOf({ verdict: { reason } }: Place): string | null {
  return reason.kind === 'recreated' ? reason.wanted : null;
}

function reasonOf({ verdict }: Place): RecordReason | null {
  return verdict.kind === 'record' ? verdict.reason : null;
}

function named(place: Place): Files | null {
  const reason = reasonOf(place);
  if (reason?.kind !== 'twin' || reason.campaignName !== null) return null;
  const { chance } = place;
  const previewRecordId = chance.pick(reason.ids);
  const others = reason.ids.filter((id) => id !== previewRecordId);
  const fates = others.map((id): [string, 'keep' | 'remove' | 'merge'] => [
    id,
    chance.pick(['keep', 'remove', 'merge'] as const),
  ]);
  return ofRecord(place, { previewRecordId, twins: Object.fromEntries(fates) });
}

/** Gone from the files, or one that we added: it goes by its id. */
function oneLeaves(place: Place): Files | null {
  const reason = reasonOf(place);
  if (reason?.kind !== 'twin' || reason.campaignName !== null) return null;
  const { files, verdict, double } = place;
  const marked = [...double.truth().tasks.values()].filter(({ items }) =>
    items.some(({ key }) => key === 'musterStack'),
  );
  const previewRecordId = reason.ids.find((id) => marked.some((task) => id === `R-${task.id}`));
  if (verdict.kind !== 'record' || previewRecordId === undefined) return null;
  const more = { ensure: 'absent', previewRecordId } as const;
  const { campaignName, clientId } = verdict;
  if (!files.campaigns.some((each) => each.campaignName === campaignName)) return null;
  return (
    ofRecord(place, more) ??
    // In the place of a line that spells it otherwise.
    inCampaign(files, campaignName, (records) => [
      ...records.filter((each) => each.clientId.toLowerCase() !== clientId.toLowerCase()),
      { clientId, data: { Name: 'Maria' }, ...more },
    ])
  );
}

/** Null where the clientId stands there more than once, be it as REMOVED: the control changes one of them. */
function pinnedByOthers({ double, files, verdict: { reason } }: Place): Files | null {
  if (reason.kind !== 'tasks-pinned' || !('tasks' in reason.obstacle)) return null;
  const keys = reason.obstacle.tasks.map(({ campaignName, clientId }) => ({ campaignName, clientId }));
  const all = [...double.truth().tasks.values()];
  const isOne = (key: (typeof keys)[number]): boolean =>
    all.filter(({ campaignName, clientId }) => campaignName === key.campaignName && clientId === key.clientId)
      .length === 1;
  if (!keys.every(isOne)) return null;
  const done = keys.map((key) =>
    double.byOthers('pin to others', () => changeRecord({ ...key, preferredAgent: '' }, double.world)),
  );
  return done.includes(false) ? null : files;
}

/** Where no file says the first spelling it goes first: the entry waits. */
function another(place: Place): Files | null {
  const reason = reasonOf(place);
  const other = reason?.kind === 'spelled-otherwise' ? reason.other : null;
  const isDeclared = place.files.campaigns.some(({ campaignName, records }) =>
    records.some(({ clientId }) => recordAddress(campaignName, clientId) === other),
  );
  return isDeclared ? reissued(place) : out(place);
}

/** Another campaign that the question names. */
function campaignIn(place: Place): string | null {
  const reason = reasonOf(place);
  return reason !== null && 'campaignName' in reason ? reason.campaignName : null;
}

function moved(place: Place, to: string | null, more: Partial<RecordLine> = {}): Files | null {
  const { files, verdict } = place;
  if (verdict.kind !== 'record' || to === null) return null;
  const line = files.campaigns
    .find(({ campaignName }) => campaignName === verdict.campaignName)
    ?.records.find(({ clientId }) => clientId === verdict.clientId);
  if (line === undefined || !files.campaigns.some(({ campaignName }) => campaignName === to)) return null;
  const isIt = (each: RecordLine): boolean => each.clientId === line.clientId;
  return inCampaign(withLine(place, null) ?? files, to, (records) =>
    records.some(isIt)
      ? records.map((each) => (isIt(each) ? { ...each, ...more } : each))
      : [...records, { ...line, ...more }],
  );
}

/** All that stand there: the screen of the service shows each of them, a search by clientId at most one. */
function otherRemoved(place: Place): Files | null {
  const { double, files, verdict } = place;
  const isThere = ['target-not-ours', 'target-taken'].includes(verdict.reason.kind);
  const other = isThere ? campaignOf(verdict) : campaignIn(place);
  if (verdict.kind !== 'record' || other === null) return null;
  const { clientId } = verdict;
  const there = [...double.truth().tasks.values()].filter(
    (task) => task.campaignName === other && task.clientId === clientId,
  );
  const isDone = double.byOthers('remove the other', () => {
    for (const task of there) eraseTask(task, double.world);
  });
  return isDone ? files : null;
}

const campaignOf = (verdict: Verdict): string | null => (verdict.kind === 'record' ? verdict.campaignName : null);

/** The very task, which the screen of the service shows: it was made where it goes back to. */
function movedBack(place: Place): Files | null {
  const { double, files, verdict } = place;
  const from = campaignIn(place);
  if (verdict.kind !== 'record' || from === null) return null;
  const { campaignName, clientId } = verdict;
  const there = [...double.truth().tasks.values()].filter(
    (task) => task.campaignName === from && task.clientId === clientId,
  );
  const task = there.find(({ id }) => double.madeIn(id) === campaignName) ?? there[0];
  if (task === undefined) return null;
  const isDone = double.byOthers('move it back', () => {
    double.world.tasks.save(task, { ...task, campaignName, updatedAt: double.world.now() });
  });
  return isDone ? files : null;
}

function respelled(place: Place): Files | null {
  const reason = reasonOf(place);
  if (reason?.kind !== 'spelled-otherwise') return null;
  const other = parseAddress(reason.other);
  if (!isRecord(other) || other.campaignName !== campaignOf(place.verdict)) return null;
  return ofRecord(place, { clientId: other.clientId });
}
