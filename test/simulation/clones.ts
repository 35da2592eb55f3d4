// Where recorded state lies in one life: in the clone that runs are started in, or in another one; each may lose it or get an older copy back.

import type { Log } from './log.ts';
import { openMemoryDisk } from './machine.ts';
import type { DiskContent, MemoryDisk } from './machine.ts';
import type { StateEvent } from './plan.ts';

/** What the project is called, and the former stacks that muster.yaml names. */
export interface Naming {
  readonly name: string;
  readonly formerStacks: readonly string[];
}

export interface Clones {
  readonly naming: () => Naming;
  /** Of the clone that the next run is started in. */
  readonly disk: () => MemoryDisk;
  /** The runs of which it tells; grows with each that is begun there. */
  readonly knows: () => Set<number>;
  /** What it holds now may be put back later; of runs that go on it tells a part at most. */
  readonly keep: (goingOn: ReadonlySet<number>) => void;
  readonly happens: (event: StateEvent, log: Log) => void;
  readonly close: () => void;
}

interface Version {
  readonly content: DiskContent;
  readonly knows: ReadonlySet<number>;
}

interface Clone {
  readonly disk: MemoryDisk;
  readonly versions: Version[];
  knows: Set<number>;
}

export function openClones(): Clones {
  const opened = [0, 100].map((firstKey): Clone => ({
    disk: openMemoryDisk(firstKey),
    versions: [],
    knows: new Set(),
  }));
  let at = 0;
  let naming: Naming = { name: 'contact-centre', formerStacks: [] };
  const before: string[] = [];
  const here = (): Clone => {
    const clone = opened[at];
    if (clone === undefined) throw new Error('there are two clones');
    return clone;
  };
  const put = (version: Version | null, keepsLatest: boolean): void => {
    here().disk.replace(version?.content ?? null, { keepsLatest });
    here().knows = new Set(version?.knows);
  };
  const versionOf = ({ disk, knows }: Clone): Version => ({ content: disk.content(), knows: new Set(knows) });
  return {
    naming: () => naming,
    disk: () => here().disk,
    knows: () => here().knows,
    keep: (goingOn) => {
      const { content, knows } = versionOf(here());
      here().versions.push({ content, knows: new Set([...knows].filter((run) => !goingOn.has(run))) });
    },
    happens: (event, log) => {
      const detail: Record<string, unknown> = { ...event };
      switch (event.kind) {
        case 'lost':
          put(null, false);
          break;
        case 'renamed':
          // Copies of before are of the other name.
          for (const clone of opened) clone.versions.length = 0;
          for (at of [1, 0]) put(null, false);
          before.push(`${naming.name}.sandbox`);
          naming = renamed(naming, event.isNamed);
          break;
        case 'named':
          naming = { ...naming, formerStacks: [...before] };
          break;
        case 'older':
          put(here().versions.at(-1 - event.back) ?? null, !event.isWhole);
          break;
        case 'other clone': {
          const brought = versionOf(here());
          at = 1 - at;
          if (event.brought) put(brought, true);
          break;
        }
        default:
          return event satisfies never;
      }
      log.add({ kind: 'state', name: event.kind, detail: { ...detail, knows: [...here().knows].join() } });
    },
    close: () => opened.forEach(({ disk }) => disk.close()),
  };
}

function renamed({ name, formerStacks }: Naming, isNamed: boolean): Naming {
  return { name: `${name}-new`, formerStacks: isNamed ? [...formerStacks, `${name}.sandbox`] : formerStacks };
}
