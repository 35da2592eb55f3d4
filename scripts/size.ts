// `npm run size [-- --against REV]`: files and lines of each room, and rules by kind, with the difference to the last release or REV.
// Every rule has a price (CONTRIBUTING.md); this is where it is read off. What is counted is what Git tracks. Exit 0; 2: a wrong flag.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import { ROOT } from '../tools/files.ts';

/**
 * A kind of rule: in which files its rows stand, and what one looks like. The same row twice counts once.
 * Paths fit a tree from before src/core, too.
 */
const KINDS: Readonly<Record<string, readonly [paths: readonly string[], row: string]>> = {
  'error codes': [[':(glob)src/**/model/errors/*'], "^  '?[a-z-]+'?: entry\\("],
  reasons: [[':(glob)src/**/reconcile/verdict.ts'], "^  '?[a-z-]+'?: \\['"],
  guards: [[':(glob)src/**/reconcile/guard.ts'], "code: 'guard-[a-z-]+'"],
  'keys of files': [['schemas/project.schema.json', 'schemas/desired.schema.json'], '^ +"description": .+'],
  'open questions': [['src/sandbox/world/switches.ts'], '^  readonly S[0-9]+:'],
  commands: [['src/cli/verbs'], "^ +name: '[a-z-]+',$"],
  flags: [['src/cli'], "'(-[a-z], )?--[a-z-]+( <[^']+>)?'"],
  formats: [[':(glob)src/**/report/format-table.ts'], "for: '[^']+'"],
};

/** Rooms of src and what stands beside it. */
function roomOf(path: string): string | null {
  const room = /^src\/(?:(?:core|desk)\/)?[^/.]+/u.exec(path);
  if (room !== null) return room[0];
  const [top] = path.split('/');
  return top !== undefined && ['providers', 'test', 'scripts', 'tools', 'bench'].includes(top) ? top : null;
}

interface Size {
  readonly files: number;
  readonly lines: number;
}

function git(...words: readonly string[]): string {
  return spawnSync('git', [...words], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const at = (revision: string | null): readonly string[] => (revision === null ? [] : [revision]);

function rooms(revision: string | null): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const row of linesOf(git('grep', '-c', '', ...at(revision), '--', '*.ts'))) {
    // Behind the revision, where one was asked for.
    const [path = '', count] = row.split(':').slice(-2);
    const room = roomOf(path);
    if (room === null) continue;
    const { files, lines } = sizes.get(room) ?? { files: 0, lines: 0 };
    sizes.set(room, { files: files + 1, lines: lines + Number(count) });
  }
  return sizes;
}

function rules(revision: string | null): Map<string, number> {
  const counts = Object.entries(KINDS).map(([kind, [paths, row]]): [string, number] => {
    return [kind, new Set(linesOf(git('grep', '-hoP', row, ...at(revision), '--', ...paths))).size];
  });
  return new Map(counts);
}

function wanted(): string | null {
  try {
    const { values } = parseArgs({ options: { against: { type: 'string' } } });
    const revision = values.against ?? git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim();
    if (revision === '') return null;
    if (git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`) !== '') return revision;
    throw new Error(`--against: expected a commit or tag of this repository; given ${JSON.stringify(revision)}`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message.split('\n')[0] : 'Unknown flag'}. Use --against REV.\n`,
    );
    process.exit(2);
  }
}

/** `+12`, `-3`, or nothing where there is nothing to compare with or nothing changed. */
function differing(now: number, before: number | undefined): string {
  const by = before === undefined ? 0 : now - before;
  return by === 0 ? '' : by > 0 ? `+${by}` : String(by);
}

function print(name: string, ...cells: readonly (number | string)[]): void {
  console.log(`${name.padEnd(18)}${cells.map((cell) => String(cell).padStart(10)).join('')}`.trimEnd());
}

const against = wanted();
/** A room that went behind the border is compared with itself. */
const formerName = (room: string): string => room.replace(/^src\/(core|desk)\//u, 'src/');
const before = against === null ? null : rooms(against);
const sizes = [...rooms(null)].map(([room, size]) => {
  return { room, ...size, then: (before?.get(room) ?? before?.get(formerName(room)))?.lines ?? 0 };
});
const known = new Set(sizes.flatMap(({ room }) => [room, formerName(room)]));
for (const [room, { lines }] of before ?? [])
  if (!known.has(room)) sizes.push({ room, files: 0, lines: 0, then: lines });
const sum = (kind: 'files' | 'lines' | 'then', rows: typeof sizes): number =>
  rows.reduce((all, row) => all + row[kind], 0);
const totals = Object.entries({ 'src/core in all': /^src\/core\//u, 'src + providers': /^(src\/|providers)/u }).map(
  ([room, fits]) => {
    const own = sizes.filter((each) => fits.test(each.room));
    return { room, files: sum('files', own), lines: sum('lines', own), then: sum('then', own) };
  },
);
print('Room', 'files', 'lines', against === null ? '' : 'change');
for (const { room, files, lines, then } of [...sizes, ...totals])
  print(room, files, lines, before === null ? '' : differing(lines, then));
console.log();
print('Rules', 'count', against === null ? '' : 'change');
const then = against === null ? null : rules(against);
for (const [kind, count] of rules(null)) print(kind, count, differing(count, then?.get(kind)));
console.log(
  against === null ? '\nNo release yet to compare with: --against REV names a commit.' : `\nAgainst ${against}.`,
);
