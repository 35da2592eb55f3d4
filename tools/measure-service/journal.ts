// The journal of what is made for a measurement, `.muster/probe/<target>.sqlite`: what is about to be made stands in it before the
// request leaves, so that the next run finds what a killed one left. It is no recorded state.

import { join } from 'node:path';

import type { ProbeUser, UserJournal } from './user-bench.ts';
import type { ProbeJournal, ProbeRecord } from './write-bench.ts';
import { parseAddress, recordAddress, userAddress } from '../../src/model/address.ts';
import { warning } from '../../src/model/check.ts';
import type { Check } from '../../src/model/check.ts';
import type { Clock, OpenIntent } from '../../src/model/state.ts';
import type { RecordedUser } from '../../src/model/user.ts';
import { openLedger } from '../../src/state/ledger.ts';
import type { Ledger } from '../../src/state/ledger.ts';
import type { MeasuringRun } from './run.ts';
import { nameOfProcess, viewpointOfProcess } from '../../src/state/process-identity.ts';

type JournalPlace = Pick<MeasuringRun, 'project' | 'target' | 'clock'>;

export interface ProbeJournals {
  readonly records: ProbeJournal;
  readonly users: UserJournal;
}

/** What an interrupted probe left, whatever home the target has. */
export async function probeLeft(place: JournalPlace): Promise<Check[]> {
  const ledger = await openLedger({ path: probePath(place), clock: place.clock, readOnly: true });
  try {
    const addresses = (await ledger.load()).openIntents.map(({ address }) => address);
    return leftWords(new Set(addresses));
  } finally {
    await ledger.close();
  }
}

function leftWords(addresses: ReadonlySet<string>): Check[] {
  const all = [...addresses];
  const users = all.filter((address) => parseAddress(address)?.kind === 'user').length;
  const records = all.length - users;
  const check = (text: string, flag: string): Check =>
    warning('leftovers', text, `Run this again with ${flag}: it removes what is left first.`);
  return [
    ...(records === 0 ? [] : [check(`an interrupted run may have left ${records} records`, '--test-campaign')]),
    ...(users === 0 ? [] : [check('an interrupted run may have left its test user', '--test-user')]),
  ];
}

/** Holds the journal alone while `work` runs. Throws `locked`. */
export async function withJournal<T>(place: JournalPlace, work: (journals: ProbeJournals) => Promise<T>): Promise<T> {
  const ledger = await openLedger({ path: probePath(place), clock: place.clock });
  try {
    const lock = await ledger.lock({ ...viewpointOfProcess(), timeoutMs: 0, holder: nameOfProcess() });
    try {
      return await work(await journalsOver(ledger, place.clock));
    } finally {
      await lock.release();
    }
  } finally {
    await ledger.close();
  }
}

function probePath({ project, target }: JournalPlace): string {
  return join(project.directory, '.muster', 'probe', `${target.name}.sqlite`);
}

async function journalsOver(ledger: Ledger, clock: Clock): Promise<ProbeJournals> {
  const { openIntents } = await ledger.load();
  const common = { ledger, clock };
  return {
    records: journalOf<ProbeRecord>({ ...common, open: openOf(openIntents, recordOf), intent: recordIntent }),
    users: journalOf<ProbeUser>({ ...common, open: openOf(openIntents, userOf), intent: userIntent }),
  };
}

interface Parts<T> {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly open: Map<string, T>;
  readonly intent: (made: T, at: number) => Pick<OpenIntent, 'address' | 'proposed'>;
}

interface JournalOf<T> {
  left(): readonly (T & { readonly id: string })[];
  begin(made: T): Promise<void>;
  end(id: string): Promise<void>;
}

function journalOf<T extends object>({ ledger, clock, open, intent }: Parts<T>): JournalOf<T> {
  return {
    left: () => [...open].map(([id, made]) => ({ id, ...made })),
    async begin(made) {
      const at = clock();
      open.set(await ledger.intend({ ...intent(made, at), action: 'create', fromCampaign: null, at }), made);
    },
    async end(id) {
      await ledger.settle(id, null);
      open.delete(id);
    },
  };
}

function openOf<T>(intents: readonly OpenIntent[], read: (intent: OpenIntent) => T | null): Map<string, T> {
  const found = intents.map((intent) => [intent.id, read(intent)] as const);
  return new Map(found.flatMap(([id, made]) => (made === null ? [] : [[id, made]])));
}

function recordOf({ address }: OpenIntent): ProbeRecord | null {
  const parsed = parseAddress(address);
  if (parsed?.kind !== 'record') return null;
  return { campaignName: parsed.campaignName, clientId: parsed.clientId };
}

function recordIntent({ campaignName, clientId }: ProbeRecord): Pick<OpenIntent, 'address' | 'proposed'> {
  return { address: recordAddress(campaignName, clientId), proposed: null };
}

function userOf({ proposed }: OpenIntent): ProbeUser | null {
  if (proposed?.kind !== 'user') return null;
  return { loginUserId: proposed.loginUserId, inBackend: proposed.provenance.backend === 'created' };
}

function userIntent({ loginUserId, inBackend }: ProbeUser, at: number): Pick<OpenIntent, 'address' | 'proposed'> {
  const address = userAddress(loginUserId);
  const proposed: RecordedUser = {
    kind: 'user',
    address,
    loginUserId,
    provenance: { service: 'created', backend: inBackend ? 'created' : 'none' },
    connectUserId: null,
    digests: {},
    onRemove: null,
    offboard: 'block',
    recordedAt: at,
  };
  return { address, proposed };
}
