// Writes schemas/report-1.0.schema.json, the published schema of JSON reports, from the type that they have
// (src/core/report/documents/json-report.ts). `node scripts/generate-schema.ts`; `npm run check -- generated` fails where the two differ.
//
// The schema is open: it names every key that this version writes, and forbids no other, because minor versions add keys. The
// compiler says what a type is, however it is written; generators of others either read a part of the language, or bring a
// loader along that Pulumi would take for its own.

import { join } from 'node:path';
import ts from 'typescript';
import { ERRORS } from '../src/core/model/errors.ts';
import { SCHEMA_BASE } from '../src/core/model/package.ts';
import { POINT_IDS } from '../src/core/model/open-points.ts';
import { pretty, ROOT, write } from '../tools/files.ts';

export const REPORT_SCHEMA = 'schemas/report-1.0.schema.json';
const SOURCE = join(ROOT, 'src/core/report/documents/json-report.ts');

type Schema = Readonly<Record<string, unknown>>;

const HEAD = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: `${SCHEMA_BASE}report-1.0.schema.json`,
  title: 'JSON report of muster, format 1.0',
  description:
    'What --json prints and --out json=PATH writes. Minor versions add keys, codes and ids; a new word in a list raises the minor version.',
};

/** Values that a reader must expect more of in any version: codes, ids of open questions. */
const OPEN_WORDS: readonly (readonly string[])[] = [Object.keys(ERRORS), POINT_IDS];

export async function reportSchema(): Promise<string> {
  const program = programOf([SOURCE]);
  const writer = new SchemaWriter(program.getTypeChecker());
  const { $ref: _self, ...rest } = writer.of(exportedType(program, SOURCE, 'JsonReport'));
  const { JsonReport: root, ...definitions } = writer.definitions();
  const whole = { ...HEAD, ...rest, ...root, definitions };
  return pretty(REPORT_SCHEMA, JSON.stringify(whole));
}

export function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    readonly config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram(files, options);
}

export function exportedType(program: ts.Program, path: string, name: string): ts.Type {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const symbol = file && checker.getSymbolAtLocation(file);
  const found = symbol && checker.getExportsOfModule(symbol).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no type ${name}`);
  return checker.getDeclaredTypeOfSymbol(found);
}

export class SchemaWriter {
  readonly #checker: ts.TypeChecker;
  readonly #definitions = new Map<string, { readonly type: ts.Type; schema: Schema }>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** By name. */
  definitions(): Readonly<Record<string, Schema>> {
    const sorted = [...this.#definitions].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]));
  }

  /** A reference to it where it has a name of its own. */
  of(type: ts.Type): Schema {
    const name = nameOf(type);
    if (name === null) return this.#whole(type);
    const known = this.#definitions.get(name);
    if (known !== undefined && known.type !== type) throw new Error(`two types are called ${name}`);
    if (known === undefined) {
      const entry = { type, schema: {} as Schema };
      this.#definitions.set(name, entry);
      entry.schema = this.#whole(type);
    }
    return { $ref: `#/definitions/${name}` };
  }

  #whole(type: ts.Type): Schema {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
    if (type.flags & ts.TypeFlags.String || type.flags & ts.TypeFlags.TemplateLiteral) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { type: 'boolean', const: this.#checker.typeToString(type) === 'true' };
    }
    if (type.isUnion()) return this.#union(type);
    if (this.#checker.isArrayType(type)) return { type: 'array', items: this.#items(type) };
    return this.#object(type);
  }

  #items(type: ts.Type): Schema {
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
    if (item === undefined) throw new Error('an array without items');
    return this.of(item);
  }

  /** Words as one list; one type or null as both types; anything else as alternatives. */
  #union(type: ts.UnionType): Schema {
    const isNull = (part: ts.Type): boolean => (part.flags & ts.TypeFlags.Null) !== 0;
    const hasNull = type.types.some(isNull);
    const parts = type.types.filter((part) => !isNull(part));
    if (parts.every((part) => part.isStringLiteral()))
      return words(
        parts.map(({ value }) => value),
        hasNull,
      );
    if (parts.every((part) => part.flags & ts.TypeFlags.BooleanLiteral)) {
      return { type: hasNull ? ['boolean', 'null'] : 'boolean' };
    }
    const schemas = parts.map((part) => this.of(part));
    const [first] = schemas;
    const isPlain = schemas.length === 1 && typeof first?.['type'] === 'string' && Object.keys(first).length === 1;
    if (isPlain && hasNull) return { type: [first['type'], 'null'] };
    return { anyOf: [...schemas, ...(hasNull ? [{ type: 'null' }] : [])] };
  }

  #object(type: ts.Type): Schema {
    const properties = this.#checker.getPropertiesOfType(type);
    const others = type.getStringIndexType();
    if (properties.length === 0 && others === undefined) {
      throw new Error(`no schema for ${this.#checker.typeToString(type)}`);
    }
    const required = properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map((property) => [property.name, this.#property(property)])),
      required: required.map(({ name }) => name),
      ...(others === undefined ? {} : { additionalProperties: this.of(others) }),
    };
  }

  #property(symbol: ts.Symbol): Schema {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const schema = this.of(isOptional && type.isUnion() ? this.#checker.getNonNullableType(type) : type);
    const description = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replaceAll('\n', ' ');
    const text = description === '' ? {} : { description };
    const pattern = symbol.name === 'formatVersion' ? { pattern: String.raw`^1\.\d+$` } : {};
    return { ...text, ...schema, ...pattern };
  }
}

function words(list: readonly string[], hasNull: boolean): Schema {
  const isOpen = OPEN_WORDS.some((all) => all.every((word) => list.includes(word)));
  if (isOpen) return { type: hasNull ? ['string', 'null'] : 'string' };
  return { enum: [...list.toSorted(), ...(hasNull ? [null] : [])] };
}

/** Of an interface, or of a type with a name and without arguments; null for what stands where it is used. */
function nameOf({ aliasSymbol, aliasTypeArguments, symbol }: ts.Type): string | null {
  if (aliasSymbol !== undefined) return aliasTypeArguments === undefined ? aliasSymbol.name : null;
  const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  return isInterface && !LIBRARY.has(symbol.name) ? symbol.name : null;
}

const LIBRARY: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);

if (import.meta.main) write(REPORT_SCHEMA, await reportSchema());
