// The cheapest read of each service, with an id that nobody has. Used to tell a wrong URL from a bad key:
// both services take the same headers and the same key, so an answer of one proves them good for both.

import { randomName } from '../machine.ts';
import type { Problem } from '../model/outcome.ts';
import type { Region } from '../model/region.ts';
import type { Target } from '../model/target.ts';
import type { ServiceRequest } from './request.ts';
import { isUserOperation } from './operation.ts';
import type { Operation } from './operation.ts';
import { problem } from './outcome.ts';
import { findRecordCall } from './records.ts';
import { queryUserCall } from './users.ts';

/** Prefix of the ids in such reads. */
export const PROBE_PREFIX = 'muster-probe-';

export function probeId(): string {
  return `${PROBE_PREFIX}${randomName(6)}`;
}

/** Asks the service that did not refuse. Without a campaign's name the answer may be about the campaign only. */
export function controlCall(
  target: Target,
  refused: Operation,
  { campaignName, region, id }: { readonly campaignName: string | null; readonly region?: Region; readonly id: string },
): ServiceRequest<unknown> {
  if (!isUserOperation(refused)) return queryUserCall(target, id);
  const source = { file: '(probe)', line: 1, column: 1 };
  const campaign = { clientIdFieldName: 'Id', manage: 'each', marker: false, intake: false, source } as const;
  return findRecordCall(
    target,
    { ...campaign, ...(region && { region }), campaignName: campaignName ?? PROBE_PREFIX },
    id,
  );
}

export function readingOf(other: 'accepts' | 'refuses' | 'unclear', refused: Problem, url: string): Problem {
  switch (other) {
    case 'accepts': {
      const why = 'the other service accepts the same API key and headers';
      return problem('wrong-url', `${url}: refused, also with a fresh key; but ${why}. So this URL is wrong.`, true);
    }
    case 'refuses': {
      const text = `${refused.message} The other service refuses as well: rather the API key, the headers or the host.`;
      return problem('key-refused', text, true);
    }
    case 'unclear':
      return refused;
    default:
      return other satisfies never;
  }
}
