// The content of a file before it is interpreted: texts, lists and mappings, each with its place in the source.
// Mappings keep file order, and keys such as __proto__ do no harm. No aliases, no cycles, bounded depth.

/** Deeper than any desired state: a campaign's record's data item lies at 7. */
export const MAX_DEPTH = 32;

export interface ScalarNode {
  readonly kind: 'scalar';
  /** Place in the source; the source translates it to line and column. */
  readonly at: number;
  /** In YAML and CSV always text, or null where a value is left empty. */
  readonly value: string | number | boolean | null;
  /** An unquoted YAML scalar: it may be read as true, false or a number where the schema says so. */
  readonly plain: boolean;
  /** What of it nobody would see stands there as escapes (model/hidden.ts). */
  readonly escaped?: true;
  /** In the place of something that was refused and reported: no further finding about it. */
  readonly refused?: true;
}

export interface ListNode {
  readonly kind: 'list';
  readonly at: number;
  readonly items: readonly TreeNode[];
}

export interface MapEntry {
  /** Place of the key. */
  readonly at: number;
  /** As of a scalar, of the key. */
  readonly escaped?: true;
  readonly value: TreeNode;
}

export interface MapNode {
  readonly kind: 'map';
  readonly at: number;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

export type TreeNode = ScalarNode | ListNode | MapNode;

/** The value under a key of a mapping; null for anything else. */
export function child(node: TreeNode, key: string): TreeNode | null {
  return node.kind === 'map' ? (node.entries.get(key)?.value ?? null) : null;
}

export function items(node: TreeNode | null): readonly TreeNode[] {
  return node?.kind === 'list' ? node.items : [];
}

export function keysOf(node: TreeNode | null): readonly string[] {
  return node?.kind === 'map' ? [...node.entries.keys()] : [];
}

/** The text under a key; null when there is none or it is no text. */
export function text(node: TreeNode, key: string): string | null {
  const value = child(node, key);
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : null;
}

/** Follows keys and list positions as far as they exist. */
export function descend(node: TreeNode, path: readonly string[]): TreeNode {
  let reached = node;
  for (const step of path) {
    const next = reached.kind === 'list' ? reached.items[Number(step)] : child(reached, step);
    if (!next) return reached;
    reached = next;
  }
  return reached;
}

/** The same mapping without a key, so that what stood under it can be let go. */
export function without(node: TreeNode, key: string): TreeNode {
  return node.kind === 'map' ? { ...node, entries: new Map([...node.entries].filter(([name]) => name !== key)) } : node;
}

/** Place of a key in a mapping, or of the node itself when the key is not there. */
export function keyPlace(node: TreeNode, key: string): number {
  const entry = node.kind === 'map' ? node.entries.get(key) : undefined;
  return entry?.at ?? node.at;
}
