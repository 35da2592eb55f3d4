// The configuration of a native provider: a target of muster.yaml, or one that is given here and needs none. What is wrong is said with
// its key, before anything is sent.

import { findPlace } from '../../../providers/context.ts';
import { isUnknown } from '../../../providers/check.ts';
import type { Properties } from '../../../providers/declaration.ts';
import { pathsIn } from '../../core/desired/project/explicit.ts';
import { readPasses } from '../../core/model/allow.ts';
import type { ErrorCode } from '../../core/model/errors.ts';
import { ToolError } from '../../core/model/errors.ts';
import { EXPLICIT_KEYS } from '../../core/model/read-config.ts';
import { didYouMean } from '../../core/model/suggest.ts';

/** Key -> what it is for. Those of an explicit target are described in schemas/project.schema.json. */
export const CONFIG_KEYS = {
  target: 'Name of a target in muster.yaml. Default: MUSTER_TARGET, or the only target.',
  directory: 'Folder of muster.yaml, relative to the folder of Pulumi.yaml. Default: the same folder.',
  allow:
    'What passes the guards while it stands here, such as restores=2; several with commas. In a destroy only MUSTER_ALLOW counts, because Pulumi keeps this.',
} as const;

const NAMES: readonly string[] = [...Object.keys(CONFIG_KEYS), ...EXPLICIT_KEYS];

/** What the engine adds to every provider, and what a stack says to a program of ours. */
const OF_OTHERS = /^(?:version|plugin[A-Z]\w*|__\w+|fingerprint|allowSubset|maxPlanAge|maxRequests|firstApply)$/u;

interface Failure {
  readonly property: string;
  readonly reason: string;
}

/** Those that are a provider's own, as texts. */
export function ownConfig(given: Properties): Readonly<Record<string, string>> {
  const own = Object.entries(given).map(([key, value]) => [key, textOf(value)] as const);
  return Object.fromEntries(own.flatMap(([key, text]) => (NAMES.includes(key) && text !== null ? [[key, text]] : [])));
}

/** `folder`: where the program runs. Sends nothing. */
export async function configFailures(news: Properties, folder: string): Promise<readonly Failure[]> {
  const known = Object.entries(news).filter(([property]) => !OF_OTHERS.test(property));
  const failures = known.flatMap(([property, value]): Failure[] => {
    const hint = didYouMean(property, NAMES) || `; there are ${NAMES.join(', ')}`;
    if (!NAMES.includes(property)) return [{ property, reason: `is no key${hint}` }];
    return textOf(value) === null ? [{ property, reason: 'expected text' }] : [];
  });
  if (failures.length > 0 || isUnknown(news)) return failures;
  const apart = apartFailures(news);
  return apart.length > 0 ? apart : placeFailures(ownConfig(news), folder);
}

/** Keys that do not go together, and what each says by itself. */
function apartFailures({ target, host, allow, ...others }: Properties): Failure[] {
  const [alone] = EXPLICIT_KEYS.filter((key) => others[key] !== undefined);
  const passes = readPasses((textOf(allow) ?? '').split(/[\s,]+/u).filter(Boolean));
  return [
    ...(typeof passes === 'string' ? [{ property: 'allow', reason: `takes ${passes}` }] : []),
    ...(target === undefined || host === undefined
      ? []
      : [
          { property: 'target', reason: 'names a target of muster.yaml, and host gives another one; keep one of them' },
        ]),
    ...(alone === undefined || host !== undefined
      ? []
      : [{ property: 'host', reason: `expected a value, because ${alone} is given; none is given` }]),
  ];
}

/** Which target is meant may still be said by what uses it. */
async function placeFailures(given: Readonly<Record<string, string>>, folder: string): Promise<Failure[]> {
  try {
    await findPlace({ folder, config: (key) => given[key.slice('muster:'.length)] ?? null, name: null });
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === 'target-needed') return [];
    const own = given['host'] === undefined ? [] : pathsIn(error).filter(({ key }) => NAMES.includes(key));
    if (own.length > 0) return own.map(({ key, why }) => ({ property: key, reason: why }));
    const { source } = error.detail;
    const place = source ? `${source.file}:${source.line}: ` : '';
    return [{ property: KEY_OF[error.code] ?? 'directory', reason: `${place}${error.message}` }];
  }
}

const KEY_OF: Readonly<Partial<Record<ErrorCode, string>>> = { 'unknown-target': 'target' };

/** Programs in YAML give a port as a number. */
function textOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null;
}
