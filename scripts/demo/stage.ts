// Where a story is played: a copy of one of the examples in a temporary folder. Prints every command as a person would
// type it, then its real output. A step with another result than expected ends the demo.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { styleText } from 'node:util';

import type { JsonReport } from '../../src/core/report/documents/json-report.ts';
import { ROOT } from '../../tools/files.ts';
import { run } from '../../tools/run.ts';
import type { Ended } from '../../tools/run.ts';

/** The difference between the expected and the real result. */
export class StoryBroken extends Error {}

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly output: string;
}

export interface Call {
  /** Name of the block in the documents that shows this step. */
  readonly name?: string;
  /** Expected exit code. Default 0. */
  readonly exit?: number;
  /** Lines left out and counted: progress that says nothing afterwards. */
  readonly hide?: RegExp;
  /** Only paragraphs that begin with one of these; a gap is shown as `…`. Recorded in the same way. Default: all. */
  readonly only?: readonly RegExp[];
  /** Lines printed at most; the middle is counted. Recorded in the same way. Default: all. */
  readonly lines?: number;
  /** Neither printed nor recorded: preparation that is no part of the story. */
  readonly silent?: boolean;
}

export interface Stage {
  readonly folder: string;
  say(text: string): void;
  chapter(title: string): void;
  /** A program on PATH; answers with what it printed. */
  call(words: readonly string[], call?: Call): Promise<string>;
  /** `muster …`; answers with the JSON document of the same run. */
  report(words: readonly string[], call?: Call): Promise<JsonReport>;
  /** Replaces text that stands there once; shown and recorded as removed and added lines. */
  edit(file: string, before: string, after: string): void;
  steps(): readonly Step[];
  /** Stops its sandbox. */
  close(): void;
}

/** `environmentIn` is told the temporary folder, which goes when the stage is closed. */
export function openStage(
  environmentIn: (home: string) => Readonly<Record<string, string>>,
  example: 'quickstart' | 'tour' = 'quickstart',
): Stage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'muster-demo-')));
  const environment = environmentIn(home);
  const folder = join(home, example);
  copyExample(example, folder);
  const steps: Step[] = [];
  const colors = process.stdout.isTTY;
  const play = async (words: readonly string[], extra: readonly string[], call: Call): Promise<string> => {
    const command = words.map(quoted).join(' ');
    if (!call.silent) print(`\n${paint('bold', `$ ${command}`)}`);
    const hidden = words[0] === 'muster' ? [...extra, '--color', colors ? 'always' : 'never'] : extra;
    const { code: exit, text } = await start([...words, ...hidden], folder, environment);
    const output = text.trimEnd();
    const failed = exit !== (call.exit ?? 0);
    const said = call.only === undefined ? output : excerpt(plain(output), call.only);
    const shown = failed ? output : shorten(withoutNoise(said, call.hide), call.lines ?? Infinity);
    if (!call.silent) {
      print(shown);
      steps.push({ name: call.name ?? '', command, output: plain(shown) });
    }
    expectThat(!failed, `\`${command}\` ended with ${exit}, the story says ${call.exit ?? 0}`);
    return plain(output);
  };
  return {
    folder,
    say: (text) => print(text),
    chapter: (title) => print(`\n${paint('cyan', `── ${title} ${'─'.repeat(Math.max(3, 96 - title.length))}`)}`),
    call: (words, call = {}) => play(words, [], call),
    async report(words, call = {}) {
      // A second output beside the text, so that the story can be checked in numbers.
      const file = join(home, 'report.json');
      await play(words, ['--out', `json=${file}`], call);
      return JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
    },
    edit: (file, before, after) => {
      const text = readFileSync(join(folder, file), 'utf8');
      expectThat(text.split(before).length === 2, `${file} does not say once: ${before}`);
      writeFileSync(join(folder, file), text.replace(before, after));
      const command = `# edit ${file}`;
      const output = [...marked('-', before), ...marked('+', after)].join('\n');
      print(`\n${paint('bold', command)}\n${output}`);
      steps.push({ name: 'edit', command, output });
    },
    steps: () => steps,
    close: () => {
      spawnSync(process.execPath, [join(ROOT, 'bin/muster.js'), 'sandbox', 'stop'], {
        cwd: folder,
        env: { ...process.env, ...environment },
      });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function copyExample(example: string, folder: string): void {
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true, filter: (file) => !file.endsWith('.muster') });
  // As after `npm install musterctl @pulumi/pulumi`.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/musterctl'), 'junction');
  symlinkSync(join(ROOT, 'node_modules/@pulumi'), join(folder, 'node_modules/@pulumi'), 'junction');
}

/** Lines as an edit shows them; an edit that only adds or only removes repeats nothing. */
function marked(sign: '-' | '+', text: string): string[] {
  const lines = text.replace(/\n$/u, '').split('\n');
  return text === '' ? [] : lines.map((line) => `${sign} ${line}`);
}

function start(words: readonly string[], cwd: string, environment: Readonly<Record<string, string>>): Promise<Ended> {
  const [program = '', ...args] = words;
  // What somebody at a terminal sees, also where this is told in a pipeline.
  const env = { ...process.env, CI: '', COLUMNS: '100', GIT_PAGER: 'cat', ...environment };
  if (program !== 'muster') return run(program, args, { cwd, env });
  return run(process.execPath, [join(ROOT, 'bin/muster.js'), ...args], { cwd, env });
}

/** Git in its folder; not shown. */
export function git({ folder }: Stage, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=team', '-c', 'user.email=team@example.com'];
  spawnSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
}

/** Commits the project, in a new repository where there is none. */
export function commit(stage: Stage, message: string): void {
  git(stage, 'init', '--quiet');
  git(stage, 'add', 'muster.yaml', 'teams', 'campaigns');
  git(stage, 'commit', '--quiet', '--message', message);
}

/** Throws with the expectation that was not met. */
export function expectThat(truth: boolean, sentence: string): void {
  if (!truth) throw new StoryBroken(sentence);
}

/** Names every number that differs, so that a failure can be read without running it again. */
export function expectCounts(found: Readonly<Record<string, number>>, told: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(told).filter(([name, count]) => (found[name] ?? 0) !== count);
  const words = wrong.map(([name, count]) => `${name}: ${found[name] ?? 0} instead of ${count}`);
  expectThat(wrong.length === 0, `the counts differ: ${words.join(', ')}`);
}

function withoutNoise(output: string, noise: RegExp | undefined): string {
  if (noise === undefined) return output;
  const lines = output.split('\n');
  const first = lines.findIndex((line) => noise.test(line));
  const kept = lines.filter((line) => !noise.test(line));
  const hidden = lines.length - kept.length;
  return hidden === 0 ? output : kept.toSpliced(first, 0, `    … ${hidden} lines of progress …`).join('\n');
}

function excerpt(output: string, starts: readonly RegExp[]): string {
  const paragraphs = output.split(/\n(?:[ \t]*\n)+/u);
  const isKept = paragraphs.map((text) => starts.some((start) => start.test(text.split('\n', 1)[0] ?? '')));
  expectThat(isKept.includes(true), `no paragraph of the output begins with ${starts.join(' or ')}`);
  return paragraphs.flatMap((text, at) => (isKept[at] ? [text] : isKept[at - 1] === false ? [] : ['…'])).join('\n\n');
}

/** Keeps the beginning and more of the end, where programs print their result. */
function shorten(output: string, limit: number): string {
  const lines = output.split('\n');
  if (lines.length <= limit) return output;
  const head = Math.floor(limit / 4);
  const tail = limit - head;
  return [...lines.slice(0, head), `… ${lines.length - limit} lines …`, ...lines.slice(-tail)].join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function plain(text: string): string {
  return text.replaceAll(/\u001b\[[0-9;]*m/gu, '');
}

function paint(style: 'bold' | 'cyan', text: string): string {
  return process.stdout.isTTY ? styleText(style, text) : text;
}

function print(text: string): void {
  if (text !== '') console.log(text);
}

export function isOnPath(program: string, folders: string): boolean {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  return folders.split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))));
}
