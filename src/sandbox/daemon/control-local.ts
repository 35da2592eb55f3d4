// The control of a sandbox in this process. Every command that changes data is one transaction.

import { agentView } from '../world/agent-view.ts';
import type { SandboxControl, SandboxRecord, SandboxUser } from '../operations/control.ts';
import type { SandboxExchange } from '../wire/exchange.ts';
import { loadIntake } from '../operations/intake.ts';
import { addUser, changeRecord, findTask, lapsePins, moveRecord, removeRecord, work } from '../operations/life.ts';
import { toWire } from '../world/task.ts';
import type { World } from '../world/world.ts';

export interface ControlledSandbox {
  readonly world: World;
  readonly exchange: SandboxExchange;
  readonly setDelay: (ms: number) => void;
}

export function localControl(controlled: ControlledSandbox): SandboxControl {
  return { ...tools(controlled), ...life(controlled.world), ...views(controlled.world) };
}

function tools({
  world,
  exchange,
  setDelay,
}: ControlledSandbox): Pick<
  SandboxControl,
  | 'ping'
  | 'counters'
  | 'resetCounters'
  | 'log'
  | 'switches'
  | 'setSwitches'
  | 'arm'
  | 'clearFaults'
  | 'rotateKey'
  | 'advanceClock'
  | 'setDelay'
> {
  const { traffic, faults } = exchange;
  return {
    ping: async () => ({ pid: process.pid, now: world.now() }),
    counters: async () => traffic.counters(),
    resetCounters: async () => traffic.resetCounters(),
    log: async () => traffic.log(),
    switches: async () => world.switches(),
    setSwitches: async (change) => world.setSwitches(change),
    arm: async (fault) => faults.arm(fault),
    clearFaults: async () => faults.clear(),
    rotateKey: async () => world.keys.rotate(),
    advanceClock: async (ms) => world.advanceClock(ms),
    setDelay: async (ms) => setDelay(ms),
  };
}

function life(
  world: World,
): Pick<
  SandboxControl,
  | 'work'
  | 'lapsePins'
  | 'loadIntake'
  | 'addUser'
  | 'removeUser'
  | 'removeBackendUser'
  | 'changeRecord'
  | 'removeRecord'
  | 'moveRecord'
> {
  const whole = async <T>(change: () => T): Promise<T> => {
    world.settlePins();
    return world.store.transaction(change);
  };
  return {
    work: (done) => whole(() => work(done, world)),
    lapsePins: async () => lapsePins(world),
    loadIntake: (intake) => whole(() => loadIntake(intake, world)),
    addUser: (user) => whole(() => addUser(user, world)),
    removeUser: (login) => whole(() => world.people.removeFromService(login, world.now())),
    removeBackendUser: (login) => whole(() => world.people.removeFromBackend(login)),
    changeRecord: (change) => whole(() => changeRecord(change, world)),
    removeRecord: (key) => whole(() => removeRecord(key, world)),
    moveRecord: (move) => whole(() => moveRecord(move, world)),
  };
}

function views(world: World): Pick<SandboxControl, 'users' | 'exists' | 'records' | 'agentView'> {
  const user = (loginUserId: string): SandboxUser => {
    const { inService, connectUserId } = world.people.find(loginUserId);
    return { loginUserId, inService, inBackend: connectUserId !== null, connectUserId };
  };
  return {
    users: async () => world.people.logins().map(user),
    exists: async (loginUserId) => user(loginUserId),
    agentView: async (key) => agentView(findTask(key, world)),
    records: async (campaignName) => {
      world.settlePins();
      const tasks = world.tasks.ids(campaignName ?? null).flatMap((id) => world.tasks.get(id) ?? []);
      return tasks
        .toSorted((a, b) => a.id - b.id)
        .map((task): SandboxRecord => {
          const { campaignName: name, skillQueue, timeZone } = task;
          return { ...toWire(task, world.switches()), campaignName: name, skillQueue, timeZone };
        });
    },
  };
}
