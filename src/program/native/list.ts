// `pulumi do muster:index:PinnedRecord list`: the open customers of a campaign, by the ids that `pulumi import` takes. Over the search of
// the functions; a reading and nothing else. A list that may have been cut is refused, unless that many were asked for.

import provider from '@pulumi/pulumi/proto/provider_pb.js';

import { recordAddress } from '../../core/model/address.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { ReadConfig } from '../../core/model/read-config.ts';
import { LOOK_UPS } from '../look-ups.ts';
import type { SearchRecordsArgs } from '../look-ups.ts';
import { fromWire } from './wire.ts';

type ListRequest = InstanceType<typeof provider.ListRequest>;

/** What is finished is not imported. One after the other: a customer who is worked in between is shown by one of them. */
const OPEN = ['NOTWORKED', 'WORKED'].map((value) => [{ key: 'sys_worked_state', value }]);

/** Throws what a search throws, and `bad-usage` for what is not listed. */
export function openList(config: ReadConfig): (request: ListRequest) => Promise<readonly object[]> {
  return async (request) => {
    if (!request.getToken().endsWith(':PinnedRecord'))
      throw new ToolError('bad-usage', {
        message: `${request.getToken()}: only PinnedRecord is listed; the service shows the customers of a campaign`,
      });
    const count = request.getLimit() > 0 ? request.getLimit() : undefined;
    const { DEFAULT_LIMIT } = await import('../../desk/lookup.ts');
    // A customer of several tasks has one id: more tasks are asked for than customers.
    const limit = count === undefined ? {} : { limit: Math.max(2 * count, DEFAULT_LIMIT) };
    const { where, ...given } = fromWire(request.getQuery());
    const campaignName = String(given['campaignName']);
    const found = new Map<string, object>();
    for (const criteria of where === undefined ? OPEN : [where]) {
      const asked = { ...given, where: criteria, ...limit } as unknown as SearchRecordsArgs;
      const { tasks, complete } = await LOOK_UPS.searchRecords(asked, config);
      for (const { clientId } of tasks) found.set(clientId, resultOf(campaignName, clientId));
      if (count !== undefined && found.size >= count) break;
      if (!complete)
        throw new ToolError('bad-usage', {
          message: `${campaignName}: ${found.size} customers are shown, and there may be more; say fewer with where, or --count`,
        });
    }
    return [...found.values()].slice(0, count);
  };
}

function resultOf(campaignName: string, clientId: string): object {
  const id = recordAddress(campaignName, clientId).slice('record:'.length);
  const { ListResponse } = provider;
  return new ListResponse().setResult(new ListResponse.Result().setId(id).setName(clientId));
}
