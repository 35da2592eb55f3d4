// The ledger of a target on a sealed branch, for whoever runs the command: a terminal, or a job of any forge. With MUSTER_STATE_BRANCH
// every reading brings it, and an apply has it alone until it is handed back (state/on-branch.ts, which says when each is refused).
//
//   MUSTER_STATE_BRANCH   the branch; the same as of the GitHub action
//   MUSTER_STATE_KEY      at least 32 characters; it seals the ledger
//   MUSTER_STATE_URL      the repository; default: the remote `origin` of the one the project stands in
//   MUSTER_LOST_RUN       the run whose claim is ended, as `state-claimed` names it

import { randomName } from '../machine.ts';
import { ToolError } from '../model/errors.ts';
import { openBranch } from '../state/branch.ts';
import type { Branch } from '../state/branch.ts';
import { dropLedger } from '../state/carry.ts';
import { ledgerFile } from '../state/ledger-file.ts';
import { bringState, claimState, handBack, targetsOn } from '../state/on-branch.ts';
import type { StateWish } from '../state/on-branch.ts';
import { nameOfProcess } from '../state/process-identity.ts';
import { LEAST_SECRET } from '../state/sealed.ts';
import { git } from './git-state.ts';
import type { LedgerPlace } from './ledger-home.ts';
import { leftIn, targetsBeside } from './others.ts';
import type { Run } from './run.ts';

type Place = Pick<LedgerPlace, 'project' | 'target'>;

export interface SharedState {
  /** Before recorded state is read: what is to be said of it. Throws `state-branch`. */
  bring(place: Place): Promise<string | null>;
  /** Before an apply. Throws `state-branch`, `state-claimed`, `no-recorded-state`. */
  claim(place: Place & Pick<Run, 'isFirstApply'>): Promise<void>;
  /** While it is claimed: what is recorded by now lies on the branch, too. Throws `state-branch`. */
  save(): Promise<void>;
  /** After it, whatever became of it; nothing where nothing is claimed. Throws `state-branch`. */
  end(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A job that holds the state around the command, on a runner that is left without a readable ledger when it ended well. */
export interface SharingJob {
  /** Its name for people: the number that its page has. */
  readonly me: string;
  /** Of the server of the branch. */
  readonly user: string;
  readonly token: string | null;
  /** Folder of the project below the repository; '' where it is the same. */
  readonly inside: string;
}

/** Null where nobody asks for it. */
export function sharedIn(environment: Environment, job: SharingJob | null = null): SharedState | null {
  const { MUSTER_STATE_BRANCH: branch, MUSTER_LOST_RUN: lostRun } = environment;
  if (!branch) return null;
  const me = job?.me ?? nameOfProcess();
  const run = `${me}-${randomName(4)}`;
  let claimed: { readonly branch: Branch; readonly wish: StateWish } | null = null;
  const brought = new Set<string>();
  const open = async (place: Place): Promise<{ branch: Branch; wish: StateWish }> => {
    const { directory: folder } = place.project;
    const { MUSTER_STATE_KEY, MUSTER_STATE_URL, ...rest } = environment;
    const secret = secretOf(MUSTER_STATE_KEY);
    const url = MUSTER_STATE_URL || (await asked(folder, 'remote', 'get-url', 'origin'));
    const inside = job?.inside ?? (await asked(folder, 'rev-parse', '--show-prefix')).replace(/\/$/u, '');
    const target = place.target.name;
    const name = inside === '' ? target : `${encodeURIComponent(inside)}--${target}`;
    const opened = await openBranch({ url, branch, token: null, user: '', ...job, environment: rest });
    return { branch: opened, wish: { folder, target, name, secret, run } };
  };
  const keep = (folder: string, targets: readonly string[]): void =>
    targets.forEach((target) => brought.add(ledgerFile(folder, target)));
  return {
    bring: async (place) => {
      const { branch: opened, wish } = await open(place);
      const { remark, targets } = await bringAll(opened, wish, place).finally(() => opened.close());
      keep(wish.folder, targets);
      return remark;
    },
    claim: async (place) => {
      const at = await open(place);
      const { isFirstApply: isFirst = false } = place;
      const isOwnLost = job === null && lostRun?.startsWith(`${me}-`) === true;
      const lost = { lostRun: lostRun || null, isOwnLost };
      try {
        const beside = await bringBeside(at.branch, at.wish, { ...place, isNew: isFirst });
        keep(at.wish.folder, [...beside, at.wish.target]);
        await claimState(at.branch, { ...at.wish, isFirst, ...lost });
      } catch (error) {
        await at.branch.close();
        throw error;
      }
      claimed = at;
    },
    save: async () => {
      if (claimed !== null) await handBack(claimed.branch, claimed.wish, { goesOn: true });
    },
    end: async () => {
      const held = claimed;
      claimed = null;
      if (held !== null) await handBack(held.branch, held.wish).finally(() => held.branch.close());
      if (job !== null) brought.forEach(dropLedger);
    },
  };
}

/** Throws `bad-usage`. */
function secretOf(secret = ''): string {
  const { length } = secret.trim();
  if (length >= LEAST_SECRET) return secret;
  const message = `a ledger on a branch needs MUSTER_STATE_KEY (the action: state-key), a secret of at least ${LEAST_SECRET} characters; given ${length}`;
  throw new ToolError('bad-usage', { message });
}

/** The ledger of a target, and what `bringBeside` brings. `targets`: of which the branch has one. Throws `state-branch`. */
async function bringAll(
  branch: Branch,
  wish: StateWish,
  place: Place,
): Promise<{ readonly remark: string | null; readonly targets: readonly string[] }> {
  const { remark, isOnBranch } = await bringState(branch, wish);
  const beside = await bringBeside(branch, wish, { ...place, isNew: !isOnBranch });
  return { remark, targets: isOnBranch ? [...beside, wish.target] : beside };
}

/**
 * What the other partitions record, and those that were left, is a part of what a run must know: the targets whose ledgers came from the
 * branch. Throws `state-branch`.
 */
async function bringBeside(
  branch: Branch,
  wish: StateWish,
  { isNew, ...place }: Place & { readonly isNew: boolean },
): Promise<string[]> {
  // One more fetch: nobody leaves ledgers beside a target without partitions but who took them out.
  if (place.target.split === undefined && !isNew) return [];
  const before = wish.name.slice(0, -wish.target.length);
  const left = leftIn(await targetsOn(branch, wish), place, isNew);
  const brought: string[] = [];
  for (const target of [...targetsBeside(place).map(([, { name }]) => name), ...left]) {
    const { isOnBranch } = await bringState(branch, { ...wish, target, name: before + target });
    if (isOnBranch) brought.push(target);
  }
  return brought;
}

async function asked(folder: string, ...words: string[]): Promise<string> {
  try {
    return (await git(folder, ...words)).trim();
  } catch (error) {
    throw new ToolError('state-branch', { message: `git ${words.join(' ')} has no answer in ${folder}`, cause: error });
  }
}
