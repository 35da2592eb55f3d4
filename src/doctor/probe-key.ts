// S16: how a refused key is said. A read with the right key before and after it: the first is the control, the second
// tells whether the environment is locked now.

import { ToolError } from '../model/errors.ts';
import type { Outcome, Problem } from '../model/outcome.ts';
import type { Answer } from '../model/profile.ts';
import type { Reply } from '../service/outcome.ts';
import { answer, unknown } from './bench.ts';

const REFUSALS: readonly Problem['code'][] = ['key-refused', 'unauthorized', 'wrong-url'];

export interface KeyBench {
  /** The same read with the right key. */
  readonly control: () => Promise<Outcome<unknown>>;
  /** Sent once, never again. */
  readonly wrong: () => Promise<Reply>;
}

/** Throws `key-refused` when the right key is refused after the wrong one was sent. */
export async function probeWrongKey({ control, wrong }: KeyBench): Promise<Answer> {
  const before = await control();
  if (before.kind !== 'done') return unknown('S16', 'the read with the right key was not answered');
  const said = refusalIn(await wrong());
  const after = await control();
  if (after.kind !== 'done' && REFUSALS.includes(after.problem.code)) {
    const message = 'After one read with a wrong key the right one is refused: the environment may be locked.';
    throw new ToolError('key-refused', { message });
  }
  return said;
}

function refusalIn(reply: Reply): Answer {
  const how = 'one query-existence with a key that is wrong on purpose';
  if (reply.kind !== 'answer') return unknown('S16', 'the read with the wrong key was not answered');
  if (reply.status === 401 || reply.status === 403) return answer('S16', String(reply.status), how);
  const result = reply.status === 200 ? resultIn(reply.body?.json) : null;
  if (result === null) return unknown('S16', 'the answer to the wrong key could not be read');
  if (result === 'SUCCESS' || result === 'NOT_FOUND') return unknown('S16', 'the wrong key was accepted');
  return answer('S16', result === 'UNAUTHORIZED' ? '200 UNAUTHORIZED' : '200 FAILED', how);
}

function resultIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('result' in json)) return null;
  return typeof json.result === 'string' ? json.result : null;
}
