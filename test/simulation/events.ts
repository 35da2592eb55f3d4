// What others do: agents, intake files, people of other systems. Each is about a task or a person that stands there then; a number says
// which, so that an event still makes sense in a life without an earlier one.

import { addUser, changeRecord, moveRecord, removeRecord, work } from '../../src/sandbox/operations/life.ts';
import { loadIntake } from '../../src/sandbox/operations/intake.ts';
import type { Task } from '../../src/sandbox/world/task.ts';
import type { Double } from './double.ts';
import type { Chance } from './random.ts';
import { CAMPAIGNS } from './world.ts';

const EVENTS = [
  'work',
  'complete',
  'deliver',
  'clear-finished',
  'clear',
  'edit-data',
  'drop-marker',
  'edit-queue',
  'edit-pin',
  'edit-time',
  'finish',
  'reopen',
  'reload',
  'add-own',
  'add-again',
  'move-by-hand',
  'copy-marker',
  'remove-user',
  'remove-backend',
  'add-user',
  'add-backend',
  'remake-user',
] as const;
type EventKind = (typeof EVENTS)[number] | 'pin-to' | 'twin' | 'add-there' | 'remove-known';

export interface OtherEvent {
  readonly kind: EventKind;
  readonly which: number;
  /** Of the record or person that this life is most about, where it stands there. */
  readonly isHot?: boolean;
  /** Of what the files say in another letter case. */
  readonly isSpelled?: true;
}

export function drawEvent(chance: Chance): OtherEvent {
  return { kind: chance.pick(EVENTS), which: chance.int(1_000_000) };
}

/** About one task or login where it is given; else about whatever the number says. */
export interface EventFocus {
  readonly clientId?: string;
  readonly loginUserId?: string;
}

export function playEvent(double: Double, { kind, which }: OtherEvent, focus: EventFocus = {}): boolean {
  const { world } = double;
  const { tasks, people } = double.truth();
  const near = [...tasks.values()].filter(({ clientId }) => clientId === focus.clientId);
  const every = near.length > 0 ? near : [...tasks.values()];
  const one = (fits: (task: Task) => boolean): Task => {
    const found = every.filter(fits);
    const task = found[which % Math.max(1, found.length)];
    if (task === undefined) throw new Error('there is none');
    return task;
  };
  const logins = [...people.keys()].filter((login) => !login.startsWith('anchor'));
  const login = (): string => {
    const named = focus.loginUserId ?? logins[which % Math.max(1, logins.length)];
    if (named === undefined || named.startsWith('anchor')) throw new Error('there is nobody');
    return named;
  };
  const isOpen = ({ state }: Task): boolean => state === 'NOTWORKED' || state === 'WORKED';
  const agentOf = ({ preferredAgent, pinLapsesAt }: Task): string =>
    preferredAgent !== null && preferredAgent !== '' && pinLapsesAt !== null ? preferredAgent : 'agent@example.com';
  const deliver = (state: 'NOTWORKED' | 'WORKED' | 'COMPLETED'): void => {
    const task = one((each) => isOpen(each) && (each.earliestAt ?? 0) <= world.now());
    const { campaignName, clientId } = task;
    // The control finds a task by its clientId: of twins it may be another one, which is as good.
    work({ campaignName, clientId, agent: agentOf(task), state }, world);
  };
  const doIt: Readonly<Record<EventKind, () => void>> = {
    work: () => deliver('WORKED'),
    complete: () => deliver('COMPLETED'),
    deliver: () => deliver('NOTWORKED'),
    'clear-finished': () =>
      removeRecord(
        one((task) => !isOpen(task)),
        world,
      ),
    clear: () =>
      removeRecord(
        one(() => true),
        world,
      ),
    'edit-data': () =>
      changeRecord({ ...key(one(() => true)), data: { Note: `theirs ${which % 9}`, Extra: 'x' } }, world),
    'drop-marker': () =>
      changeRecord({ ...key(one(hasMarker)), data: { [markerKey(one(hasMarker))]: null, Hidden: null } }, world),
    'edit-queue': () => changeRecord({ ...key(one(() => true)), skillQueue: 'theirs' }, world),
    'edit-pin': () =>
      changeRecord({ ...key(one(isOpen)), preferredAgent: which % 2 === 0 ? '' : 'agent@example.com' }, world),
    'edit-time': () =>
      changeRecord({ ...key(one(isOpen)), nextEarliestWorkTime: world.now() + (which % 9) * 3_600_000 }, world),
    finish: () => changeRecord({ ...key(one(isOpen)), state: which % 2 === 0 ? 'COMPLETED' : 'REMOVED' }, world),
    reopen: () => changeRecord({ ...key(one((task) => !isOpen(task))), state: 'NOTWORKED' }, world),
    'pin-to': () => changeRecord({ ...key(one(isOpen)), preferredAgent: login() }, world),
    // A copy of a whole task, marker and all, as an import of an export makes it.
    twin: () => {
      const { id: _, ...task } = one(isOpen);
      world.tasks.insert(task);
    },
    reload: () =>
      void loadIntake(
        {
          campaignName: one(() => true).campaignName,
          idColumn: 'Id',
          rows: [{ Id: one(() => true).clientId, Name: 'Reloaded' }],
        },
        world,
      ),
    'add-own': () =>
      void loadIntake(
        {
          campaignName: one(() => true).campaignName,
          idColumn: 'Id',
          rows: [
            { Id: focus.clientId ?? `C-${1 + (which % 14)}`, Name: 'Theirs', ...(which % 3 === 0 && OTHER_STACK) },
          ],
        },
        world,
      ),
    'add-there': () => {
      const { campaignName: home, clientId } = one(() => true);
      const campaignName = CAMPAIGNS.filter((name) => name !== home)[which % 2] ?? 'Winter';
      loadIntake({ campaignName, idColumn: 'Id', rows: [{ Id: clientId, Name: 'Theirs' }] }, world);
    },
    'add-again': () => {
      const task = one(() => true);
      removeRecord(task, world);
      loadIntake(
        { campaignName: task.campaignName, idColumn: 'Id', rows: [{ Id: task.clientId, Name: 'Anew' }] },
        world,
      );
    },
    'move-by-hand': () => {
      const task = one(() => true);
      const toCampaign = CAMPAIGNS.filter((name) => name !== task.campaignName)[which % 2] ?? 'Winter';
      moveRecord({ ...key(task), toCampaign }, world);
    },
    'copy-marker': () => {
      const task = one(hasMarker);
      const rows = [Object.fromEntries(task.items.map(({ key: name, value }) => [name, value]))];
      loadIntake(
        { campaignName: task.campaignName, idColumn: 'Id', rows: [{ ...rows[0], Id: `C-${1 + (which % 14)}` }] },
        world,
      );
    },
    'remove-user': () => world.people.removeFromService(login(), world.now()),
    // Who is there from the beginning, in whichever life.
    'remove-known': () => {
      const known = [...people.keys()].find(
        (each) => each.startsWith('anchor') && people.get(each)?.inService === true,
      );
      if (known === undefined) throw new Error('there is nobody');
      world.people.removeFromService(known, world.now());
    },
    'remove-backend': () => world.people.removeFromBackend(login()),
    'add-user': () => addUser({ loginUserId: login(), inService: true, inBackend: which % 2 === 0 }, world),
    'add-backend': () => addUser({ loginUserId: login(), inService: false, inBackend: true }, world),
    'remake-user': () => {
      const name = login();
      world.people.removeFromService(name, world.now());
      world.people.removeFromBackend(name);
      addUser({ loginUserId: name, inService: true, inBackend: true }, world);
    },
  };
  return double.byOthers(kind, doIt[kind]);
}

const key = ({ campaignName, clientId }: Task): { readonly campaignName: string; readonly clientId: string } => ({
  campaignName,
  clientId,
});

/** The hidden item of ownership, by its key as the documents of muster give it. */
const MARKER = 'muster';
/** Of another stack: its task is nobody else's, whatever a file says. */
const OTHER_STACK = { Hidden: 'musterStack', musterStack: 'elsewhere.production/01101101001101101100cd826fa0f' };
const hasMarker = ({ items }: Task): boolean => items.some(({ key: name }) => name.toLowerCase().includes(MARKER));
const markerKey = ({ items }: Task): string =>
  items.find(({ key: name }) => name.toLowerCase().includes(MARKER))?.key ?? '';
