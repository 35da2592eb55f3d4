// H2 for people: an account that others made is not taken away, on either side, unless a file says so. By who made each side, as the double
// shows it.

import type { PersonLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { applyingFrom, isWrite, stageAt } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';
import type { EffectEntry, LifeEntry } from '../log.ts';

type UserEffect = Extract<EffectEntry['effect'], { readonly of: 'user' }>;

interface Made {
  /** Whether a request of ours made it last; false also where it was there before. */
  service: boolean;
  backend: boolean;
  /** The last account of the one whom we made; null: none. */
  account: string | null;
  /** The last account of others; null: none. */
  theirs: string | null;
  /** When a request of ours last made it, when others put somebody else there first, and when they last changed it; null: never. */
  ourAt: number | null;
  remadeAt: number | null;
  othersAt: number | null;
  /** When a request of ours last took it out of the service; null: never. */
  goneAt: number | null;
}

export function judgePeople(evidence: Evidence): Violation[] {
  const found: Violation[] = [];
  const made = new Map<string, Made>();
  for (const entry of evidence.life.log) {
    if (entry.kind !== 'effect' || entry.effect.of !== 'user') continue;
    const { effect, request, at } = entry;
    const known = made.get(effect.login) ?? {
      service: false,
      backend: false,
      account: null,
      theirs: null,
      ourAt: null,
      remadeAt: null,
      othersAt: null,
      goneAt: null,
    };
    made.set(effect.login, known);
    const asked = request === null ? undefined : evidence.requests.get(request);
    if (asked?.operation === 'delete-user') {
      found.push(...takenAway(effect, { known, asked, at, evidence }));
      // Who was not told from ours then is not told from ours with the same account again.
      if (isUnknowable(effect.login, known, evidence)) known.account = effect.before.connectUserId ?? known.account;
    }
    noteMaker(known, effect, { isOurs: request !== null, at, isBackend: entry.event?.endsWith('-backend') === true });
  }
  return found;
}

function noteMaker(
  known: Made,
  { before, after }: UserEffect,
  { isOurs, at, isBackend }: { readonly isOurs: boolean; readonly at: number; readonly isBackend: boolean },
): void {
  const isOther =
    before.connectUserId !== null && after.connectUserId !== null && before.connectUserId !== after.connectUserId;
  // With the very account of the one whom we made, who was added again is not told from one whom a delete left (decision 0012).
  const isSame = after.connectUserId !== null && after.connectUserId === known.account;
  if (after.inService && (!before.inService || isOther)) known.service = isOurs || isSame;
  if (after.connectUserId !== null && before.connectUserId !== after.connectUserId) known.backend = isOurs;
  if (known.service && after.inService) known.account = after.connectUserId;
  if (!isOurs && after.connectUserId !== null) known.theirs = after.connectUserId;
  if (!isOurs) {
    known.othersAt = at;
    // An account beside the same person makes nobody anew.
    if (!isBackend) known.remadeAt ??= at;
  } else if (before.inService && !after.inService) {
    known.goneAt = at;
  } else if (after.inService && !before.inService) {
    known.ourAt = at;
    known.remadeAt = null;
  }
}

/** Added by others before any reading could show that our delete had left nobody: without an account it is not told from what a delete left. */
function isLeftOver(
  login: string,
  { connectUserId }: UserEffect['before'],
  { known, evidence }: Pick<Removal, 'known' | 'evidence'>,
): boolean {
  const { goneAt, othersAt } = known;
  if (connectUserId !== null || goneAt === null || othersAt === null || othersAt < goneAt) return false;
  return looksWhileGone(login, known, evidence).length === 0;
}

/** Readings that could show that our delete had left nobody, before others put somebody there. */
function looksWhileGone(
  login: string,
  { goneAt, othersAt }: Pick<Made, 'goneAt' | 'othersAt'>,
  { requests, life }: Evidence,
): Asked[] {
  const { S19: lag = 0 } = life.plan.world.switches;
  return [...requests.values()].filter(({ operation, body, arrivedAt }) => {
    const shownAt = (arrivedAt ?? 0) - lag;
    const isOf = operation === 'query-existence' && body['loginUserId'] === login;
    return isOf && shownAt >= (goneAt ?? Infinity) && shownAt < (othersAt ?? 0);
  });
}

interface Removal {
  readonly known: Made;
  readonly asked: Asked;
  readonly at: number;
  readonly evidence: Evidence;
}

function takenAway({ login, before, after }: UserEffect, { known, asked, at, evidence }: Removal): Violation[] {
  const lines = linesOf(login, asked, evidence);
  const now = lines.at(-1) ?? null;
  const isSeen = known.othersAt !== null && known.othersAt <= (lastLook(login, asked, evidence) ?? 0);
  // Made anew by others with an account that no reading showed, and that is gone: nothing tells it from ours.
  const isBare = before.connectUserId === null && known.theirs !== null && !wasShown(known.theirs, evidence);
  // What a delete of ours left is not told from one whose account has no id, or shows none: `ensure: absent` asks for both (decision 0012;
  // design 11.3, "what comes back is ours to report and to remove").
  const isNameless = before.connectUserId === null || !wasShown(before.connectUserId, evidence);
  const isRest = isNameless && known.account !== null && now?.ensure === 'absent';
  const isRace =
    isBare ||
    isRest ||
    isLeftOver(login, before, { known, evidence }) ||
    isUnknowable(login, known, evidence) ||
    (known.othersAt !== null && !isSeen);
  const say = (text: string): Violation => ({ rule: 'H2', at, text: `${login} ${text}`, isRace });
  const isAdopted = lines.some((line) => line?.adopt === true);
  const isRemoved = lines.some((line) => line?.onRemove === 'delete' || line?.onRemove === 'delete-with-backend');
  const found: Violation[] = [];
  if (before.inService && !after.inService) {
    const isGuessed = !known.service && !isAdopted && !isRemoved && !isProven(login, asked, evidence);
    if (isGuessed)
      found.push({ ...say('was made by others, no create of ours was proven, and is removed'), isRace: false });
    else if (!known.service && !isAdopted)
      found.push(say('was made by others, and no file ever said adopt: true; removed'));
    else if (!known.service && now === null && !isRemoved)
      found.push(say('was taken over, and its line only went; removed'));
    const isOver = (run: PlayedRun): boolean => isRead(run) && (run.run === asked.run || run.to <= asked.index);
    const last = linesOf(login, asked, evidence, isOver).findLast((line) => line !== null);
    if (now === null && (last?.onRemove === 'keep' || last?.onRemove === 'release') && !isRemoved)
      found.push(say(`said onRemove: ${last.onRemove}, and its line only went; removed`));
  }
  const isNamed = lines.some((line) => line?.onRemove === 'delete-with-backend');
  if (before.connectUserId !== null && after.connectUserId === null && !known.backend && !isNamed)
    found.push(say('had a backing account of others, and no file named that side; removed'));
  return found;
}

/**
 * A create of ours was answered as done: an answer that is lost proves nothing. "When the user was created in the backing instance, the
 * response carries connectUserId" (add-user, rule 3); with ALLOW it need not.
 */
function isProven(login: string, { index }: Asked, { requests, life }: Evidence): boolean {
  const isShown = (life.plan.world.switches.S15 ?? 'on') === 'on';
  return [...requests.values()].some(({ operation, body, answer, fault, ...asked }) => {
    if (operation !== 'add-user' || body['loginUserId'] !== login || asked.index > index) return false;
    const said = JSON.stringify(answer ?? null);
    const needsId = isShown && body['createInBackend'] === true && body['behaviorIfInBackend'] !== 'ALLOW';
    return fault === 'swapped' || (said.includes('"SUCCESS"') && (!needsId || said.includes('"connectUserId":"')));
  });
}

/** What each file that was applied, up to that run, said of the person; null for nothing. */
function linesOf(
  login: string,
  asked: Asked,
  { life }: Evidence,
  counts: (run: PlayedRun) => boolean = () => true,
): (PersonLine | null)[] {
  return life.runs
    .filter((each) => each.run <= asked.run && each.verb === 'apply' && counts(each))
    .map(({ files }) => files.users.find(({ loginUserId }) => loginUserId === login) ?? null);
}

/** A run that was killed may have recorded nothing of what its files say. */
const isRead = ({ end }: PlayedRun): boolean => end.kind === 'ended' && end.result !== null;

/** Ours, and made again by others before any reading showed the id of its account: it is not told from ours. */
function isUnknowable(login: string, known: Made, evidence: Evidence): boolean {
  const { requests, life } = evidence;
  const { ourAt: madeAt, othersAt, remadeAt, goneAt } = known;
  // Ours was removed before, and a run that went on to its end saw that.
  const hasEnded = ({ run }: Asked): boolean => life.runs.some((each) => each.run === run && isRead(each));
  if ((goneAt ?? 0) > (madeAt ?? 0) && looksWhileGone(login, known, evidence).some(hasEnded)) return false;
  // Whose answer came to another request.
  if ([...requests.values()].some((each) => each.fault === 'swapped' && each.body['loginUserId'] === login))
    return true;
  const ourAt = Math.max(madeAt ?? 0, saidMadeAt(login, othersAt ?? 0, evidence));
  if (ourAt === 0 || othersAt === null || othersAt < ourAt) return false;
  // Nor where the environment shows no id.
  if ((life.plan.world.switches.S15 ?? 'on') !== 'on') return true;
  const isKept = keptBy({ requests, life });
  const shown = `"connectUserId":"`;
  return ![...requests.values()].some((each) => {
    const { operation, body, arrivedAt, answer } = each;
    return (
      isKept(each) &&
      JSON.stringify(answer ?? null).includes(shown) &&
      operation === 'query-existence' &&
      body['loginUserId'] === login &&
      arrivedAt !== null &&
      arrivedAt > ourAt &&
      arrivedAt < (remadeAt ?? othersAt)
    );
  });
}

/**
 * A plan and a drift run keep nothing of what they see, nor does an apply that ended before it had a result or sent a write, nor, through
 * Pulumi, a preview, and an update without a refresh: each partition has its own.
 */
function keptBy({ requests, life }: Pick<Evidence, 'requests' | 'life'>): (asked: Asked) => boolean {
  const wrote = new Set([...requests.values()].filter(isWrite).map(({ run }) => run));
  const hasResult = ({ end }: PlayedRun): boolean => end.kind === 'ended' && end.result !== null;
  const keeping = life.runs.filter((each) => each.verb === 'apply' && (hasResult(each) || wrote.has(each.run)));
  const kept = new Set(keeping.map(({ run }) => run));
  const isRefreshed = (index: number): boolean => life.plan.door !== 'pulumi' || stageAt(index, life) === 'refresh';
  return ({ run, index }) => kept.has(run) && isRefreshed(index) && index > applyingFrom(run, life);
}

function wasShown(connectUserId: string, evidence: Evidence): boolean {
  const isKept = keptBy(evidence);
  return [...evidence.requests.values()].some(
    (each) => isKept(each) && JSON.stringify(each.answer ?? null).includes(`"${connectUserId}"`),
  );
}

/**
 * When an add-user of ours may last have made the person, before that, by its answer or for want of one: from the reading on that it rested
 * on; 0: never.
 */
function saidMadeAt(login: string, before: number, evidence: Evidence): number {
  const cutOff = evidence.life.log.flatMap((entry, index) =>
    entry.kind === 'note' && isToMake(login, entry, evidence) ? [{ index, run: entry.run ?? 0, at: entry.at }] : [],
  );
  const said = [...evidence.requests.values()].flatMap((each) => {
    const { operation, body, isAnswered, answer } = each;
    const isIt = operation === 'add-user' && body['loginUserId'] === login;
    const isMade = isIt && (!isAnswered || JSON.stringify(answer).includes('SUCCESS'));
    return isMade ? [each] : [];
  });
  const times = [...said, ...cutOff].map((each) => lastLook(login, each, evidence) ?? each.at);
  return Math.max(0, ...times.filter((at) => at < before));
}

/** Killed with the intent to make the person: whether that request left nobody can know. */
function isToMake(login: string, { detail, run }: LifeEntry, { life }: Evidence): boolean {
  const { intents } = detail;
  const line = life.runs.find((each) => each.run === run)?.files.users.find((each) => each.loginUserId === login);
  const isIntended = Array.isArray(intents) && intents.includes(`user:${login}`);
  return isIntended && line !== undefined && line.ensure !== 'absent';
}

/** When the service had the last reading of that person in the run; a reading that lags shows what was so long before. */
function lastLook(login: string, write: Pick<Asked, 'run' | 'index'>, { requests, life }: Evidence): number | null {
  const looks = [...requests.values()].filter(
    ({ run, operation, body, index }) =>
      run === write.run && index < write.index && operation === 'query-existence' && body['loginUserId'] === login,
  );
  const last = looks.at(-1)?.arrivedAt ?? null;
  return last === null ? null : last - (life.plan.world.switches.S19 ?? 0);
}
