// The common request envelope of the preview campaign interface ("Common request envelope (every action)").

import { SANDBOX_IDENTITY } from '../world/identity.ts';
import { RequestRefusal, requiredText } from './request.ts';
import type { Body } from './request.ts';
import { isKnown } from '../world/switches.ts';
import type { World } from '../world/world.ts';

export function checkEnvelope(body: Body, world: World): void {
  for (const field of ['platform', 'companyCode', 'environment', 'region'] as const) {
    if (requiredText(body, field) !== SANDBOX_IDENTITY[field])
      throw new RequestRefusal(`${field} is not this environment's`);
  }
  checkCampaign(requiredText(body, 'campaignName'), world);
}

export function checkCampaign(campaignName: string, world: World): void {
  if (!isKnown(world.switches().campaigns, campaignName)) throw new RequestRefusal('there is no campaign of that name');
}
