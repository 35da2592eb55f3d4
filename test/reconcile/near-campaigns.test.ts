// A campaign that is nearly one that is known: a hint, and only where nothing else explains it.

import { describe, expect, test } from 'vitest';
import { nearCampaigns } from '../../src/core/reconcile/plan/near-campaigns.ts';
import type { Problem } from '../../src/core/model/outcome.ts';
import type { ObservedRecord } from '../../src/core/model/record.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import {
  aCampaign,
  aRecord,
  desiredState,
  observedState,
  recordedRecord,
  recordedState,
  UNREAD,
} from '../support/values.ts';

const known = aRecord({ campaign: aCampaign({ campaignName: 'Summer' }) });
const ours = recordedState(recordedRecord(known));
const problem = (code: Problem['code']): Problem => ({ code, message: 'no campaign of that name', stopsRun: false });
const REFUSED: ObservedRecord = { ...UNREAD, problem: problem('unreadable') };

function hints(name: string, seen: ObservedRecord | null, recorded = ours): readonly string[] {
  const record = aRecord({ address: `record:${name}/C-1`, campaign: aCampaign({ campaignName: name }) });
  const desired: DesiredState = { ...desiredState(record), campaigns: [record.campaign] };
  const records = new Map(seen === null ? [] : [[record.address, seen]]);
  const found = nearCampaigns({ desired, recorded, observed: observedState({ records }) });
  return found.map((each) => ('message' in each ? each.message : each.code));
}

describe('a campaign of which nothing is recorded', () => {
  test('in another case than a recorded one is hinted at, whatever the service answers', () => {
    const words = 'campaign summer: nothing is recorded of it; did you mean Summer?';
    expect(hints('summer', null)).toEqual([words]);
    expect(hints('summer', { ...UNREAD, presence: 'absent', problem: null })).toEqual([words]);
  });

  test('with one letter more is hinted at only where the service refuses it', () => {
    expect(hints('Summers', REFUSED)).toEqual([
      'campaign Summers: nothing is recorded of it, and the service refuses it; did you mean Summer?',
    ]);
    expect(hints('Summers', { ...UNREAD, presence: 'absent', problem: null })).toEqual([]);
    expect(hints('Summers', null)).toEqual([]);
    expect(hints('Summers', { ...UNREAD, problem: problem('timeout') })).toEqual([]);
  });

  test('without a near name, and one that is recorded itself, is told nothing', () => {
    expect(hints('Winter', REFUSED)).toEqual([]);
    expect(hints('Summer', REFUSED)).toEqual([]);
    expect(hints('summer', REFUSED, recordedState())).toEqual([]);
  });

  test('is compared with another declared one that the service answers for', () => {
    const typo = aRecord({ address: 'record:Sumer/C-1', campaign: aCampaign({ campaignName: 'Sumer' }) });
    const records = new Map([[typo.address, REFUSED]]);
    const desired = { ...desiredState(known, typo), campaigns: [known.campaign, typo.campaign] };
    const found = nearCampaigns({ desired, recorded: recordedState(), observed: observedState({ records }) });
    expect(found).toMatchObject([{ code: 'similar-id', source: typo.campaign.source }]);
  });
});
