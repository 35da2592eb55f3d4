// A target that no muster.yaml names: what a provider is configured with, read and refused as the same keys under `targets:` are.

import { createHash } from 'node:crypto';

import { ToolError } from '../../model/errors.ts';
import { tenantOf } from '../../model/identity.ts';
import { OF_API_KEY } from '../../model/read-config.ts';
import type { ExplicitKey } from '../../model/read-config.ts';
import type { Target } from '../../model/target.ts';
import type { Project } from '../../model/state.ts';
import { Findings } from '../text/findings.ts';
import { once, ShapeBook } from '../text/schema.ts';
import { readShape } from '../text/shape.ts';
import { fixedSource } from '../text/source.ts';
import { parseYaml } from '../text/yaml.ts';
import { bareProject, loadProject } from './project.ts';
import { completeTarget } from './target.ts';
import type { TargetInput } from './target.ts';

const targetShape = once(() => new ShapeBook('project').definition<TargetInput>('target'));

export type ExplicitKeys = Readonly<Partial<Record<ExplicitKey, string>>>;

interface ExplicitPlace {
  readonly project: Project;
  readonly target: Target;
}

/**
 * With the policy of the muster.yaml in `directory`, where there is one, and under the name that it has for the same tenant. Throws
 * one ToolError with all findings (pathsIn).
 */
export async function explicitPlace(given: ExplicitKeys, directory: string): Promise<ExplicitPlace> {
  const target = await explicitTarget(given, directory);
  const project = await loadProject(directory).catch((error: unknown) => {
    if (error instanceof ToolError && error.code === 'no-project') return bareProject(directory);
    throw error;
  });
  const tenant = tenantOf(target);
  const named = [...project.targets.values()].find((each) => tenantOf(each) === tenant);
  if (named === undefined) return { project, target };
  const { name, stack, formerStacks, formerTenants } = named;
  return { project, target: { ...target, name, stack, formerStacks, formerTenants } };
}

async function explicitTarget(given: ExplicitKeys, folder: string): Promise<Target> {
  const findings = new Findings();
  const source = fixedSource('provider');
  const text = JSON.stringify(asInFile(given));
  const node = parseYaml(text, { source, findings });
  if (node === null) throw new ToolError('internal', { message: 'the configuration of a provider is no mapping' });
  const subject = { node, source, path: '', address: null };
  const { input } = readShape<TargetInput>(subject, targetShape(), findings);
  const target =
    input && (await completeTarget(subject, { ...input, state: 'pulumi' }, { name: '', folder, findings }));
  findings.stop();
  if (target === null) throw new ToolError('internal', { message: 'the configuration was refused without a finding' });
  const name = explicitName(target);
  return { ...target, name, stack: name };
}

/** Whether it is called so, by muster.yaml or where none names it. */
export function isTarget(name: string, target: Target): boolean {
  return name === target.name || name === explicitName(target);
}

export function otherTarget(before: string, after: string): ToolError {
  return new ToolError('other-target', {
    message: `recorded for target ${before}, not for ${after}: the provider of ${after} does not move it; remove it with the provider of ${before}, and declare it with this one in the next update`,
  });
}

/** Of no target in muster.yaml: those have no `@`. Equal for the same tenant only. */
function explicitName(target: Target): string {
  const tenant = createHash('sha256').update(tenantOf(target)).digest('hex').slice(0, 8);
  return `${target.host.slice(0, 100)}@${tenant}`;
}

export function isExplicitName(name: string): boolean {
  return name.includes('@');
}

/** Key and what is wrong with it, for each finding about a configuration. */
export function pathsIn({
  message,
  diagnostics,
}: ToolError): readonly { readonly key: string; readonly why: string }[] {
  return (diagnostics.length === 0 ? [{ message }] : diagnostics).map((each) => {
    const words = each.message.replace(/^\.?(?:apiKey[.:] ?)?/u, '');
    const key = /^(?:(\w+): |expected the key "(\w+)")/u.exec(words);
    const why = key?.[1] === undefined ? words : words.slice(key[0].length);
    return { key: key?.[1] ?? key?.[2] ?? '', why: key?.[2] === undefined ? why : 'expected a value; none is given' };
  });
}

function asInFile({ port, ...given }: ExplicitKeys): object {
  const all = Object.entries(given);
  const isOfKey = ([key]: readonly [string, string]): boolean => (OF_API_KEY as readonly string[]).includes(key);
  const number = port !== undefined && /^\d{1,5}$/u.test(port) ? Number(port) : port;
  return {
    ...Object.fromEntries(all.filter((each) => !isOfKey(each))),
    ...(number !== undefined && { port: number }),
    apiKey: Object.fromEntries(all.filter(isOfKey)),
  };
}
