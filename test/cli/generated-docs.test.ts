import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateDocs } from '../../scripts/generate-docs.ts';

const pages = Object.entries(await generateDocs());

test.each(pages)('%s is what `node scripts/generate-docs.ts` makes', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});
