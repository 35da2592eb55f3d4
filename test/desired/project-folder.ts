// A project folder on disk for one test: real files, removed afterwards.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { loadDesired } from '../../src/core/desired/project/load.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState } from '../../src/core/model/state.ts';

const MUSTER_YAML = `name: contact-centre
desired: ["desired/**/*"]
targets:
  sandbox: {sandbox: true}
`;

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Absolute path of a fresh folder with the files; muster.yaml is added when not among them. */
export async function projectFolder(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-desired-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ 'muster.yaml': MUSTER_YAML, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function load(folder: string): Promise<DesiredState> {
  const project = await loadProject(folder);
  return loadDesired(project, chooseTarget(project, null));
}

export async function loadFiles(files: Files): Promise<DesiredState> {
  return load(await projectFolder(files));
}

/** Runs something that must end in a ToolError. */
export async function errorOf(work: () => unknown): Promise<ToolError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('expected a ToolError; nothing was thrown');
}

/** `code file:line:column` of every finding, in order. */
export async function placesOf(files: Files): Promise<string[]> {
  const { diagnostics } = await errorOf(() => loadFiles(files));
  return diagnostics.map(({ code, source }) => `${code} ${source.file}:${source.line}:${source.column}`);
}
