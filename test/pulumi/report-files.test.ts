// MUSTER_OUT through the real command: preview, up and refresh leave the report of their program in files.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { faultsOf } from '../support/report-schema.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const USERS = { users: [{ ...ANA, secondaryEmailAddr: 'ana@example.org' }] };
const WISH = { MUSTER_OUT: 'json=reports/plan.json,gitlab-terraform=reports/counts.json' };

describe.skipIf(!pulumiIsHere())('MUSTER_OUT', () => {
  test(
    'has the plan of a preview, of an up, and of a refresh that runs the program',
    { timeout: 120_000 },
    async () => {
      const story = await stackStory();
      mkdirSync(join(story.folder, 'reports'));
      const read = (name: string): unknown => JSON.parse(readFileSync(join(story.folder, 'reports', name), 'utf8'));
      story.declare(USERS);

      expect(await story.preview(WISH)).toMatchObject({ code: 0 });
      expect(faultsOf(read('plan.json'))).toEqual([]);
      expect(read('plan.json')).toMatchObject({ kind: 'plan', command: 'pulumi', changes: [{ action: 'create' }] });
      expect(read('counts.json')).toEqual({ create: 1, update: 0, delete: 0 });

      rmSync(join(story.folder, 'reports'), { recursive: true });
      const refused = await story.up(WISH);
      expect(refused.code).not.toBe(0);
      expect(refused.text).toContain('there is no folder for reports/plan.json');
      mkdirSync(join(story.folder, 'reports'));

      expect(await story.up(WISH)).toMatchObject({ code: 0 });
      expect(read('counts.json')).toEqual({ create: 1, update: 0, delete: 0 });

      vi.stubEnv('MUSTER_OUT', WISH.MUSTER_OUT);
      expect(await story.pulumi('refresh', '--yes', '--run-program')).toMatchObject({ code: 0 });
      vi.unstubAllEnvs();
      expect(read('counts.json')).toEqual({ create: 0, update: 0, delete: 0 });
    },
  );
});
