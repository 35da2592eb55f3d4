// Stories of the native provider with the real command: a program in YAML where its language host could be made, else one that registers
// the same by name in TypeScript.

import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

import { isWrite } from '../matrix/log-entry.ts';
import { programOf } from '../support/tools.ts';
import type { Ended, Story } from './stack.ts';

export const PLUGIN = fileURLToPath(new URL('../../plugin', import.meta.url));
export const yamlHost = await programOf('pulumi-language-yaml');

export function withYaml(): void {
  if (yamlHost === null || process.env['PATH']?.startsWith(dirname(yamlHost)) === true) return;
  vi.stubEnv('PATH', `${dirname(yamlHost)}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

export interface Resource {
  readonly type: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export const PROGRAM = `
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
const made = new Map();
for (const [name, { type, properties, options = {} }] of Object.entries(JSON.parse(readFileSync('resources.json', 'utf8')))) {
  const named = (each) => made.get(each.slice(2, -1));
  const given = { ...options, dependsOn: (options.dependsOn ?? []).map(named) };
  if (options.deletedWith) given.deletedWith = named(options.deletedWith);
  if (options.provider) given.provider = named(options.provider);
  const token = type.replace('muster:', 'muster:index:');
  if (type === 'pulumi:providers:muster') made.set(name, new pulumi.ProviderResource('muster', name, properties));
  else if (type === 'muster:Roster') made.set(name, new pulumi.ComponentResource(token, name, { ...properties }, given, true));
  else made.set(name, new pulumi.CustomResource(token, name, { ...properties }, given));
}
`;

export type Resources = Readonly<Record<string, Resource>>;

const HERE: readonly object[] = [{ name: 'muster', path: PLUGIN }];

export function declares(story: Story, resources: Resources, providers = HERE): void {
  withYaml();
  const plugins = { providers };
  const text = (value: object): string => JSON.stringify(value);
  const project =
    yamlHost !== null
      ? { name: 'team', runtime: 'yaml', plugins, resources }
      : { name: 'team', runtime: { name: 'nodejs', options: { typescript: false } }, main: 'index.js', plugins };
  writeFileSync(join(story.folder, 'resources.json'), text(resources));
  writeFileSync(join(story.folder, 'Pulumi.yaml'), text(project));
}

export const person = (name: string, more: object = {}): Resource => ({
  type: 'muster:User',
  properties: {
    loginUserId: `${name}@example.com`,
    firstName: `First${name}`,
    lastName: 'Ruiz',
    userTemplateName: 'Agents',
    ...more,
  },
});

export const maria = (data: object): Resource => ({
  type: 'muster:PinnedRecord',
  properties: { campaignName: 'Summer', clientId: 'C-1', preferredAgent: 'ana@example.com', data },
  options: { dependsOn: ['${ana}'] },
});

export const list = (records: object): Resource => ({
  type: 'muster:RecordSet',
  properties: { campaignName: 'Winter', records },
});

export async function writesIn(
  { sandbox: { control } }: Story,
  work: () => Promise<Ended>,
): Promise<[Ended, readonly string[]]> {
  const before = (await control.log()).length;
  const ended = await work();
  const written = (await control.log()).slice(before).filter(isWrite);
  return [ended, written.map(({ operation, key }) => `${operation} ${key}`).toSorted()];
}
