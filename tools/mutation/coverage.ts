// Which tests run which mutant, from two runs of all tests without one: in the first the modules are read, in the second they are not.

import type { Importers, Mutant } from './protocol.ts';

/** Mutant to the number of times that it was passed. */
export type Hits = Readonly<Record<string, number>>;

export interface Passed {
  readonly id: string;
  readonly file: string;
  readonly durationMs: number;
}

export interface Coverage {
  readonly tests: ReadonlyMap<string, Passed>;
  /** Tests (or, for what runs before and after them, their file) to what they passed: in the first run and in the second. */
  readonly first: Readonly<Record<string, Hits>>;
  readonly second: Readonly<Record<string, Hits>>;
  /** Passed while a module was read. */
  readonly atStart: Hits;
  readonly importers: Readonly<Record<string, Importers>>;
}

export interface Choice {
  /** In the order in which they are tried. */
  readonly tests: readonly Passed[];
  /** What the module keeps from its start decides: it is read anew. */
  readonly anew: boolean;
  /** Times that the mutant was passed in one run of all tests. */
  readonly hits: number;
}

export function chooseTests({ tests, ...coverage }: Coverage, mutant: Mutant): Choice {
  const whose = (run: Readonly<Record<string, Hits>>): Passed[] => {
    const names = new Set(Object.keys(run).filter((name) => run[name]?.[mutant.id] !== undefined));
    return [...tests.values()].filter(({ id, file }) => names.has(id) || names.has(file));
  };
  const later = whose(coverage.second);
  const hits = Object.values(coverage.second).reduce((sum, each) => sum + (each[mutant.id] ?? 0), 0);
  if (later.length > 0) return { tests: later, anew: false, hits };
  const onlyOnce = whose(coverage.first);
  const once = coverage.atStart[mutant.id] !== undefined || onlyOnce.length > 0;
  return once ? { tests: testsOf({ tests, ...coverage }, mutant.file, onlyOnce), anew: true, hits } : NONE;
}

const NONE: Choice = { tests: [], anew: false, hits: 0 };

/** Of a module: those that run something of it or of what imports it, and those of a file that imports it. */
function testsOf({ tests, second, first, importers }: Coverage, file: string, also: readonly Passed[]): Passed[] {
  const { tests: files, direct } = importers[file] ?? { tests: [], direct: [] };
  const isNear = (hits: Hits | undefined): boolean =>
    Object.keys(hits ?? {}).some((id) => {
      const [source = ''] = id.split('#');
      return source === file || direct.includes(source);
    });
  const near = new Set([first, second].flatMap((run) => Object.keys(run).filter((name) => isNear(run[name]))));
  return [...tests.values()].filter(
    (test) =>
      also.includes(test) ||
      direct.includes(test.file) ||
      (files.includes(test.file) && (near.has(test.id) || near.has(test.file))),
  );
}
