// The checks that a bundle ships say of every value what the sources say: the same answer, and the same errors to the letter.

import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

// Anew: files of a suite share what they import, and what was compiled before would not be compiled again.
vi.resetModules();
const { compiledChecks } = await import('../../scripts/bundle/checks.ts');

const checks = compiledChecks();
const require = createRequire(import.meta.url);

type Load = (module: object, exports: unknown, require: NodeJS.Require) => void;

function shipped(code: string): ValidateFunction {
  const module: { exports: unknown } = { exports: {} };
  const load = runInThisContext(`(function (module, exports, require) {${code}\n})`) as Load;
  load(module, module.exports, require);
  return module.exports as ValidateFunction;
}

/** Names that any schema knows, so that values come close to what is asked for. */
const names = new Set<string>();
function gather(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    gather(value);
  }
}
for (const { schema } of checks.values()) gather(schema);

const texts = fc.constantFrom(
  '',
  ' x',
  'present',
  'absent',
  'worked',
  'ALL',
  'a@example.com',
  'https://x',
  '1.0',
  'x\u200b',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    texts,
    fc.constantFrom(null, true, false, -1, 0, 1, 2.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'another'), tie('value'), { maxKeys: 6 }),
  ),
}));

describe('the checks of a bundle', () => {
  test('are those of every schema that the sources compile', () => {
    expect(checks.size).toBe(15);
  });

  test.each([...checks].map(([digest, check]) => ({ digest: digest.slice(0, 8), ...check })))(
    'say what the sources say: $digest',
    ({ accepts, code }) => {
      const same = shipped(code);
      const keywords = new Set<string>();
      const property = fc.property(value, (given) => {
        const [wanted, got] = [accepts(structuredClone(given)), same(structuredClone(given))];
        expect(got).toBe(wanted);
        expect(JSON.stringify(same.errors)).toBe(JSON.stringify(accepts.errors));
        for (const { keyword } of accepts.errors ?? []) keywords.add(keyword);
      });
      fc.assert(property, { seed: 7, numRuns: 500 });
      expect(keywords.size).toBeGreaterThan(1);
    },
  );
});
