// The five actions of the preview campaign interface: envelope first, then the action, then the answer with the
// envelope echoed. Each request is one transaction.

import { addOrUpdate } from './add-or-update.ts';
import { changeStatus, deleteRecord, transferRecord } from './change-record.ts';
import { checkEnvelope } from '../messages/envelope.ts';
import { RequestRefusal } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { searchRecords } from './search-records.ts';
import { previewAnswer } from '../messages/verdict.ts';
import type { SandboxAnswer, PreviewResult } from '../messages/verdict.ts';
import type { World } from '../world/world.ts';

interface Action {
  readonly effect: 'read' | 'write';
  readonly run: (body: Body, world: World) => PreviewResult;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  addOrUpdateCampaignRecord: { effect: 'write', run: addOrUpdate },
  searchPreviewCampaign: { effect: 'read', run: searchRecords },
  changeCampaignRecordStatus: { effect: 'write', run: changeStatus },
  transferCampaignRecord: { effect: 'write', run: transferRecord },
  deleteRecordFromCampaign: { effect: 'write', run: deleteRecord },
};

/** Null for what is no action. */
export function effectOfAction(name: string): Action['effect'] | null {
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name]?.effect ?? null) : null;
}

export function answerPreview(action: string, body: Body, world: World): SandboxAnswer {
  const asked = { body, isSearch: effectOfAction(action) === 'read' };
  try {
    checkEnvelope(body, world);
    const decide = (): PreviewResult =>
      ACTIONS[action]?.run(body, world) ?? { status: 'FAILED', error: 'no such action' };
    const verdict = asked.isSearch ? decide() : world.store.transaction(decide);
    return previewAnswer(verdict, asked, world.switches());
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    const answer = previewAnswer({ status: 'FAILED', error: error.message }, asked, world.switches());
    return { ...answer, status: error.http };
  }
}
