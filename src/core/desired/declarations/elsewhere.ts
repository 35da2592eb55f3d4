// Records of a campaign that another partition holds, as this run needs them: which there are, and to whom they are pinned. Whole, the rows
// of nineteen other partitions would cost nineteen times the memory and the time of one's own. The rest of them is checked by the run of
// their partition and by `muster validate`.
//
//   premise   a record that is declared elsewhere is never removed here, so none may be lost for a fault in it
//   fault     an id, an agent or a state that is no text: checked like one's own, which refuses it

import { pinnedToLeaver } from './agents.ts';
import { goesOn } from '../../model/record.ts';
import type { DesiredRecord } from '../../model/record.ts';
import { recordAddress, type Address } from '../../model/address.ts';
import type { Findings } from '../text/findings.ts';
import type { Source } from '../text/source.ts';
import { child, text } from '../text/tree.ts';
import type { TreeNode } from '../text/tree.ts';

/** In columns, because there are many. */
export interface OtherRecords {
  readonly campaignName: string;
  readonly source: Source;
  readonly clientIds: readonly string[];
  /** loginUserId; empty for nobody, and where the record is to end. */
  readonly agents: readonly string[];
  /** Of the records, those that are to be removed. */
  readonly absent: ReadonlySet<string>;
  /** Where each record stands in the source. */
  readonly places: readonly number[];
}

const READ = ['clientId', 'preferredAgent', 'ensure'] as const;

/** Whether what is read of it can be read. */
export function isReadable(node: TreeNode): boolean {
  return text(node, 'clientId') !== null && READ.every((key) => child(node, key) === null || text(node, key) !== null);
}

/** Columns that grow by what is added. */
export interface OpenOthers {
  readonly records: OtherRecords;
  readonly add: (node: TreeNode) => void;
}

export function openOthers(of: Pick<OtherRecords, 'campaignName' | 'source'>): OpenOthers {
  const [clientIds, agents, places]: [string[], string[], number[]] = [[], [], []];
  const absent = new Set<string>();
  // One text for each agent: a parser makes a new one for each row.
  const known = new Map<string, string>();
  const agentOf = (node: TreeNode, ensure: DesiredRecord['ensure']): string => {
    const agent = goesOn(ensure) ? (text(node, 'preferredAgent') ?? '') : '';
    return known.get(agent) ?? (known.set(agent, agent), agent);
  };
  const add = (node: TreeNode): void => {
    // What has an id is known to be declared, whatever else is wrong with it.
    const clientId = text(node, 'clientId');
    if (clientId === null) return;
    const ensure = (text(node, 'ensure') ?? 'present') as DesiredRecord['ensure'];
    clientIds.push(clientId);
    if (ensure === 'absent') absent.add(clientId);
    agents.push(agentOf(node, ensure));
    places.push(node.at);
  };
  return { records: { ...of, clientIds, agents, absent, places }, add };
}

export function otherRecords(
  nodes: readonly TreeNode[],
  of: Pick<OtherRecords, 'campaignName' | 'source'>,
): OtherRecords {
  const { records, add } = openOthers(of);
  for (const node of nodes) add(node);
  return records;
}

export function otherAddresses({ campaignName }: OtherRecords, clientIds: Iterable<string>): Address[] {
  return [...clientIds].map((clientId) => recordAddress(campaignName, clientId));
}

/** Whoever leaves is known over all files; what is pinned to them anywhere is refused. */
export function reportOtherPins(
  { campaignName, source, clientIds, agents, places }: OtherRecords,
  leavers: { readonly has: (loginUserId: string) => boolean },
  findings: Findings,
): void {
  for (const [index, agent] of agents.entries()) {
    if (!leavers.has(agent)) continue;
    const address = recordAddress(campaignName, clientIds[index] ?? '');
    findings.add({ ...pinnedToLeaver(agent, address), source, at: places[index] ?? 0, address });
  }
}
