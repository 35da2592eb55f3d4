// One desired file, by its ending: YAML and JSON are parsed, programs are run.

import { digestOfText, digestOfTree } from './content.ts';
import { kindOf } from './find-files.ts';
import type { Findings } from './findings.ts';
import { parseJson } from './json.ts';
import type { TakeList } from './json.ts';
import { runProgramFile } from './program-file.ts';
import { pathInside, readInside } from './read-file.ts';
import { fixedSource, textSource } from './source.ts';
import type { Source } from './source.ts';
import type { TreeNode } from './tree.ts';
import { parseYaml } from './yaml.ts';

export interface ParsedFile {
  readonly source: Source;
  /** Null when the file holds no value at all. */
  readonly node: TreeNode | null;
  /** Digest of the text, or of the value that a program exports (content.ts). */
  readonly content: string;
}

/** Null when the file cannot be read; that has been reported. `take`: of JSON, lists whose entries are taken as they are read. */
export async function treeOfFile(
  { directory, file, text }: { readonly directory: string; readonly file: string; readonly text?: string | undefined },
  findings: Findings,
  take?: TakeList,
): Promise<ParsedFile | null> {
  const read = text === undefined ? await readInside(directory, file) : { text };
  if ('refusal' in read) {
    const { code, message, line, column } = read.refusal;
    findings.add({ code, source: fixedSource(file, line, column), at: 0, message });
    return null;
  }
  const kind = kindOf(file);
  if (kind === '.ts' || kind === '.mts' || kind === '.js' || kind === '.mjs')
    return treeOfProgram(directory, file, findings);
  const source = textSource(file, read.text);
  const before = findings.count;
  const node =
    kind === '.json' ? parseJson(read.text, { source, findings }, take) : parseYaml(read.text, { source, findings });
  return node === null && findings.count > before ? null : { source, node, content: digestOfText(read.text) };
}

async function treeOfProgram(directory: string, file: string, findings: Findings): Promise<ParsedFile | null> {
  const path = await pathInside(directory, file);
  const node = path === null ? null : await runProgramFile(path, file, { findings });
  return node && { source: fixedSource(file), node, content: digestOfTree(node) };
}
