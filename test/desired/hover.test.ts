// What an editor shows of an argument of a class is what docs/classes and docs/keys.md say of it: read as an editor reads it, by the
// compiler, from the types that a program uses.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

import { allKeys } from '../../src/core/desired/text/keys.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'providers/arguments.ts');
/** Written out beside the tables: no desired file has them, or says them of something else. */
const OWN = ['target', 'records'];

/** Interface -> where its arguments stand in a desired file. */
const PLACES = {
  PresentUserArgs: ['users[].'],
  AbsentUserArgs: ['users[].'],
  PinnedRecordArgs: ['campaigns[].records[].', 'campaigns[].'],
  RecordSetArgs: ['campaigns[].'],
};

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
  config: object;
};
const program = ts.createProgram([SOURCE], ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options);
const checker = program.getTypeChecker();

function hovers(name: string): readonly (readonly [argument: string, text: string])[] {
  const file = program.getSourceFile(SOURCE);
  const module = file && checker.getSymbolAtLocation(file);
  const found = module && checker.getExportsOfModule(module).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return checker
    .getDeclaredTypeOfSymbol(found)
    .getProperties()
    .map((property) => [
      property.name,
      ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/gu, ' '),
    ]);
}

const meanings = new Map(allKeys().map(({ path, meaning }) => [path, meaning]));

describe.each(Object.entries(PLACES))('%s', (name, places) => {
  const all = hovers(name);

  test.each(all.filter(([argument]) => !OWN.includes(argument)))(
    'says of %s what the schema says',
    (argument, text) => {
      const meant = places.map((place) => meanings.get(`${place}${argument}`)).find((each) => each !== undefined);
      expect(text).toBe(meant);
    },
  );

  test('says something of what no file has', () => {
    const own = all.filter(([argument]) => OWN.includes(argument));
    expect(own.length).toBeGreaterThan(0);
    for (const [, text] of own) expect(text).not.toBe('');
  });
});
