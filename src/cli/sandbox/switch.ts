// `muster sandbox switch`: what the double answers where the documents leave it open, looked at and set. A switch is named
// as `explain` names the open question; the sandbox's own short names are taken, too.

import { point, POINT_IDS, pointNamed } from '../../core/model/open-points.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { safeJson } from '../../core/report/words/printable.ts';
import type { Call } from '../process/command.ts';
import { control, refusable, say } from './call.ts';
import { usage } from '../process/settings.ts';

/** Without a name prints all; with a name one; with a value sets it. */
export async function switches(call: Call): Promise<number> {
  const { SWITCH_NAMES, readSwitch } = await import('../../sandbox/world/switch-values.ts');
  const [name, value] = call.arguments;
  const own = name === undefined ? '' : (switchOf(name) ?? name);
  if (name !== undefined && !SWITCH_NAMES.includes(own)) {
    const known = plainNames(SWITCH_NAMES);
    const near = didYouMean(name, [...known, ...SWITCH_NAMES]);
    throw usage(`the switches are ${known.join(', ')}; given: ${name}${near}`);
  }
  const sandbox = await control(call);
  const all = await sandbox.switches();
  if (name === undefined || value === undefined) {
    const shown = plainNames(SWITCH_NAMES).map((each) => [each, memberAt(all, switchOf(each) ?? each)] as const);
    call.shell.terminal.out(safeJson(name === undefined ? Object.fromEntries(shown) : memberAt(all, own)));
    return 0;
  }
  const read = readSwitch(own, value, all);
  if ('takes' in read) throw usage(`${name} takes ${read.takes}; given: ${value}${didYouMean(value, read.words)}`);
  await refusable(sandbox.setSwitches(read.change));
  return say(call, `${name} is ${value}.`);
}

/** The switch behind the name of an open question; undefined when there is none. */
function switchOf(name: string): string | undefined {
  const id = pointNamed(name);
  return id === null ? undefined : point(id).switch;
}

/** Open questions by their names, then the settings that are none. */
function plainNames(all: readonly string[]): string[] {
  const points = POINT_IDS.filter((id) => point(id).switch !== undefined);
  const covered = points.flatMap((id) => {
    const own = point(id).switch ?? '';
    return [own, own.split('.')[0] ?? ''];
  });
  return [...points, ...all.filter((name) => !covered.includes(name))];
}

function memberAt(all: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => new Map<string, unknown>(Object.entries(part ?? {})).get(key), all);
}
