// Who records are pinned to, over all files: a leaver's pins are one finding with its places, and an agent whom nobody declares, but
// whose login is nearly one that is declared, is a warning. Whether an agent exists in the service is asked by a plan.

import type { Address } from '../../model/address.ts';
import type { DesiredRecord } from '../../model/record.ts';
import { nearest } from '../../model/suggest.ts';
import type { DesiredUser } from '../../model/user.ts';
import type { Findings } from '../text/findings.ts';
import { fixedSource } from '../text/source.ts';
import type { Source } from '../text/source.ts';

/** A value of preferredAgent that names somebody who is declared absent. */
export interface PinnedToLeaver {
  readonly agent: string;
  readonly source: Source;
  readonly at: number;
  readonly path: string;
  readonly address: Address | null;
}

const MOST_PLACES = 8;
/** Each is compared with every declared login. */
const MOST_COMPARED = 50;

export function reportPinned(pinned: readonly PinnedToLeaver[], findings: Findings): void {
  for (const [agent, all] of Map.groupBy(pinned, (pin) => pin.agent)) {
    const [first, ...others] = all;
    if (first === undefined) continue;
    const { source, at, path, address } = first;
    const words = `${path}.preferredAgent: expected a user who stays; given one who is declared absent`;
    const wayOn = `; to pin to somebody else: muster repin --from ${agent} --to LOGIN`;
    findings.add({ code: 'pinned-to-leaver', source, at, message: words + placesOf(others) + wayOn, address });
  }
}

function placesOf(others: readonly PinnedToLeaver[]): string {
  if (others.length === 0) return '';
  const places = others.slice(0, MOST_PLACES).map(({ source, at }) => {
    const { file, line } = source.position(at);
    return `${file}:${line}`;
  });
  const more = others.length > MOST_PLACES ? ` and ${others.length - MOST_PLACES} more` : '';
  return `; so have ${others.length} more (${places.join(', ')}${more})`;
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
