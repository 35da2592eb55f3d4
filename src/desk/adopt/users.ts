// Users who exist -> declarations. query-existence for each: the service neither lists users nor shows their names.

import { diffUser, digestWith, forEachParallel, observeUser } from '../../core/face.ts';
import type { Adoption, LeftOut, LeftOutReason, TakenNote } from '../../core/face.ts';
import { appendUsers } from '../edit/patch-append.ts';
import { userAddress } from '../../core/model/address.ts';
import type { Address } from '../../core/model/address.ts';
import type { FileEntry } from '../../core/model/declaration.ts';
import type { DesiredState } from '../../core/model/state.ts';
import { folded } from '../../core/model/spelling.ts';
import type { ObservedUser } from '../../core/model/user.ts';
import { cellsOf, declareUser, selectUsers } from './take/users.ts';
import type { RosterEntry } from './take/users.ts';
import { append } from './append.ts';
import { placeOf, withReader } from './context.ts';
import type { AdoptContext } from './context.ts';
import { openInto, writeFiles } from './files.ts';
import type { OpenedFile } from './files.ts';

export interface UsersRequest {
  readonly roster: readonly RosterEntry[];
  /** Desired file, relative to the project folder; null where only the rows of a CSV file are asked for. */
  readonly into: string | null;
  /** What names the place of the rows; read where `into` is null. */
  readonly csv: string;
}

export async function adoptUsers(context: AdoptContext, { roster, into, csv }: UsersRequest): Promise<Adoption> {
  const { run, memory } = context;
  const opened = into === null ? UNWRITTEN : await openInto(run.project.directory, into);
  const file = into === null ? csv : opened.file;
  const declared = new Map(run.desired.users.map((user) => [folded(user.loginUserId), user.source]));
  const recorded = new Set(memory.recorded.objects.keys());
  const { asked, leftOut } = selectUsers({ roster, declared, recorded });
  return withReader(run, async (reader, target) => {
    const seen = new Map<Address, ObservedUser>();
    await forEachParallel(asked, async ({ loginUserId }) => {
      seen.set(userAddress(loginUserId), await observeUser(reader, loginUserId, run.clock));
      run.onProgress({ phase: 'read', done: seen.size, total: asked.length });
    });
    const verdicts = verdictsOf(asked, seen, run.target.identity === 'directory');
    const { entries, unfilled } = verdicts;
    const disproved = (desired: DesiredState, wanted: ReadonlySet<Address>): Map<Address, LeftOutReason> =>
      notLeftAlone(desired, wanted, { seen, context });
    const result = await append(run, { opened, entries, unfilled, patch: appendUsers, disproved });
    const isWritten = context.write && into !== null && result.changed !== null;
    if (isWritten && result.changed !== null) await writeFiles(run.project.directory, [result.changed]);
    const answered = [...seen.values()].filter(({ service }) => service !== 'unknown').length;
    return {
      ...placeOf(run, target),
      what: 'users',
      taken: result.kept.map(({ address }) => ({
        address,
        kind: 'user',
        file,
        fields: [],
        note: noteOf(address, unfilled),
      })),
      leftOut: [...leftOut, ...verdicts.leftOut, ...result.leftOut],
      unfilled: [...unfilled],
      finished: 0,
      agents: [],
      marked: 0,
      complete: answered === asked.length,
      how: 'each loginUserId asked for by itself',
      people: result.kept.map(cellsOf),
      files: result.file === null || into === null ? [] : [result.file],
      written: isWritten,
      coverage: { asked: asked.length, answered },
      requests: asked.length,
    };
  });
}

/** Read beside the project's files to prove the declarations, and never on disk. */
const UNWRITTEN: OpenedFile = { file: '.muster-adopted-people.yaml', text: null, bytes: null };

interface Verdicts {
  readonly entries: readonly FileEntry[];
  readonly unfilled: ReadonlySet<Address>;
  readonly leftOut: readonly LeftOut[];
}

function verdictsOf(
  asked: readonly RosterEntry[],
  seen: ReadonlyMap<Address, ObservedUser>,
  needsEmail: boolean,
): Verdicts {
  const entries: FileEntry[] = [];
  const unfilled = new Set<Address>();
  const leftOut: LeftOut[] = [];
  for (const entry of asked) {
    const observed = seen.get(userAddress(entry.loginUserId));
    if (observed === undefined) continue;
    const verdict = declareUser(entry, observed, needsEmail);
    if ('leftOut' in verdict) leftOut.push(verdict.leftOut);
    else {
      entries.push(verdict.declaration);
      if (verdict.unfilled.length > 0) unfilled.add(verdict.declaration.address);
    }
  }
  return { entries, unfilled, leftOut };
}

function noteOf(address: Address, unfilled: ReadonlySet<Address>): TakenNote | null {
  return unfilled.has(address) ? 'to-fill-in' : null;
}

interface Proof {
  readonly seen: ReadonlyMap<Address, ObservedUser>;
  readonly context: AdoptContext;
}

/** The differ decides: an adoption without a request, or the user is left out. */
function notLeftAlone(
  desired: DesiredState,
  wanted: ReadonlySet<Address>,
  { seen, context }: Proof,
): Map<Address, LeftOutReason> {
  const digest = digestWith(context.memory.digestKey);
  const faults = new Map<Address, LeftOutReason>();
  for (const user of desired.users.filter(({ address }) => wanted.has(address))) {
    const observed = seen.get(user.address) ?? null;
    const { change, verdict } = diffUser({ desired: user, recorded: null, observed, digest, knownUserSeen: true });
    if (change?.action === 'adopt' && change.writes.length === 0) continue;
    const action = change?.action ?? null;
    const from = verdict ? ({ kind: 'decision', verdict } as const) : ({ kind: 'change', action } as const);
    faults.set(user.address, { why: 'differs', from });
  }
  return faults;
}
