// profiles/<target>.json beside muster.yaml: the service profile (model/profile.ts), written by `doctor --probe --write`.
// It is read from Git and plans rely on it, so an answer that a point cannot have is a finding, like any other fault.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ToolError } from '../model/errors.ts';
import { answerWords, isAnswer, isPoint, POINT_IDS, UNKNOWN } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import { profilePath } from '../model/profile.ts';
import type { ProfileEntry, ServiceProfile } from '../model/profile.ts';
import type { Project } from '../model/state.ts';
import { Findings } from './findings.ts';
import { treeOfFile } from './parse-file.ts';
import type { ParsedFile } from './parse-file.ts';
import { ShapeBook } from './schema.ts';
import { readShape } from './shape.ts';
import { fixedSource } from './source.ts';
import type { Source } from './source.ts';
import { nearest } from '../model/suggest.ts';
import { child, descend, keyPlace, keysOf, text } from './tree.ts';
import type { TreeNode } from './tree.ts';

interface ProfileFile {
  readonly formatVersion: ServiceProfile['formatVersion'];
  readonly target: string;
  readonly at: string;
  /** A file of an earlier version may know fewer points. */
  readonly points: Partial<Readonly<Record<PointId, ProfileEntry>>>;
}

const NEVER: ProfileEntry = {
  answer: UNKNOWN,
  how: 'assumed',
  evidence: 'never asked',
  firstSeen: null,
  lastSeen: null,
};

/** Null when there is none. Throws `bad-profile` with all findings for a file that is not one, or about another target. */
export async function loadProfile(project: Pick<Project, 'directory'>, target: string): Promise<ServiceProfile | null> {
  const file = profilePath(target);
  if (!existsSync(join(project.directory, file))) return null;
  const findings = new Findings();
  const parsed = await treeOfFile({ directory: project.directory, file }, findings);
  const input = parsed === null ? null : readProfile(parsed, target, findings);
  stop(findings);
  if (input === null) throw new ToolError('internal', { message: `${file} was refused without a finding` });
  const entries = POINT_IDS.map((id) => [id, input.points[id] ?? NEVER] as const);
  return { ...input, points: Object.fromEntries(entries) as ServiceProfile['points'] };
}

/** Whatever is wrong with it, the way on is the same: one code for all findings. */
function stop(findings: Findings): void {
  try {
    findings.stop();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const diagnostics = error.diagnostics.map((each) => ({ ...each, code: 'bad-profile' as const }));
    throw new ToolError('bad-profile', error.detail, diagnostics);
  }
}

function readProfile({ node, source }: ParsedFile, target: string, findings: Findings): ProfileFile | null {
  if (node === null) {
    const start = fixedSource(source.file);
    findings.add({ code: 'bad-profile', source: start, at: 0, message: 'expected a profile; the file is empty' });
    return null;
  }
  const subject = { node, source, path: '', address: null };
  const { input } = readShape(subject, new ShapeBook('profile').whole<ProfileFile>(), findings);
  const named = text(node, 'target');
  if (named !== null && named !== '' && named !== target) {
    const at = descend(node, ['target']).at;
    const message = `target: expected ${target}, as the file is called; given ${short(named)}`;
    findings.add({ code: 'bad-profile', source, at, message });
  }
  checkPoints(node, source, findings);
  return input;
}

function checkPoints(node: TreeNode, source: Source, findings: Findings): void {
  const points = child(node, 'points');
  for (const name of keysOf(points)) {
    const entry = points === null ? null : child(points, name);
    if (isPoint(name)) checkEntry(name, entry, (at, message) => findings.add({ ...FAULT, source, at, message }));
    else if (points !== null && LIKE_A_POINT.test(name)) {
      const message = `points: expected an open point of the interface documents${meant(name)}; given ${short(name)}`;
      findings.add({ ...FAULT, source, at: keyPlace(points, name), message });
    }
  }
}

const FAULT = { code: 'bad-profile' } as const;
/** What the schema lets through. */
const LIKE_A_POINT = /^S[1-9]\d?(?:\.[A-Za-z]+)?$/u;

function meant(name: string): string {
  const near = POINT_IDS.filter((id) => id.startsWith(`${name}.`));
  if (near.length > 0) return ` (${near.join(', ')})`;
  const one = name.includes('.') ? nearest(name, POINT_IDS) : null;
  return one === null ? ', S1 to S28' : ` (did you mean ${one}?)`;
}

function checkEntry(id: PointId, entry: TreeNode | null, fault: (at: number, message: string) => void): void {
  if (entry === null) return;
  const place = (key: string): number => descend(entry, [key]).at;
  const [answer, how] = [text(entry, 'answer'), text(entry, 'how')];
  if (answer === null || answer === '') return;
  if (!isAnswer(id, answer)) {
    fault(place('answer'), `points.${id}.answer: expected ${answerWords(id)}; given ${short(answer)}`);
    return;
  }
  if (how !== null && (answer === UNKNOWN) !== (how === 'assumed')) {
    const expected = answer === UNKNOWN ? 'assumed, as the answer is unknown' : 'how the answer was found, or stated';
    fault(place('how'), `points.${id}.how: expected ${expected}; given ${short(how)}`);
  }
  for (const key of ['firstSeen', 'lastSeen']) {
    const day = child(entry, key);
    const isNone = day?.kind === 'scalar' && day.value === null;
    if (isNone && answer !== UNKNOWN) fault(day.at, `points.${id}.${key}: expected a day (2026-11-21); given null`);
  }
}

function short(given: string): string {
  return JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given);
}

/** As it is written: points in their order, two blanks, a line break at the end. */
export function profileText(profile: ServiceProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}
