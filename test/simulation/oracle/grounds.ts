// What a guard says that no machine may pass, by the truth of the double.

import type { Files, PersonLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import type { StartingWorld } from '../world.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';
import { isOpenTask, isWritten, lineOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';

/** A guard that no machine may pass, and what it says is so. */
export function hasGround(
  { code, message }: { readonly code: string; readonly message: string },
  { files, before }: PlayedRun,
  evidence: Evidence,
): boolean {
  const { changes } = evidence;
  const tasks = [...before.tasks.values()];
  const isKept = (task: Task): boolean =>
    isWritten(task.id, evidence) && isOpenTask(task) && lineOf(files, task.campaignName, task.clientId) !== null;
  const stays = ({ loginUserId, ensure }: PersonLine): boolean =>
    ensure !== 'absent' && before.people.get(loginUserId)?.inService === true && isMadeByUs(loginUserId, evidence);
  // Of an answer that is a failure in the words of absence, or of a campaign that is declared in another region than it is in, nothing is
  // concluded, so nothing may go either.
  const isElsewhere = ({ campaignName, region }: Files['campaigns'][number]): boolean =>
    region !== undefined && !campaignName.startsWith(region);
  // The engine of Pulumi has one word for whatever fails, and ours in it.
  if (code === 'guard-incomplete' || (code === 'pulumi-failed' && message.startsWith('[unreadable]')))
    return isUnreadable(evidence.life.plan.world) || files.campaigns.some(isElsewhere);
  if (code === 'guard-empty') return !tasks.some(isKept) && !files.users.some(stays);
  // One customer is to go from one campaign and to come into another: a move by hand, which a person turns into one.
  if (code === 'guard-same-object') {
    const named = [...message.matchAll(/customer (\S+) in [^(]+ \(/gu)].map(([, clientId = '']) => clientId);
    const isInTwo = (clientId: string): boolean =>
      files.campaigns.filter(({ campaignName }) => lineOf(files, campaignName, clientId) !== null).length > 1;
    const people = [...message.matchAll(/user[ :](\S+) (?:\(|is removed)/gu)].map(([, login = '']) => login);
    // One account, and the file spells its login in another case than it was made: who corrects the file is a person.
    const isRespelled = (login: string): boolean =>
      files.users.some(({ loginUserId: other }) => other !== login && other.toLowerCase() === login.toLowerCase());
    return named.length + people.length > 0 && named.every(isInTwo) && people.every(isRespelled);
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

/** Absence is said as a failure, or a campaign is not there. */
function isUnreadable({ switches, files }: StartingWorld): boolean {
  const { S1, campaigns = null } = switches;
  const isThere = ({ campaignName }: Files['campaigns'][number]): boolean => campaigns?.includes(campaignName) ?? true;
  return S1 === 'FAILED+text' || !files.campaigns.every(isThere);
}
