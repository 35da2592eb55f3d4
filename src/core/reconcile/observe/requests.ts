// What reading sends: how much one question costs, how much was sent, and where it ends.

import { ToolError } from '../../model/errors.ts';
import { isDeleted } from '../../model/record.ts';
import type { Campaign, ObservedTask } from '../../model/record.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { ServiceReader } from '../../service/service.ts';

/** One search; two where intake files make twins possible, or a deleted task is shown, as REMOVED (service/client.ts, findRecord). */
export function readCost({ intake }: Pick<Campaign, 'intake'>, shown: readonly ObservedTask[] = []): number {
  return intake || shown.some(isDeleted) ? 2 : 1;
}

/** What the answer shows to have been sent beyond `readCost` of the campaign alone. */
function moreThan(campaign: Campaign, answer: Outcome<readonly ObservedTask[]>): number {
  return answer.kind === 'done' ? readCost(campaign, answer.value) - readCost(campaign) : 0;
}

/** The same reader, and how many requests were sent through it. */
export function countRequests(reader: ServiceReader): { reader: ServiceReader; count: () => number } {
  let requests = 0;
  const counted =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      requests += 1;
      return ask(...args);
    };
  return {
    count: () => requests,
    reader: {
      queryUser: counted((id: string) => reader.queryUser(id)),
      findRecord: async (campaign, clientId) => {
        requests += readCost(campaign);
        const answer = await reader.findRecord(campaign, clientId);
        requests += moreThan(campaign, answer);
        return answer;
      },
      findTask: counted((campaign: Campaign, id: string) => reader.findTask(campaign, id)),
      searchRecords: counted((campaign, criterion) => reader.searchRecords(campaign, criterion)),
    } satisfies ServiceReader,
  };
}

/** The same reader, ending the run with `guard-requests` before it sends more than `limit`. */
export function withBudget(reader: ServiceReader, limit: number): ServiceReader {
  let sent = 0;
  const spend = (cost: number): void => {
    sent += cost;
    if (sent <= limit) return;
    const message = `the reading alone needs more than the ${limit} allowed; it was ended, and nothing was concluded`;
    throw new ToolError('guard-requests', { message });
  };
  return {
    queryUser: async (loginUserId) => {
      spend(1);
      return reader.queryUser(loginUserId);
    },
    findRecord: async (campaign, clientId) => {
      spend(readCost(campaign));
      const answer = await reader.findRecord(campaign, clientId);
      spend(moreThan(campaign, answer));
      return answer;
    },
    findTask: async (campaign, id) => {
      spend(1);
      return reader.findTask(campaign, id);
    },
    searchRecords: async (campaign, criterion) => {
      spend(1);
      return reader.searchRecords(campaign, criterion);
    },
  };
}
