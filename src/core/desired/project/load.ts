// Desired files -> DesiredState: reads every file that muster.yaml names, checks all of them offline, reports all
// findings together. Nothing is executed except .ts, .mts, .js and .mjs files.

import { join } from 'node:path';

import { ToolError } from '../../model/errors.ts';
import type { DesiredState, Project, UnreadFile } from '../../model/state.ts';
import type { Policy, Target } from '../../model/target.ts';
import { assemble } from './assemble.ts';
import { digestOfFiles, digestOfTree } from '../text/content.ts';
import { declarationsOf, desiredShapes } from '../declarations/declare.ts';
import type { DeclaredCampaign, Declarations, Reader } from '../declarations/declare.ts';
import type { DesiredInput } from '../declarations/define.ts';
import { Findings } from '../text/findings.ts';
import { findDesiredFiles, isDesiredFile, isExample, looksDesired } from '../text/find-files.ts';
import type { Pattern } from '../text/find-files.ts';
import { elsewhereOf } from './partitions.ts';
import { readProjectFile } from './project.ts';
import { readPart } from './read-part.ts';
import type { Overlay, ReadPart } from './read-part.ts';
import { fixedSource } from '../text/source.ts';
import { treeOfValue } from '../text/value.ts';

const PROGRAM = /\.m?[jt]s$/u;

/**
 * Throws a ToolError with the first finding's code and all findings as diagnostics. Needs no network, no credentials.
 */
export async function loadDesired(
  project: Project,
  target: Target,
  overlay: Overlay = new Map(),
): Promise<DesiredState> {
  return (await readTree(project, target, overlay)).desired;
}

/** The files of another time, beside those of now. */
export interface EarlierFiles {
  /** All that there were, relative to the project folder. */
  readonly files: ReadonlySet<string>;
  /** Whether the file of that name was as it is now. */
  readonly isSame: (file: string) => boolean;
  /** Where they are laid out; asked for when one of them has to be read. */
  readonly folder: () => Promise<string>;
}

/**
 * Desired state of now and of then. What is the same file is read once, and a campaign of which every file is the same is the same
 * value. Throws as loadDesired. `before` says why there is none: it could not be loaded, or a program would have to run there, which may
 * read what stands in the work tree of now.
 */
export async function loadWithEarlier(
  project: Project,
  target: Target,
  earlier: EarlierFiles,
): Promise<{ readonly desired: DesiredState; readonly before: DesiredState | 'unloadable' | 'program' }> {
  const now = await readTree(project, target, new Map());
  const names = [...earlier.files].filter((name) => isDesiredFile(name, now.patterns)).toSorted();
  if ([...now.names, ...names].some((name) => PROGRAM.test(name))) return { desired: now.desired, before: 'program' };
  const isKept = ({ contents }: ReadPart): boolean =>
    contents.length > 0 && contents.every(([file]) => earlier.isSame(file));
  const kept = new Map(now.parts.filter(isKept).map((part) => [part.name, part]));
  const findings = new Findings();
  const reader: Reader = { shapes: now.shapes, findings, ...elsewhereOf(target) };
  const parts: ReadPart[] = [];
  try {
    for (const file of names) {
      parts.push(kept.get(file) ?? (await readPart({ directory: await earlier.folder(), file }, reader)));
    }
    const { users, campaigns } = merge(parts);
    const same = namesOfSame(campaigns, merge(now.parts).campaigns);
    const others = campaigns.filter(({ sound }) => !same.has(sound.campaignName ?? ''));
    const { files, content } = now.desired;
    const there = assemble({ declarations: { users, campaigns: others }, files, content, target, findings });
    const records = now.desired.records.filter(({ campaign }) => same.has(campaign.campaignName));
    return { desired: now.desired, before: { ...there, records: [...there.records, ...records] } };
  } catch (error) {
    if (!(error instanceof ToolError) || error.diagnostics.length === 0) throw error;
    return { desired: now.desired, before: 'unloadable' };
  }
}

/** Campaigns that the very same declarations make up. */
function namesOfSame(before: readonly DeclaredCampaign[], now: readonly DeclaredCampaign[]): Set<string> {
  const nameOf = ({ sound }: DeclaredCampaign): string => sound.campaignName ?? '';
  const [old, fresh] = [Map.groupBy(before, nameOf), Map.groupBy(now, nameOf)];
  const isSame = (name: string, parts: readonly DeclaredCampaign[]): boolean => {
    const others = fresh.get(name) ?? [];
    return parts.length === others.length && parts.every((part, index) => part === others[index]);
  };
  return new Set([...old].flatMap(([name, parts]) => (isSame(name, parts) ? [name] : [])));
}

interface Parts {
  readonly names: readonly string[];
  /** Not matched by a pattern. */
  readonly others: readonly string[];
  readonly parts: readonly ReadPart[];
  readonly patterns: readonly Pattern[];
  readonly shapes: Reader['shapes'];
}

type Tree = Parts & { readonly desired: DesiredState };

async function readTree({ directory, policy }: Project, target: Target, overlay: Overlay): Promise<Tree> {
  const findings = new Findings();
  const read = await readParts(directory, overlay, { findings, target });
  const { names, parts } = read;
  const declarations = merge(parts);
  const files = [...new Set([...names, ...parts.flatMap((part) => part.csvFiles)])].toSorted();
  const content = digestOfFiles(parts.flatMap((part) => part.contents));
  const unread = await readUnread(directory, read, { ...elsewhereOf(target), findings });
  const { sameNumber } = policy;
  const desired = assemble({ declarations, files, content, target, findings, sameNumber });
  return { ...read, desired: unread.length === 0 ? desired : { ...desired, unread } };
}

/** Files that declare something and that no pattern matches: each is a warning unless it is an example, and what they declare is kept for the plan. */
async function readUnread(
  directory: string,
  { others, shapes, patterns }: Parts,
  { findings, ...partition }: Omit<Reader, 'shapes'>,
): Promise<UnreadFile[]> {
  const unread: UnreadFile[] = [];
  for (const file of others) {
    if (!(await looksDesired(join(directory, file)))) continue;
    const part = await readPart({ directory, file }, { shapes, findings: new Findings(), ...partition });
    const objects = [...part.users, ...part.campaigns.flatMap(({ records }) => records)];
    if (objects.length === 0) continue;
    unread.push({ file, addresses: new Set(objects.flatMap(({ subject }) => subject.address ?? [])) });
    if (isExample(file)) continue;
    const given = patterns.map(({ text }) => text).join(', ');
    const message = `${file}: reads as a desired file, and \`desired:\` of muster.yaml does not match it (${given}): what it declares is not managed`;
    findings.warn({ code: 'file-not-read', source: fixedSource(file), at: 0, message });
  }
  return unread;
}

/** Without a target, every record as a whole. */
async function readParts(
  directory: string,
  overlay: Overlay,
  { findings, target }: { readonly findings: Findings; readonly target?: Target },
): Promise<Parts> {
  const { patterns, source } = await readProjectFile(directory);
  const reader: Reader = { shapes: desiredShapes(), findings, ...elsewhereOf(target) };
  // A CSV file is read where a desired file names it.
  const also = [...overlay.keys()].filter((file) => isDesiredFile(file, patterns));
  const { files: names, others } = await findDesiredFiles(directory, patterns, { source, findings, also });
  const parts: ReadPart[] = [];
  for (const file of names) parts.push(await readPart({ directory, file, overlay }, reader));
  return { names, others, parts, patterns, shapes: reader.shapes };
}

/** What the files declare, before the rules that concern several of them. Throws as loadDesired where one cannot be read or has no such shape. */
export async function readDeclarations(directory: string, overlay: Overlay = new Map()): Promise<Declarations> {
  const findings = new Findings();
  const { parts } = await readParts(directory, overlay, { findings });
  findings.stop();
  return merge(parts);
}

/** Whether loading would run a program: a desired file in TypeScript or JavaScript. */
export async function runsPrograms({ directory }: Project): Promise<boolean> {
  const { patterns, source } = await readProjectFile(directory);
  const { files } = await findDesiredFiles(directory, patterns, { source, findings: new Findings() });
  return files.some((file) => PROGRAM.test(file));
}

/** The same checks for desired state held by a program; every finding points to `<name>:1:1`. Reads no CSV. */
export function readDesiredInput(input: DesiredInput, target: Target, name = 'desired'): DesiredState {
  return openDesiredReader()(input, target, name);
}

/**
 * `readDesiredInput` for many values: the schemas are compiled once. Accepts any value: what does not fit is a finding. `policy`: that of
 * muster.yaml.
 */
export function openDesiredReader(
  policy: Pick<Policy, 'sameNumber'> = {},
): (input: unknown, target: Target, name?: string) => DesiredState {
  const shapes = desiredShapes();
  return (input, target, name = 'desired') => {
    const findings = new Findings();
    const source = fixedSource(name);
    const tree = treeOfValue(input, { source, findings });
    const declarations = declarationsOf(tree, source, { shapes, findings });
    const refuse = (path: string, what: string): void => {
      const message = `${path}: expected ${what}; given a CSV file, which only a desired file may name`;
      findings.add({ code: 'wrong-type', source, at: 0, message });
    };
    if (declarations.usersFrom !== null) refuse('usersFrom', 'users');
    for (const { subject, input: campaign } of declarations.campaigns) {
      if (campaign?.recordsFrom) refuse(`${subject.path}.recordsFrom`, 'records');
    }
    const { sameNumber } = policy;
    return assemble({ declarations, files: [], content: digestOfTree(tree), target, findings, sameNumber });
  };
}

function merge(parts: readonly Declarations[]): Declarations {
  return { users: parts.flatMap((part) => part.users), campaigns: parts.flatMap((part) => part.campaigns) };
}
