// What `muster sandbox …` does: starting and stopping the folder's sandbox, and one control command each for the rest.
// Sandbox rooms are loaded on demand.

import { resolve } from 'node:path';
import { didYouMean } from '../../core/model/suggest.ts';
import { ToolError } from '../../core/model/errors.ts';
import { safeJson } from '../../core/report/words/printable.ts';
import { tally } from '../../core/report/words/words.ts';
import type { RecordEdit, Work } from '../../sandbox/operations/control.ts';
import { ownText, ownTexts, type Call } from '../process/command.ts';
import { readInput } from '../process/input-file.ts';
import {
  act,
  aligned,
  control,
  nextTime,
  pair,
  print,
  recordKey,
  refusable,
  sandboxFolder,
  say,
  wholeNumber,
} from './call.ts';
import { usage } from '../process/settings.ts';

export async function start(call: Call): Promise<number> {
  const { ensureSandbox } = await import('../../sandbox/daemon/daemon.ts');
  const { pid, port } = await ensureSandbox(await sandboxFolder(call));
  return say(call, `The sandbox runs: https://127.0.0.1:${port} (process ${pid}).`);
}

export async function stop(call: Call): Promise<number> {
  const { stopSandbox } = await import('../../sandbox/daemon/daemon.ts');
  const stopped = await stopSandbox(await sandboxFolder(call));
  return say(call, stopped ? 'The sandbox is stopped; its data stay.' : 'The sandbox was not running.');
}

export async function reset(call: Call): Promise<number> {
  const { resetSandbox } = await import('../../sandbox/daemon/daemon.ts');
  await resetSandbox(await sandboxFolder(call));
  return say(call, 'The sandbox is stopped and empty. What muster recorded about it is kept: `muster show`.');
}

export async function status(call: Call): Promise<number> {
  const { sandboxStatus } = await import('../../sandbox/daemon/daemon.ts');
  const running = await sandboxStatus(await sandboxFolder(call));
  if (running === null) return print(call, { running: false }, 'The sandbox is not running.');
  const { control, pid, port } = running;
  const [people, tasks, { requests }] = await Promise.all([control.users(), control.records(), control.counters()]);
  const facts = { running: true, pid, port, users: people.length, records: tasks.length, requests };
  const holds = `${people.length} users, ${tasks.length} customers`;
  return print(call, facts, `The sandbox runs: https://127.0.0.1:${port} (process ${pid}); ${holds}.`);
}

export async function users(call: Call): Promise<number> {
  const list = await (await control(call)).users();
  const lines = list.map((each) => {
    const sides = [each.inService ? 'service' : '', each.inBackend ? 'second system' : ''].filter(Boolean);
    return [each.loginUserId, sides.join(' + ')];
  });
  return print(call, list, aligned(lines) || 'Nobody.');
}

/** The sandbox holds made-up data; its items are shown in JSON only. */
export async function records(call: Call): Promise<number> {
  const [campaignName] = call.arguments;
  const list = await (await control(call)).records(campaignName);
  const lines = list.map((each) => {
    const pin = each.preferredAgent ? `pinned to ${each.preferredAgent}` : 'not pinned';
    return [`${each.campaignName}/${each.clientId}`, each.workedState, `${each.workAttempts} attempts`, pin];
  });
  return print(call, list, aligned(lines) || 'No customers.');
}

export async function work(call: Call): Promise<number> {
  const key = recordKey(call);
  const codes = ownTexts(call, 'code').map(pair);
  const time = nextTime(call);
  return act(call, `${key.clientId} is worked.`, async (sandbox) => {
    const found = (await sandbox.records(key.campaignName)).find((each) => each.clientId === key.clientId);
    const agent = ownText(call, 'agent') ?? found?.preferredAgent;
    const done: Work = {
      ...key,
      agent: agent || 'agent@example.com',
      state: (ownText(call, 'state') ?? 'COMPLETED') as Work['state'],
      ...(codes.length === 0 ? {} : { workCodes: codes.map(([group, value]) => ({ key: group, value })) }),
      ...(time === undefined ? {} : { nextEarliestWorkTime: time }),
    };
    await sandbox.work(done);
  });
}

export async function lapse(call: Call): Promise<number> {
  const cleared = await (await control(call)).lapsePins();
  return say(call, `${cleared} preferred agents cleared.`);
}

export async function intake(call: Call): Promise<number> {
  const [campaignName = '', file = ''] = call.arguments;
  const rows = await readRows(resolve(call.settings.folder, file), file);
  const idColumn = Object.keys(rows[0] ?? {})[0];
  if (idColumn === undefined) throw usage(`${file} holds no rows below its header line`);
  const result = await refusable((await control(call)).loadIntake({ campaignName, idColumn, rows }));
  const { added, updated, twins, skipped } = result;
  const done = tally([
    [added, 'added'],
    [updated, 'updated'],
    [twins, twins === 1 ? 'duplicate' : 'duplicates'],
    [skipped, 'skipped'],
  ]);
  return say(call, `${done}.`);
}

export async function addUser(call: Call): Promise<number> {
  const [loginUserId = ''] = call.arguments;
  const sides = { inService: call.own['backendOnly'] !== true, inBackend: call.own['serviceOnly'] !== true };
  return act(call, `${loginUserId} is there.`, (sandbox) => sandbox.addUser({ loginUserId, ...sides }));
}

export async function removeUser(call: Call): Promise<number> {
  const [loginUserId = ''] = call.arguments;
  const [from, gone] =
    call.own['backend'] === true
      ? (['second system', 'removeBackendUser'] as const)
      : (['service', 'removeUser'] as const);
  return act(call, `${loginUserId} is gone from the ${from}.`, (sandbox) => sandbox[gone](loginUserId));
}

const EDITED = ['skillQueue', 'timeZone', 'preferredAgent', 'state'] as const;

export async function changeRecord(call: Call): Promise<number> {
  const data = Object.fromEntries<string | null>([
    ...ownTexts(call, 'set').map(pair),
    ...ownTexts(call, 'unset').map((key) => [key, null] as const),
  ]);
  const time = nextTime(call);
  const given = EDITED.flatMap((name) => {
    const value = ownText(call, name);
    return value === null ? [] : [[name, value] as const];
  });
  const change: RecordEdit = {
    ...recordKey(call),
    ...Object.fromEntries(given),
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(time === undefined ? {} : { nextEarliestWorkTime: time }),
  };
  return act(call, `${change.clientId} is changed.`, (sandbox) => sandbox.changeRecord(change));
}

export async function removeRecord(call: Call): Promise<number> {
  const key = recordKey(call);
  return act(call, `${key.clientId} is gone.`, (sandbox) => sandbox.removeRecord(key));
}

export async function moveRecord(call: Call): Promise<number> {
  const [, , toCampaign = ''] = call.arguments;
  const key = recordKey(call);
  return act(call, `${key.clientId} is in ${toCampaign}.`, (sandbox) => sandbox.moveRecord({ ...key, toCampaign }));
}

export async function rotateKey(call: Call): Promise<number> {
  return act(call, 'The API key is rotated.', (sandbox) => sandbox.rotateKey());
}

export async function setDelay(call: Call): Promise<number> {
  const ms = wholeNumber(call.arguments[0] ?? '');
  return act(call, `Every answer is held back ${ms} ms.`, (sandbox) => sandbox.setDelay(ms));
}

export async function advance(call: Call): Promise<number> {
  const minutes = wholeNumber(call.arguments[0] ?? '');
  return act(call, `The clock is ${minutes} minutes on.`, (sandbox) => sandbox.advanceClock(minutes * 60_000));
}

export async function counters(call: Call): Promise<number> {
  const sandbox = await control(call);
  call.shell.terminal.out(safeJson(await sandbox.counters()));
  if (call.own['reset'] === true) await sandbox.resetCounters();
  return 0;
}

export async function log(call: Call): Promise<number> {
  call.shell.terminal.out(safeJson(await (await control(call)).log()));
  return 0;
}

export async function fault(call: Call): Promise<number> {
  const { FAULT_KINDS } = await import('../../sandbox/messages/faults.ts');
  const [given = ''] = call.arguments;
  if (given === 'clear') return act(call, 'No fault is armed.', (sandbox) => sandbox.clearFaults());
  const kind = FAULT_KINDS.find((each) => each === given);
  if (kind === undefined) {
    throw usage(`the kinds of fault are ${FAULT_KINDS.join(', ')}; given: ${given}${didYouMean(given, FAULT_KINDS)}`);
  }
  const count = ownText(call, 'count');
  const numbers = [['ordinal', 'ordinal'] as const, ['status', 'status'] as const, ['delayMs', 'delay'] as const];
  const settled = numbers.flatMap(([name, flag]) => {
    const value = ownText(call, flag);
    return value === null ? [] : [[name, wholeNumber(value)] as const];
  });
  const armed = {
    operation: ownText(call, 'operation') ?? '*',
    kind,
    ...Object.fromEntries(settled),
    ...(count === null ? {} : { count: count === 'always' ? ('always' as const) : wholeNumber(count) }),
  };
  return act(call, `Armed: ${kind} on ${armed.operation}.`, (sandbox) => sandbox.arm(armed));
}

async function readRows(path: string, file: string): Promise<Record<string, string>[]> {
  const expected = `${file}: expected a CSV file with a header line`;
  const text = await readInput(path, expected);
  const { parse } = await import('csv-parse/sync');
  try {
    return parse<Record<string, string>>(text, { columns: true, bom: true, trim: true });
  } catch (cause) {
    // The parser's message may quote a cell.
    throw new ToolError('input-file', { message: `${expected}; it is not valid CSV`, cause });
  }
}
