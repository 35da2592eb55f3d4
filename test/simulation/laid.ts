// The desired files of a life as they lie in a folder, read by muster's own loader: a file with the first person and the first campaign, and
// one with all others, which may be a program that muster runs in its worker. It breaks in a run, it reads a list that lies beside it, or it
// is called so that muster does not read it.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { loadDesired, loadWithEarlier } from '../../src/core/desired/project/load.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState, Project } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { SinceBase } from '../../src/core/engine/since.ts';
import { toInput } from './files.ts';
import type { Files } from './files.ts';
import { LISTED, withLists } from './laid-lists.ts';
import type { Mistake, Numbers } from './laid-lists.ts';

/** How a life lays its files out. */
export interface Laid {
  /** Name of the file with all others, below `desired`. */
  readonly others: string;
  /** A program says a word to whoever started its thread. */
  readonly isTalking?: true;
  /** A program reads them from a list, by a path that is relative to where muster was started. */
  readonly isReading?: true;
  /** Its customers stand in a list of a spreadsheet; `national`: with numbers as they are dialled in Spain. */
  readonly list?: Numbers;
  /** What the file is called where it is not read. */
  readonly unread?: string;
}

/** Each ends, hangs or breaks, and none says whom it declares. */
const BREACHES = {
  exit: () => 'process.exit(0);',
  'exit after it has declared': (whole) => `${whole}\nprocess.exit(0);`,
  'exit in a timer': () => `setTimeout(() => process.exit(0), 5); ${WAITS}`,
  'exit in a timer that is due': (whole) => `setTimeout(() => process.exit(0), 0);\n${whole}`,
  'exit in a handler': () => "process.on('exit', () => process.exit(0)); process.exit(3);",
  'a promise that never settles': (whole) => `await new Promise(() => undefined);\n${whole}`,
  'a throw': () => "throw new TypeError('no list');",
  'a throw of no error': () => 'throw undefined;',
  'a throw in a timer': () => `setTimeout(() => { throw new Error('no list'); }, 5); ${WAITS}`,
  'a throw in a timer that is due': (whole) => `setTimeout(() => { throw new Error('no list'); }, 0);\n${whole}`,
  'a rejection that nobody awaits': (whole) => `Promise.reject(new RangeError('no list'));\n${whole}`,
  'a value that throws': () => "export default { get users() { throw new Error('no list'); } };",
  'a promise as its value': () => 'export default Promise.resolve({ users: [] });',
  'a function as its value': () => 'export default () => ({ users: [] });',
  'no value': () => 'export const users = [];',
  'words that are no program': () => 'export default { users: [',
  'a module that is not there': () => "import list from './list-that-is-not-there.mjs'; export default list;",
  'a list that is not there': () =>
    "import { readFileSync } from 'node:fs'; export default readFileSync('no-such-list.json');",
  'a word, and a promise that never settles': () => `${TALKS} await new Promise(() => undefined);`,
} as const satisfies Record<string, (whole: string) => string>;

export type Breach = keyof typeof BREACHES;
export const BREACH_NAMES = Object.keys(BREACHES) as readonly Breach[];

const TALKS = "import { parentPort } from 'node:worker_threads'; parentPort?.postMessage('ready');";
const WAITS = 'await new Promise((go) => setTimeout(go, 90_000));';

const PROGRAM = /\.m?[jt]s$/u;
const FIRST = 'desired/first.json';
const LIST = 'lists/others.txt';

/** What the loader of muster says of the files of one run. */
export type Loaded =
  { readonly error: ToolError } | { readonly desired: DesiredState; readonly before?: SinceBase['before'] };

interface Asked {
  readonly files: Files;
  /** Of a list that was damaged on its way: as the team wrote it. */
  readonly whole: Files;
  readonly breaks: Breach | null;
  /** What is wrong in each row of its lists. */
  readonly mistake: Mistake | null;
  /** The files of `--since`. */
  readonly base: Files | null;
  readonly target: Target;
}

export interface LaidOut {
  readonly read: (asked: Asked) => Promise<Loaded>;
  readonly close: () => Promise<void>;
}

export async function layOut(laid: Laid): Promise<LaidOut> {
  const root = await mkdtemp(join(tmpdir(), 'muster-life-'));
  const known = new Map<string, Loaded>();
  const read = async ({ files, whole, breaks, mistake, base, target }: Asked): Promise<Loaded> => {
    const now = textsOf(laid, { files, whole, breaks, mistake, folder: join(root, 'now') });
    // A program of then that reads a list by a relative path reads the list of now.
    const then =
      base && textsOf(laid, { files: base, whole: base, breaks: null, mistake: null, folder: join(root, 'now') });
    const key = JSON.stringify([...now, '', ...(then ?? [])]);
    const found = known.get(key) ?? (await load({ root, now, then, target }));
    known.set(key, found);
    return found;
  };
  return { read, close: () => rm(root, { recursive: true, force: true }) };
}

type Texts = ReadonlyMap<string, string>;

interface Written {
  readonly files: Files;
  readonly whole: Files;
  readonly breaks: Breach | null;
  readonly mistake: Mistake | null;
  readonly folder: string;
}

function textsOf(
  { others, isReading, isTalking, list, unread }: Laid,
  { files, whole, breaks, mistake, folder }: Written,
): Texts {
  const [first, more] = halvesOf(files);
  const name = `desired/${others}`;
  const texts = new Map([
    ['muster.yaml', `name: contact-centre\ndesired: [${FIRST}, ${name}]\ntargets:\n  sandbox: {sandbox: true}\n`],
    [FIRST, first],
  ]);
  if (files.unread !== undefined && unread !== undefined) return texts.set(unread, halvesOf(whole)[1]);
  if (more === NOTHING && breaks === null) return texts;
  if (list !== undefined) {
    const lists = withLists(more, list, mistake);
    for (const [at, rows] of lists.rows.entries()) texts.set(LISTED(at), rows);
    return texts.set(name, lists.text);
  }
  if (!PROGRAM.test(name)) return texts.set(name, more);
  const from = relative(process.cwd(), join(folder, LIST));
  const reading = `import { readFileSync } from 'node:fs'; export default JSON.parse(readFileSync('${from}', 'utf8'));`;
  const text = isReading === true ? reading : `${isTalking === true ? TALKS : ''} export default ${more};`;
  if (isReading === true) texts.set(LIST, more);
  return texts.set(name, breaks === null ? text : BREACHES[breaks](text));
}

/** A file may not be empty. */
const NOTHING = '{}';

/** The first person and the first campaign, and all others. */
function halvesOf(files: Files): readonly [string, string] {
  const { users = [], campaigns = [] } = toInput(files);
  const half = (from: number, to?: number): string => {
    const [people, lists] = [users.slice(from, to), campaigns.slice(from, to)];
    return JSON.stringify({
      ...(people.length > 0 && { users: people }),
      ...(lists.length > 0 && { campaigns: lists }),
    });
  };
  return [half(0, 1), half(1)];
}

async function write(folder: string, texts: Texts): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of texts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The loader reads another part of it. */
const NOTHING_ASKED = { deletes: { count: 3, percent: 10 } };

interface Loading {
  readonly root: string;
  readonly now: Texts;
  readonly then: Texts | null;
  readonly target: Target;
}

async function load({ root, now, then, target }: Loading): Promise<Loaded> {
  const directory = join(root, 'now');
  await write(directory, now);
  const project: Project = { directory, name: 'contact-centre', targets: new Map(), policy: NOTHING_ASKED, ignore: [] };
  try {
    if (then === null) return { desired: await loadDesired(project, target) };
    const folder = join(root, 'then');
    await write(folder, then);
    const isSame = (file: string): boolean => now.get(file) === then.get(file);
    return await loadWithEarlier(project, target, { files: new Set(then.keys()), isSame, folder: async () => folder });
  } catch (error) {
    if (error instanceof ToolError) return { error };
    throw error;
  }
}
