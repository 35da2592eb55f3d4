// `muster:allow` and MUSTER_ALLOW: the words that pass guards, `deletes=12` or several with commas.

import { readPass } from '../model/allow.ts';
import { ToolError } from '../model/errors.ts';

export function readAllow(text: string): Record<string, number> {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '');
  return Object.fromEntries(
    words.map((word) => {
      const pass = readPass(word);
      if (typeof pass === 'string') {
        throw new ToolError('bad-usage', { message: `muster:allow and MUSTER_ALLOW take ${pass}` });
      }
      return pass;
    }),
  );
}
