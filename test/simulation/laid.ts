// The desired files of a life as they lie in a folder, read by muster's own loader: a file with the first person and the first campaign, and
// one with all others, which may be a program that muster runs in its worker. It breaks in a run, it reads a list that lies beside it, or it
// is called so that muster does not read it. The folder may be as `init` writes it, a run may begin below it, and each version may be a commit.

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { starterFiles } from '../../src/cli/init/starter.ts';
import { projectAbove } from '../../src/cli/process/project-folder.ts';
import { loadDesired, loadWithEarlier } from '../../src/core/desired/project/load.ts';
import { MACHINE } from '../../src/core/machine.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState, Project } from '../../src/core/model/state.ts';
import type { Target } from '../../src/core/model/target.ts';
import type { SinceBase } from '../../src/core/engine/since.ts';
import { toInput } from './files.ts';
import type { Files } from './files.ts';
import { LISTED, withLists } from './laid-lists.ts';
import type { Mistake, Numbers } from './laid-lists.ts';
import { openCommits } from './laid-commits.ts';
import type { Blamed } from './laid-commits.ts';
import { withSheets } from './laid-sheets.ts';
import type { Faulty, Sheet, Unreadable } from './laid-sheets.ts';
import { POLICY, withSlip } from './laid-slips.ts';
import type { Fault, Slip } from './laid-slips.ts';

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
  /** Its customers stand in a list of a spreadsheet of some country. */
  readonly sheet?: Sheet;
  /** muster.yaml names a list of whom nobody may call. */
  readonly isListed?: true;
  /** What the file is called where it is not read. */
  readonly unread?: string;
  /** muster.yaml is the one that `init` writes, and the files lie where it says. */
  readonly isOfInit?: true;
  /** Runs begin in the folder of the desired files. */
  readonly isBelow?: true;
  /** Each version that is read is a commit. */
  readonly isInGit?: true;
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

/** Only a limit ends them. */
const ENDLESS = {
  'a loop without an end': (whole) => `for (;;);\n${whole}`,
  'a loop after it has declared': (whole) => `${whole}\nfor (;;);`,
  'a timer that is always due': (whole) =>
    `setInterval(() => undefined, 10); await new Promise(() => undefined);\n${whole}`,
} as const satisfies Record<string, (whole: string) => string>;

export type Breach = keyof typeof BREACHES | keyof typeof ENDLESS;
export const BREACH_NAMES = Object.keys(BREACHES) as readonly Breach[];
export const ENDLESS_NAMES = Object.keys(ENDLESS) as readonly Breach[];

const TALKS = "import { parentPort } from 'node:worker_threads'; parentPort?.postMessage('ready');";
const WAITS = 'await new Promise((go) => setTimeout(go, 90_000));';

const PROGRAM = /\.m?[jt]s$/u;
const FIRST = 'desired/first.json';
const FIRST_OF_INIT = 'teams/first.yaml';
const LIST = 'lists/others.txt';

/** What the loader of muster says of the files of one run. */
export type Loaded = (
  { readonly error: ToolError } | { readonly desired: DesiredState; readonly before?: SinceBase['before'] }
) & {
  /** Lists that nobody can read. */
  readonly faulty?: readonly Faulty[];
  /** The commits of each customer's lines, where there are any. */
  readonly blamed?: Blamed;
};

interface Asked {
  readonly files: Files;
  /** Of a list that was damaged on its way: as the team wrote it. */
  readonly whole: Files;
  readonly breaks: Breach | null;
  /** What is wrong in each row of its lists. */
  readonly mistake: Mistake | null;
  /** Why nobody can read them. */
  readonly unreadable: Fault | null;
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
  const [now, then] = [join(root, 'now'), join(root, 'then')];
  const known = new Map<string, Loaded>();
  const commits = laid.isInGit === true ? openCommits(now) : null;
  const read = async ({ base, target, ...asked }: Asked): Promise<Loaded> => {
    const { texts, faulty } = textsOf(laid, { ...asked, folder: now });
    // A program of then that reads a list by a relative path reads the list of now.
    const earlier = { files: base ?? asked.files, whole: base ?? asked.files, breaks: null, mistake: null };
    const before = base && textsOf(laid, { ...earlier, unreadable: null, folder: now }).texts;
    const key = JSON.stringify([...texts, '', ...(before ?? [])]);
    const loading = { now, then, texts, before, target, isBelow: laid.isBelow === true };
    const found = (commits === null ? known.get(key) : undefined) ?? (await load(loading, asked.breaks));
    known.set(key, found);
    const blamed = commits !== null && 'desired' in found ? await commits.of(found.desired) : undefined;
    return { ...found, faulty, ...(blamed && { blamed }) };
  };
  return { read, close: () => rm(root, { recursive: true, force: true }) };
}

type Texts = ReadonlyMap<string, string | Buffer>;

interface Writing {
  readonly files: Files;
  readonly whole: Files;
  readonly breaks: Breach | null;
  readonly mistake: Mistake | null;
  readonly unreadable: Fault | null;
  readonly folder: string;
}

interface Written {
  readonly texts: Texts;
  readonly faulty: readonly Faulty[];
}

function textsOf(laid: Laid, writing: Writing): Written {
  const { others, isListed, isOfInit, sheet, unread } = laid;
  const { files, whole, breaks, unreadable } = writing;
  const [first, more] = halvesOf(files, laid);
  const name = isOfInit === true ? others : `desired/${others}`;
  const muster = isOfInit === true ? ofInit() : `${projectOf([FIRST, name])}${isListed === true ? POLICY : ''}`;
  const texts = new Map<string, string | Buffer>([['muster.yaml', muster]]);
  texts.set(isOfInit === true ? FIRST_OF_INIT : FIRST, first);
  const ends = (): Written =>
    isListed === true ? withSlip(texts, unreadable as Slip | null, name) : { texts, faulty: [] };
  if (files.unread !== undefined && unread !== undefined) {
    texts.set(unread, halvesOf(whole, laid)[1]);
    return ends();
  }
  if (more === NOTHING && breaks === null) return ends();
  if (sheet === undefined) withOthers(texts, name, { more, laid, writing });
  if (sheet === undefined) return ends();
  const sheets = withSheets(more, sheet, unreadable as Unreadable | null);
  for (const [file, rows] of sheets.files) texts.set(file, rows);
  return { texts: texts.set(name, sheets.text), faulty: sheets.faulty };
}

const projectOf = (names: readonly string[]): string =>
  `name: contact-centre\ndesired: [${names.join(', ')}]\ntargets:\n  sandbox: {sandbox: true}\n`;

function ofInit(): string {
  const { 'muster.yaml': text = '' } = starterFiles({ version: '0', isModule: true, isReleased: false, pulumi: false });
  return text;
}

interface Half {
  readonly more: string;
  readonly laid: Laid;
  readonly writing: Writing;
}

function withOthers(texts: Map<string, string | Buffer>, name: string, { more, laid, writing }: Half): Texts {
  const { isReading, isTalking, list } = laid;
  const { breaks, mistake, folder } = writing;
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
  return texts.set(name, breaks === null ? text : { ...BREACHES, ...ENDLESS }[breaks](text));
}

/** A file may not be empty. */
const NOTHING = '{}';

/** The first person and the first campaign, and all others. */
function halvesOf(files: Files, { isInGit }: Laid): readonly [string, string] {
  const { users = [], campaigns = [] } = toInput(files);
  const half = (from: number, to?: number): string => {
    const [people, lists] = [users.slice(from, to), campaigns.slice(from, to)];
    const half = { ...(people.length > 0 && { users: people }), ...(lists.length > 0 && { campaigns: lists }) };
    return isInGit === true && Object.keys(half).length > 0 ? JSON.stringify(half, null, 1) : JSON.stringify(half);
  };
  return [half(0, 1), half(1)];
}

async function write(folder: string, texts: Texts): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (name !== '.git') await rm(join(folder, name), { recursive: true, force: true });
  for (const [name, text] of texts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The loader reads another part of it. */
const NOTHING_ASKED = { deletes: { count: 3, percent: 10 } };

interface Loading {
  /** Folders. */
  readonly now: string;
  readonly then: string;
  readonly texts: Texts;
  readonly before: Texts | null;
  readonly target: Target;
  readonly isBelow: boolean;
}

async function load({ now, then, texts, before, target, isBelow }: Loading, breaks: Breach | null): Promise<Loaded> {
  await write(now, texts);
  const directory = isBelow ? await projectAbove(join(now, 'desired')) : now;
  const project: Project = { directory, name: 'contact-centre', targets: new Map(), policy: NOTHING_ASKED, ignore: [] };
  const slow = ENDLESS_NAMES.some((each) => each === breaks) ? hurried() : () => undefined;
  try {
    if (before === null) return { desired: await loadDesired(project, target) };
    await write(then, before);
    const isSame = (file: string): boolean => texts.get(file) === before.get(file);
    return await loadWithEarlier(project, target, { files: new Set(before.keys()), isSame, folder: async () => then });
  } catch (error) {
    if (error instanceof ToolError) return { error };
    throw error;
  } finally {
    slow();
  }
}

/** So many times faster: a worker has no virtual time, and nobody waits two minutes for its limit. */
const HURRY = 300;

/** Timers of this machine are due sooner, until what it gives is called. */
function hurried(): () => void {
  const { after } = MACHINE;
  const sooner: typeof after = (ms, ...more) => after(ms / HURRY, ...more);
  Object.assign(MACHINE, { after: sooner });
  return () => void Object.assign(MACHINE, { after });
}
