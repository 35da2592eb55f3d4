// `muster init [folder]`: writes the starter files, with `--pulumi` the program of Pulumi, and with `--ci` the pipeline. Never overwrites a
// file. Into a folder that holds a muster.yaml it adds only what was asked for by name.

import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readAction } from '../../core/engine/version.ts';
import { ToolError } from '../../core/model/errors.ts';
import { commandHere, quoted } from '../../core/report/words/next.ts';
import { answer } from '../process/confirm.ts';
import type { Call } from '../process/command.ts';
import { layoutFor, startedIn } from '../process/emit.ts';
import { checkPipeline, writePipeline } from './ci.ts';
import { isThere, writeAllNew, type NewFile } from '../process/new-file.ts';
import { IGNORED, programFiles, starterFiles } from './starter.ts';

const FIRST = 'muster validate';
const NEXT = ['muster plan', 'muster apply'] as const;
/** In place of those: what `muster apply` makes stands in the ledger, so the stack would not touch it. */
const NEXT_OF_PROGRAM = ['npm install --save-dev @pulumi/pulumi', 'pulumi stack init dev', 'pulumi preview'] as const;

export async function initFolder(call: Call): Promise<number> {
  const { settings, shell } = call;
  const given = call.arguments[0];
  const folder = resolve(settings.folder, given ?? '.');
  const pipeline = checkPipeline(call);
  const isProject = await isThere(join(folder, 'muster.yaml'));
  if (isProject && pipeline === null && !wantsPulumi(call)) {
    throw new ToolError('folder-not-empty', { message: `${given ?? folder} has a muster.yaml` });
  }
  const starter = isProject ? await writeProgram(folder, call) : await writeStarter(folder, call);
  const added = pipeline === null ? { files: [], next: [] } : await writePipeline(folder, pipeline, settings.target);
  const files = [...starter, ...added.files];
  const started = startedIn(shell);
  const change = folder === shell.folder ? [] : [commandHere(`cd ${quoted(given ?? folder)}`, started)];
  const then = wantsPulumi(call) ? NEXT_OF_PROGRAM : isProject ? [] : NEXT;
  const own = [...(isProject ? [] : [FIRST]), ...then].map((command) => commandHere(command, started));
  const next = [...(isProject ? [] : change), ...own, ...added.next];
  const lines = ['Written:', ...files.map(lineOf), '', 'Next:', ...next.map((step) => `  ${step}`)];
  const { fitted } = await import('../../core/report/words/layout.ts');
  answer(call, { folder, files, next }, `${fitted(lines.join('\n'), layoutFor('out', call).width)}\n`);
  return 0;
}

function lineOf({ name, written, differs }: NewFile): string {
  if (written) return `  + ${name}`;
  return `  = ${name}  was there, left as it is${differs ? '; it says something else' : ''}`;
}

const wantsPulumi = ({ own }: Call): boolean => own['pulumi'] === true;

async function writeProgram(folder: string, call: Call): Promise<readonly NewFile[]> {
  if (!wantsPulumi(call)) return [];
  return writeAllNew(folder, programFiles(await isModuleProject(join(folder, 'package.json'))));
}

async function writeStarter(folder: string, call: Call): Promise<NewFile[]> {
  const isModule = await isModuleProject(join(folder, 'package.json'));
  const { version } = call;
  const starter = { version, isModule, isReleased: readAction() !== null, pulumi: wantsPulumi(call) };
  const files = await writeAllNew(folder, starterFiles(starter));
  const ignored = await addIgnored(join(folder, '.gitignore'));
  // What a project of Node has in these two files is its own.
  const kept = files.map((each) => (each.name === 'package.json' ? { ...each, differs: false } : each));
  return [...kept, { name: '.gitignore', written: ignored, differs: false }];
}

/** Without a package.json the one that is written says so; without `type`, and unreadable, it is CommonJS as for Node. */
async function isModuleProject(path: string): Promise<boolean> {
  if (!(await isThere(path))) return true;
  const manifest: unknown = parsed(await readFile(path, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'type' in manifest && manifest.type === 'module';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Adds what is missing; true when something was added. */
async function addIgnored(path: string): Promise<boolean> {
  const before = (await isThere(path)) ? await readFile(path, 'utf8') : '';
  const lines = before.split('\n').map((line) => line.trim());
  const missing = IGNORED.filter((name) => !lines.includes(name));
  if (missing.length === 0) return false;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeFile(path, `${before}${gap}${missing.join('\n')}\n`);
  return true;
}
