// The control of a sandbox in another process: each command is one POST to `/_sandbox/<command>` with the folder's
// token.

import { request } from 'node:https';
import { CONTROL_PATH, TOKEN_HEADER } from '../wire/connection.ts';
import { readOwnJson } from '../world/own-json.ts';
import type { SandboxControl } from '../operations/control.ts';

export interface ControlAddress {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
}

type Value<K extends keyof SandboxControl> = Awaited<ReturnType<SandboxControl[K]>>;

export function remoteControl(address: ControlAddress): SandboxControl {
  const call = <K extends keyof SandboxControl>(
    command: K,
    argument?: Parameters<SandboxControl[K]>[0],
  ): Promise<Value<K>> => post(address, command, argument ?? null);
  return {
    ping: () => call('ping'),
    counters: () => call('counters'),
    resetCounters: () => call('resetCounters'),
    log: () => call('log'),
    switches: () => call('switches'),
    setSwitches: (change) => call('setSwitches', change),
    arm: (fault) => call('arm', fault),
    clearFaults: () => call('clearFaults'),
    rotateKey: () => call('rotateKey'),
    advanceClock: (ms) => call('advanceClock', ms),
    setDelay: (ms) => call('setDelay', ms),
    work: (work) => call('work', work),
    lapsePins: () => call('lapsePins'),
    loadIntake: (intake) => call('loadIntake', intake),
    addUser: (user) => call('addUser', user),
    removeUser: (loginUserId) => call('removeUser', loginUserId),
    removeBackendUser: (loginUserId) => call('removeBackendUser', loginUserId),
    changeRecord: (change) => call('changeRecord', change),
    removeRecord: (key) => call('removeRecord', key),
    moveRecord: (move) => call('moveRecord', move),
    users: () => call('users'),
    exists: (loginUserId) => call('exists', loginUserId),
    records: (campaignName) => call('records', campaignName),
    agentView: (key) => call('agentView', key),
  };
}

/** Rejects when nobody answers within ten seconds, or when the answer is not a sandbox's. */
function post<T>({ port, ca, token }: ControlAddress, command: string, argument: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const message = JSON.stringify({ argument });
    const headers = { [TOKEN_HEADER]: token, 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port, ca, path: `${CONTROL_PATH}${command}`, method: 'POST', agent: false };
    const sent = request({ ...options, headers, timeout: 10_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        try {
          const text = Buffer.concat(chunks).toString('utf8');
          const { value, error } = readOwnJson<{ readonly value: T; readonly error?: string }>(text);
          if (response.statusCode === 200) resolve(value);
          else reject(new Error(String(error)));
        } catch (cause) {
          reject(new Error('the answer is not a sandbox control answer', { cause }));
        }
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('the sandbox does not answer')));
    sent.on('error', reject);
    sent.end(message);
  });
}
