// What to say when the environment names a proxy and the target leaves open whether to use it: it is not used, and nothing
// fails because of that.

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

/** The same as one line for a terminal or a log. */
export function proxyNote(target: Target, environment: Readonly<Record<string, string | undefined>>): string | null {
  const text = unusedProxy(target, environment);
  return text === null ? null : `proxy-not-used: ${text} ${ERRORS['proxy-not-used'].advice}`;
}
