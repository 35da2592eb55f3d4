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
import { bringState, claimState, handBack, targetsOn } from '../state/on-branch.ts';
import type { StateWish } from '../state/on-branch.ts';
import { nameOfProcess } from '../state/process-identity.ts';
import { LEAST_SECRET } from '../state/sealed.ts';
import { git } from './git-state.ts';
import type { LedgerPlace } from './ledger-home.ts';
import { leftIn, targetsBeside } from './others.ts';
import type { Run } from './run.ts';

export interface SharedState {
  /** Before recorded state is read: what is to be said of it. Throws `state-branch`. */
  bring(place: LedgerPlace): Promise<string | null>;
  /** Before an apply. Throws `state-branch`, `state-claimed`, `no-recorded-state`. */
  claim(run: Run): Promise<void>;
  /** While it is claimed: what is recorded by now lies on the branch, too. Throws `state-branch`. */
  save(): Promise<void>;
  /** After it, whatever became of it; nothing where nothing is claimed. Throws `state-branch`. */
  end(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null where nobody asks for it. */
export function sharedIn(environment: Environment): SharedState | null {
  const { MUSTER_STATE_BRANCH: branch, MUSTER_LOST_RUN: lostRun } = environment;
  if (!branch) return null;
  const me = nameOfProcess();
  const run = `${me}-${randomName(4)}`;
  let claimed: { readonly branch: Branch; readonly wish: StateWish } | null = null;
  const open = async (place: LedgerPlace): Promise<{ branch: Branch; wish: StateWish }> => {
    const { directory: folder } = place.project;
    const { MUSTER_STATE_KEY: secret = '', MUSTER_STATE_URL, ...rest } = environment;
    if (secret.trim().length < LEAST_SECRET) throw new ToolError('bad-usage', { message: NEEDS });
    const url = MUSTER_STATE_URL || (await asked(folder, 'remote', 'get-url', 'origin'));
    const inside = (await asked(folder, 'rev-parse', '--show-prefix')).replace(/\/$/u, '');
    const target = place.target.name;
    const name = inside === '' ? target : `${encodeURIComponent(inside)}--${target}`;
    const opened = await openBranch({ url, branch, token: null, user: '', environment: rest });
    return { branch: opened, wish: { folder, target, name, secret, run } };
  };
  return {
    bring: async (place) => {
      const { branch: opened, wish } = await open(place);
      return (await bringAll(opened, wish, place).finally(() => opened.close())).remark;
    },
    claim: async (place) => {
      const at = await open(place);
      const { isFirstApply: isFirst = false } = place;
      const lost = { lostRun: lostRun || null, isOwnLost: lostRun?.startsWith(`${me}-`) === true };
      try {
        await bringBeside(at.branch, at.wish, { ...place, isNew: isFirst });
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
      if (claimed === null) return;
      const { branch: opened, wish } = claimed;
      claimed = null;
      await handBack(opened, wish).finally(() => opened.close());
    },
  };
}

/** The ledger of a target, and what `bringBeside` brings. `targets`: of which the branch has one. Throws `state-branch`. */
export async function bringAll(
  branch: Branch,
  wish: StateWish,
  place: Pick<LedgerPlace, 'project' | 'target'>,
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
  { isNew, ...place }: Pick<LedgerPlace, 'project' | 'target'> & { readonly isNew: boolean },
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

const NEEDS = `MUSTER_STATE_BRANCH needs MUSTER_STATE_KEY, a secret of at least ${LEAST_SECRET} characters`;
