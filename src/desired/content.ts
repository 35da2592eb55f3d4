// What an approval binds of the desired files: their content, not the commit that carries it, so that a squash or a rebase
// changes nothing (research, gitops-drift 3.5). Line ends do not count: checkouts differ in them.

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

import type { TreeNode } from './tree.ts';

export function digestOfText(text: string): string {
  return sha256(text.replaceAll('\r\n', '\n'));
}

/** Of a value that a program declares: canonical JSON, whatever the order of its keys. */
export function digestOfTree(node: TreeNode): string {
  return sha256(canonicalize(plain(node)) ?? 'null');
}

/** Each file by name and digest, each once, whatever the order they were read in. */
export function digestOfFiles(files: readonly (readonly [string, string])[]): string {
  const entries = [...new Map(files)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(canonicalize(entries) ?? 'null');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A number that JSON cannot say is refused elsewhere; here it only must not end the run. */
function plain(node: TreeNode): unknown {
  if (node.kind === 'list') return node.items.map(plain);
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.value)]));
  return typeof node.value === 'number' && !Number.isFinite(node.value) ? String(node.value) : node.value;
}
