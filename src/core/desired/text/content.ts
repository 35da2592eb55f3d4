// Digests of the desired files for fingerprints: of their content, not of the commit, so that a squash or a rebase
// changes nothing. Line ends do not count: checkouts differ in them.

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

import type { TreeNode } from './tree.ts';

export function digestOfText(text: string): string {
  return sha256(text.replaceAll('\r\n', '\n'));
}

/** Of a value that a program declares: canonical JSON, so the order of its keys does not count. */
export function digestOfTree(node: TreeNode): string {
  return sha256(canonicalize(plain(node)) ?? 'null');
}

/** Each file once, by name and digest, in an order that does not depend on reading. */
export function digestOfFiles(files: readonly (readonly [string, string])[]): string {
  const entries = [...new Map(files)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(canonicalize(entries) ?? 'null');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A number or a text that JSON cannot express is refused elsewhere; here it must not end the run. */
function plain(node: TreeNode): unknown {
  if (node.kind === 'list') return node.items.map(plain);
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, entry]) => [key.toWellFormed(), plain(entry.value)]));
  if (typeof node.value === 'string') return node.value.toWellFormed();
  return typeof node.value === 'number' && !Number.isFinite(node.value) ? String(node.value) : node.value;
}
