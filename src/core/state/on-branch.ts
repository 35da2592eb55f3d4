// Recorded state of a target between jobs that share no disk: one sealed ledger on a branch, and beside it a note who has it.
//
//   Premise   An apply that runs with an older ledger than the one before it left does not know what was sent meanwhile. A task that
//             was worked and is gone by then would be added again, and somebody called twice.
//   Rule      An apply first writes its claim onto the branch, on top of what it read, then sends, then hands the ledger back and
//             ends its claim in one commit. A claim that is still there stops every later apply. Each hand-back says its generation
//             (it grows with every transaction) in the subject of its commit: a branch on which files were put back to an earlier
//             commit, or deleted, has a history that says more than its files, and brings nothing.
//
//   | note on the branch        | plan, drift             | apply                                                       |
//   | ------------------------- | ----------------------- | ----------------------------------------------------------- |
//   | none, or no branch        | says so in its head     | `no-recorded-state`, unless `first-apply` says it is the first |
//   | handed back               | with that ledger        | with that ledger, under its own claim                       |
//   | claimed by another run    | with that ledger, says so | `state-claimed`, unless `lost-run` names that run          |
//   | a note, never a ledger    | says so in its head     | as if there were none: nobody handed a ledger back          |
//   | earlier than was handed back | `state-branch`       | `state-branch`                                              |

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ToolError } from '../model/errors.ts';
import { packLedger, unpackLedger } from './carry.ts';
import { checkRecorded } from './first-apply.ts';
import { ledgerExists, ledgerFile } from './ledger-file.ts';
import type { Branch, BranchTip } from './branch.ts';
import { seal, unseal } from './sealed.ts';

export interface StateWish {
  /** Absolute. */
  readonly folder: string;
  readonly target: string;
  /** Names the files on the branch; one for each project folder and target. */
  readonly name: string;
  readonly secret: string;
  /** Which run this is; the same in no other. */
  readonly run: string;
}

export interface BroughtState {
  /** What the report and the log have to say; null when the state was handed back in order. */
  readonly remark: string | null;
  /** The branch has the ledger. */
  readonly isOnBranch: boolean;
}

const FORMAT = 1;
const MOST_TRIES = 5;

interface Note {
  readonly format: typeof FORMAT;
  readonly generation: number;
  /** The run that has it; null: it was handed back. */
  readonly claimed: string | null;
}

/** For plan and drift: nothing is claimed. Throws `state-branch`. */
export async function bringState(branch: Branch, wish: StateWish): Promise<BroughtState> {
  const { note, ledger, least } = await look(branch, wish);
  if (ledger !== null) unpackLedger(pathOf(wish), ledger, least);
  const isOnBranch = ledger !== null;
  if (note !== null && note.claimed !== null) return { remark: takenBy(note.claimed), isOnBranch };
  return { remark: !isOnBranch && !ledgerExists(pathOf(wish)) ? NONE : null, isOnBranch };
}

const takenBy = (run: string): string =>
  `the state is taken by ${run}, which applies or was lost: this is from before it`;
const NONE = 'no state was found: everybody counts as never touched by muster';

export interface ClaimWish extends StateWish {
  readonly isFirst: boolean;
  /** The run that was lost, as its claim names it. */
  readonly lostRun: string | null;
  /** Whether that run was on this machine: the ledger it left here is the later one. */
  readonly isOwnLost?: boolean;
}

/** Before anything is sent. Throws `state-branch`, `state-claimed`, `no-recorded-state`. */
export async function claimState(branch: Branch, wish: ClaimWish): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const { tip, note, ledger, least } = await look(branch, wish);
    if (note !== null && note.claimed !== null && note.claimed !== wish.lostRun) {
      throw new ToolError('state-claimed', { message: `it is taken by ${note.claimed}` });
    }
    if (ledger === null) checkRecorded({ ...wish, path: pathOf(wish) });
    else if (!isLeftHere(wish, note)) unpackLedger(pathOf(wish), ledger, least);
    const mine = textOf({ format: FORMAT, generation: note?.generation ?? 0, claimed: wish.run });
    if (await branch.write(tip, new Map([[noteName(wish), mine]]), `${wish.name}: taken by ${wish.run}`)) return;
  }
  throw new ToolError('state-branch', { message: `other runs wrote the branch ${MOST_TRIES} times in between` });
}

/** A machine of the same name may have another disk: a container, or a runner that is made anew. */
function isLeftHere(wish: ClaimWish, note: Note | null): boolean {
  return wish.isOwnLost === true && note?.claimed === wish.lostRun && ledgerExists(pathOf(wish));
}

/**
 * After the apply, whatever became of it. Throws `state-branch`: then the claim stays, and with it the stop. `goesOn`: the claim stays,
 * and what is recorded by now is safe from the loss of this machine.
 */
export async function handBack(branch: Branch, wish: StateWish, { goesOn } = { goesOn: false }): Promise<void> {
  const packed = packLedger(pathOf(wish));
  const sealed = packed === null ? null : seal(packed.bytes, wish);
  try {
    await write(branch, wish, {
      sealed,
      generation: packed?.generation ?? 0,
      claimed: goesOn ? wish.run : null,
    });
  } catch (error) {
    if (sealed !== null) await writeFile(join(wish.folder, LEFT_BEHIND), sealed, { mode: 0o600 });
    throw error;
  }
}

/** The sealed ledger, where it could not be handed back: for an artifact of the job. */
export const LEFT_BEHIND = 'muster-ledger.sealed';

interface SealedLedger {
  readonly sealed: Buffer | null;
  readonly generation: number;
  readonly claimed: string | null;
}

async function write(branch: Branch, wish: StateWish, { sealed, ...said }: SealedLedger): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const tip = await branch.read([noteName(wish)]);
    const note = noteIn(tip, wish);
    if (note?.claimed !== wish.run) {
      const who = note?.claimed ?? 'nobody';
      throw new ToolError('state-branch', { message: `this run's claim is gone: the branch names ${who}` });
    }
    const files = new Map([[noteName(wish), textOf({ format: FORMAT, ...said })]]);
    if (sealed !== null) files.set(ledgerName(wish), sealed);
    if (await branch.write(tip, files, handedBack(wish, said.generation))) return;
  }
  throw new ToolError('state-branch', { message: `other runs wrote the branch ${MOST_TRIES} times in between` });
}

interface BranchReading {
  readonly tip: BranchTip;
  readonly note: Note | null;
  readonly ledger: Buffer | null;
  /** The highest generation that was handed back, as the note and the history of the branch say. */
  readonly least: number;
}

async function look(branch: Branch, wish: StateWish): Promise<BranchReading> {
  const tip = await branch.read([noteName(wish), ledgerName(wish)]);
  const note = noteIn(tip, wish);
  const sealed = tip.files.get(ledgerName(wish)) ?? null;
  const least = Math.max(
    note?.generation ?? 0,
    ...(await branch.subjects(tip)).map((subject) => generationIn(subject, wish)),
  );
  if (sealed === null) {
    if (least === 0) return { tip, note, ledger: null, least };
    throw new ToolError('state-branch', {
      message: `${ledgerName(wish)} is missing, and generation ${least} was handed back`,
    });
  }
  if (note === null) throw new ToolError('state-branch', { message: `${noteName(wish)} is missing` });
  const ledger = unseal(sealed, wish);
  if (ledger !== null) return { tip, note, ledger, least };
  const message = `${ledgerName(wish)} does not open with this MUSTER_STATE_KEY, or was changed`;
  throw new ToolError('state-branch', { message });
}

/** The subject of the commit that hands it back, and what such a subject says. */
function handedBack({ name, run }: StateWish, generation: number): string {
  return `${name}: handed back by ${run}, generation ${generation}`;
}

function generationIn(subject: string, { name }: StateWish): number {
  const said = subject.startsWith(`${name}: handed back by `) ? /, generation (\d+)$/u.exec(subject) : null;
  return Number(said?.[1] ?? 0);
}

function noteIn({ files }: BranchTip, wish: StateWish): Note | null {
  const text = files.get(noteName(wish));
  if (text === undefined) return null;
  const value = parsed(text.toString());
  if (isNote(value)) return value;
  throw new ToolError('state-branch', { message: `${noteName(wish)} is not what this version writes` });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null) return false;
  const { format, generation, claimed } = value as Partial<Record<keyof Note, unknown>>;
  return format === FORMAT && typeof generation === 'number' && (claimed === null || typeof claimed === 'string');
}

/** Targets of this project folder whose ledgers lie on the branch. */
export async function targetsOn(
  branch: Branch,
  { name, target }: Pick<StateWish, 'name' | 'target'>,
): Promise<string[]> {
  const { names } = await branch.read([]);
  const [before, end] = [name.slice(0, -target.length), '.ledger'];
  return names.flatMap((each) =>
    each.startsWith(before) && each.endsWith(end) ? [each.slice(before.length, -end.length)] : [],
  );
}

const textOf = (note: Note): Buffer => Buffer.from(`${JSON.stringify(note, null, 1)}\n`);
const noteName = ({ name }: StateWish): string => `${name}.json`;
const ledgerName = ({ name }: StateWish): string => `${name}.ledger`;
const pathOf = ({ folder, target }: StateWish): string => ledgerFile(folder, target);
