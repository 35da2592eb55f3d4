// muster sandbox …: the local service. The rows of the command table; sandbox-acts.ts carries them out.

import type { Command } from '../process/command.ts';
import type { Flag } from '../process/flags.ts';
import {
  addUser,
  advance,
  changeRecord,
  counters,
  fault,
  intake,
  lapse,
  log,
  moveRecord,
  records,
  removeRecord,
  removeUser,
  reset,
  rotateKey,
  setDelay,
  start,
  status,
  stop,
  users,
  work,
} from '../sandbox/acts.ts';
import { switches } from '../sandbox/switch.ts';

const CAMPAIGN = { usage: '<campaign>', text: 'campaignName' };
const CLIENT = { usage: '<clientId>', text: 'clientId of the record' };
const LOGIN = { usage: '<loginUserId>', text: 'loginUserId of the user' };

const STATE: Flag = {
  usage: '--state <state>',
  text: 'workedState',
  choices: ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'],
};
const NEXT_TIME: Flag = {
  usage: '--next-time <time>',
  text: 'nextEarliestWorkTime, such as 2026-12-01T09:00:00+01:00',
};

type Row = Pick<Command, 'name' | 'summary' | 'run'> & Partial<Command>;

const row = (parts: Row): Command => ({ flags: ['target'], ...parts });

const ROWS: readonly Command[] = [
  row({ name: 'start', summary: 'start it, if it is not running', run: start }),
  row({ name: 'stop', summary: 'stop it; its data stay', run: stop }),
  row({
    name: 'status',
    summary: 'print whether it runs, where, and how much data it has',
    run: status,
    flags: ['target', 'json'],
  }),
  row({ name: 'reset', summary: 'stop it and remove all its data', run: reset }),
  row({ name: 'users', summary: 'list its users', run: users, flags: ['target', 'json'] }),
  row({
    name: 'records',
    summary: 'list records, of one campaign or all',
    arguments: [{ usage: '[campaign]', text: 'campaignName' }],
    flags: ['target', 'json'],
    run: records,
  }),
  row({
    name: 'work',
    summary: 'an agent works a record',
    arguments: [CAMPAIGN, CLIENT],
    ownFlags: {
      agent: { usage: '--agent <loginUserId>', text: 'the agent; default: the preferred agent' },
      state: {
        ...STATE,
        text: 'its state afterwards, NOTWORKED when the agent did not work it; default COMPLETED',
      },
      code: { usage: '--code <group=value>', text: 'a work code', repeatable: true },
      nextTime: NEXT_TIME,
    },
    run: work,
  }),
  row({ name: 'lapse', summary: 'let 30 minutes pass for every preferred agent', run: lapse }),
  row({
    name: 'intake',
    summary: 'load an intake file (CSV; the first column is the id)',
    arguments: [CAMPAIGN, { usage: '<file>', text: 'CSV file with a header line' }],
    run: intake,
  }),
  row({
    name: 'add-user',
    summary: 'somebody else adds a user, on both sides',
    arguments: [LOGIN],
    ownFlags: {
      serviceOnly: { usage: '--service-only', text: 'not in the second system' },
      backendOnly: { usage: '--backend-only', text: 'not in the service' },
    },
    run: addUser,
  }),
  row({
    name: 'remove-user',
    summary: 'somebody else removes a user from the service',
    arguments: [LOGIN],
    ownFlags: { backend: { usage: '--backend', text: 'from the second system instead' } },
    run: removeUser,
  }),
  row({
    name: 'change-record',
    summary: 'somebody else changes a record',
    arguments: [CAMPAIGN, CLIENT],
    ownFlags: {
      set: { usage: '--set <key=value>', text: 'a data item', repeatable: true },
      unset: { usage: '--unset <key>', text: 'remove a data item', repeatable: true },
      skillQueue: { usage: '--skill-queue <code>', text: 'skillQueue' },
      timeZone: { usage: '--time-zone <zone>', text: 'time zone' },
      preferredAgent: { usage: '--preferred-agent <loginUserId>', text: 'preferredAgent; empty clears it' },
      state: STATE,
      nextTime: NEXT_TIME,
    },
    run: changeRecord,
  }),
  row({
    name: 'remove-record',
    summary: 'somebody else removes a record',
    arguments: [CAMPAIGN, CLIENT],
    run: removeRecord,
  }),
  row({
    name: 'move-record',
    summary: 'somebody else moves a record to another campaign',
    arguments: [CAMPAIGN, CLIENT, { usage: '<to>', text: 'the other campaignName' }],
    run: moveRecord,
  }),
  row({
    name: 'fault',
    summary: 'arm a fault (commit-then-reset, unauthorized, garbage, delay, …), or `clear` all',
    arguments: [{ usage: '<kind>', text: 'an unknown kind prints the list' }],
    ownFlags: {
      operation: {
        usage: '--operation <name>',
        text: 'which requests: an operation name, write, read or *; default *',
      },
      ordinal: { usage: '--ordinal <n>', text: 'the first one hit, from 1' },
      count: { usage: '--count <n>', text: 'how many are hit; `always` until cleared' },
      status: { usage: '--status <http>', text: 'HTTP status, for kind status' },
      delay: { usage: '--delay <ms>', text: 'milliseconds, for kinds delay and commit-late' },
    },
    run: fault,
  }),
  row({
    name: 'switch',
    summary: 'print what the double answers where the documents leave it open, or set it',
    arguments: [
      { usage: '[name]', text: 'the open question, such as deleted-record (docs/open-questions.md)' },
      { usage: '[value]', text: 'a wrong one prints those that the switch takes' },
    ],
    run: switches,
  }),
  row({ name: 'rotate-key', summary: 'rotate the API key', run: rotateKey }),
  row({
    name: 'delay',
    summary: 'delay every answer',
    arguments: [{ usage: '<ms>', text: 'milliseconds; 0 ends it' }],
    run: setDelay,
  }),
  row({
    name: 'advance',
    summary: 'move its clock forward',
    arguments: [{ usage: '<minutes>', text: 'minutes' }],
    run: advance,
  }),
  row({
    name: 'counters',
    summary: 'how many requests came in, by operation',
    ownFlags: { reset: { usage: '--reset', text: 'print, then start again from zero' } },
    run: counters,
  }),
  row({ name: 'log', summary: 'the latest requests', run: log }),
];

export const SANDBOX_COMMAND: Command = {
  name: 'sandbox',
  summary: 'a local service for tests and demos',
  flags: [],
  subcommands: ROWS,
};
