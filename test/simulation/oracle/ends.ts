// H3: what a run says it did stands in the service. H4: no open task stays pinned to somebody whom we removed. H7: runs come to rest.
// H8: a move ends with one copy. Access: who was made by us and is declared no more is removed.

import type { Task } from '../../../src/sandbox/world/task.ts';
import type { PersonLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { isOpenTask, lineOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';
import { isRefused, isWaiting, wasLiedTo } from './answers.ts';

export function judgeEnds(evidence: Evidence): Violation[] {
  return evidence.life.runs
    .flatMap((run) => [...saidAndDone(run, evidence), ...stillPinned(run, evidence)])
    .concat(atRest(evidence));
}

export const endOf = ({ to }: PlayedRun, { life }: Evidence): number => life.log[to - 1]?.at ?? 0;

/** Whether others touched this record or person since the run began. */
export function isTouched({ from, to }: PlayedRun, { life }: Evidence, name: string): boolean {
  return life.log.slice(from, to).some((entry) => {
    if (entry.kind !== 'effect' || entry.request !== null) return false;
    const { effect } = entry;
    if (effect.of === 'user') return effect.login === name;
    return (effect.after ?? effect.before)?.clientId === name;
  });
}

/** Whether a reading that lags may not show yet what the run was to see. */
export function isYoung({ from }: PlayedRun, { life }: Evidence, name: string): boolean {
  const since = (life.log[from]?.at ?? 0) - (life.plan.world.switches.S19 ?? 0);
  return life.log.slice(0, from).some((entry) => {
    if (entry.kind !== 'effect' || entry.at < since) return false;
    const { effect } = entry;
    return effect.of === 'user' ? effect.login === name : (effect.after ?? effect.before)?.clientId === name;
  });
}

function tasksOf({ after }: PlayedRun, campaignName: string, clientId: string): Task[] {
  return [...after.tasks.values()].filter((task) => task.campaignName === campaignName && task.clientId === clientId);
}

function saidAndDone(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, files, after } = run;
  if (end.kind === 'killed' || end.result === null) return [];
  return end.result.settlements.flatMap((settlement) => {
    const { change, kind } = settlement;
    if (
      kind !== 'applied' ||
      settlement.notes.some((note) => note.kind === 'unconfirmed' || note.kind === 'made-unproven')
    )
      return [];
    const say = (rule: string, text: string): Violation[] => [{ rule, at: endOf(run, evidence), text, isRace: false }];
    if (wasLiedTo(change, run, evidence)) return [];
    if (change.kind === 'user') {
      const name = change.loginUserId;
      if (isTouched(run, evidence, name)) return [];
      const seen = after.people.get(name) ?? { inService: false, connectUserId: null };
      const isMade = change.action === 'create' || change.action === 'restore' || change.action === 'replace';
      // A lie whose confirmation could not be read is said to be unproven.
      const isUnproven = 'unproven' in settlement && settlement.unproven === true;
      if (isMade && !seen.inService && !isUnproven)
        return say('H3', `${change.action} of ${name} is called applied, and nobody is in the service`);
      if (change.action === 'delete' && change.cause.kind !== 'backend-only' && seen.inService)
        return say('H3', `delete of ${name} is called applied, and the user is in the service`);
      if (change.action === 'delete' && change.deleteInBackend && seen.connectUserId !== null)
        return say('H9', `delete of ${name} in the backing instance is called applied, and the account is there`);
      const line = files.users.find(({ loginUserId }) => loginUserId === name);
      const isProven = end.result?.settlements.every(
        (each) => each.change !== change || !('unproven' in each) || each.unproven !== true,
      );
      if (isMade && isProven === true && line?.createInBackend === true && seen.connectUserId === null)
        return say(
          'H9',
          `${change.action} of ${name} in the backing instance is called applied, and no account is there`,
        );
      return [];
    }
    const { clientId, campaign, action } = change;
    if (isTouched(run, evidence, clientId) || isYoung(run, evidence, clientId)) return [];
    const tasks = tasksOf(run, campaign.campaignName, clientId);
    const name = `${campaign.campaignName}/${clientId}`;
    if (action === 'create' && tasks.length === 0)
      return say('H3', `create of ${name} is called applied, and no task is there`);
    if (action === 'delete' && change.cause.kind !== 'undeclared' && tasks.length === 0) return [];
    if (action === 'move') {
      const left = tasksOf(run, change.from?.campaign.campaignName ?? '', clientId);
      if (tasks.length !== 1)
        return say('H8', `move of ${name} is called applied, and ${tasks.length} tasks are there`);
      if (left.length > 0 && change.writes.includes('transferCampaignRecord'))
        return say(
          'H8',
          `move of ${name} is called applied, and a task stays in ${change.from?.campaign.campaignName}`,
        );
    }
    const line = lineOf(files, campaign.campaignName, clientId);
    // Of two, others have put one there.
    const [task, second] = tasks;
    const isWritten =
      (action === 'create' || action === 'update' || action === 'move') && change.cause.kind !== 'offboarding';
    const isFinished = line?.ensure === 'completed' || line?.ensure === 'removed';
    if (!isWritten || isFinished || line === null || task === undefined || change.desired === null) return [];
    if (second !== undefined) return [];
    const wrong = Object.entries(line.data).filter(
      ([key, value]) => task.items.find((item) => item.key === key)?.value !== value,
    );
    if (wrong.length > 0)
      return say(
        'H3',
        `${action} of ${name} is called applied, and ${wrong.map(([key]) => key).join(', ')} is another`,
      );
    return [];
  });
}

function stillPinned(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end } = run;
  if (end.kind === 'killed' || end.result === null) return [];
  return end.result.settlements.flatMap((settlement) => {
    const { change, kind } = settlement;
    if (change.kind !== 'user' || change.action !== 'delete' || kind !== 'applied') return [];
    const isSaid =
      settlement.kind === 'applied' &&
      settlement.notes.some(({ kind: note }) => note === 'pins-left' || note === 'pins-unread');
    const left = [...run.after.tasks.values()].filter(
      (task) =>
        task.preferredAgent === change.loginUserId && isOpenTask(task) && !isTouched(run, evidence, task.clientId),
    );
    if (isSaid || left.length === 0 || isTouched(run, evidence, change.loginUserId)) return [];
    const declared = new Set(run.files.campaigns.map(({ campaignName }) => campaignName));
    const reached = left.filter(({ campaignName }) => declared.has(campaignName));
    if (reached.length === 0) return [];
    return [
      {
        rule: 'H4',
        at: endOf(run, evidence),
        text: `${change.loginUserId} is removed, and ${reached.length} open tasks are pinned there`,
        isRace: false,
      },
    ];
  });
}

function atRest(evidence: Evidence): Violation[] {
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
  const left =
    result?.settlements.filter((each) => !refused.includes(each) && !(isWaiting(each) && isExcused)) ??
    plan?.changes.map((change) => ({ change, kind: 'planned' })) ??
    [];
  if (left.length > 0) {
    const names = left
      .map((each) => `${each.kind} ${each.change.action} ${each.change.address}${whyOf(each)}`)
      .slice(0, 3);
    return say('H7', `does not come to rest: ${names.join(', ')}`);
  }
  return [...accessLeft(last, evidence), ...notAsDeclared(last, evidence)];
}

/** A guard that no machine may pass, and what it says is so. */
function hasGround(
  { code, message }: { readonly code: string; readonly message: string },
  { files, before }: PlayedRun,
  evidence: Evidence,
): boolean {
  const { changes } = evidence;
  const tasks = [...before.tasks.values()];
  const isOurs = ({ id }: Task): boolean => changes.some((each) => each.id === id && each.request !== null);
  const isKept = (task: Task): boolean =>
    isOurs(task) && isOpenTask(task) && lineOf(files, task.campaignName, task.clientId) !== null;
  const stays = ({ loginUserId, ensure }: PersonLine): boolean =>
    ensure !== 'absent' && before.people.get(loginUserId)?.inService === true && isMadeByUs(loginUserId, evidence);
  if (code === 'guard-empty') return !tasks.some(isKept) && !files.users.some(stays);
  // One customer is to go from one campaign and to come into another: a move by hand, which a person turns into one.
  if (code === 'guard-same-object') {
    const named = [...message.matchAll(/record:[^/]+\/(\S+) \(/gu)].map(([, clientId = '']) => clientId);
    const isInTwo = (clientId: string): boolean =>
      files.campaigns.filter(({ campaignName }) => lineOf(files, campaignName, clientId) !== null).length > 1;
    return named.length > 0 && !message.includes('user:') && named.every(isInTwo);
  }
  // Others opened what was used up, or put a copy with our marker there: so it looks where another run knows more.
  return (
    code === 'guard-unrecorded' &&
    changes.some(
      ({ request, before: was, after }) =>
        request === null &&
        after !== null &&
        isOpenTask(after) &&
        (was === null || !isOpenTask(was)) &&
        message.includes(after.campaignName) &&
        after.items.some(({ key }) => key === 'musterStack') &&
        lineOf(files, after.campaignName, after.clientId) !== null,
    )
  );
}

function isMadeByUs(login: string, { life }: Evidence): boolean {
  const maker = life.log.findLast(
    (entry) =>
      entry.kind === 'effect' &&
      entry.effect.of === 'user' &&
      entry.effect.login === login &&
      entry.effect.after.inService &&
      !entry.effect.before.inService,
  );
  return maker?.kind === 'effect' && maker.request !== null;
}

function whyOf(left: object): string {
  return 'problem' in left ? ` (${(left.problem as { readonly message: string }).message.slice(0, 60)})` : '';
}

/** Addresses of which the last run has something to say. */
function namedIn({ end }: PlayedRun): ReadonlySet<string> {
  if (end.kind === 'killed') return new Set();
  const settled = end.result?.settlements.map(({ change }) => String(change.address)) ?? [];
  return new Set([...settled, ...(end.plan?.verdicts ?? []).map(({ address }) => String(address))]);
}

/** Made by us on that side, declared no more, nobody else made it anew: it goes, or the plan names it. */
function accessLeft(last: PlayedRun, evidence: Evidence): Violation[] {
  const { log } = evidence.life;
  const named = namedIn(last);
  const found: Violation[] = [];
  for (const [login, { inService }] of last.after.people) {
    const line = last.files.users.find(({ loginUserId }) => loginUserId === login);
    if (!inService || (line !== undefined && line.ensure !== 'absent') || named.has(`user:${login}`)) continue;
    const kept = evidence.life.runs.flatMap(({ files }) =>
      files.users.filter((each) => each.loginUserId === login && each.onRemove !== undefined),
    );
    if (kept.some(({ onRemove }) => onRemove === 'release' || onRemove === 'keep')) continue;
    const maker = log.findLast(
      (entry) =>
        entry.kind === 'effect' &&
        entry.effect.of === 'user' &&
        entry.effect.login === login &&
        entry.effect.after.inService &&
        (!entry.effect.before.inService || entry.effect.before.connectUserId !== entry.effect.after.connectUserId),
    );
    if (maker?.kind !== 'effect' || maker.request === null) continue;
    found.push({
      rule: 'A1',
      at: endOf(last, evidence),
      text: `${login} was made by us, is declared no more, and keeps the access without a word`,
      isRace: false,
    });
  }
  return found;
}

/** Nothing to do, and no word of it: then what is declared is there. */
function notAsDeclared(last: PlayedRun, evidence: Evidence): Violation[] {
  if (last.end.kind !== 'ended' || last.end.plan === null) return [];
  const named = namedIn(last);
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
      (seen.inService || (isBoth && seen.connectUserId !== null && wasOurs(loginUserId, evidence)))
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

/** Through Pulumi: its create was killed, so no receipt of it was ever kept, and this environment does not show the other side. */
function wasCutOff(login: string, { life, requests }: Evidence): boolean {
  const last = [...requests.values()].findLast(
    ({ operation, body, arrivedAt }) => operation === 'add-user' && body['loginUserId'] === login && arrivedAt !== null,
  );
  const run = life.runs.find((each) => each.run === last?.run);
  return life.plan.door === 'pulumi' && run?.end.kind === 'killed';
}

function isRemovedByOthers(login: string, { life }: Evidence): boolean {
  const remover = life.log.findLast(
    (entry) =>
      entry.kind === 'effect' &&
      entry.effect.of === 'user' &&
      entry.effect.login === login &&
      entry.effect.before.inService &&
      !entry.effect.after.inService,
  );
  return remover?.kind === 'effect' && remover.request === null;
}

function wasOurs(login: string, { life }: Evidence): boolean {
  const maker = life.log.findLast(
    (entry) =>
      entry.kind === 'effect' &&
      entry.effect.of === 'user' &&
      entry.effect.login === login &&
      entry.effect.after.connectUserId !== null &&
      entry.effect.before.connectUserId === null,
  );
  return maker?.kind === 'effect' && maker.request !== null;
}
