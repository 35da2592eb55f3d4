// How a refused key is said, and whether the former key is still taken. A read with the right key before and after
// each: the first is the control, the second tells whether the environment is locked now.

import { ToolError } from '../../src/model/errors.ts';
import type { Outcome, Problem } from '../../src/model/outcome.ts';
import type { PointId } from '../../src/model/open-points.ts';
import type { Answer } from '../../src/model/profile.ts';
import type { Reply } from '../../src/service/outcome.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';

const REFUSALS: readonly Problem['code'][] = ['key-refused', 'unauthorized', 'wrong-url'];

export interface KeyBench {
  /** The same read with the right key. */
  readonly control: () => Promise<Outcome<unknown>>;
  /** With the other key; sent once, never again. */
  readonly other: () => Promise<Reply>;
}

/** Throws `key-refused` when the right key is refused after the wrong one was sent. */
export function probeWrongKey(bench: KeyBench): Promise<Answer> {
  return around(bench, 'refused-key', (reply) => {
    const how = 'one query-existence with a key that is wrong on purpose';
    const said = refusalIn(reply);
    if (said === null) return unknown('refused-key', 'the answer to the wrong key could not be read');
    return said === 'accepted'
      ? unknown('refused-key', 'the wrong key was accepted')
      : answer('refused-key', said, how);
  });
}

/** Asked within it, a refusal says that the former key was not valid for longer. */
const SOON_MS = 60_000;

/** `ageMs`: since the rotation; null when nobody knows. Throws `key-refused` as above. */
export function probeFormerKey(bench: KeyBench, ageMs: number | null): Promise<Answer> {
  return around(bench, 'former-key', (reply) => {
    const said = refusalIn(reply);
    if (said === null) return unknown('former-key', 'the answer to the former key could not be read');
    if (ageMs === null) return unknown('former-key', 'the secrets manager does not say when the key was rotated');
    const after = `${Math.max(0, Math.round(ageMs / 1000))} s after the rotation`;
    if (said === 'accepted')
      return answer('former-key', '>0', `one query-existence with the former key was answered ${after}`);
    if (ageMs <= SOON_MS) return answer('former-key', `<=${SOON_MS}`, `the former key was refused ${after}`);
    return unknown('former-key', `the former key was refused ${after}; asked within a minute of one, that would tell`);
  });
}

async function around({ control, other }: KeyBench, id: PointId, judge: (reply: Reply) => Answer): Promise<Answer> {
  const before = await control();
  if (before.kind !== 'done') return unknown(id, 'the read with the right key was not answered');
  const reply = await other();
  const after = await control();
  if (after.kind !== 'done' && REFUSALS.includes(after.problem.code)) {
    const message = 'After one read with another key the right one is refused: the environment may be locked.';
    throw new ToolError('key-refused', { message });
  }
  return reply.kind === 'answer' ? judge(reply) : unknown(id, 'the read with the other key was not answered');
}

/** The word of a refusal; `accepted` where the answer is one about a user; null where it is neither. */
function refusalIn(reply: Reply): string | null {
  if (reply.kind !== 'answer') return null;
  if (reply.status === 401 || reply.status === 403) return String(reply.status);
  const result = reply.status === 200 ? resultIn(reply.body?.json) : null;
  if (result === 'SUCCESS' || result === 'NOT_FOUND') return 'accepted';
  if (result === null) return null;
  return result === 'UNAUTHORIZED' ? '200 UNAUTHORIZED' : '200 FAILED';
}

function resultIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('result' in json)) return null;
  return typeof json.result === 'string' ? json.result : null;
}
