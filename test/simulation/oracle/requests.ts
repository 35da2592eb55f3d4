// H5: an intent is durable before each write, its object was read right before it, and no write is sent again after an unknown outcome
// without a reading. H6: a plan and a drift run write nothing. R1: each request names the region in which its campaign is declared.

import { SANDBOX_IDENTITY } from '../../../src/sandbox/world/identity.ts';
import { isWrite, lineOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export const judgeRequests = (evidence: Evidence): Violation[] => [
  ...wrongRegion(evidence),
  ...unproven(evidence),
  ...oneOfTwo(evidence),
];

/** D13.2, of two tasks of a clientId: which one is meant is the word of a file. Of the last reading before the write. */
function oneOfTwo({ requests, life }: Evidence): Violation[] {
  return [...requests.values()].flatMap((write): Violation[] => {
    const { campaignName, clientId } = write.body;
    if (!isWrite(write) || write.operation === 'deleteRecordFromCampaign' || typeof clientId !== 'string') return [];
    const run = life.runs.find((each) => each.run === write.run);
    const line = run && lineOf(run.files, textIn(campaignName), clientId);
    if (line?.previewRecordId !== undefined || line?.twins !== undefined) return [];
    const shown = lastLook(write, [...requests.values()]);
    if (shown.size < 2) return [];
    const text = `${write.operation} of ${textIn(campaignName)}/${clientId} left although ${shown.size} tasks of it had been read`;
    return [{ rule: 'H2', at: write.at, text, isRace: false }];
  });
}

/**
 * Ids that the last look at the object shows, of tasks that are not REMOVED: "With an id, at most one task is returned", so it may be two
 * searches, each right after the other.
 */
function lastLook({ run, at, body: { campaignName, clientId } }: Asked, requests: readonly Asked[]): Set<string> {
  const shown = new Set<string>();
  const isOf = (each: Asked): boolean =>
    each.run === run &&
    each.operation === 'searchPreviewCampaign' &&
    each.body['campaignName'] === campaignName &&
    [each.body['clientId'], ...criteriaIn(each)].includes(clientId);
  let until: number | null = at;
  for (const each of requests.filter(isOf).toReversed()) {
    if (each.answeredAt !== until) continue;
    until = each.at;
    for (const id of standingIn(each.answer, clientId)) shown.add(id);
  }
  return shown;
}

const criteriaIn = ({ body }: Asked): unknown[] => {
  const { previewRecordData: data } = body;
  return Array.isArray(data) ? data.map((each: { readonly value?: unknown }) => each.value) : [];
};

function standingIn(answer: unknown, clientId: unknown): string[] {
  const { previewRecordClientData: tasks } = (answer ?? {}) as { readonly previewRecordClientData?: unknown };
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: Readonly<Record<string, unknown>>) => {
    const isIt = task['clientId'] === clientId && task['workedState'] !== 'REMOVED';
    return isIt ? [textIn(task['previewRecordId'] ?? task['previewRecordID'])] : [];
  });
}

/** "Cloud region where the campaign resides". */
function wrongRegion({ requests, life }: Evidence): Violation[] {
  return [...requests.values()].flatMap(({ run, at, operation, body: { campaignName, region } }): Violation[] => {
    const { files } = life.runs.find((each) => each.run === run) ?? {};
    const campaign = files?.campaigns.find((each) => each.campaignName === campaignName);
    if (campaign === undefined || region === (campaign.region ?? SANDBOX_IDENTITY.region)) return [];
    const text = `${operation} names a region in which ${campaign.campaignName} does not reside`;
    return [{ rule: 'R1', at, text, isRace: false }];
  });
}

function unproven({ requests, life }: Evidence): Violation[] {
  const unknown = new Map<string, Asked>();
  return [...requests.values()].flatMap((asked) => {
    if (!isWrite(asked)) {
      forgetRead(unknown, asked);
      return [];
    }
    const name = nameOf(asked);
    const run = life.runs.find((each) => each.run === asked.run);
    const before = unknown.get(name);
    if (isUnknown(asked)) unknown.set(name, asked);
    const what = `${asked.operation} of${name.slice(name.indexOf(' '))}`;
    return [
      ...(run !== undefined && run.verb !== 'apply' ? [`H6 ${what} in a ${run.verb}`] : []),
      ...(asked.intents.some((address) => isOf(address, asked)) ? [] : [`H5 ${what} left without a durable intent`]),
      ...(isLooked(asked, requests) ? [] : [`H5 ${what} left without a reading right before it`]),
      ...(before?.operation === asked.operation ? [`H5 ${what} was sent again, and nothing was read since`] : []),
    ].map((text) => ({ rule: text.slice(0, 2), at: asked.at, text: text.slice(3), isRace: false }));
  });
}

/** Between the answer to a reading of it and the write nothing stands: a create of a user is refused by the service itself. */
function isLooked(write: Asked, requests: Evidence['requests']): boolean {
  if (write.operation === 'add-user') return true;
  const [login, clientId] = [write.body['loginUserId'], write.body['clientId']];
  return [...requests.values()].some(
    ({ run, operation, body, answer, answeredAt }) =>
      run === write.run &&
      answeredAt === write.at &&
      (operation === 'query-existence'
        ? body['loginUserId'] === login
        : operation === 'searchPreviewCampaign' &&
          (body['clientId'] === clientId || JSON.stringify([body, answer]).includes(`"${textIn(clientId)}"`))),
  );
}

/** Nobody can say whether it was carried out. What is refused because of the key or the number was not. */
function isUnknown({ status, isAnswered }: Asked): boolean {
  return (status === null || status >= 500 || !isAnswered) && status !== 401 && status !== 429;
}

/** A search by criteria reads whatever it shows. */
function forgetRead(unknown: Map<string, Asked>, asked: Asked): void {
  if (asked.body['previewRecordData'] === undefined) unknown.delete(nameOf(asked));
  else for (const name of [...unknown.keys()].filter((each) => each.startsWith(`${asked.run} `))) unknown.delete(name);
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The run, and the object that it is about. */
function nameOf({ run, body }: Asked): string {
  const id = body['loginUserId'] ?? body['clientId'] ?? body['previewRecordId'];
  return `${run} ${textIn(body['campaignName'])} ${textIn(id)}`;
}

function isOf(address: string, { body, operation }: Asked): boolean {
  const [login, clientId] = [body['loginUserId'], body['clientId']];
  if (address.endsWith('/*') && operation === 'deleteRecordFromCampaign')
    return address === `record:${String(body['campaignName'])}/*`;
  if (typeof login === 'string') return address === `user:${login}`;
  return typeof clientId === 'string' ? address.endsWith(`/${clientId}`) : true;
}
