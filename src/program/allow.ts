// `muster:allow` and MUSTER_ALLOW: the words that pass guards, `deletes=12` or several with commas.

import { readPasses } from '../model/allow.ts';
import { ToolError } from '../model/errors.ts';

export function readAllow(text: string): Readonly<Record<string, number>> {
  const passes = readPasses(text.split(/[\s,]+/u).filter((word) => word !== ''));
  if (typeof passes !== 'string') return passes;
  throw new ToolError('bad-usage', { message: `muster:allow and MUSTER_ALLOW take ${passes}` });
}
