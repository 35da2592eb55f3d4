// muster.yaml -> Project: the project file, checked, with every target complete.

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { readDoNotCall } from '../../model/do-not-call.ts';
import type { DoNotCall } from '../../model/do-not-call.ts';
import { codeOf } from '../../model/error-code.ts';
import type { Project } from '../../model/state.ts';
import type { IgnoreRule } from '../../model/state.ts';
import { ToolError } from '../../model/errors.ts';
import type { DeletePolicy, Policy, Target } from '../../model/target.ts';
import { digestOfText } from '../text/content.ts';
import { Findings } from '../text/findings.ts';
import type { FindingCode } from '../text/findings.ts';
import type { Pattern } from '../text/find-files.ts';
import { isInside, readInside } from '../text/read-file.ts';
import { once, ShapeBook } from '../text/schema.ts';
import { readShape } from '../text/shape.ts';
import type { Subject } from '../text/shape.ts';
import { fixedSource, textSource } from '../text/source.ts';
import type { Source } from '../text/source.ts';
import { didYouMean, nearest } from '../../model/suggest.ts';
import { completeTarget } from './target.ts';
import { splitTargets } from './partitions.ts';
import type { PartitionsInput } from './partitions.ts';
import type { TargetInput } from './target.ts';
import { expiryFault, expiryOf } from '../declarations/times.ts';
import { descend, items, child } from '../text/tree.ts';
import { parseYaml } from '../text/yaml.ts';

export const PROJECT_FILE = 'muster.yaml';

interface ProjectInput {
  readonly name: string;
  readonly desired: readonly string[];
  readonly targets: Readonly<Record<string, TargetInput>>;
  readonly defaultTarget?: string;
  readonly partitions?: PartitionsInput;
  readonly policy?: Partial<Omit<Policy, 'deletes' | 'doNotCall'>> & {
    readonly deletes?: Partial<DeletePolicy>;
    /** Name of a file. */
    readonly doNotCall?: string;
  };
  readonly ignore?: readonly {
    readonly address: string;
    readonly property?: string;
    readonly seen?: string;
    readonly class?: string;
    readonly reason: string;
    readonly owner: string;
    readonly expires: string;
  }[];
}

export interface ProjectFile {
  readonly project: Project;
  readonly patterns: readonly Pattern[];
  readonly source: Source;
}

/** Reads muster.yaml in a folder. Throws a ToolError with all findings; `no-project` when there is no such file. */
export async function loadProject(directory: string): Promise<Project> {
  return (await readProjectFile(directory)).project;
}

/** The target of that name, or the only one; of a split target a part. Throws `unknown-target` or `target-needed`. */
export function chooseTarget(project: Project, name: string | null): Target {
  const names = [...project.targets.values()].flatMap((each) => (each.split?.own === null ? [] : [each.name]));
  const chosen = name ?? project.defaultTarget ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined) {
    throw new ToolError('target-needed', { message: `expected one of ${names.join(', ')}; no target was named` });
  }
  const target = project.targets.get(chosen);
  if (target?.split?.own === null) {
    const parts = target.split.partitions.map((each) => `${target.name}.${each.name}`).join(', ');
    throw new ToolError('target-needed', {
      message: `expected one of ${parts}; given ${chosen}, which is split into them`,
    });
  }
  if (target) return target;
  const meant = nearest(chosen, names);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  throw new ToolError('unknown-target', { message: `expected one of ${names.join(', ')}; given ${chosen}${hint}` });
}

/**
 * Whose rules the files are held to: the named target, else one of each identity, because nothing else of a target says what a
 * file may hold. Of a split target the whole.
 */
export function targetsToCheck(project: Project, name: string | null): readonly [Target, ...Target[]] {
  if (name !== null) return [project.targets.get(name) ?? chooseTarget(project, name)];
  const whole = [...project.targets.values()].filter(({ split }) => split === undefined || split.own === null);
  const [first, ...others] = new Map(whole.toReversed().map((target) => [target.identity, target])).values();
  return first === undefined ? [chooseTarget(project, name)] : [first, ...others];
}

const projectShape = once(() => new ShapeBook('project').whole<ProjectInput>());

export async function readProjectFile(directory: string): Promise<ProjectFile> {
  const findings = new Findings();
  const folder = resolve(directory);
  const whole = await readWhole(folder, findings);
  const input = whole && readShape(whole, projectShape(), findings).input;
  const patterns = whole ? patternsOf(whole, folder, findings) : [];
  const named = whole && input ? await targetsOf(whole, input, { folder, findings }) : new Map<string, Target>();
  const targets = whole && input ? splitTargets(named, input.partitions, { whole, findings }) : named;
  const ignore = whole && input ? ignoreRules(whole, input, findings) : [];
  const doNotCall = whole && input ? await doNotCallOf(whole, input, { folder, findings }) : null;
  if (whole && input) checkDefaultTarget(whole, input, { targets, findings });
  findings.stop();
  if (!whole || !input) throw new ToolError('internal', { message: `${PROJECT_FILE} was refused without a finding` });
  const { name, defaultTarget } = input;
  const doNotCallFile = input.policy?.doNotCall;
  const chosen = {
    ...(defaultTarget !== undefined && { defaultTarget }),
    ...(doNotCallFile !== undefined && { doNotCallFile }),
  };
  const project = { directory: folder, name, targets, ...chosen, policy: policyOf(input, doNotCall), ignore };
  return { project, patterns, source: whole.source };
}

/** Where there is no muster.yaml: no targets, and the policy that stands for what a file leaves out. */
export function bareProject(directory: string): Project {
  return { directory: resolve(directory), name: 'muster', targets: new Map(), policy: policyOf({}, null), ignore: [] };
}

function policyOf({ policy = {} }: Pick<ProjectInput, 'policy'>, doNotCall: DoNotCall | null): Policy {
  const { deletes, doNotCall: _, ...others } = policy;
  const { count = 3, percent = 10, perFile } = deletes ?? {};
  return {
    ...others,
    deletes: { count, percent, ...(perFile === undefined ? {} : { perFile }) },
    ...(doNotCall && { doNotCall }),
  };
}

/** Null without one, and where it cannot be read, which is a finding: without the list nothing may be planned. */
async function doNotCallOf(
  { node, source }: Subject,
  { policy }: ProjectInput,
  { folder, findings }: Surroundings,
): Promise<DoNotCall | null> {
  const file = policy?.doNotCall;
  if (file === undefined) return null;
  const read = await readInside(folder, file);
  if ('text' in read) {
    const list = readDoNotCall(read.text, { file, digest: digestOfText(read.text) });
    // The text of a line may be a number: it is shown to nobody.
    const add = (code: FindingCode, line: number, words: string): void => {
      const message = `policy.doNotCall: expected ${words}`;
      findings.add({ code, source: fixedSource(file, line), at: 0, message, together: words });
    };
    if (read.text.trim() === '') add('empty-file', 1, 'a number or clientId a line; given none');
    for (const { line, kind } of list.faults) add('syntax', line, `a number or clientId; given ${LIST_FAULTS[kind]}`);
    return list;
  }
  const named = descend(node, ['policy', 'doNotCall']);
  // An unquoted 7 may be the name of a file; where there is none, a value of another kind was meant.
  const isText = named.kind !== 'scalar' || !named.plain || !/^(?:true|false|[-\d.]+)$/iu.test(file);
  const words = isText ? read.refusal.message : 'expected the name of a file; given a number, true or false';
  const code = isText ? read.refusal.code : 'wrong-type';
  findings.add({ code, source, at: named.at, message: `policy.doNotCall: ${words}` });
  return null;
}

const LIST_FAULTS = {
  merge: 'a mark of a merge that is not finished',
  exponent: 'a number that a spreadsheet shortened: it lost its last digits',
  nothing: 'neither',
};

async function readWhole(folder: string, findings: Findings): Promise<Subject | null> {
  if (!(await exists(join(folder, PROJECT_FILE)))) {
    const words = (await exists(folder)) ? 'there is none' : 'there is no such folder';
    throw new ToolError('no-project', { message: `expected ${PROJECT_FILE} in ${folder} or above it; ${words}` });
  }
  const read = await readInside(folder, PROJECT_FILE);
  if ('refusal' in read) {
    const { code, message, line, column } = read.refusal;
    findings.add({ code, source: fixedSource(PROJECT_FILE, line, column), at: 0, message });
    return null;
  }
  const source = textSource(PROJECT_FILE, read.text);
  const before = findings.count;
  const node = parseYaml(read.text, { source, findings });
  if (node !== null) return { node, source, path: '', address: null };
  if (findings.count === before) {
    findings.add({
      code: 'missing-key',
      source,
      at: 0,
      message: 'expected name, desired and targets; the file is empty (`muster init` in a new folder writes one)',
    });
  }
  return null;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}

function patternsOf({ node, source }: Subject, folder: string, findings: Findings): Pattern[] {
  return items(child(node, 'desired')).flatMap((item, index) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') return [];
    const pattern = { text: item.value, at: item.at };
    if (isInside(folder, resolve(folder, pattern.text)) && !pattern.text.split(/[\\/]/u).includes('..'))
      return [pattern];
    const message = `desired[${index}]: expected a pattern inside the project folder; given one that leads out of it`;
    findings.add({ code: 'link-outside', source, at: item.at, message });
    return [];
  });
}

interface Surroundings {
  readonly folder: string;
  readonly findings: Findings;
}

async function targetsOf(whole: Subject, input: ProjectInput, around: Surroundings): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  for (const [name, target] of Object.entries(input.targets)) {
    const subject = { ...whole, node: descend(whole.node, ['targets', name]), path: `targets.${name}` };
    targets.set(name, await completeTarget(subject, target, { name, ...around }));
  }
  return targets;
}

function checkDefaultTarget(
  { node, source }: Subject,
  { defaultTarget }: ProjectInput,
  { targets, findings }: { readonly targets: ReadonlyMap<string, Target>; readonly findings: Findings },
): void {
  if (defaultTarget === undefined || targets.has(defaultTarget)) return;
  const message = `defaultTarget: expected one of ${[...targets.keys()].join(', ')}; given another name${didYouMean(defaultTarget, [...targets.keys()])}`;
  findings.add({ code: 'wrong-type', source, at: child(node, 'defaultTarget')?.at ?? 0, message });
}

function ignoreRules(whole: Subject, input: ProjectInput, findings: Findings): IgnoreRule[] {
  return (input.ignore ?? []).map((rule, index) => {
    const { address, reason, owner } = rule;
    const expires = expiryOf(rule.expires);
    const fault = expiryFault(rule.expires);
    if (fault !== null) {
      const { at } = descend(whole.node, ['ignore', String(index), 'expires']);
      const message = `ignore[${index}].expires: ${fault.words}`;
      findings.add({ code: fault.code, source: whole.source, at, message });
    }
    return {
      address,
      property: rule.property ?? null,
      class: rule.class ?? null,
      ...(rule.seen !== undefined && { seen: rule.seen }),
      reason,
      owner,
      expires: expires ?? 0,
      source: whole.source.position(descend(whole.node, ['ignore', String(index)]).at),
    };
  });
}
