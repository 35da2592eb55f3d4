// What stands there is taken for what it is. H8: a move that arrived is not called lost, one that never left is not asked about as gone, and nobody takes
// over a task of others while ours stands open where others moved it. Q1: nobody is
// asked whether an account is another one that has the id of ours. L1: a login in another letter case is the same person (D12.3), who is not
// removed while it is declared.

import type { Task } from '../../../src/sandbox/world/task.ts';
import { normal } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { endOf, isCut, isOpenTask, isTouched, isWritten, lineOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export function judgeStands(evidence: Evidence): Violation[] {
  const { runs } = evidence.life;
  const last = runs.findLast(({ isQuiet, verb }) => isQuiet && verb === 'apply');
  return [
    ...runs.flatMap((run) => [...calledLost(run, evidence), ...takenBeside(run, evidence)]),
    ...respelled(evidence),
    ...(last === undefined ? [] : [...neverLeft(last, evidence), ...askedOfOurs(last, evidence)]),
  ];
}

/** Every answer of it was heard and true, and the task is in its new campaign alone. */
function calledLost(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, after } = run;
  const { S19: lag = 0 } = evidence.life.plan.world.switches;
  if (end.kind === 'killed' || end.result === null || end.result.stopped !== null || lag > 0) return [];
  const isFaulty = [...evidence.requests.values()].some(
    (each) => each.run === run.run && (each.fault !== null || !each.isAnswered),
  );
  return end.result.settlements.flatMap((settlement): Violation[] => {
    const { change, kind } = settlement;
    if (kind !== 'unresolved' || change.action !== 'move' || change.kind !== 'record' || isFaulty) return [];
    const { clientId, campaign } = change;
    const standing = [...after.tasks.values()].filter(
      (task) => task.clientId === clientId && isWritten(task.id, evidence),
    );
    // What a transfer brings without its marker, nobody can tell from a task of others.
    const isThere =
      standing.length === 1 &&
      standing[0]?.campaignName === campaign.campaignName &&
      standing[0].items.some(({ key }) => key === 'musterStack') &&
      isOpenTask(standing[0]);
    if (!isThere || isTouched(run, evidence, clientId)) return [];
    const text = `move of ${campaign.campaignName}/${clientId} is called not seen, and its task is there alone`;
    return [{ rule: 'H8', at: endOf(run, evidence), text, isRace: false }];
  });
}

/** Where we put it last. */
function homeOf({ id }: Task, { changes }: Evidence): string | undefined {
  return changes.findLast((each) => each.id === id && each.request !== null && each.after)?.after?.campaignName;
}

/** Where others moved our task a person decides which of the two is meant (D13.2): who takes theirs over may have both called. */
function takenBeside(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, after, files, knows } = run;
  const { S19: lag = 0 } = evidence.life.plan.world.switches;
  if (end.kind === 'killed' || end.result === null || lag > 0) return [];
  return end.result.settlements.flatMap(({ kind, change }): Violation[] => {
    if (kind !== 'applied' || change.kind !== 'record' || change.action !== 'adopt') return [];
    const { clientId, campaign } = change;
    const tasks = [...after.tasks.values()];
    const isMarked = ({ items }: Task): boolean => items.some(({ key }) => key === 'musterStack');
    const away = tasks.find(
      (task) =>
        task.clientId === clientId &&
        task.campaignName !== campaign.campaignName &&
        // A program of classes knows no campaign of which it declares nobody.
        files.campaigns.some((each) => each.campaignName === task.campaignName && each.records.length > 0) &&
        lineOf(files, task.campaignName, clientId) === null &&
        isOpenTask(task) &&
        isMarked(task) &&
        // Declared in two campaigns at once, a clientId is two records: the one of this campaign.
        homeOf(task, evidence) === campaign.campaignName &&
        isMadeBy(task.id, knows, evidence),
    );
    if (away === undefined) return [];
    const beside = tasks.filter((task) => task.campaignName === away.campaignName && isMarked(task));
    if (isCut(beside, evidence)) return [];
    const text = `${campaign.campaignName}/${clientId} of others is taken over, and ours stands open in ${away.campaignName}`;
    return [{ rule: 'H8', at: endOf(run, evidence), text, isRace: false }];
  });
}

function isMadeBy(id: number, knows: PlayedRun['knows'], { changes, requests }: Evidence): boolean {
  const made = changes.find((each) => each.id === id && each.before === null);
  const asked = requests.get(made?.request ?? -1);
  return asked?.isAnswered === true && knows.has(asked.run);
}

/** Declared in one campaign, and the task that we made stands in another one, untouched: to be moved, and no question whether it is gone. */
function neverLeft(last: PlayedRun, evidence: Evidence): Violation[] {
  const { end, files } = last;
  if (end.kind === 'killed' || end.plan === null || evidence.life.plan.isParted === true) return [];
  return end.plan.verdicts.flatMap(({ class: kind, address, reason }): Violation[] => {
    const [, campaignName = '', clientId = ''] = /^record:([^/]+)\/(.*)$/u.exec(String(address)) ?? [];
    if (kind !== 'decision' || reason.kind !== 'gone-unclear' || lineOf(files, campaignName, clientId) === null)
      return [];
    const [own, twin] = [...last.after.tasks.values()].filter((task) => task.clientId === clientId);
    if (
      own === undefined ||
      twin !== undefined ||
      own.campaignName === campaignName ||
      !isAlwaysOurs(own, last, evidence)
    )
      return [];
    const from = files.campaigns.find((each) => each.campaignName === own.campaignName);
    // Declared in both, a clientId is two records, in whatever spelling (D12.3).
    if (from === undefined || from.records.some((each) => normal(each.clientId) === normal(clientId))) return [];
    const text = `${campaignName}/${clientId} is asked about as gone, and our task stands untouched in ${own.campaignName}`;
    return [{ rule: 'H8', at: endOf(last, evidence), text, isRace: false }];
  });
}

function isAlwaysOurs({ id }: Task, { knows }: PlayedRun, { changes, requests }: Evidence): boolean {
  const own = changes.filter((each) => each.id === id);
  const isOf = (asked: Asked | undefined): boolean => asked !== undefined && knows.has(asked.run);
  return own.every(({ request, event }) => event === 'pin-lapsed' || (request !== null && isOf(requests.get(request))));
}

/** Heard in the answer to the add-user that made it. */
function askedOfOurs(last: PlayedRun, { life, requests, ...more }: Evidence): Violation[] {
  const { end, after } = last;
  const { S15 = 'on' } = life.plan.world.switches;
  if (end.kind === 'killed' || end.plan === null || S15 !== 'on') return [];
  return end.plan.verdicts.flatMap(({ class: kind, address, reason }): Violation[] => {
    const login = String(address).slice('user:'.length);
    const id = after.people.get(login)?.connectUserId ?? null;
    if (kind !== 'decision' || reason.kind !== 'recreated' || id === null) return [];
    const isHeard = [...requests.values()].some(
      ({ operation, body, answer, fault, run }) =>
        operation === 'add-user' &&
        body['loginUserId'] === login &&
        fault !== 'swapped' &&
        last.knows.has(run) &&
        JSON.stringify(answer ?? null).includes(`"connectUserId":"${id}"`),
    );
    if (!isHeard) return [];
    const text = `${login} is asked about as another account, and has the id of ours`;
    return [{ rule: 'Q1', at: endOf(last, { life, requests, ...more }), text, isRace: false }];
  });
}

function respelled({ life, requests }: Evidence): Violation[] {
  return life.log.flatMap((entry): Violation[] => {
    if (entry.kind !== 'effect' || entry.effect.of !== 'user' || entry.request === null) return [];
    const { login, before, after } = entry.effect;
    if (!before.inService || after.inService) return [];
    const { files } = life.runs.find(({ run }) => run === requests.get(entry.request ?? 0)?.run) ?? {};
    const other = files?.users.find(
      ({ loginUserId, ensure }) =>
        loginUserId !== login && loginUserId.toLowerCase() === login.toLowerCase() && ensure !== 'absent',
    );
    if (other === undefined) return [];
    const text = `${login} is removed, and is declared as ${other.loginUserId}`;
    return [{ rule: 'L1', at: entry.at, text, isRace: false }];
  });
}
