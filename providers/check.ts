// check: inputs as a program gives them -> inputs as they stand in the stack, or what is wrong with each property. Pure.
// The rules are those of desired files; a value that is not known yet passes, it is checked when it is.
//
// The option `import`: what is there is taken over as with `adopt: true`, and nothing is made. The engine has no part in it: its own
// import and `pulumi import` call no code of a dynamic provider.

import type { Diagnostic, ToolError } from '../src/core/model/errors.ts';
import { visible } from '../src/core/model/hidden.ts';
import { assemble } from '../src/core/desired/project/assemble.ts';
import { declarationsOf, desiredShapes } from '../src/core/desired/declarations/declare.ts';
import type { DesiredShapes } from '../src/core/desired/declarations/declare.ts';
import { Findings } from '../src/core/desired/text/findings.ts';
import type { UserInput } from '../src/core/desired/declarations/define.ts';
import { CAMPAIGN_INPUTS } from '../src/core/desired/declarations/record-input.ts';
import { fixedSource } from '../src/core/desired/text/source.ts';
import { treeOfValue } from '../src/core/desired/text/value.ts';
import type { DesiredState } from '../src/core/model/state.ts';
import { namesWhere } from '../src/core/model/fields.ts';
import type { Target } from '../src/core/model/target.ts';
import { USER_FIELDS } from '../src/core/model/user-fields.ts';
import { BESIDE, listOf, recordInputs, setInputs, textIn, unpacked, userInputs } from './declaration.ts';
import type { Declaration, Family, Properties, RecordInputs, SetInputs } from './declaration.ts';

export interface CheckedInputs<T> {
  readonly inputs: T;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

/** What stands for a value that another resource has not delivered yet (Pulumi's wire format). */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
const NOT_DECLARED: readonly string[] = [...BESIDE, 'shard'];
/** Findings of one resource that are said; a set has up to 900 records. */
const LISTED = 100;
const INSIDE = /^(?:users\[0\]|campaigns\[0\](?:\.records\[0\])?)(?:\.|: )?/u;
const INSIDE_SET = /^campaigns\[0\](?:\.|: )?/u;
const CAMPAIGN: readonly string[] = CAMPAIGN_INPUTS;

export type Checker = (properties: Properties, target: Target) => CheckedInputs<Properties>;

export type Checks = Readonly<Record<Family, Checker>>;

/**
 * Compiles the rules, which takes some 20 ms: made once a process. `imports`: somebody who is taken over (`adopt: true`) may be declared
 * without what the service does not show; nobody is made of it (way.ts).
 */
export function openChecks(imports = false): Checks {
  const shapes = desiredShapes();
  return {
    user: (properties, target) =>
      checked('user', properties, () => {
        const unshown = imports && isUnshown(properties) ? filledIn(target) : {};
        const [user] = read(
          { users: [{ ...declaration(properties), ...unshown }] },
          { target, shapes, properties },
        ).users;
        const all = user && userInputs(user);
        return all && without(all, Object.keys(unshown));
      }),
    record: (properties, target) =>
      checked('record', properties, () => {
        const [record] = read({ campaigns: [campaign(properties)] }, { target, shapes, properties }).records;
        return record && recordInputs(record);
      }),
    set: (properties, target) =>
      checked('set', properties, () => {
        const { campaigns, records } = read({ campaigns: [setCampaign(properties)] }, { target, shapes, properties });
        const shard = properties['shard'];
        return campaigns[0] && setInputs(campaigns[0], typeof shard === 'string' ? shard : '', records);
      }),
  };
}

/** Names, and the template: stored at creation, and shown by nothing. */
export const UNSHOWN = namesWhere(USER_FIELDS, { of: 'profile' });

/** Of a user who is taken over: whether none of it is declared. */
export function isUnshown(properties: Properties): boolean {
  return properties['adopt'] === true && UNSHOWN.every((name) => properties[name] === undefined);
}

/** So that everything else is checked. */
function filledIn({ identity }: Target): Properties {
  const needed = UNSHOWN.filter((name) => {
    const { required } = USER_FIELDS[name];
    return required === 'directory' ? identity === 'directory' : required;
  });
  return Object.fromEntries(needed.map((name) => [name, name === 'primaryEmailAddr' ? 'nobody@example.com' : name]));
}

/** What is wrong with the id that is given as `import`; null where nothing is. */
export function otherImport({ id }: Pick<Declaration, 'id'>, news: Properties): string | null {
  const given = textIn(news, 'import');
  return given === null || given === id ? null : `import: ${given} is another object; this resource declares ${id}`;
}

/** The same, with consent to take over what is there where `import` stands beside it. */
export function importing(declaration: Declaration, news: Properties): Declaration {
  if (textIn(news, 'import') === null) return declaration;
  return {
    ...declaration,
    users: declaration.users.map((user) => (user.ensure === 'present' ? { ...user, adopt: true } : user)),
    records: declaration.records.map((record) => ({ ...record, adopt: true })),
  };
}

export function isUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isUnknown);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isUnknown);
  return value === UNKNOWN;
}

function checked(
  family: Family,
  properties: Properties,
  normalised: () => UserInput | RecordInputs | SetInputs | undefined,
): CheckedInputs<Properties> {
  if (isUnknown(properties)) return { inputs: properties, failures: [] };
  try {
    return { inputs: { ...normalised(), ...pick(properties, BESIDE) }, failures: [] };
  } catch (error) {
    if (!isInputError(error)) throw error;
    return { inputs: properties, failures: failuresOf(error.diagnostics, family === 'set' ? INSIDE_SET : INSIDE) };
  }
}

function isInputError(error: unknown): error is ToolError {
  return error instanceof Error && 'diagnostics' in error && Array.isArray(error.diagnostics);
}

/**
 * `users[0].timeZone: expected …` -> the reason. The engine prints the value of a property that is named beside it, secret or
 * not, and any value may be a name in the wrong place: so the property is named in the reason only.
 */
function failuresOf(diagnostics: readonly Diagnostic[], inside: RegExp): CheckedInputs<Properties>['failures'] {
  const reasons = diagnostics.slice(0, LISTED).map(({ message }) => visible(message.replace(inside, '')));
  const more = diagnostics.length - reasons.length;
  return [...reasons, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].map((reason) => ({
    property: '',
    reason,
  }));
}

interface ReadOptions {
  readonly target: Target;
  readonly shapes: DesiredShapes;
  /** Of the resource. */
  readonly properties: Properties;
}

function read(input: unknown, { target, shapes, properties }: ReadOptions): DesiredState {
  const findings = new Findings();
  const source = fixedSource('(program)');
  // What a file declares was held against the rule of what is seen where it is read.
  const reading = { source, findings, ...(textIn(properties, '__home') !== null && { escaped: true as const }) };
  const declarations = declarationsOf(treeOfValue(input, reading), source, { shapes, findings });
  return assemble({ declarations, files: [], content: '', target, findings });
}

function campaign(properties: Properties): Properties {
  const record = declaration(properties);
  const own = Object.entries(record).filter(([name]) => !CAMPAIGN.includes(name));
  return { ...pick(record, CAMPAIGN), records: [Object.fromEntries(own)] };
}

/** The list of records as the campaign of a desired file has it. */
function setCampaign({ records: text, ...properties }: Properties): Properties {
  const rows = typeof text === 'string' ? parsed(unpacked(text)) : null;
  const records = Array.isArray(rows) ? rows.map((row: unknown) => (isMapping(row) ? withData(row) : row)) : rows;
  // A set that only remembers has no row, and a campaign's list of records is never empty.
  const none = Array.isArray(records) && records.length === 0;
  return { ...declaration(properties), manage: 'set', ...(!none && { records }) };
}

export function isMapping(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function declaration(properties: Properties): Properties {
  return withData(Object.fromEntries(Object.entries(properties).filter(([name]) => !NOT_DECLARED.includes(name))));
}

function withData(row: Properties): Properties {
  return 'data' in row ? { ...row, data: dataOf(row['data']) } : row;
}

/** The text of [key, value, displayOrder] lists (0: none given), as the mapping that desired files use; anything else stays and is checked. */
function dataOf(text: unknown): unknown {
  const rows = typeof text === 'string' ? parsed(text) : text;
  if (!Array.isArray(rows) || !rows.every(isItem)) return rows;
  return Object.fromEntries(
    rows.map(([key, value, displayOrder]) => [key, displayOrder === 0 ? value : { value, displayOrder }]),
  );
}

function isItem(row: unknown): row is [key: string, value: string, displayOrder: number] {
  const [key, value, displayOrder] = listOf(row);
  return typeof key === 'string' && typeof value === 'string' && typeof displayOrder === 'number';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function without<T extends object>(all: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T;
}

function pick(properties: Properties, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (name in properties ? [[name, properties[name]]] : [])));
}
