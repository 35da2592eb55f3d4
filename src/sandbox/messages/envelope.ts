// The common request envelope of the preview campaign interface ("Common request envelope (every action)").

import { REGIONS } from '../../core/model/region.ts';
import { SANDBOX_IDENTITY } from '../world/identity.ts';
import { RequestRefusal, requiredText } from './request.ts';
import type { Body } from './request.ts';
import { isKnown } from '../world/switches.ts';
import type { World } from '../world/world.ts';

const IDENTITY = ['platform', 'companyCode', 'environment', 'region'] as const;

/** A campaign whose name begins with a region resides there; the others where the environment does. */
export function checkEnvelope(body: Body, world: World): void {
  const said = IDENTITY.map((field) => [field, requiredText(body, field)] as const);
  const campaignName = requiredText(body, 'campaignName');
  const region = REGIONS.find((each) => campaignName.startsWith(each)) ?? SANDBOX_IDENTITY.region;
  const own = { ...SANDBOX_IDENTITY, region };
  for (const [field, value] of said) {
    if (value !== own[field]) throw new RequestRefusal(`${field} is not this environment's`);
  }
  checkCampaign(campaignName, world);
}

export function checkCampaign(campaignName: string, world: World): void {
  if (!isKnown(world.switches().campaigns, campaignName)) throw new RequestRefusal('there is no campaign of that name');
}
