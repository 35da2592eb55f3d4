// Takes a file's tree apart into declared users, campaigns and records, each checked against its shape on its own: one
// wrong record does not hide what is wrong with the others. Those of a JSON or CSV file are declared while the file is read; of the tree
// of each of them only the place is kept.

import type { Address } from '../../model/address.ts';
import { recordAddress, userAddress } from '../../model/address.ts';
import type { CampaignSettings, RecordInput, RecordsFromInput, UserInput, UsersFromInput } from './define.ts';
import { isReadable, otherRecords } from './elsewhere.ts';
import type { OtherRecords } from './elsewhere.ts';
import type { Findings } from '../text/findings.ts';
import { once, ShapeBook } from '../text/schema.ts';
import type { Shape } from '../text/schema.ts';
import type { ShapedInput, Subject } from '../text/shape.ts';
import { readShape } from '../text/shape.ts';
import type { Source } from '../text/source.ts';
import { child, items, keyPlace, text, without } from '../text/tree.ts';
import type { TreeNode } from '../text/tree.ts';

/** Something that a file declares, with its correct parts. */
export interface DeclaredInput<T> extends ShapedInput<T> {
  readonly subject: Subject;
  /** loginUserId, campaignName or clientId as it is written, also in a wrong shape; null where it is no text. */
  readonly id: string | null;
}

export interface DeclaredRecord extends DeclaredInput<RecordInput> {
  /** Place of the value of preferredAgent: each plan says who names an agent. Null where there is none. */
  readonly agentAt: number | null;
}

export interface DeclaredCampaign extends DeclaredInput<
  CampaignSettings & { readonly recordsFrom?: RecordsFromInput }
> {
  readonly records: readonly DeclaredRecord[];
  /** In their place, where another partition holds the campaign. */
  readonly others: readonly OtherRecords[];
}

export interface Declarations {
  readonly users: readonly DeclaredInput<UserInput>[];
  readonly campaigns: readonly DeclaredCampaign[];
}

/** What one file declares. */
export interface FileDeclarations extends Declarations {
  /** The file as a whole, and the CSV file that it names; null without one. */
  readonly usersFrom: { readonly asks: Subject; readonly from: UsersFromInput } | null;
}

interface Sections {
  readonly users?: readonly unknown[];
  readonly usersFrom?: UsersFromInput;
  readonly campaigns?: readonly unknown[];
}

export interface DesiredShapes {
  readonly file: Shape<Sections>;
  readonly user: Shape<UserInput>;
  readonly campaign: Shape<NonNullable<DeclaredCampaign['input']>>;
  readonly record: Shape<RecordInput>;
}

export const desiredShapes = once((): DesiredShapes => {
  const book = new ShapeBook('desired');
  return {
    file: book.shell(null, ['users', 'campaigns']),
    user: book.shell('user', []),
    campaign: book.shell('campaign', ['records']),
    record: book.shell('record', []),
  };
});

export interface Reader {
  readonly shapes: DesiredShapes;
  readonly findings: Findings;
  /** Whether another partition than the one that is read for holds the campaign; left out: none does. */
  readonly isElsewhere?: (campaignName: string) => boolean;
}

/** What was declared while its file was read, by the place of its list. */
export interface Taken {
  readonly users: Map<number, DeclaredInput<UserInput>[]>;
  readonly records: Map<number, DeclaredRecord[]>;
  readonly others: Map<number, OtherRecords>;
}

const NONE: Taken = { users: new Map(), records: new Map(), others: new Map() };

/** `node` is null for a file without any value. */
export function declarationsOf(
  node: TreeNode | null,
  source: Source,
  { taken = NONE, ...reader }: Reader & { readonly taken?: Taken },
): FileDeclarations {
  if (node === null) return reportEmpty(0, source, reader);
  const whole: Subject = { node, source, path: '', address: null };
  const { input: sections } = readShape(whole, reader.shapes.file, reader.findings);
  if (sections && !sections.users && !sections.usersFrom && !sections.campaigns)
    return reportEmpty(node.at, source, reader);
  const place = { source, reader };
  const users = child(node, 'users');
  return {
    users:
      taken.users.get(users?.at ?? -1) ??
      items(users).map((user, index) => declareUser({ node: user }, `users[${index}]`, place)),
    campaigns: items(child(node, 'campaigns')).map((campaign, index) =>
      declareCampaign(campaign, `campaigns[${index}]`, { ...place, taken }),
    ),
    usersFrom: sections?.usersFrom === undefined ? null : { asks: whole, from: sections.usersFrom },
  };
}

interface Place {
  readonly source: Source;
  readonly reader: Reader;
}

/** `kept`: what stands for it afterwards, where its tree is let go. */
export interface ReadEntry {
  readonly node: TreeNode;
  readonly kept?: TreeNode;
}

export function declareUser(
  { node, kept = node }: ReadEntry,
  path: string,
  { source, reader }: Place,
): DeclaredInput<UserInput> {
  const loginUserId = text(node, 'loginUserId');
  const address: Address | null = loginUserId === null ? null : userAddress(loginUserId);
  const subject: Subject = { node, source, path, address };
  const shaped = readShape(subject, reader.shapes.user, reader.findings);
  return { subject: { ...subject, node: kept }, id: loginUserId, ...shaped };
}

function declareCampaign(node: TreeNode, path: string, place: Place & { readonly taken: Taken }): DeclaredCampaign {
  const { source, reader, taken } = place;
  const subject: Subject = { node, source, path, address: null };
  const shaped = readShape(subject, reader.shapes.campaign, reader.findings);
  const campaignName = text(node, 'campaignName');
  const list = child(node, 'records');
  const nodes = items(list);
  const declare = (record: TreeNode, index: number): DeclaredRecord =>
    declareRecord({ node: record }, { source, path: `${path}.records[${index}]`, campaignName }, reader);
  if (campaignName === null || reader.isElsewhere?.(campaignName) !== true)
    return {
      subject,
      id: campaignName,
      ...shaped,
      records: taken.records.get(list?.at ?? -1) ?? nodes.map(declare),
      others: [],
    };
  const read = taken.others.get(list?.at ?? -1);
  if (read === undefined)
    for (const [index, record] of nodes.entries()) if (!isReadable(record)) declare(record, index);
  const others = [read ?? otherRecords(nodes, { campaignName, source })];
  return { subject: { ...subject, node: without(node, 'records') }, id: campaignName, ...shaped, records: [], others };
}

export interface RecordPlace {
  readonly source: Source;
  readonly path: string;
  readonly campaignName: string | null;
}

export function declareRecord({ node, kept = node }: ReadEntry, place: RecordPlace, reader: Reader): DeclaredRecord {
  const { source, path, campaignName } = place;
  const clientId = text(node, 'clientId');
  const address = campaignName === null || clientId === null ? null : recordAddress(campaignName, clientId);
  const subject: Subject = { node, source, path, address };
  const agentAt = child(node, 'preferredAgent')?.at ?? null;
  const shaped = readShape(subject, reader.shapes.record, reader.findings);
  return { subject: { ...subject, node: kept }, id: clientId, ...shaped, agentAt };
}

function reportEmpty(at: number, source: Source, { findings }: Reader): FileDeclarations {
  findings.add({
    code: 'empty-file',
    source,
    at,
    message: 'expected `users`, `usersFrom` or `campaigns`; the file declares none',
  });
  return { users: [], campaigns: [], usersFrom: null };
}

/** Place of a value inside something declared, or of the thing itself. */
export function valuePlace({ node }: Subject, key: string): number {
  return child(node, key)?.at ?? keyPlace(node, key);
}
