// What to say when a target leaves something open: whether to use the proxy that the environment names (it is not used, and nothing
// fails because of that), and what differs from environment to environment.

import { ERRORS } from '../model/errors.ts';
import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';
import { unusedVariable } from '../service/proxy.ts';

/** Null when there is nothing to say. The variable is named, its value never. */
export function unusedProxy(target: Target, environment: Readonly<Record<string, string | undefined>>): string | null {
  if (target.sandbox) return null;
  const variable = unusedVariable(target, new URL(baseUrl(target)), environment);
  return variable === null
    ? null
    : `${variable} is set, and target ${target.name} does not say \`proxy\`: no proxy is used.`;
}

/** What a target leaves open, as lines for a terminal or a log; null where it says all. */
export function targetNote(target: Target, environment: Readonly<Record<string, string | undefined>>): string | null {
  const text = unusedProxy(target, environment);
  const { assumed = [] } = target;
  const lines = [
    ...(text === null ? [] : [`proxy-not-used: ${text} ${ERRORS['proxy-not-used'].advice}`]),
    ...(assumed.length === 0
      ? []
      : [
          `target-assumed: target ${target.name} does not say ${assumed.join(', ')}: assumed. ${ERRORS['target-assumed'].advice}`,
        ]),
  ];
  return lines.length === 0 ? null : lines.join('\n');
}
