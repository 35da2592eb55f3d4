// Who records are pinned to, over all files: a leaver's pins are one finding with its places, and an agent whom nobody declares, but
// whose login is nearly one that is declared, is a warning. Whether an agent exists in the service is asked by a plan.

import type { DesiredRecord } from '../../model/record.ts';
import { nearest } from '../../model/suggest.ts';
import type { DesiredUser } from '../../model/user.ts';
import type { FileFinding, Findings } from '../text/findings.ts';
import { fixedSource } from '../text/source.ts';

/** Each is compared with every declared login. */
const MOST_COMPARED = 50;

/** A value of preferredAgent that names somebody who is declared absent; those of all files are one finding. `path`: of the record. */
export function pinnedToLeaver(agent: string, path: string): Pick<FileFinding, 'code' | 'message' | 'together'> {
  const words = 'expected a user who stays; given one who is declared absent; to pin to somebody else';
  const message = `${path}.preferredAgent: ${words}: muster repin --from ${agent} --to LOGIN`;
  return { code: 'pinned-to-leaver', message, together: agent };
}

/** One warning an agent, at the first record. */
export function warnOfNearAgents(
  users: readonly DesiredUser[],
  records: readonly DesiredRecord[],
  findings: Findings,
): void {
  const declared = new Set(users.map(({ loginUserId }) => loginUserId));
  const unknown = new Map<string, DesiredRecord>();
  for (const record of records) {
    const agent = record.preferredAgent ?? '';
    if (agent !== '' && !declared.has(agent) && !unknown.has(agent)) unknown.set(agent, record);
  }
  if (unknown.size > MOST_COMPARED) return;
  for (const [agent, record] of unknown) {
    const { address, agentSource: source = record.source } = record;
    const near = nearest(agent, [...declared]);
    if (near === null) continue;
    const message = `${address}: preferredAgent is nobody whom the files declare; did you mean ${near}?`;
    const place = { source: fixedSource(source.file, source.line, source.column), at: 0 };
    findings.warn({ code: 'agent-not-declared', ...place, message, address });
  }
}
