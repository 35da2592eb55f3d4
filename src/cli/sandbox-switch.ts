// `muster sandbox switch`: the open points of the documents, looked at and set.

import { didYouMean } from '../model/suggest.ts';
import { safeJson } from '../report/printable.ts';
import type { Call } from './command.ts';
import { control, refusable, say } from './sandbox-call.ts';
import { usage } from './settings.ts';

/** Without a name prints all; with a name one; with a value sets it. */
export async function switches(call: Call): Promise<number> {
  const { SWITCH_NAMES, readSwitch } = await import('../sandbox/switch-values.ts');
  const [name, value] = call.arguments;
  if (name !== undefined && !SWITCH_NAMES.includes(name)) {
    throw usage(`the switches are ${SWITCH_NAMES.join(', ')}; given: ${name}${didYouMean(name, SWITCH_NAMES)}`);
  }
  const sandbox = await control(call);
  const all = await sandbox.switches();
  if (name === undefined || value === undefined) {
    const shown = (name?.split('.') ?? []).reduce((part: unknown, key) => memberOf(part, key), all);
    call.shell.terminal.out(safeJson(shown));
    return 0;
  }
  const read = readSwitch(name, value, all);
  if ('takes' in read) throw usage(`${name} takes ${read.takes}; given: ${value}${didYouMean(value, read.words)}`);
  await refusable(sandbox.setSwitches(read.change));
  return say(call, `${name} is ${value}.`);
}

function memberOf(value: unknown, key: string): unknown {
  return new Map<string, unknown>(Object.entries(value ?? {})).get(key);
}
