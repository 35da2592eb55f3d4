// `muster init [folder]`: writes the starter files, and with `--ci` the pipeline. Never overwrites a file. Refuses a folder that holds a
// muster.yaml, unless the pipeline alone is what is missing there.

import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolError } from '../../model/errors.ts';
import { PACKAGE_NAME } from '../../model/package.ts';
import { quoted } from '../../report/words/next.ts';
import type { Call } from '../process/command.ts';
import { checkPipeline, writePipeline } from './ci.ts';
import { isThere, writeNew, writtenLine } from '../process/new-file.ts';
import { IGNORED, starterFiles } from './starter.ts';

/** The package is installed in the project: a bare `muster` is on nobody's PATH. */
const NEXT = ['validate', 'plan', 'apply'] as const;

export async function initFolder(call: Call): Promise<number> {
  const { settings, shell } = call;
  const given = call.arguments[0];
  const folder = resolve(settings.directory, given ?? '.');
  const pipeline = checkPipeline(call);
  const isProject = await isThere(join(folder, 'muster.yaml'));
  if (isProject && pipeline === null) {
    throw new ToolError('folder-not-empty', { message: `${given ?? settings.directory} has a muster.yaml` });
  }
  const lines = isProject ? [] : await writeStarter(folder, call.version);
  const added = pipeline === null ? null : await writePipeline(folder, pipeline, settings.target);
  lines.push(...(added?.lines ?? []));
  const change = folder === shell.folder ? '' : `  cd ${quoted(given ?? settings.directory)}\n`;
  const next = isProject ? '' : `${change}${NEXT.map((command) => `  npx ${PACKAGE_NAME} ${command}\n`).join('')}`;
  shell.terminal.out(`Written:\n${lines.join('\n')}\n\nNext:\n${next}${added?.next ?? ''}`);
  return 0;
}

async function writeStarter(folder: string, version: string): Promise<string[]> {
  const lines: string[] = [];
  const isModule = await isModuleProject(join(folder, 'package.json'));
  for (const [name, text] of Object.entries(starterFiles({ version, isModule }))) {
    lines.push(writtenLine(name, await writeNew(join(folder, name), text)));
  }
  lines.push((await addIgnored(join(folder, '.gitignore'))) ? '  + .gitignore' : '  = .gitignore');
  return lines;
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
