// New declarations into one file: patched, read again by the rules of desired files, and compared with what was seen.
// What does not pass is left out and named; the rest is patched again, until everything in the file passes.

import type { LeftOut, LeftOutReason, PatchedFile, Run } from '../../core/face.ts';
import { unifiedDiff } from '../edit/patch-diff.ts';
import type { AppendedEntries } from '../edit/patch-append.ts';
import { applySplices } from '../edit/patch.ts';
import type { Address } from '../../core/model/address.ts';
import type { FileEntry } from '../../core/model/declaration.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { DesiredState } from '../../core/model/state.ts';
import type { ChangedFile, OpenedFile } from './files.ts';
import { loadPatched } from './context.ts';

export interface AppendInput {
  readonly opened: OpenedFile;
  readonly entries: readonly FileEntry[];
  /** Entries a person must fill in first: they are written, and refused by every reader until then. */
  readonly unfilled: ReadonlySet<Address>;
  readonly patch: (text: string, entries: readonly FileEntry[]) => AppendedEntries;
  /** Which entries would not leave their object exactly as it is, and how. */
  readonly disproved: (desired: DesiredState, addresses: ReadonlySet<Address>) => ReadonlyMap<Address, LeftOutReason>;
}

export interface AppendResult {
  readonly kept: readonly FileEntry[];
  readonly leftOut: readonly LeftOut[];
  readonly changed: ChangedFile | null;
  readonly file: PatchedFile | null;
}

export async function append(run: Run, appending: AppendInput): Promise<AppendResult> {
  const filled = appending.entries.filter(({ address }) => !appending.unfilled.has(address));
  const proved = await prove(run, appending, filled);
  const fit = new Set(proved.kept.map(({ address }) => address));
  const kept = appending.entries.filter(({ address }) => fit.has(address) || appending.unfilled.has(address));
  if (kept.length === 0) return { kept, leftOut: proved.leftOut, changed: null, file: null };
  const { opened } = appending;
  const { splices, after } = patched(appending, kept);
  const diff = unifiedDiff(opened.file, opened.text, splices);
  const file = { file: opened.file, isNew: opened.text === null, diff };
  return { kept, leftOut: proved.leftOut, changed: { opened, after }, file };
}

async function prove(
  run: Run,
  appending: AppendInput,
  entries: readonly FileEntry[],
): Promise<Pick<AppendResult, 'kept' | 'leftOut'>> {
  if (entries.length === 0) return { kept: [], leftOut: [] };
  const { after } = patched(appending, entries);
  const loaded = await loadPatched(run, new Map([[appending.opened.file, after]]));
  const addresses = new Set(entries.map(({ address }) => address));
  const faults = 'refused' in loaded ? loaded.refused : appending.disproved(loaded.desired, addresses);
  const kept = entries.filter(({ address }) => !faults.has(address));
  if (faults.size === 0) return { kept, leftOut: [] };
  if (kept.length === entries.length) {
    throw new ToolError('internal', { message: 'a patch was refused for a reason that is not in it' });
  }
  const leftOut = entries.flatMap(({ address }): LeftOut[] => {
    const reason = faults.get(address);
    const kind = address.startsWith('user:') ? 'user' : 'record';
    return reason === undefined ? [] : [{ ...reason, address, kind, source: null }];
  });
  const rest = await prove(run, appending, kept);
  return { kept: rest.kept, leftOut: [...leftOut, ...rest.leftOut] };
}

function patched(
  { opened, patch }: AppendInput,
  entries: readonly FileEntry[],
): { readonly splices: Extract<AppendedEntries, { splices: unknown }>['splices']; readonly after: string } {
  const text = opened.text ?? '';
  const result = patch(text, entries);
  if ('refusal' in result) throw new ToolError('cannot-patch', { message: `${opened.file}: ${result.refusal}` });
  return { splices: result.splices, after: applySplices(text, result.splices) };
}
