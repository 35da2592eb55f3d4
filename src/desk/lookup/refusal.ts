// A search that the service refuses: in a campaign that nothing here knows, the name is the first suspect. No call says whether
// a campaign exists, so this is never said for certain.

import { ToolError } from '../../core/model/errors.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import { campaignHint } from './known.ts';
import type { Sources } from './known.ts';

/** Throws `campaign-unknown` for a refusal in a campaign that is neither declared nor recorded. */
export function refuseCampaign(outcome: Outcome<unknown>, campaignName: string, sources: Sources): void {
  if (outcome.kind === 'done' || outcome.problem.code !== 'unreadable') return;
  const hint = campaignHint(campaignName, sources);
  if (hint === null) return;
  const message = `expected a campaign of the service, in its spelling; given ${campaignName}`;
  throw new ToolError('campaign-unknown', { message, lines: [`The service said: ${outcome.problem.message}`, hint] });
}

/** For any other failure: what may be wrong with the campaign, too. */
export function problemLines(campaignName: string, sources: Sources): readonly string[] {
  const hint = campaignHint(campaignName, sources);
  return hint === null ? [] : [hint];
}
