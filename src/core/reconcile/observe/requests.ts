// What reading sends: how much one question costs, how much was sent, and where it ends.

import { ToolError } from '../../model/errors.ts';
import type { Campaign } from '../../model/record.ts';
import type { ServiceReader } from '../../service/service.ts';

/** One search; two where intake files make twins possible (service/client.ts, findRecord). */
export function readCost({ intake }: Pick<Campaign, 'intake'>): number {
  return intake ? 2 : 1;
}

/** The same reader, and how many requests were sent through it. */
export function countRequests(reader: ServiceReader): { reader: ServiceReader; count: () => number } {
  let requests = 0;
  const counted =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>, cost: (...args: A) => number = () => 1) =>
    (...args: A): Promise<R> => {
      requests += cost(...args);
      return ask(...args);
    };
  return {
    count: () => requests,
    reader: {
      queryUser: counted((id: string) => reader.queryUser(id)),
      findRecord: counted((campaign: Campaign, clientId: string) => reader.findRecord(campaign, clientId), readCost),
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
      return reader.findRecord(campaign, clientId);
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
