// Outputs read back by parsers that are not ours, so that a test judges what a reader gets and not how it is written.

import { parse } from 'csv-parse/sync';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface TestCase {
  readonly name: string;
  readonly classname: string;
  readonly file?: string;
  readonly line?: string;
  readonly failure?: Told;
  readonly error?: Told;
  readonly skipped?: Told;
  readonly 'system-out'?: string;
}

interface Told {
  readonly message: string;
  readonly type?: string;
  readonly '#text'?: string;
}

export interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly testcase: readonly TestCase[];
}

export function readJunit(text: string): readonly Suite[] {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(valid.err.msg);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const whole = parser.parse(text) as { readonly testsuites: { readonly testsuite: readonly Suite[] } };
  return whole.testsuites.testsuite;
}

export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  return parse<Record<string, string>>(text, { columns: true, record_delimiter: '\r\n' });
}

export function readNdjson(text: string): readonly Readonly<Record<string, unknown>>[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export interface Patches {
  readonly error: string | null;
  readonly objects: readonly ObjectPatch[] | null;
}

interface ObjectPatch {
  readonly address: string;
  readonly patch: Operation[];
  readonly notShown: readonly string[];
}

/** Throws where an operation is none of RFC 6902. */
export function readPatches(text: string): readonly Patches[] {
  const all = JSON.parse(text) as readonly Patches[];
  const wrong = all.flatMap(({ objects }) => objects ?? []).find(({ patch }) => jsonPatch.validate(patch));
  if (wrong !== undefined) throw new Error(`${wrong.address}: not RFC 6902`);
  return all;
}

export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const DESCRIPTOR = /^# (TYPE|UNIT|HELP) ([a-z_]+) (.+)$/u;
const SAMPLE = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\} (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/u;

/** The grammar of OpenMetrics 1.0 as far as gauges go; throws where a line does not fit, or a family is not in one piece. */
export function readOpenMetrics(text: string): readonly Sample[] {
  const lines = text.split('\n');
  if (lines.at(-1) !== '' || lines.at(-2) !== '# EOF') throw new Error('it does not end with # EOF');
  const families: string[] = [];
  return lines.slice(0, -2).flatMap((line) => {
    const described = DESCRIPTOR.exec(line);
    const [, first = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    const metric = described?.[2] ?? first;
    if (metric === '') throw new Error(`no descriptor and no sample: ${line}`);
    if (families.at(-1) !== metric) {
      if (families.includes(metric) || described?.[1] !== 'TYPE') throw new Error(`${metric} is not in one piece`);
      families.push(metric);
    }
    return described === null ? [{ metric, labels: labelsOf(labels), value: Number(value) }] : [];
  });
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/gu)];
  const plain = (value: string): string =>
    value.replaceAll(/\\(.)/gu, (_all, each: string) => (each === 'n' ? '\n' : each));
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, plain(value)]));
}
