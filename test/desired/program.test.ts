// Desired state written or held by a program.

import { join } from 'node:path';

import { expect, test } from 'vitest';

import { defineDesired } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { Findings } from '../../src/core/desired/text/findings.ts';
import { runProgramFile } from '../../src/core/desired/text/program-file.ts';
import type { Target } from '../../src/core/model/target.ts';
import { errorOf, loadFiles, placesOf, projectFolder } from './project-folder.ts';

async function sandbox(): Promise<Target> {
  return chooseTarget(await loadProject(await projectFolder({})), null);
}

const desired = defineDesired({
  users: [{ loginUserId: 'a', firstName: 'A', lastName: 'B', userTemplateName: 'T', createInBackend: true }],
  campaigns: [{ campaignName: 'S', records: [{ clientId: 'C', data: { Name: 'x', phone: '+34911234567' } }] }],
});

test('a TypeScript file says the same as YAML', async () => {
  const ts = `const ids: readonly string[] = ['a', 'b'];
export default { users: ids.map((loginUserId) => ({ loginUserId, ensure: 'absent' as const })) };`;
  const { users } = await loadFiles({ 'desired/a.ts': ts });
  expect(users.map(({ loginUserId, source }) => [loginUserId, source])).toEqual([
    ['a', { file: 'desired/a.ts', line: 1, column: 1 }],
    ['b', { file: 'desired/a.ts', line: 1, column: 1 }],
  ]);
});

const WHOLE = 'export default { users: [] };';

test.each([
  ['throws', 'throw new Error("no luck");', /expected a file that runs; it threw Error$/],
  [
    'has no default export',
    'export const x = 1;',
    /expected a default export, defineDesired\(\{...\}\); there is none/,
  ],
  ['ends the process', 'process.exit(0);', /it ended the process \(exit 0\)$/],
  [
    'ends it from an exit handler',
    'process.on("exit", () => process.exit(0)); process.exit(3);',
    /it ended the process \(exit [03]\)$/,
  ],
  ['never settles', 'await new Promise(() => {});', /it waits for a promise that never settles$/],
  [
    'says a word to whoever started its thread, and never settles',
    'import { parentPort } from "node:worker_threads"; parentPort.postMessage("ready"); await new Promise(() => {});',
    /it waits for a promise that never settles$/,
  ],
  [
    'breaks in a timer',
    'setTimeout(() => { throw new TypeError("x"); }); await new Promise((go) => setTimeout(go, 9e4));',
    /expected a file that runs; it threw TypeError$/,
  ],
  [
    'breaks in a promise of nobody',
    'Promise.reject(new RangeError("x")); await new Promise((go) => setTimeout(go, 9e4));',
    /it threw RangeError$/,
  ],
  [
    'breaks in a timer that is due, and exports',
    `setTimeout(() => { throw new TypeError("x"); }, 0); ${WHOLE}`,
    /it threw TypeError$/,
  ],
  [
    'breaks in a promise of nobody, and exports',
    `Promise.reject(new RangeError("x")); ${WHOLE}`,
    /it threw RangeError$/,
  ],
])('a program that %s is reported', async (_title, code, says) => {
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.mjs': code }));
  expect(diagnostics).toMatchObject([
    { code: 'typescript-failed', source: { file: 'desired/a.mjs', line: 1, column: 1 } },
  ]);
  expect(diagnostics[0]?.message).toMatch(says);
});

test.each(['"ready"', 'null', '{ kind: "ready" }'])(
  'a program that says %s to whoever started its thread is read all the same',
  async (word) => {
    const code = `import { parentPort } from 'node:worker_threads'; parentPort?.postMessage(${word});
export default { users: [{ loginUserId: 'a', ensure: 'absent' }] };`;
    const { users } = await loadFiles({ 'desired/a.mjs': code });
    expect(users.map(({ loginUserId }) => loginUserId)).toEqual(['a']);
  },
);

test('a program that exports something else than plain data is reported with the path', async () => {
  const code = 'const a = []; a.push(a); export default { users: new Date(0), campaigns: a };';
  expect(await placesOf({ 'desired/a.mjs': code })).toContain('wrong-type desired/a.mjs:1:1');
  expect(await placesOf({ 'desired/a.mjs': code })).toContain('too-deep desired/a.mjs:1:1');
});

test('a program that goes on for ever is reported after a while, and one with an open timer is read at once', async () => {
  const folder = await projectFolder({
    'loop.mjs': 'for (;;);',
    'timer.mjs': 'setInterval(() => {}, 9e4); export default { users: [] };',
  });
  const findings = new Findings();
  expect(await runProgramFile(join(folder, 'loop.mjs'), 'loop.mjs', { findings, limitMs: 500 })).toBeNull();
  expect(() => findings.stop()).toThrow('loop.mjs: expected a file that runs; it did not end within 0.5 seconds');
  const read = await runProgramFile(join(folder, 'timer.mjs'), 'timer.mjs', { findings: new Findings() });
  expect(read?.kind).toBe('map');
});

test('a value in memory passes the same checks and gives the same state', async () => {
  const state = readDesiredInput(desired, await sandbox(), 'roster');
  expect(state).toMatchObject({
    users: [{ address: 'user:a', createInBackend: true, source: { file: 'roster', line: 1, column: 1 } }],
    records: [{ address: 'record:S/C', data: [{ key: 'Name' }, { key: 'phone', displayOrder: 2 }] }],
    files: [],
  });
});

test('findings about a value in memory carry its path and no line', async () => {
  const target = await sandbox();
  const twice = { users: [...(desired.users ?? []), ...(desired.users ?? [])] };
  const { diagnostics } = await errorOf(() => readDesiredInput(twice, target));
  expect(diagnostics).toMatchObject([{ code: 'duplicate-user', source: { file: 'desired', line: 1, column: 1 } }]);
  expect(diagnostics[0]?.message).toMatch(/^users\[1\]\.loginUserId: /);
});

test('keys whose value is undefined are left out, and nothing at all is an empty file', async () => {
  const target = await sandbox();
  const input: object = { users: [{ loginUserId: 'a', ensure: 'absent', onRemove: undefined }], campaigns: undefined };
  expect(readDesiredInput(input, target).users).toHaveLength(1);
  expect((await errorOf(() => readDesiredInput({}, target))).code).toBe('empty-file');
});

test('a value in memory cannot name a CSV file', async () => {
  const target = await sandbox();
  const input = { campaigns: [{ campaignName: 'S', recordsFrom: { file: 's.csv', columns: { clientId: 'Nr' } } }] };
  const { diagnostics } = await errorOf(() => readDesiredInput(input, target));
  expect(diagnostics[0]?.message).toBe(
    'campaigns[0].recordsFrom: expected records; given a CSV file, which only a desired file may name',
  );
});
