// Each schema is found under the address that its `$id` says, and every line that leads an editor to a schema leads to one that is there:
// beside the installed package, or where a release publishes it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ROOT } from '../../tools/files.ts';
import { starterFiles } from '../../src/cli/init/starter.ts';
import { PACKAGE_NAME, SCHEMA_BASE } from '../../src/core/model/package.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SCHEMAS = readdirSync(join(ROOT, 'schemas'));

test.each(SCHEMAS)('%s says where it is published', (name) => {
  expect(JSON.parse(read(`schemas/${name}`))).toMatchObject({ $id: `${SCHEMA_BASE}${name}` });
});

test('the address names the minor version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const [major, minor] = version.split('.');
  expect(SCHEMA_BASE).toContain(`/${PACKAGE_NAME}@${major}.${minor}/`);
});

/** Path -> text of what leads an editor to a schema. */
function texts(): ReadonlyMap<string, string> {
  const found = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:md|yaml)$/u.test(name) && !/node_modules|\.muster/u.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  const files = found.map((path) => [path, read(path)] as const);
  return new Map([
    ...files,
    ...Object.entries(starterFiles({ version: '1.2.3', isModule: true, isReleased: true, pulumi: true })),
  ]);
}

/** Null where the address leads to none of the schemas. A page speaks of a file one folder below the project, an example is a project. */
function schemaOf(address: string, file: string): string | null {
  const below = file.startsWith('docs/') ? 1 : file.split('/').length - (file.startsWith('examples/') ? 3 : 1);
  const bases = [SCHEMA_BASE, `${'../'.repeat(below)}node_modules/${PACKAGE_NAME}/schemas/`];
  const base = bases.find((each) => address.startsWith(each));
  const name = base === undefined ? '' : address.slice(base.length);
  return SCHEMAS.includes(name) ? name : null;
}

describe('a line for an editor', () => {
  const lines = [...texts()].flatMap(([file, text]) =>
    [...text.matchAll(/yaml-language-server: \$schema=(\S+)/gu)].map(([, address = '']) => [file, address] as const),
  );

  test('stands in what init writes, in the examples and in getting started', () => {
    const files = lines.map(([file]) => file);
    const some = ['muster.yaml', 'teams/support.yaml', 'campaigns/welcome.yaml', 'examples/tour/muster.yaml'];
    expect(files).toEqual(expect.arrayContaining([...some, 'docs/getting-started.md']));
  });

  test.each(lines)('of %s leads to a schema: %s', (file, address) => {
    expect(schemaOf(address, file)).toBe(file.endsWith('muster.yaml') ? 'project.schema.json' : 'desired.schema.json');
  });

  test.each(['../node_modules/musterctl/schemas/desired.schema.json', 'https://example.com/desired.schema.json'])(
    'that leads elsewhere is seen: %s',
    (address) => {
      expect(schemaOf(address, 'muster.yaml')).toBeNull();
    },
  );
});
