// profiles/<target>.json beside muster.yaml: the service profile (model/profile.ts), written by `doctor --probe --write`.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ToolError } from '../model/errors.ts';
import { OPEN_POINTS, POINT_IDS, profilePath, UNKNOWN } from '../model/profile.ts';
import type { PointId, ProfileEntry, ServiceProfile } from '../model/profile.ts';
import type { Project } from '../model/state.ts';
import { readInside } from './read-file.ts';
import { ShapeBook } from './schema.ts';

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

/** Null when there is none. Throws `bad-profile` for a file that is not one, or is about another target. */
export async function loadProfile(project: Pick<Project, 'directory'>, target: string): Promise<ServiceProfile | null> {
  const file = profilePath(target);
  if (!existsSync(join(project.directory, file))) return null;
  const read = await readInside(project.directory, file);
  if ('refusal' in read) throw bad(file, read.refusal.message);
  const { formatVersion, at, points, target: named } = parse(file, read.text);
  if (named !== target) throw bad(file, `expected target ${target}, given ${named}`);
  const entries = POINT_IDS.map((id) => [id, points[id] ?? NEVER] as const);
  return { formatVersion, target, at, points: Object.fromEntries(entries) as ServiceProfile['points'] };
}

function parse(file: string, text: string): ProfileFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw bad(file, 'expected JSON');
  }
  const { accepts } = new ShapeBook('profile').whole<ProfileFile>();
  if (!accepts(json)) {
    const [fault] = accepts.errors ?? [];
    throw bad(file, `${fault?.instancePath || '/'}: ${fault?.message ?? 'does not fit'}`);
  }
  const strange = Object.keys(json.points).find((id) => !Object.hasOwn(OPEN_POINTS, id));
  if (strange !== undefined) throw bad(file, `points: there is no point ${strange}`);
  return json;
}

function bad(file: string, what: string): ToolError {
  return new ToolError('bad-profile', { message: `${file}: ${what}` });
}

/** As it is written: points in their order, two blanks, a line break at the end. */
export function profileText(profile: ServiceProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}
