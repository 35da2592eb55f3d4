// A plant that no longer fits its file would prove nothing.

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { PLANTS } from '../plants.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each(PLANTS)('$name: what it replaces stands once in its file, and the file can be read with it', (plant) => {
  const text = readFileSync(join(ROOT, plant.file), 'utf8');
  expect(text.split(plant.right)).toHaveLength(2);
  expect(() => stripTypeScriptTypes(text.replace(plant.right, () => plant.wrong))).not.toThrow();
});

test('there are sixty of them, and no two have one name', () => {
  expect(PLANTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PLANTS.map(({ name }) => name)).size).toBe(PLANTS.length);
});
