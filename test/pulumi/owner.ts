// Stories of one owner an object: a program of the classes that registers what resources.json says, the requests that
// write, and the three commands that must have nothing to say afterwards.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

import type { PinnedRecordArgs, RecordSetArgs, UserArgs } from '../../providers/resources.ts';
import { isWrite } from '../matrix/log-entry.ts';
import { stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

export const SUMMER = 'Summer Renewals';
/** By what was sent a record without a marker is known to be ours. */
// No number: records of one test share it, and are not taken for one customer.
export const DATA = { Name: 'Maria', Contract: '+34911234567' };
export const TIMEOUT = 600_000;

interface Placed {
  readonly name: string;
  /** Name of a component that it stands in. */
  readonly team?: string;
  /** Gives the component, or the resource itself, a provider of its own. */
  readonly provider?: 'own' | 'inherited';
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A resource as resources.json holds it. */
export type Declared =
  | (Placed & { readonly kind: 'User'; readonly args: UserArgs })
  | (Placed & { readonly kind: 'PinnedRecord'; readonly args: PinnedRecordArgs })
  | (Placed & { readonly kind: 'RecordSet'; readonly args: RecordSetArgs });

const PROGRAM = `
import { PinnedRecord, RecordSet, User } from 'musterctl';
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
const KINDS = { PinnedRecord, RecordSet, User };
class Team extends pulumi.ComponentResource {
  constructor(name, options) { super('team:Team', name, {}, options); }
}
class OwnProvider extends pulumi.ProviderResource {
  constructor() { super('pulumi-nodejs', 'own', {}); }
}
let provider;
const own = () => (provider ??= new OwnProvider());
const teams = new Map();
for (const each of JSON.parse(readFileSync('resources.json', 'utf8'))) {
  const given = each.provider === 'inherited' ? { providers: [own()] } : {};
  if (each.team && !teams.has(each.team)) teams.set(each.team, new Team(each.team, given));
  const parent = teams.get(each.team);
  new KINDS[each.kind](each.name, each.args, {
    ...each.options,
    ...(parent && { parent }),
    ...(each.provider === 'own' && { provider: own() }),
  });
}
`;

const TYPES = 'pulumi-nodejs:dynamic/muster';

export interface OwnerStory extends Story {
  register(...resources: readonly Declared[]): void;
  /** Registers these, runs `up` with these arguments, and answers what wrote. */
  upWith(resources: readonly Declared[], ...args: readonly string[]): Promise<Written>;
}

export interface Written extends Ended {
  /** `<operation> <campaignName>/<clientId or record id>` or `<operation> <loginUserId>`, sorted. */
  readonly writes: readonly string[];
}

export async function ownerStory(...resources: readonly Declared[]): Promise<OwnerStory> {
  const story = await stackStory(PROGRAM);
  const register = (...declared: readonly Declared[]): void =>
    writeFileSync(join(story.folder, 'resources.json'), JSON.stringify(declared));
  const upWith = (declared: readonly Declared[], ...args: readonly string[]): Promise<Written> => {
    register(...declared);
    return writing(story, 'up', '--yes', '--skip-preview', ...args);
  };
  register();
  const owner = { ...story, register, upWith };
  if (resources.length > 0) succeeded(await upWith(resources));
  return owner;
}

/** A command and the requests it sent that write. */
export async function writing(story: Story, ...args: readonly string[]): Promise<Written> {
  await story.requests();
  const ended = await story.pulumi(...args);
  return { ...ended, writes: await writesOf(story) };
}

export function succeeded<T extends Ended>(ended: T): T {
  expect(ended.code, ended.text).toBe(0);
  return ended;
}

/** Refused with these words in what it says, before any request that writes. */
export function refused(ended: Written, ...words: readonly string[]): void {
  expect(ended.code, ended.text).not.toBe(0);
  expect(ended.writes, ended.text).toEqual([]);
  for (const word of words) expect(ended.text).toContain(word);
}

/** A program that declares nothing any more is stopped; a destroy removes everything. Answers what it wrote. */
export async function emptied(story: OwnerStory): Promise<Written> {
  refused(await story.upWith([]), 'recorded people and customers');
  return succeeded(await writing(story, 'destroy', '--yes', '--skip-preview'));
}

/** `up`, `preview --refresh` and `refresh` say that there is nothing to do, and nothing writes. */
export async function staysQuiet(story: Story, ...args: readonly string[]): Promise<void> {
  await story.requests();
  const preview = await story.pulumi('preview', '--refresh', '--expect-no-changes', ...args);
  expect(preview.code, preview.text).toBe(0);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes', ...args);
  expect(drift.code, drift.text).toBe(0);
  const up = await story.pulumi('up', '--yes', '--skip-preview', '--expect-no-changes', ...args);
  expect(up.code, up.text).toBe(0);
  expect(await writesOf(story)).toEqual([]);
}

export function urnOf({ kind, name, team }: Declared, stack = 'dev'): string {
  return `urn:pulumi:${stack}::team::${team === undefined ? '' : 'team:Team$'}${TYPES}:${kind}::${name}`;
}

/** Objects that are there, sorted: `Summer Renewals/C-1`, `ana@example.com`. */
export async function present({ sandbox: { control } }: Story): Promise<string[]> {
  const records = (await control.records()).map(({ campaignName, clientId }) => `${campaignName}/${clientId}`);
  const users = (await control.users()).filter(({ inService }) => inService).map(({ loginUserId }) => loginUserId);
  return [...records, ...users].toSorted();
}

/** Puts a second entry of the same object into the stack's state, as stacks of before may hold. */
export async function duplicateEntry(story: Story, urn: string, name: string): Promise<void> {
  const exported = await story.pulumi('stack', 'export', '--show-secrets', '--file', 'state.json');
  succeeded(exported);
  const file = join(story.folder, 'state.json');
  expect(existsSync(file)).toBe(true);
  const state = JSON.parse(readFileSync(file, 'utf8')) as {
    deployment: { resources: { urn: string }[] };
  };
  const found = state.deployment.resources.filter((resource) => resource.urn === urn);
  expect(found).toHaveLength(1);
  const copies = found.map((resource) => ({ ...resource, urn: urn.replace(/[^:]*$/u, name) }));
  state.deployment.resources.push(...copies);
  writeFileSync(file, JSON.stringify(state));
  succeeded(await story.pulumi('stack', 'import', '--file', 'state.json'));
}

export async function writesOf({ sandbox: { control } }: Story): Promise<string[]> {
  const written = (await control.log()).filter(isWrite);
  return written.map(({ operation, key }) => `${operation} ${key}`).toSorted();
}
