// The turn of a change (service/turn.ts): its intent, the last reading of its object, its write, in this order and in one place of
// the queue. What stands between the reading and the write is one round trip; nothing else of the run comes between them.

import type { OpenIntent, RecordedObject } from '../../model/state.ts';
import type { Turn } from '../../service/service.ts';
import type { Change } from '../change.ts';
import { failed } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';

/** One intent of a change: a turn that begins anew goes on with it. */
export interface Intent {
  /** Records it the first time. */
  begin(): Promise<unknown>;
  /** As Recorder.settle; nothing where it was never begun. */
  settle(recorded: RecordedObject | null | undefined): Promise<void>;
}

export function openIntent({ recorder, clock }: ApplyContext, intent: Omit<OpenIntent, 'id' | 'at'>): Intent {
  let id: Promise<string> | null = null;
  return {
    begin: () => (id ??= recorder.intend({ ...intent, at: clock() })),
    settle: async (recorded) => {
      if (id !== null) await recorder.settle(await id, recorded);
    },
  };
}

interface InTurn<R> {
  /** Nothing is sent without it. */
  readonly intent: Pick<Intent, 'begin'>;
  /** Reads, then writes; may begin anew. */
  readonly work: (turn: Turn) => Promise<R>;
}

/** Once the run is stopped no turn begins, and none leaves an intent behind. */
export function inTurn<R>(
  change: Change,
  { service }: Pick<ApplyContext, 'service'>,
  { intent, work }: InTurn<R>,
): Promise<R | Settlement> {
  return service.turn(async (turn) => {
    if (turn.stopped !== null) return failed(change, { ...turn.stopped, neverSent: true });
    await intent.begin();
    return work(turn);
  });
}
