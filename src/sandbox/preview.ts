// The five actions of the preview campaign interface: envelope first, then the action, then the answer with the envelope
// echoed. Each request is one transaction.

import { addOrUpdate } from './add-or-update.ts';
import { changeStatus, deleteRecord, transferRecord } from './change-record.ts';
import { checkEnvelope } from './envelope.ts';
import { RequestRefusal } from './request.ts';
import type { Body } from './request.ts';
import { searchRecords } from './search-records.ts';
import { previewAnswer } from './verdict.ts';
import type { SandboxAnswer, PreviewResult } from './verdict.ts';
import type { World } from './world.ts';

const ACTIONS: Readonly<Record<string, (body: Body, world: World) => PreviewResult>> = {
  addOrUpdateCampaignRecord: addOrUpdate,
  searchPreviewCampaign: searchRecords,
  changeCampaignRecordStatus: changeStatus,
  transferCampaignRecord: transferRecord,
  deleteRecordFromCampaign: deleteRecord,
};

export function isPreviewAction(name: string): boolean {
  return Object.hasOwn(ACTIONS, name);
}

export function answerPreview(action: string, body: Body, world: World): SandboxAnswer {
  const asked = { body, isSearch: action === 'searchPreviewCampaign' };
  const run = ACTIONS[action];
  try {
    checkEnvelope(body, world);
    const decide = (): PreviewResult => run?.(body, world) ?? { status: 'FAILED', error: 'no such action' };
    const verdict = asked.isSearch ? decide() : world.store.transaction(decide);
    return previewAnswer(verdict, asked, world.switches());
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    const answer = previewAnswer({ status: 'FAILED', error: error.message }, asked, world.switches());
    return { ...answer, status: error.http };
  }
}
