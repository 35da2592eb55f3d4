// profiles/<target>.json beside muster.yaml: the service profile (model/profile.ts), written by `doctor --probe --write` and
// by a person. It is read from Git and plans rely on it, so an answer that a point cannot have is a finding,
// like any other fault. A file of format 1.0, which calls points by the sandbox's switches, is read as well.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ToolError } from '../../model/errors.ts';
import { answerWords, isAnswer, POINT_IDS, pointNamed, UNKNOWN } from '../../model/open-points.ts';
import type { PointId } from '../../model/open-points.ts';
import { PROFILE_FORMAT, profilePath } from '../../model/profile.ts';
import type { Measure, ProfileEntry, ServiceProfile } from '../../model/profile.ts';
import type { Project } from '../../model/state.ts';
import { Findings } from '../text/findings.ts';
import { masked } from '../text/masked.ts';
import { treeOfFile } from '../text/parse-file.ts';
import type { ParsedFile } from '../text/parse-file.ts';
import { once, ShapeBook } from '../text/schema.ts';
import { readShape } from '../text/shape.ts';
import { fixedSource } from '../text/source.ts';
import type { Source } from '../text/source.ts';
import { didYouMean } from '../../model/suggest.ts';
import { child, descend, keyPlace, keysOf, text } from '../text/tree.ts';
import type { TreeNode } from '../text/tree.ts';

interface ProfileFile {
  readonly formatVersion: '1.0' | '1.1';
  readonly target: string;
  readonly at: string;
  /** By name, or by switch as in format 1.0. A file of an earlier version may know fewer points. */
  readonly points: Readonly<Record<string, FileEntry>>;
}

/** Format 1.0 named the flag of `doctor` that had measured a point: `probe-writes`. */
type FileEntry = Omit<ProfileEntry, 'how'> & { readonly how: Measure | `probe-${string}` };

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
  const given = new Map(Object.entries(input.points).map(([name, entry]) => [pointNamed(name), entryOf(entry)]));
  const entries = POINT_IDS.map((id) => [id, given.get(id) ?? NEVER] as const);
  const points = Object.fromEntries(entries) as ServiceProfile['points'];
  return { ...input, formatVersion: PROFILE_FORMAT, points };
}

/** Keys stay in their order, so that an unchanged profile is written as it was. */
function entryOf(entry: FileEntry): ProfileEntry {
  const { how } = entry;
  const isKept = how === 'probe' || how === 'script' || how === 'stated' || how === 'assumed';
  return { ...entry, how: isKept ? how : 'script' };
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

const profileShape = once(() => new ShapeBook('profile').whole<ProfileFile>());

function readProfile({ node, source }: ParsedFile, target: string, findings: Findings): ProfileFile | null {
  if (node === null) {
    const start = fixedSource(source.file);
    findings.add({ code: 'bad-profile', source: start, at: 0, message: 'expected a profile; the file is empty' });
    return null;
  }
  const subject = { node, source, path: '', address: null };
  const { input } = readShape(subject, profileShape(), findings);
  const named = text(node, 'target');
  if (named !== null && named !== '' && named !== target) {
    const at = descend(node, ['target']).at;
    const message = `target: expected ${target}, as the file is called; given ${masked(named)}`;
    findings.add({ code: 'bad-profile', source, at, message });
  }
  checkPoints(node, source, findings);
  return input;
}

function checkPoints(node: TreeNode, source: Source, findings: Findings): void {
  const points = child(node, 'points');
  if (points === null) return;
  const seen = new Map<PointId, string>();
  for (const name of keysOf(points)) {
    const fault = (at: number, message: string): void => findings.add({ code: 'bad-profile', source, at, message });
    const id = pointNamed(name);
    const before = id === null ? undefined : seen.get(id);
    if (id === null) {
      const expected = 'expected an open question of the interface documents, such as search-ceiling';
      fault(keyPlace(points, name), `points: ${expected}; given ${masked(name)}${didYouMean(name, POINT_IDS)}`);
    } else if (before !== undefined) {
      fault(keyPlace(points, name), `points: expected each question once; ${name} and ${before} are the same`);
    } else {
      seen.set(id, name);
      checkEntry({ id, name }, child(points, name), fault);
    }
  }
}

interface NamedPoint {
  readonly id: PointId;
  /** As the file calls it. */
  readonly name: string;
}

function checkEntry(
  { id, name }: NamedPoint,
  entry: TreeNode | null,
  fault: (at: number, message: string) => void,
): void {
  if (entry === null) return;
  const place = (key: string): number => descend(entry, [key]).at;
  const [answer, how] = [text(entry, 'answer'), text(entry, 'how')];
  if (answer === null || answer === '') return;
  if (!isAnswer(id, answer)) {
    fault(place('answer'), `points.${name}.answer: expected ${answerWords(id)}; given ${masked(answer)}`);
    return;
  }
  if (how !== null && (answer === UNKNOWN) !== (how === 'assumed')) {
    const expected = answer === UNKNOWN ? 'assumed, as the answer is unknown' : 'how the answer was found, or stated';
    fault(place('how'), `points.${name}.how: expected ${expected}; given ${masked(how)}`);
  }
  for (const key of ['firstSeen', 'lastSeen']) {
    const day = child(entry, key);
    const isNone = day?.kind === 'scalar' && day.value === null;
    if (isNone && answer !== UNKNOWN) fault(day.at, `points.${name}.${key}: expected a day (2026-11-21); given null`);
  }
}

/** As it is written: points in their order, two blanks, a line break at the end. */
export function profileText(profile: ServiceProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}
