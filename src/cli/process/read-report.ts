// Text -> the document of a JSON report. Whatever is wrong with it is one line that names the file and the place.

import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { once } from '../../core/desired/text/schema.ts';
import { readSchema } from '../../core/desired/text/schema-file.ts';
import { ToolError } from '../../core/model/errors.ts';
import { isDocument, type ReportDocument } from '../../core/report/documents/document.ts';
import type { JsonReport } from '../../core/report/documents/json-report.ts';
import { REPORT_FORMAT } from '../../core/report/documents/begin.ts';
import { badTimeIn, personalIn } from '../../core/report/documents/read-json.ts';
import type { Call } from './command.ts';
import { readInput } from './input-file.ts';

/** Those that the arguments of the call name; `-` is standard input. Throws `input-file`, too. */
export async function readReports({ arguments: paths, settings, shell }: Call): Promise<ReportDocument[]> {
  const documents = [];
  for (const path of paths) {
    const expected = `a JSON report: ${path}`;
    const text = path === '-' ? await shell.terminal.read() : await readInput(resolve(settings.folder, path), expected);
    documents.push(readReport(text, path));
  }
  return documents;
}

/** Throws `not-a-report`, `report-version`, `report-personal`. `path`: as it was given. */
export function readReport(text: string, path: string): ReportDocument {
  const value = parsed(text, path);
  checkVersion(value, path);
  const report = shaped(value, path);
  const personal = personalIn(report);
  if (personal !== null) throw new ToolError('report-personal', { message: `${path}: ${personal}` });
  const time = badTimeIn(report);
  if (time !== null) throw notReport(path, time);
  if (isDocument(report)) return report;
  throw notReport(path, `a report of kind ${report.kind} has more than this one`);
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    // The parser's own message repeats a part of the text.
    throw notReport(path, text.trim() === '' ? 'the file is empty' : 'it is not whole JSON');
  }
}

const MAJOR = REPORT_FORMAT.split('.', 1)[0];

function checkVersion(value: unknown, path: string): void {
  const version: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'formatVersion') : undefined;
  if (typeof version !== 'string' || !/^\d{1,4}\.\d{1,4}$/u.test(version))
    throw notReport(path, 'it has no formatVersion');
  if (version.split('.', 1)[0] === MAJOR) return;
  throw new ToolError('report-version', { message: `${path}: expected format ${MAJOR}.x; given: ${version}` });
}

function shaped(value: unknown, path: string): JsonReport {
  const accepts = compiled();
  if (accepts(value)) return value;
  const [first] = accepts.errors ?? [];
  const words = [first?.instancePath ?? '', first?.message ?? 'is not as the schema says'].join(' ').trim();
  throw notReport(path, words);
}

/** Costs some 30 ms. */
const compiled = once(() =>
  new Ajv({ allowUnionTypes: true }).compile<JsonReport>(JSON.parse(readSchema('report-1.0')) as object),
);

function notReport(path: string, words: string): ToolError {
  return new ToolError('not-a-report', { message: `${path}: ${words}; \`muster schema report-1.0\` prints the shape` });
}
