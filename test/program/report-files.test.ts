// MUSTER_OUT of a program: refused before anything is read, written beside the plan, a warning where it cannot be.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ToolError } from '../../src/core/model/errors.ts';
import { openReportFiles } from '../../src/program/report-files.ts';
import { errorReport, planReport } from '../../src/program/say.ts';
import { fullPlan } from '../report/values.ts';
import { faultsOf } from '../support/report-schema.ts';

interface Opened {
  readonly folder: string;
  readonly warnings: string[];
  readonly open: () => ReturnType<typeof openReportFiles>;
}

function withWish(wish: string | undefined): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'muster-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const warnings: string[] = [];
  const warn = async (text: string): Promise<void> => Promise.resolve(void warnings.push(text));
  const environment = { MUSTER_OUT: wish };
  return { folder, warnings, open: async () => openReportFiles({ folder, environment, warn }) };
}

const plan = planReport(fullPlan, { at: 0, durationMs: 0, isPreview: true, git: null, onMerge: null });

test('the plan stands in every file that was asked for, with the commands of Pulumi', async () => {
  const { folder, open } = withWish('json=plan.json,junit=plan.xml');
  await (await open()).write(plan);
  const report: unknown = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  expect(faultsOf(report)).toEqual([]);
  expect(report).toMatchObject({ command: 'pulumi', exactly: plan.exactly, tool: { version: /^\d+\.\d+\.\d+/u } });
  expect(readFileSync(join(folder, 'plan.xml'), 'utf8')).toContain('<testsuite name="plan contact-centre');
});

test('an error that ends the program is a report, too', async () => {
  const { folder, open } = withWish('json=plan.json');
  await (await open()).write(errorReport(new ToolError('locked', { message: 'somebody holds it' }), 0));
  expect(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))).toMatchObject({ error: { code: 'locked' } });
});

test('without a wish nothing is written', async () => {
  const { warnings, open } = withWish(undefined);
  await (await open()).write(plan);
  expect(warnings).toEqual([]);
});

test.each([
  ['json=-', 'standard output belongs to Pulumi'],
  ['yaml=x', 'MUSTER_OUT takes FORMAT=PATH'],
  ['json=a,csv=a', 'two reports would go to a'],
  ['json=nowhere/a', 'there is no folder for nowhere/a'],
])('%s is refused before anything is read', async (wish, said) => {
  await expect(withWish(wish).open()).rejects.toThrow(said);
});

test('a folder that is gone by then is a warning, and the program goes on', async () => {
  const { folder, warnings, open } = withWish('json=plan.json');
  const files = await open();
  rmSync(folder, { recursive: true });
  await files.write(plan);
  expect(warnings).toEqual([expect.stringContaining('report-not-written')]);
});
