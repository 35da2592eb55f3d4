// H7: runs come to rest. W1: what was answered is not asked again. H3, A1: then what is declared is there, and who was made by us and is declared no more is gone, or
// named, on both sides. A2: so is an open task.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PlayedRun } from '../life.ts';
import { isRefused, isWaiting } from './answers.ts';
import type { Settlement } from './answers.ts';
import type { Given } from '../answers.ts';
import { normal } from '../files.ts';
import { endOf, isOpenTask, lineOf, tasksOf, toldIn } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';
import { hasGround } from './grounds.ts';

export function judgeRest(evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  const quiet = runs.filter(({ isQuiet, verb }) => isQuiet && verb === 'apply');
  const last = quiet.at(-1);
  if (last === undefined) return [];
  const say = (rule: string, text: string): Violation[] => [{ rule, at: endOf(last, evidence), text, isRace: false }];
  if (last.end.kind === 'killed') return say('H7', 'a quiet run was killed');
  const { result, error, plan, exit } = last.end;
  if (error !== null && hasGround(error, last, evidence)) return [];
  if (error !== null) return say('H7', `the last quiet run ends ${exit} ${error.code}: ${error.message.slice(0, 160)}`);
  // What the service has a ground to refuse, and what waits for it, is said by name: a person reads it.
  const refused = result?.settlements.filter((each) => isRefused(each, last, evidence)) ?? [];
  // The engine of Pulumi ends an update with the first resource that needs a person, and what would be deleted waits for that.
  const isHeld =
    evidence.life.plan.door === 'pulumi' && plan?.verdicts.some(({ class: kind }) => kind === 'decision') === true;
  const isExcused = refused.length > 0 || isHeld;
  // Whoever is to take over the tasks of a leaver is there or not by what a person answers.
  const asked = plan?.verdicts.flatMap((each) =>
    each.class === 'decision' && each.kind === 'user' ? [each.loginUserId] : [],
  );
  const hasSuccessorAsked = (each: Settlement): boolean =>
    each.kind !== 'applied' &&
    each.problem.code === 'offboard-blocked' &&
    asked?.some((login) => each.problem.message.startsWith(`${login},`)) === true;
  // A set that is replaced is deleted last: what it held is forgotten in each run, without a request, until that delete need not wait.
  const isForgotten = (each: { readonly change: { readonly action: string } }): boolean =>
    isHeld && each.change.action === 'forget';
  const left =
    result?.settlements.filter(
      (each) =>
        !refused.includes(each) &&
        !(isWaiting(each, refused) && isExcused) &&
        !hasSuccessorAsked(each) &&
        !isForgotten(each),
    ) ??
    plan?.changes.map((change) => ({ change, kind: 'planned' })) ??
    [];
  if (left.length > 0) {
    const names = left
      .map((each) => `${each.kind} ${each.change.action} ${each.change.address}${whyOf(each)}`)
      .slice(0, 3);
    return say('H7', `does not come to rest: ${names.join(', ')}`);
  }
  return [
    ...accessLeft(last, evidence),
    ...backingLeft(last, evidence),
    ...recordsLeft(last, evidence),
    ...notAsDeclared(last, evidence),
    ...askedAgain(last, evidence),
  ];
}

/** An answer that the plan itself names has an effect. */
function askedAgain(last: PlayedRun, evidence: Evidence): Violation[] {
  return evidence.life.answers.flatMap((each): Violation[] => {
    if (waitsForTask(each, last)) return [];
    const { address, code, answer } = each;
    const text = `${address}: asked ${code}, answered "${answer}", and is asked again`;
    return [{ rule: 'W1', at: endOf(last, evidence), text, isRace: false }];
  });
}

/** Which of several tasks that are pinned to whoever leaves is meant, is asked first. */
function waitsForTask({ address, code }: Given, { end, after }: PlayedRun): boolean {
  const plan = end.kind === 'ended' ? end.plan : null;
  const login = address.replace(/^user:/u, '');
  const pinned = [...after.tasks.values()].filter(({ preferredAgent }) => preferredAgent === login);
  const names = new Set(pinned.map(({ campaignName, clientId }) => `record:${campaignName}/${clientId}`));
  const isTwin = (each: NonNullable<typeof plan>['verdicts'][number]): boolean =>
    each.reason.kind === 'twin' && names.has(each.address);
  return code === 'offboard-blocked' && plan?.verdicts.some(isTwin) === true;
}

function whyOf(left: object): string {
  return 'problem' in left ? ` (${(left.problem as { readonly message: string }).message.slice(0, 60)})` : '';
}

/** Addresses of which the last run has something to say, in its plan or in a line beside it. */
function namedIn(run: PlayedRun, evidence: Evidence): ReadonlySet<string> {
  const { end } = run;
  if (end.kind === 'killed') return new Set();
  const settled = end.result?.settlements.map(({ change }) => String(change.address)) ?? [];
  const besides = toldIn(run, evidence).flatMap((line) => line.match(/(?:user|record):\S+/gu) ?? []);
  return new Set([...settled, ...besides, ...(end.plan?.verdicts ?? []).map(({ address }) => String(address))]);
}

/** Made by us on that side, declared no more, nobody else made it anew: it goes, or the plan names it. */
export function accessLeft(last: PlayedRun, evidence: Evidence): Violation[] {
  const { log } = evidence.life;
  const named = namedIn(last, evidence);
  const found: Violation[] = [];
  for (const [login, { inService }] of last.after.people) {
    const line = last.files.users.find(({ loginUserId }) => loginUserId === login);
    if (!inService || (line !== undefined && line.ensure !== 'absent') || named.has(`user:${login}`)) continue;
    const kept = evidence.life.runs.flatMap(({ files }) =>
      files.users.filter((each) => each.loginUserId === login && each.onRemove !== undefined),
    );
    if (kept.some(({ onRemove }) => onRemove === 'release' || onRemove === 'keep')) continue;
    if (line === undefined && isNobodys(login, evidence)) continue;
    const maker = log.findLast(
      (entry) =>
        entry.kind === 'effect' &&
        entry.effect.of === 'user' &&
        entry.effect.login === login &&
        entry.effect.after.inService &&
        (!entry.effect.before.inService || entry.effect.before.connectUserId !== entry.effect.after.connectUserId),
    );
    if (maker?.kind !== 'effect' || maker.request === null || wasLetGoUnseen(login, maker.at, evidence)) continue;
    const asked = evidence.requests.get(maker.request);
    // It heard the answer to another one, a refusal say: nothing shows then whose the person is, and the plan asks.
    if (asked?.fault === 'swapped' || !last.knows.has(asked?.run ?? 0)) continue;
    found.push({
      rule: 'A1',
      at: endOf(last, evidence),
      text: `${login} was made by us, is declared no more, and keeps the access without a word`,
      isRace: false,
    });
  }
  return found;
}

/** The account in the backing instance that one of our requests made, and nobody else touched since. */
function backingLeft(last: PlayedRun, evidence: Evidence): Violation[] {
  const { life, requests } = evidence;
  const { S15 = 'on' } = life.plan.world.switches;
  if (S15 !== 'on' || isStopped(last, evidence)) return [];
  const named = namedIn(last, evidence);
  return [...last.after.people].flatMap(([login, { connectUserId }]): Violation[] => {
    const lines = life.runs.flatMap(({ files }) => files.users.filter((each) => each.loginUserId === login));
    const isDeclared = last.files.users.some(({ loginUserId }) => loginUserId === login);
    if (connectUserId === null || isDeclared || named.has(`user:${login}`) || isNobodys(login, evidence)) return [];
    if (lines.some(({ onRemove, ensure }) => onRemove !== undefined || ensure === 'absent')) return [];
    const of = life.log.filter(
      (entry) => entry.kind === 'effect' && entry.effect.of === 'user' && entry.effect.login === login,
    );
    const made = of.findLastIndex(
      (entry) =>
        entry.kind === 'effect' &&
        entry.effect.of === 'user' &&
        entry.effect.before.connectUserId !== connectUserId &&
        entry.effect.after.connectUserId === connectUserId,
    );
    const maker = of[made];
    if (maker?.kind !== 'effect' || maker.request === null || wasLetGoUnseen(login, maker.at, evidence)) return [];
    const asked = requests.get(maker.request);
    if (asked === undefined || !asked.isAnswered || !last.knows.has(asked.run)) return [];
    // An answer names nobody: it was the refusal of another one ("every other value is failure"), and the plan asked; or it carried the id of
    // another account, and a line said that whoever stands there is taken over.
    const heard = asked.answer as { readonly result?: unknown; readonly connectUserId?: unknown } | null;
    const isOther = heard?.connectUserId !== connectUserId && lines.some(({ adopt }) => adopt === true);
    if (asked.fault === 'swapped' && (heard?.result !== 'SUCCESS' || isOther)) return [];
    // Others who took the person out of the service alone leave what we made on this side.
    const isTouched = of
      .slice(made + 1)
      .some((entry) => entry.kind === 'effect' && entry.request === null && entry.event !== 'remove-user');
    if (isTouched || wasAskedFor(login, of.at(-1)?.at ?? 0, evidence)) return [];
    const text = `${login} was made by us in the backing instance, is declared no more, and stays there without a word`;
    return [{ rule: 'A1', at: endOf(last, evidence), text, isRace: false }];
  });
}

/** Asked for since anything last became of the person, and said to be left: once, and as long as it is remembered. */
const wasAskedFor = (login: string, since: number, { requests }: Evidence): boolean =>
  [...requests.values()].some(
    ({ operation, body, isAnswered, at }) =>
      operation === 'delete-user' &&
      body['loginUserId'] === login &&
      body['deleteInBackend'] === true &&
      isAnswered &&
      at >= since,
  );

/** Made by us, touched by nobody else, declared no more where its campaign is: it goes, or the plan names it. */
export function recordsLeft(last: PlayedRun, evidence: Evidence): Violation[] {
  const { changes, requests, life } = evidence;
  // Between partitions the one that takes over says what is left.
  if (life.plan.isParted === true || isStopped(last, evidence)) return [];
  const runs = [...life.runs, last];
  return [...last.after.tasks.values()].flatMap((task): Violation[] => {
    const { id, campaignName, clientId } = task;
    const isHere = last.files.campaigns.some((each) => each.campaignName === campaignName && each.records.length > 0);
    if (!isOpenTask(task) || task.attempts > 0 || !isHere || lineOf(last.files, campaignName, clientId) !== null)
      return [];
    // Also by an earlier run that let go of it.
    const since = runs.slice(runs.findLastIndex(({ files }) => lineOf(files, campaignName, clientId) !== null) + 1);
    // Whose line went to another campaign is named there.
    const name = normal(`/${clientId}`);
    if (since.some((run) => [...namedIn(run, evidence)].some((each) => normal(each).endsWith(name)))) return [];
    const own = changes.filter((each) => each.id === id);
    const isOurs = own.every(
      ({ request, event }) =>
        event === 'pin-lapsed' ||
        (request !== null &&
          (isKnownDone(requests.get(request), last, evidence) ||
            wasInOrder(task, requests.get(request), { last, life }))),
    );
    const isAdopted = life.runs.some(({ files }) => lineOf(files, campaignName, clientId)?.adopt === true);
    if (!isOurs || isAdopted) return [];
    const text = `${campaignName}/${clientId} was made by us, is declared no more, and stays open without a word`;
    return [{ rule: 'A2', at: endOf(last, evidence), text, isRace: false }];
  });
}

/** The engine of Pulumi deletes last: not at all where a resource needs a person. */
const isStopped = ({ end }: PlayedRun, { life }: Evidence): boolean =>
  life.plan.door === 'pulumi' && end.kind === 'ended' && end.exit !== 0;

/** By a run of which recorded state tells, and that has seen it through. */
function isKnownDone(asked: Asked | undefined, { knows }: PlayedRun, { life }: Evidence): boolean {
  const run = life.runs.find((each) => each.run === asked?.run);
  return asked?.isAnswered === true && knows.has(asked.run) && run?.end.kind === 'ended' && run.end.error === null;
}

/**
 * However the run ended that wrote it: a later one that was told to keep it, and could know of that one, said that all is as declared, and
 * what that one recorded is still there.
 */
function wasInOrder(
  { id, campaignName, clientId }: Task,
  asked: Asked | undefined,
  { last, life }: Pick<Evidence, 'life'> & { readonly last: PlayedRun },
): boolean {
  return life.runs.some(({ run, verb, files, end, before, after, knows, isPart }) => {
    const isSaid = verb === 'apply' && !isPart && end.kind === 'ended' && end.exit === 0 && knows.has(asked?.run ?? 0);
    const isThere = before.tasks.has(id) && after.tasks.has(id);
    const { ensure = 'present' } = lineOf(files, campaignName, clientId) ?? { ensure: 'absent' };
    return isSaid && last.knows.has(run) && isThere && ensure === 'present' && run > (asked?.run ?? 0);
  });
}

/** Its line went so soon that every reading of the run which let go could show what was so before: it is looked at for some days. */
function wasLetGoUnseen(login: string, madeAt: number, { life }: Evidence): boolean {
  const { S19: lag = 0 } = life.plan.world.switches;
  return life.runs.some(({ verb, from, to, files }) => {
    const [age, ended] = [from, to - 1].map((index) => (life.log[index]?.at ?? 0) - madeAt);
    const isSoon = (age ?? 0) < lag && (ended ?? 0) >= 0;
    return verb === 'apply' && isSoon && !files.users.some(({ loginUserId }) => loginUserId === login);
  });
}

/** Nothing to do, and no word of it: then what is declared is there. */
export function notAsDeclared(last: PlayedRun, evidence: Evidence): Violation[] {
  if (last.end.kind !== 'ended' || last.end.plan === null) return [];
  const named = namedIn(last, evidence);
  const found: Violation[] = [];
  const say = (text: string): void => void found.push({ rule: 'H3', at: endOf(last, evidence), text, isRace: false });
  const { S15 = 'on' } = evidence.life.plan.world.switches;
  const isBlind = S15 !== 'on';
  for (const { loginUserId, ensure, createInBackend, onRemove } of last.files.users) {
    // The document of muster: these two leave the backing side alone.
    const isLeft = onRemove === 'delete' || onRemove === 'release';
    // Removed by others in the service: of the other side this environment says nothing, and the plan that let go said so.
    const isUnseen =
      isBlind &&
      (isRemovedByOthers(loginUserId, evidence) ||
        wasJoined(loginUserId, evidence) ||
        wasCutOff(loginUserId, evidence));
    const isBoth = createInBackend === true && !isLeft && !isUnseen;
    const seen = last.after.people.get(loginUserId) ?? { inService: false, connectUserId: null };
    if (named.has(`user:${loginUserId}`)) continue;
    if (
      ensure === 'absent' &&
      (seen.inService || (isBoth && seen.connectUserId !== null && wasOurs(loginUserId, last, evidence)))
    )
      say(`${loginUserId} is declared absent and is there; nothing to do`);
    if (ensure !== 'absent' && !seen.inService)
      say(`${loginUserId} is declared and is not in the service; nothing to do`);
  }
  for (const { campaignName, records } of last.files.campaigns) {
    for (const { clientId, ensure = 'present', data } of records) {
      const name = `record:${campaignName}/${clientId}`;
      const tasks = tasksOf(last, campaignName, clientId);
      if (named.has(name) || ensure === 'absent') continue;
      if (ensure === 'present' && tasks.length === 0) say(`${name} is declared and no task is there; nothing to do`);
      const [task] = tasks;
      if (task === undefined || !isOpenTask(task) || tasks.length > 1) continue;
      const wrong = Object.entries(data).filter(
        ([key, value]) => task.items.find((item) => item.key === key)?.value !== value,
      );
      if (wrong.length > 0) say(`${name}: ${wrong.map(([key]) => key).join(', ')} is not as declared; nothing to do`);
    }
  }
  return found;
}

/** Made with ALLOW after a refusal that named no ground: it counts as an account of others. */
function wasJoined(login: string, { life }: Evidence): boolean {
  const said = life.log.some(
    (entry) =>
      entry.kind === 'note' &&
      String(entry.detail['line']).includes(`user:${login}: refused with FAIL, done with ALLOW`),
  );
  if (said) return true;
  return life.runs.some(
    ({ end }) =>
      end.kind === 'ended' &&
      end.result?.settlements.some(
        (each) =>
          each.kind === 'applied' &&
          each.change.address === `user:${login}` &&
          each.notes.some(({ kind }) => kind === 'joined'),
      ) === true,
  );
}

/** `adopt: true` takes over whoever stands there, and lets go of them; and a run has asked about who stands in the way. */
const isSaid = (login: string, { life: { runs } }: Evidence): boolean =>
  runs.some(
    ({ files, end }) =>
      files.users.some((each) => each.loginUserId === login && each.adopt === true) ||
      (end.kind === 'ended' &&
        end.plan?.verdicts.some((each) => each.class === 'decision' && each.address === `user:${login}`)),
  );

/**
 * Whose a person is shows nowhere: after a create that was cut off, the file or a person says it. The engine names such a create in each update,
 * and the native provider hears of no resource that is declared no more: docs/recovery.md has the lines stay as they were.
 */
const isNobodys = (login: string, evidence: Evidence): boolean =>
  wasCutOff(login, evidence) && (evidence.life.plan.isNative === true || isSaid(login, evidence));

/** Through Pulumi: its create was killed, so no receipt of it was ever kept, and this environment does not show the other side. */
function wasCutOff(login: string, { life, requests }: Evidence): boolean {
  const last = [...requests.values()].findLast(
    ({ operation, body, arrivedAt }) => operation === 'add-user' && body['loginUserId'] === login && arrivedAt !== null,
  );
  const run = life.runs.find((each) => each.run === last?.run);
  return life.plan.door === 'pulumi' && run?.end.kind === 'killed';
}

/** Since we last made the account, whoever removed what others then added again. */
function isRemovedByOthers(login: string, { life }: Evidence): boolean {
  const of = life.log.flatMap((entry) =>
    entry.kind === 'effect' && entry.effect.of === 'user' && entry.effect.login === login
      ? [{ isOurs: entry.request !== null, was: entry.effect.before.inService, is: entry.effect.after.inService }]
      : [],
  );
  const made = of.findLastIndex(({ isOurs, was, is }) => isOurs && !was && is);
  return of.slice(made + 1).some(({ isOurs, was, is }) => !isOurs && was && !is);
}

/** By a run of which recorded state tells. */
function wasOurs(login: string, { knows }: PlayedRun, { life, requests }: Evidence): boolean {
  const maker = life.log.findLast(
    (entry) =>
      entry.kind === 'effect' &&
      entry.effect.of === 'user' &&
      entry.effect.login === login &&
      entry.effect.after.connectUserId !== null &&
      entry.effect.before.connectUserId === null,
  );
  return maker?.kind === 'effect' && maker.request !== null && knows.has(requests.get(maker.request)?.run ?? 0);
}
