// `muster:allow` and MUSTER_ALLOW: the words that pass guards, `deletes=12` or several with commas.

import { ToolError } from '../model/errors.ts';

export function readAllow(text: string): Record<string, number> {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '');
  return Object.fromEntries(
    words.map((word) => {
      const [, guard, count] = /^([a-z][a-z-]*)=(\d{1,9})$/u.exec(word) ?? [];
      if (guard !== undefined && count !== undefined) return [guard, Number(count)];
      const message = `muster:allow and MUSTER_ALLOW take GUARD=NUMBER such as deletes=12; given: ${word}`;
      throw new ToolError('bad-usage', { message });
    }),
  );
}
