// What must hold for any input: texts come through unchanged, and loading never ends in anything but a ToolError.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Findings } from '../../src/core/desired/text/findings.ts';
import { parseJson } from '../../src/core/desired/text/json.ts';
import { textSource } from '../../src/core/desired/text/source.ts';
import { nearest } from '../../src/core/model/suggest.ts';
import { parseYaml } from '../../src/core/desired/text/yaml.ts';
import { errorOf, loadFiles } from './project-folder.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const dataKey = anyText.filter((key) => key.trim() !== '');

function valueOf(text: string, parse: typeof parseYaml): unknown {
  const findings = new Findings();
  const node = parse(text, { source: textSource('a', text), findings });
  findings.stop();
  const data = node?.kind === 'map' ? [...node.entries] : [];
  return data.map(([key, { value }]) => [key, value.kind === 'scalar' ? value.value : value.kind]);
}

test('any text survives a YAML round trip, as key and as value', () => {
  fc.assert(
    fc.property(dataKey, anyText, (key, value) => {
      const yaml = stringify(new Map([[key, value]]), { defaultStringType: 'QUOTE_DOUBLE', lineWidth: 0 });
      expect(valueOf(yaml, parseYaml)).toEqual([[key, value]]);
    }),
  );
});

test('any text survives a JSON round trip, as key and as value', () => {
  fc.assert(
    fc.property(dataKey, anyText, (key, value) => {
      expect(valueOf(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`, parseJson)).toEqual([[key, value]]);
    }),
  );
});

test('JSON is accepted exactly when JSON.parse accepts it', () => {
  const almost = fc
    .json({ maxDepth: 3 })
    .chain((json) =>
      fc
        .tuple(fc.nat(json.length), fc.constantFrom('', ',', '"', '0', '[', '}', '\\', 'e'))
        .map(([at, extra]) => json.slice(0, at) + extra + json.slice(at + 1)),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 3 }), almost), (text) => {
      const findings = new Findings();
      const node = parseJson(text, { source: textSource('a', text), findings });
      const refused = node === null;
      expect(refused).toBe(!isJson(text));
    }),
    { numRuns: 500 },
  );
});

test('whatever bytes a file holds, loading ends in desired state or in a ToolError with a place', async () => {
  const scraps = fc.array(
    fc.constantFrom(
      'users:',
      'campaigns:',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '&a ',
      '*a',
      '"',
      "'",
      '|',
      '>',
      '!!x ',
      '#',
      '---',
      '%',
      'loginUserId',
      'records',
      ',',
      '\t',
      '? ',
    ),
    { maxLength: 30 },
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    scraps.map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom('a.yaml', 'a.json'), async (bytes, name) => {
      const error = await errorOf(() => loadFiles({ [`desired/${name}`]: bytes }));
      expect(error.diagnostics.length).toBeGreaterThan(0);
      expect(error.diagnostics.every(({ source }) => source.line >= 1 && source.column >= 1)).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 30_000);

test('a name with one typing error is suggested, an unrelated one is not', () => {
  const known = ['firstName', 'lastName', 'userTemplateName'];
  expect(['fristName', 'FIRSTNAME', 'lastname', 'userTemplatName'].map((name) => nearest(name, known))).toEqual([
    'firstName',
    'firstName',
    'lastName',
    'userTemplateName',
  ]);
  expect(nearest('colour', known)).toBeNull();
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
