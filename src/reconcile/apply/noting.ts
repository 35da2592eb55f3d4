// One change's own view of the service, which remembers whether any write may have been carried out: when the run is stopped,
// "not tried" is only said of a change that certainly did nothing.

import type { Outcome } from '../../model/outcome.ts';
import type { Turn, TurnService } from '../../service/service.ts';

export interface NotedService {
  readonly service: TurnService;
  /** Whether a write was answered `done`, or left and was not answered. */
  readonly hasWritten: () => boolean;
}

export function noting(service: TurnService): NotedService {
  let written = false;
  const note = async <T>(sending: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await sending;
    if (outcome.kind !== 'not-done') written = true;
    return outcome;
  };
  const noted = (turn: Turn): Turn => ({
    ...turn,
    addUser: (request) => note(turn.addUser(request)),
    deleteUser: (loginUserId, inBackend) => note(turn.deleteUser(loginUserId, inBackend)),
    putRecord: (request) => note(turn.putRecord(request)),
    setRecordStatus: (request) => note(turn.setRecordStatus(request)),
    transferRecord: (request) => note(turn.transferRecord(request)),
    deleteRecord: (...key) => note(turn.deleteRecord(...key)),
  });
  return {
    hasWritten: () => written,
    service: {
      queryUser: (loginUserId) => service.queryUser(loginUserId),
      findRecord: (campaign, clientId) => service.findRecord(campaign, clientId),
      findTask: (campaign, id) => service.findTask(campaign, id),
      searchRecords: (campaign, criterion) => service.searchRecords(campaign, criterion),
      turn: (work) => service.turn((turn) => work(noted(turn))),
    },
  };
}
