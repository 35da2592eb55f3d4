// What others do while a run goes on: each of it falls once, right before a request, which says whom it is about.

import type { Double, RunWire } from './double.ts';
import { playEvent } from './events.ts';
import type { EventFocus, OtherEvent } from './events.ts';
import { hotOf } from './files.ts';
import type { During, LifePlan, Step } from './plan.ts';
import type { StartingWorld } from './world.ts';

/** Each event of others in a run falls once. */
export function othersIn(
  { during }: Step,
  double: Double,
  { isById }: Pick<LifePlan, 'isById'>,
): RunWire['beforeArrival'] {
  const waiting = new Set(during);
  const written = new Set<string>();
  return (request, { body, isWrite, openIntents }) => {
    const focus = focusOf(isById === true ? withClientId(body, double) : body);
    const name = focus.clientId ?? focus.loginUserId ?? '';
    const isAwaited = (when: During['when']): boolean => {
      if (when === undefined) return true;
      if (isWrite || name === '' || written.has(name) !== (when === 'written')) return false;
      return openIntents().some((address) => address === `user:${name}` || address.endsWith(`/${name}`));
    };
    for (const each of waiting) {
      const isOther = each.of !== undefined && focus.clientId !== each.of;
      if (request < each.at || isOther || !isAwaited(each.when)) continue;
      waiting.delete(each);
      playEvent(double, each.event, each.isAbout ? focus : {});
    }
    if (isWrite) written.add(name);
  };
}

export function aboutHot({ isHot, isSpelled }: OtherEvent, { files }: StartingWorld): EventFocus {
  const { clientId = '', ...hot } = isHot === true ? hotOf(files) : {};
  return { ...hot, ...(clientId !== '' && { clientId: isSpelled ? clientId.toLowerCase() : clientId }) };
}

/** A change of status, a transfer and a delete name their task by its id alone. */
function withClientId(body: unknown, { world }: Double): unknown {
  const { previewRecordId }: Readonly<Record<string, unknown>> = { ...(body as object) };
  const id = /^R-(\d+)$/u.exec(String(previewRecordId))?.[1];
  const task = id === undefined ? null : world.tasks.get(Number(id));
  return task === null ? body : { clientId: task.clientId, ...(body as object) };
}

function focusOf(body: unknown): EventFocus {
  const { clientId, loginUserId }: Readonly<Record<string, unknown>> = { ...(body as object) };
  return {
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof loginUserId === 'string' && { loginUserId }),
  };
}
