// A pipeline that lost its recorded state must not look like a first plan.

import { expect, test } from 'vitest';
import { freshFolder, muster, parsed } from './muster.ts';

test('in a pipeline a plan without a ledger says so before anything else; elsewhere a first plan is nothing to remark', async () => {
  const folder = freshFolder();
  await muster(['init'], { folder });
  try {
    const told = await muster(['plan'], { folder, environment: { CI: 'true' } });
    expect(told.out.split('\n')[0]).toBe('No recorded state: what was applied before is not known here.');
    const json = await muster(['plan', '--json'], { folder, environment: { CI: 'true' } });
    expect(JSON.stringify(parsed(json.out)['warnings'])).toContain('"state-absent"');
    expect((await muster(['plan'], { folder })).out).not.toContain('No recorded state');
    const drift = await muster(['drift'], { folder, environment: { CI: 'true' } });
    expect(drift.out).toContain('Recorded state: there is none');
  } finally {
    await muster(['sandbox', 'stop'], { folder });
  }
});
