// fmt: muster.yaml and desired YAML files in one form (desk/edit/format.ts). Offline. What is no YAML is the finding that validate has;
// then no file is written. A file is replaced whole or not at all, rights and links stay, and one that is write-protected is refused before any.

import type { ChangedFile } from '../../desk/adopt/files.ts';
import { Findings } from '../../core/desired/text/findings.ts';
import type { SchemaNode } from '../../core/desired/text/schema.ts';
import { ToolError } from '../../core/model/errors.ts';
import { commandHere } from '../../core/report/words/next.ts';
import { printable } from '../../core/report/words/printable.ts';
import { count } from '../../core/report/words/words.ts';
import type { Call, Command } from '../process/command.ts';
import { startedIn } from '../process/emit.ts';
import { inProject } from '../process/project-folder.ts';
import type { Settings } from '../process/settings.ts';
import { described } from '../process/flags.ts';

/** The number for differences that were not wanted. */
const WOULD_CHANGE = 7;
const YAML = /\.ya?ml$/u;

export const FMT_COMMAND: Command = {
  name: 'fmt',
  summary: 'write the YAML files in one form; comments stay',
  arguments: [
    described(
      '[files...]',
      'muster.yaml and desired files that are YAML; default: all of them. JSON, CSV and program files stay as they are',
    ),
  ],
  flags: [],
  ownFlags: {
    check: described('--check', 'write nothing; exit 7 when a file would change'),
    diff: described('--diff', 'print what changes as a unified diff'),
  },
  run: runFmt,
};

async function runFmt(call: Call): Promise<number> {
  const { settings, shell, own } = call;
  const { directory } = settings;
  const { changed, left } = await formatted(settings, call.arguments);
  const say = (line: string): void => shell.terminal.out(`${printable(line)}\n`);
  const isCheck = own['check'] === true;
  if (!isCheck) await (await import('../../desk/adopt.ts')).writeFiles(directory, changed);
  for (const line of await shownChanges(changed, own['diff'] === true)) say(line);
  for (const file of left) shell.terminal.err(`${printable(file)}: left as it is; no other form of it says the same\n`);
  if (isCheck && changed.length > 0)
    shell.terminal.err(
      `${count(changed.length, 'file')} would change: ${commandHere('muster fmt', startedIn(shell))}\n`,
    );
  return isCheck && changed.length > 0 ? WOULD_CHANGE : 0;
}

/** Names, or unified diffs. */
export async function shownChanges(changed: readonly ChangedFile[], isDiff: boolean): Promise<readonly string[]> {
  if (!isDiff) return changed.map(({ opened }) => opened.file);
  const { unifiedDiff } = await import('../../desk/edit/patch-diff.ts');
  const { changedLines } = await import('../../desk/edit/changed-lines.ts');
  return changed.flatMap(({ opened: { file, text }, after }) =>
    unifiedDiff(file, text ?? '', changedLines(text ?? '', after)),
  );
}

interface FormattedFiles {
  readonly changed: readonly ChangedFile[];
  readonly left: readonly string[];
}

/** Throws all findings of all files together. */
async function formatted(settings: Settings, given: readonly string[]): Promise<FormattedFiles> {
  const findings = new Findings();
  const { PROJECT_FILE } = await import('../../core/desired/project/project.ts');
  const { readSchema } = await import('../../core/desired/text/schema-file.ts');
  // They have the order of the keys.
  const project = JSON.parse(readSchema('project')) as SchemaNode;
  const desired = JSON.parse(readSchema('desired')) as SchemaNode;
  const { openFile } = await import('../../desk/adopt.ts');
  const { formatYaml } = await import('../../desk/edit/format.ts');
  const changed: ChangedFile[] = [];
  const left: string[] = [];
  for (const file of await filesOf(settings, given, findings)) {
    const opened = await openFile(settings.directory, file);
    const text = opened.text ?? '';
    const after = formatYaml(text, { file, schema: file === PROJECT_FILE ? project : desired, findings });
    if (after === null) left.push(file);
    else if (after !== text) changed.push({ opened, after });
  }
  findings.stop();
  return { changed, left };
}

async function filesOf(settings: Settings, given: readonly string[], findings: Findings): Promise<readonly string[]> {
  const { PROJECT_FILE, readProjectFile } = await import('../../core/desired/project/project.ts');
  const { findDesiredFiles, isDesiredFile } = await import('../../core/desired/text/find-files.ts');
  const { directory } = settings;
  const { patterns, source } = await readProjectFile(directory);
  const { files: all } = await findDesiredFiles(directory, patterns, { source, findings });
  if (given.length === 0) return [PROJECT_FILE, ...all.filter((file) => YAML.test(file))];
  return given.map((name) => {
    const file = inProject(settings, name);
    if (file === PROJECT_FILE || (YAML.test(file) && isDesiredFile(file, patterns))) return file;
    const known = patterns.map(({ text }) => text).join(', ');
    throw new ToolError('not-desired-file', {
      message: `fmt: expected ${PROJECT_FILE}, or .yaml files that fit desired: ${known}; given ${name}`,
    });
  });
}
