// muster sandbox …: the local service. The rows of the command table; ../sandbox/acts.ts carries them out.

import type { Command } from '../process/command.ts';
import { described, type Flag } from '../process/flags.ts';
import * as acts from '../sandbox/acts.ts';
import { switches } from '../sandbox/switch.ts';

const CAMPAIGN = described('<campaign>', 'campaignName');
const CLIENT = described('<clientId>', 'clientId of the customer');
const LOGIN = described('<loginUserId>', 'loginUserId of the user');

const STATE: Flag = described('--state <state>', 'workedState', {
  choices: ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'],
});
const NEXT_TIME: Flag = described('--next-time <time>', 'nextEarliestWorkTime, such as 2026-12-01T09:00:00+01:00');

type Words = readonly [name: string, summary: string];
type Rest = Partial<Pick<Command, 'arguments' | 'flags' | 'ownFlags'>>;

const row = ([name, summary]: Words, run: NonNullable<Command['run']>, rest: Rest = {}): Command => ({
  ...{ name, summary, flags: ['target'], run },
  ...rest,
});

const ROWS: readonly Command[] = [
  row(['start', 'start it, if it is not running'], acts.start),
  row(['stop', 'stop it; its data stay'], acts.stop),
  row(['status', 'print whether it runs, where, and how much data it has'], acts.status, { flags: ['target', 'json'] }),
  row(['reset', 'stop it and remove all its data'], acts.reset),
  row(['users', 'list its users'], acts.users, { flags: ['target', 'json'] }),
  row(['records', 'list customers, of one campaign or all'], acts.records, {
    arguments: [described('[campaign]', 'campaignName')],
    flags: ['target', 'json'],
  }),
  row(['work', 'an agent calls a customer'], acts.work, {
    arguments: [CAMPAIGN, CLIENT],
    ownFlags: {
      agent: described('--agent <loginUserId>', 'the agent; default: the preferred agent'),
      state: {
        ...STATE,
        text: 'its state afterwards, NOTWORKED when the agent did not work it; default COMPLETED',
      },
      code: described('--code <group=value>', 'a work code', { repeatable: true }),
      nextTime: NEXT_TIME,
    },
  }),
  row(['lapse', 'let 30 minutes pass for every preferred agent'], acts.lapse),
  row(['intake', 'load an intake file (CSV; the first column is the id)'], acts.intake, {
    arguments: [CAMPAIGN, described('<file>', 'CSV file with a header line')],
  }),
  row(['add-user', 'somebody else adds a user, on both sides'], acts.addUser, {
    arguments: [LOGIN],
    ownFlags: {
      serviceOnly: described('--service-only', 'not in the second system'),
      backendOnly: described('--backend-only', 'not in the service'),
    },
  }),
  row(['remove-user', 'somebody else removes a user from the service'], acts.removeUser, {
    arguments: [LOGIN],
    ownFlags: { backend: described('--backend', 'from the second system instead') },
  }),
  row(['change-record', 'somebody else changes a customer'], acts.changeRecord, {
    arguments: [CAMPAIGN, CLIENT],
    ownFlags: {
      set: described('--set <key=value>', 'a data item', { repeatable: true }),
      unset: described('--unset <key>', 'remove a data item', { repeatable: true }),
      skillQueue: described('--skill-queue <code>', 'skillQueue'),
      timeZone: described('--time-zone <zone>', 'time zone'),
      preferredAgent: described('--preferred-agent <loginUserId>', 'preferredAgent; empty clears it'),
      state: STATE,
      nextTime: NEXT_TIME,
    },
  }),
  row(['remove-record', 'somebody else removes a customer'], acts.removeRecord, { arguments: [CAMPAIGN, CLIENT] }),
  row(['move-record', 'somebody else moves a customer to another campaign'], acts.moveRecord, {
    arguments: [CAMPAIGN, CLIENT, described('<to>', 'the other campaignName')],
  }),
  row(['fault', 'arm a fault (commit-then-reset, unauthorized, garbage, delay, …), or `clear` all'], acts.fault, {
    arguments: [described('<kind>', 'an unknown kind prints the list')],
    ownFlags: {
      operation: described('--operation <name>', 'which requests: an operation name, write, read or *; default *'),
      ordinal: described('--ordinal <n>', 'the first one hit, from 1'),
      count: described('--count <n>', 'how many are hit; `always` until cleared'),
      status: described('--status <http>', 'HTTP status, for kind status'),
      delay: described('--delay <ms>', 'milliseconds, for kinds delay and commit-late'),
    },
  }),
  row(['switch', 'print what the double answers where the documents leave it open, or set it'], switches, {
    arguments: [
      described('[name]', 'the open question, such as deleted-record (docs/open-questions.md)'),
      described('[value]', 'a wrong one prints those that the switch takes'),
    ],
  }),
  row(['rotate-key', 'rotate the API key'], acts.rotateKey),
  row(['delay', 'delay every answer'], acts.setDelay, { arguments: [described('<ms>', 'milliseconds; 0 ends it')] }),
  row(['advance', 'move its clock forward'], acts.advance, { arguments: [described('<minutes>', 'minutes')] }),
  row(['counters', 'how many requests came in, by operation'], acts.counters, {
    ownFlags: { reset: described('--reset', 'print, then start again from zero') },
  }),
  row(['log', 'the latest requests'], acts.log),
];

export const SANDBOX_COMMAND: Command = {
  name: 'sandbox',
  summary: 'a local service for tests and demos',
  flags: [],
  subcommands: ROWS,
};
