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
    ...movedFromItsLine(evidence),
    ...respelled(evidence),
    ...runs.filter(({ isQuiet }) => isQuiet).flatMap((run) => inOurWay(run, evidence)),
    ...(last === undefined
      ? []
      : [...neverLeft(last, evidence), ...letGoElsewhere(last, evidence), ...askedOfOurs(last, evidence)]),
  ];
}

/** Every answer of it was heard and true, and the task is in its new campaign alone. */
function calledLost(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, after } = run;
  const { S19: lag = 0, itemsNotShown = [] } = evidence.life.plan.world.switches;
  // An item that no search shows cannot be seen to be back: the run says so, and keeps the copy.
  const isBlind = lag > 0 || itemsNotShown.length > 0;
  if (end.kind === 'killed' || end.result === null || end.result.stopped !== null || isBlind) return [];
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
    // A search that shows a part of them may show what was deleted there.
    const ever = evidence.changes.flatMap(({ after: task }) =>
      task?.clientId === clientId && task.campaignName === campaign.campaignName ? [task] : [],
    );
    const shown = [...new Map(ever.map((task) => [task.id, task])).values()];
    if (!isThere || isTouched(run, evidence, clientId) || isCut(shown, evidence)) return [];
    const text = `move of ${campaign.campaignName}/${clientId} is called not seen, and its task is there alone`;
    return [{ rule: 'H8', at: endOf(run, evidence), text, isRace: false }];
  });
}

/** Where we put it last. */
function homeOf({ id }: Task, { changes }: Evidence): string | undefined {
  return changes.findLast((each) => each.id === id && each.request !== null && each.after)?.after?.campaignName;
}

/**
 * What a file declares where it stands, be it of another partition, goes on there: no transfer of ours takes it away. A task of others that one
 * comes down upon is no such (H2).
 */
function movedFromItsLine({ changes, requests, life }: Evidence): Violation[] {
  return changes.flatMap(({ before, after, request, at, id, index }): Violation[] => {
    const asked = requests.get(request ?? -1);
    if (asked?.operation !== 'transferCampaignRecord' || before === null || after?.campaignName === before.campaignName)
      return [];
    const isOurs = changes.some((each) => each.id === id && each.index < index && each.request !== null);
    if (!isOurs && before.campaignName === asked.body['transferToCampaign']) return [];
    const { files } = life.runs.find(({ run }) => run === asked.run) ?? {};
    const line = files && lineOf(files, before.campaignName, before.clientId);
    if (!line || (line.ensure ?? 'present') !== 'present') return [];
    const text = `${before.campaignName}/${before.clientId} is declared there, and was transferred away`;
    return [{ rule: 'H8', at, text, isRace: false }];
  });
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
    const away = tasks.find(
      (task) =>
        task.clientId === clientId &&
        task.campaignName !== campaign.campaignName &&
        // A program of classes knows no campaign of which it declares nobody.
        files.campaigns.some((each) => each.campaignName === task.campaignName && each.records.length > 0) &&
        !isDeclaredIn(files, task.campaignName, clientId) &&
        isOpenTask(task) &&
        isMarked(task) &&
        // Declared in two campaigns at once, a clientId is two records: the one of this campaign.
        homeOf(task, evidence) === campaign.campaignName &&
        isMadeBy(task.id, knows, evidence),
    );
    if (away === undefined) return [];
    if (isCut(markedIn(away, run), evidence)) return [];
    const text = `${campaign.campaignName}/${clientId} of others is taken over, and ours stands open in ${away.campaignName}`;
    return [{ rule: 'H8', at: endOf(run, evidence), text, isRace: false }];
  });
}

const isMarked = ({ items }: Task): boolean => items.some(({ key }) => key === 'musterStack');

/** What a search for our marker would show there. */
const markedIn = ({ campaignName }: Task, { after }: PlayedRun): Task[] =>
  [...after.tasks.values()].filter((task) => task.campaignName === campaignName && isMarked(task));

/** In whatever spelling (D12.3). */
function isDeclaredIn({ campaigns }: PlayedRun['files'], campaignName: string, clientId: string): boolean {
  const own = campaigns.find((each) => each.campaignName === campaignName);
  return own?.records.some((each) => normal(each.clientId) === normal(clientId)) === true;
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

/** Its line went, and others had moved our task: a person decides where it is (D13.2), and is asked as long as it stands open there. */
function letGoElsewhere(last: PlayedRun, evidence: Evidence): Violation[] {
  const { end, after, files } = last;
  const { plan, runs } = evidence.life;
  const { S19: lag = 0, S20 } = plan.world.switches;
  if (end.kind === 'killed' || end.plan === null || plan.isParted === true || lag > 0 || S20?.kind === 'cut') return [];
  const named = [...end.plan.verdicts, ...end.plan.changes].map(({ address }) => normal(address));
  const tasks = [...after.tasks.values()];
  return tasks.flatMap((task): Violation[] => {
    const { campaignName, clientId } = task;
    // Without markers a campaign is asked id by id, and each list that ends would be asked for there (observe/elsewhere.ts).
    const isRead = files.campaigns.some(
      (each) => each.campaignName === campaignName && each.records.length > 0 && each.marker,
    );
    const isOne = tasks.filter((each) => normal(each.clientId) === normal(clientId)).length === 1;
    const lines = runs.flatMap(({ files: { campaigns } }) =>
      campaigns.flatMap(({ records }) => records.filter((each) => normal(each.clientId) === normal(clientId))),
    );
    const isDeclared = files.campaigns.some(({ records }) =>
      records.some((each) => normal(each.clientId) === normal(clientId)),
    );
    if (
      !isRead ||
      !isOne ||
      isDeclared ||
      isCut(markedIn(task, last), evidence) ||
      lines.some(({ adopt }) => adopt === true)
    )
      return [];
    if (!wasOnlyMoved(task, last, evidence) || named.some((each) => each.endsWith(normal(`/${clientId}`)))) return [];
    const text = `${clientId} is declared no more, and ours stands open in ${campaignName}, where others moved it, without a word`;
    return [{ rule: 'H8', at: endOf(last, evidence), text, isRace: false }];
  });
}

/** Made by us, seen by a run that ended well, and then moved by others, once: nobody else touched it. */
function wasOnlyMoved(task: Task, { knows }: PlayedRun, evidence: Evidence): boolean {
  const { changes, life } = evidence;
  const own = changes.filter(({ id, event }) => id === task.id && event !== 'pin-lapsed');
  const [moved, ...others] = own.filter(({ request }) => request === null);
  if (!isOpenTask(task) || task.attempts > 0 || !isMarked(task) || !isMadeBy(task.id, knows, evidence)) return false;
  const isSeen = life.runs.some(
    ({ run, to, end, after }) =>
      knows.has(run) && to <= (moved?.index ?? 0) && end.kind === 'ended' && end.exit === 0 && after.tasks.has(task.id),
  );
  return isSeen && moved?.event === 'move-by-hand' && others.length === 0 && own.at(-1) === moved;
}

/** What others put there, or we removed after a call: a person reads whose it is. */
const OF_OTHERS: ReadonlySet<string> = new Set(['not-ours', 'other-record', 'target-taken', 'target-not-ours']);
const DAY = 24 * 60 * 60_000;

/** What we removed ourselves, untouched, may still be shown (S5): what moves to its place moves, and nobody is asked whose it is. */
function inOurWay(run: PlayedRun, evidence: Evidence): Violation[] {
  const { end, after, files } = run;
  const { plan } = evidence.life;
  const isRemembered = files.policy?.verifyRemovedDays === undefined && plan.door === 'command';
  if (end.kind === 'killed' || end.plan === null || plan.isParted === true || !isRemembered) return [];
  return end.plan.verdicts.flatMap(({ address, reason }): Violation[] => {
    const [, campaignName = '', clientId = ''] = /^record:([^/]+)\/(.*)$/u.exec(String(address)) ?? [];
    if (!OF_OTHERS.has(reason.kind) || lineOf(files, campaignName, clientId) === null) return [];
    const [own, twin] = [...after.tasks.values()].filter((task) => normal(task.clientId) === normal(clientId));
    const isOurs = own !== undefined && twin === undefined && isAlwaysOurs(own, run, evidence);
    if (!isOurs || own.campaignName === campaignName || !wasClearedByUs(campaignName, clientId, run, evidence))
      return [];
    const text = `${String(address)} is asked about, and nothing but what we removed untouched was ever there`;
    return [{ rule: 'H8', at: endOf(run, evidence), text, isRace: false }];
  });
}

/** Each task that ever stood there: ours alone, and removed by us within the days that a removal is remembered. */
function wasClearedByUs(campaignName: string, clientId: string, run: PlayedRun, evidence: Evidence): boolean {
  const of = evidence.changes.filter(({ before, after }) =>
    [before, after].some((each) => each?.campaignName === campaignName && normal(each.clientId) === normal(clientId)),
  );
  const all = [...Map.groupBy(of, ({ id }) => id).values()];
  return (
    all.length > 0 &&
    all.every((changes) => {
      const last = changes.at(-1);
      const asked = evidence.requests.get(last?.request ?? -1);
      const isUntouched = changes.every(({ request, before }) => request !== null && (before?.attempts ?? 0) === 0);
      const isRemoval = last?.after === null && asked?.operation === 'deleteRecordFromCampaign' && asked.isAnswered;
      return isRemoval && isUntouched && run.knows.has(asked.run) && endOf(run, evidence) - last.at < 7 * DAY;
    })
  );
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
    const { files, before: seen } = life.runs.find(({ run }) => run === requests.get(entry.request ?? 0)?.run) ?? {};
    // The guard says so: where the service shows two accounts, `ensure: absent` of the wrong one.
    const isSaid =
      files?.users.some(({ loginUserId, ensure }) => loginUserId === login && ensure === 'absent') === true;
    const other = files?.users.find(
      ({ loginUserId, ensure }) =>
        loginUserId !== login &&
        loginUserId.toLowerCase() === login.toLowerCase() &&
        ensure !== 'absent' &&
        !(isSaid && seen?.people.get(loginUserId)?.inService === true),
    );
    if (other === undefined) return [];
    const text = `${login} is removed, and is declared as ${other.loginUserId}`;
    return [{ rule: 'L1', at: entry.at, text, isRace: false }];
  });
}
