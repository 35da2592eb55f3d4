// Observed values into the files: each value that changed in the service is changed where it is declared. Nothing is
// sent, and objects that appeared or vanished are only listed: they are for a person, or for `apply`.

import { compareRecord, detectDrift, digestWith, planWith } from '../../core/face.ts';
import type {
  Adoption,
  DriftResult,
  ElsewhereReason,
  Finding,
  LeftOut,
  LeftOutReason,
  PatchedFile,
  Survey,
  TakenOver,
} from '../../core/face.ts';
import { openEditor } from '../edit/patch-yaml.ts';
import type { EditResult, ValueEdit } from '../edit/patch-yaml.ts';
import { unifiedDiff } from '../edit/patch-diff.ts';
import { applySplices, inOrder, lineStarts } from '../edit/patch.ts';
import type { Splice } from '../edit/patch.ts';
import { isRecord } from '../../core/model/address.ts';
import type { SourcePosition } from '../../core/model/address.ts';
import { ToolError } from '../../core/model/errors.ts';
import { queueNameIsCode } from '../../core/model/profile.ts';
import type { FieldEdit } from '../../core/model/declaration.ts';
import type { DesiredRecord, ObservedTask } from '../../core/model/record.ts';
import type { DesiredState, Digest } from '../../core/model/state.ts';
import { driftEdits, movedFields, unsayable } from './take/drift.ts';
import { loadPatched } from './context.ts';
import type { AdoptContext } from './context.ts';
import { openFile, writeFiles } from './files.ts';
import type { ChangedFile, OpenedFile } from './files.ts';

const EDITABLE = /\.(?:ya?ml|json)$/u;

export async function adoptDrift(context: AdoptContext): Promise<Adoption> {
  const { run, memory } = context;
  const survey = await planWith(run, memory);
  const digest = digestWith(memory.digestKey);
  const drift = driftOf(context, survey, digest);
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const finding of drift.findings) {
    const candidate = candidateOf(finding, { survey, nameIsCode: queueNameIsCode(run.profile) });
    if (candidate !== null && 'moved' in candidate) candidates.push(candidate);
    else if (candidate !== null) leftOut.push(candidate);
  }
  const patch = await patchFiles(context, { survey, digest }, candidates);
  if (context.write) await writeFiles(run.project.directory, patch.changed);
  return {
    project: run.project.name,
    target: drift.target,
    what: 'drift',
    taken: patch.taken,
    leftOut: [...leftOut, ...patch.leftOut],
    unfilled: [],
    finished: 0,
    agents: [],
    marked: 0,
    complete: drift.coverage.answered >= drift.coverage.asked,
    how: 'everything declared and recorded was asked for',
    people: [],
    files: patch.files,
    written: context.write && patch.changed.length > 0,
    coverage: drift.coverage,
    requests: drift.requests,
  };
}

function driftOf({ run }: AdoptContext, { plan, compared, seen }: Survey, digest: Digest): DriftResult {
  const { project, clock } = run;
  const input = { ...seen, diff: compared, digest, target: plan.target, project: project.name, ignore: project.ignore };
  return detectDrift({ ...input, now: clock() });
}

interface Candidate {
  readonly desired: DesiredRecord;
  readonly task: ObservedTask;
  readonly moved: readonly string[];
  /** Whether the name of a queue is known to be its code. */
  readonly nameIsCode: boolean;
}

interface AdoptSurvey {
  readonly survey: Survey;
  readonly digest: Digest;
}

/** Null for what is no drift. */
function candidateOf(
  finding: Finding,
  { survey, nameIsCode }: { readonly survey: Survey; readonly nameIsCode: boolean },
): Candidate | LeftOut | null {
  const { address, kind, source } = finding;
  const out = (reason: LeftOutReason): LeftOut => ({ ...reason, address, kind, source });
  switch (finding.class) {
    case 'unreadable':
      return out({ why: 'unreadable', finding });
    case 'missing':
    case 'recreated':
    case 'extra':
      return out({ why: 'no-file', finding });
    case 'drift':
    case 'conflict': {
      const { desired, observed } = survey.seen;
      const record = desired.records.find((each) => each.address === address);
      const task = observed.records.get(address)?.tasks[0];
      const moved = movedFields(finding.fields);
      if (record === undefined || task === undefined || moved.length === 0) return out({ why: 'no-file', finding });
      return { desired: record, task, moved, nameIsCode };
    }
    case 'pending':
    case 'converged':
    case 'consumed':
    case 'platform':
    case 'unverifiable':
      return null;
    default:
      return finding.class satisfies never;
  }
}

interface Patch {
  readonly taken: readonly TakenOver[];
  readonly leftOut: readonly LeftOut[];
  readonly files: readonly PatchedFile[];
  readonly changed: readonly ChangedFile[];
}

/** Again without what is refused or still differs, until the rest passes. */
async function patchFiles(context: AdoptContext, seen: AdoptSurvey, candidates: readonly Candidate[]): Promise<Patch> {
  const parts: FilePart[] = [];
  const byFile = Map.groupBy(candidates, ({ desired }) => desired.source.file);
  for (const [file, group] of [...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(EDITABLE.test(file) ? await patchOne(context, file, group) : elsewhere(file, group));
  }
  const changed = parts.flatMap((part) => (part.changed === null ? [] : [part.changed]));
  const taken = parts.flatMap((part) => part.taken);
  const leftOut = parts.flatMap((part) => part.leftOut);
  const faults = await faultsOf(context, seen, { changed, taken, candidates });
  if (faults.length > 0) {
    const out = new Set(faults.map(({ address }) => address));
    const rest = await patchFiles(
      context,
      seen,
      candidates.filter(({ desired }) => !out.has(desired.address)),
    );
    return { ...rest, leftOut: [...faults, ...rest.leftOut] };
  }
  return { taken, leftOut, changed, files: parts.flatMap((part) => (part.file === null ? [] : [part.file])) };
}

interface FilePart {
  readonly taken: readonly TakenOver[];
  readonly leftOut: readonly LeftOut[];
  readonly changed: ChangedFile | null;
  readonly file: PatchedFile | null;
}

function elsewhere(file: string, group: readonly Candidate[]): FilePart {
  const leftOut = group.map(({ desired, moved }) => elsewhereOf(desired, { kind: 'other-file', file, fields: moved }));
  return { taken: [], leftOut, changed: null, file: null };
}

async function patchOne({ run }: AdoptContext, file: string, group: readonly Candidate[]): Promise<FilePart> {
  const opened = await openFile(run.project.directory, file);
  const text = opened.text ?? '';
  const editor = openEditor({ text, json: file.endsWith('.json') });
  const starts = lineStarts(text);
  const taken: TakenOver[] = [];
  const leftOut: LeftOut[] = [];
  const splices: Splice[] = [];
  for (const candidate of group) {
    const edited = editRecord(editor, candidate, offsetOf(starts, candidate.desired.source));
    leftOut.push(...edited.leftOut);
    if (edited.splices.length === 0) continue;
    splices.push(...edited.splices);
    taken.push({ address: candidate.desired.address, kind: 'record', file, fields: edited.fields, note: null });
  }
  const ordered = inOrder(splices) ?? [];
  if (ordered.length === 0) return { taken: [], leftOut, changed: null, file: null };
  const diff = unifiedDiff(file, text, ordered);
  return {
    taken,
    leftOut,
    changed: { opened, after: applySplices(text, ordered) },
    file: { file, isNew: false, diff },
  };
}

interface EditedRecord {
  readonly fields: readonly string[];
  readonly splices: readonly Splice[];
  readonly leftOut: readonly LeftOut[];
}

/** Values that do not stand in the declaration itself (defaults of the campaign) are named, the others are edited. */
function editRecord(
  editor: (edits: readonly ValueEdit[]) => EditResult,
  { desired, moved, ...seen }: Candidate,
  at: number,
): EditedRecord {
  const edits = driftEdits(desired, seen, moved);
  const leftOut: LeftOut[] = unsayable(desired, seen, moved).map((field) =>
    elsewhereOf(desired, { kind: 'name-shown', field }),
  );
  const possible: FieldEdit[] = [];
  for (const edit of edits) {
    const tried = editor([{ ...edit, at }]);
    if ('refusal' in tried) leftOut.push(refusedEdit(desired, edit.path.join('.'), tried.refusal));
    else possible.push(edit);
  }
  const whole = editor(possible.map((edit) => ({ ...edit, at })));
  if ('refusal' in whole) {
    return { fields: [], splices: [], leftOut: [...leftOut, refusedEdit(desired, null, whole.refusal)] };
  }
  const fields = possible.map((edit) => edit.path.join('.')).filter((field) => moved.includes(field));
  return { fields, splices: whole.splices, leftOut };
}

function recordOut({ address, source }: DesiredRecord, reason: LeftOutReason): LeftOut {
  return { ...reason, address, kind: 'record', source };
}

function elsewhereOf(desired: DesiredRecord, because: ElsewhereReason): LeftOut {
  return recordOut(desired, { why: 'elsewhere', because });
}

/** `field`: null for all edits together. */
function refusedEdit(desired: DesiredRecord, field: string | null, refusal: string): LeftOut {
  return elsewhereOf(desired, { kind: 'not-editable', field, refusal });
}

function offsetOf(starts: readonly number[], { line, column }: SourcePosition): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

interface Attempt {
  readonly changed: readonly ChangedFile[];
  readonly taken: readonly TakenOver[];
  readonly candidates: readonly Candidate[];
}

/** Refused by the rules of desired files, or still not what the service shows. */
async function faultsOf(
  { run }: AdoptContext,
  seen: AdoptSurvey,
  { changed, taken, candidates }: Attempt,
): Promise<LeftOut[]> {
  if (changed.length === 0) return [];
  const loaded = await loadPatched(run, new Map(changed.map(({ opened, after }) => [fileOf(opened), after])));
  if ('refused' in loaded) {
    const known = candidates.filter(({ desired }) => loaded.refused.has(desired.address));
    if (known.length === 0) {
      throw new ToolError('internal', { message: 'a patch was refused for a reason that is not in it' });
    }
    return known.flatMap(({ desired }): LeftOut[] => {
      const reason = loaded.refused.get(desired.address);
      return reason === undefined ? [] : [recordOut(desired, reason)];
    });
  }
  return candidates.flatMap((candidate): LeftOut[] => {
    const fields = taken.find(({ address }) => address === candidate.desired.address)?.fields ?? [];
    const left = stillDiffers(loaded.desired, candidate, seen).filter((field) => fields.includes(field));
    if (left.length === 0) return [];
    return [recordOut(candidate.desired, { why: 'differs', from: { kind: 'edit', fields: left } })];
  });
}

function fileOf({ file }: OpenedFile): string {
  return file;
}

function stillDiffers(after: DesiredState, { desired, task }: Candidate, { survey, digest }: AdoptSurvey): string[] {
  const record = after.records.find(({ address }) => address === desired.address);
  if (record === undefined) return ['clientId'];
  const recorded = survey.seen.recorded.objects.get(desired.address);
  const memory = isRecord(recorded) ? recorded : null;
  const facts = { desired: record, recorded: memory, task, marker: null, digest, now: 0 };
  return compareRecord(facts).fields.map(({ field }) => field);
}
