// Values that want to be obeyed, in every free text of a report and every format. Judged by reading the output back: the reader
// gets the value as text, in the place where a harmless one would stand, and nothing else.

import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import { isDocument, type ReportDocument } from '../../src/core/report/documents/document.ts';
import { FORMAT_NAMES, shows, type FormatName } from '../../src/core/report/format-table.ts';
import { render } from '../../src/formats/formats.ts';
import { SCRIPT } from '../../src/formats/html/client.ts';
import type { JsonReport } from '../../src/core/report/documents/json-report.ts';
import { printable } from '../../src/core/report/words/printable.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { documents } from './documents.ts';
import { readCsv, readJunit, readNdjson, readPatches, readOpenMetrics } from './reading-back.ts';

const LAYOUT = { style: PLAIN, width: 100, verbose: true };

const HOSTILE = {
  html: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  xml: ']]></failure><testcase name="x"/><!-- & &amp; &#0; <?xml version="1.0"?> <!DOCTYPE a [<!ENTITY b "c">]>',
  quotes: `"'\`\\" a="b"`,
  markdown: '# [click](https://evil.example) ![x](javascript:1) | a | ~~b~~ `c` @everyone #1 {0} [here](1)',
  ansi: '\u001b]8;;https://evil.example\u0007\u001b[31mred\u009b2J',
  bidi: 'a\u202egnp.exe\u2066\u2069\u200b\u00a0\ufeff',
  lines: 'a\r\nb\nc\u2028d\u0085e\u000bf\tg\u0000h',
  formula: '=HYPERLINK("https://evil.example","x")',
  plus: '+1+cmd|/c calc!A1',
  at: '@SUM(A1)',
  minus: '-2+3',
  fullwidth: '＝1+1',
  comma: 'a,b;c\t"d"\r\ne',
  metrics: 'a"} 1\nmuster_plan_size{project="x"} 99 # {',
  halves: 'a\ud800b\udc00\uffff\ufffe',
  proto: '__proto__',
  long: 'x'.repeat(20_000),
} as const;

/** Keys whose texts come from files, from the service or from people; everything else is a word of ours. */
const FREE = new Set([
  'message',
  'text',
  'reason',
  'owner',
  'note',
  'project',
  'file',
  'before',
  'after',
  'field',
  'headline',
  'evidence',
  'value',
  'key',
  'clientId',
  'previewRecordId',
  'campaignName',
  'preferredAgent',
  'lastAttemptAgent',
  'skillQueue',
  'connectUserId',
  'subject',
  'asked',
  'said',
]);

/** The report with the value in every free text, and in every address. */
function poisoned(report: JsonReport, value: string): JsonReport {
  const visit = (each: unknown, key: string): unknown => {
    if (Array.isArray(each)) return each.map((item) => visit(item, key));
    if (typeof each === 'string')
      return FREE.has(key)
        ? value
        : each.startsWith('user:')
          ? userAddress(value)
          : each.startsWith('record:')
            ? recordAddress(value, value)
            : each;
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, visit(inner, name)]));
  };
  const target = report.target && { ...report.target, name: value };
  return { ...(visit(report, '') as JsonReport), target };
}

function hostile(name: string, value: string): ReportDocument {
  const report = poisoned(documents[name] as ReportDocument, value);
  if (!isDocument(report)) throw new TypeError(`${name} is a report`);
  return report;
}

const NAMES = ['plan', 'apply', 'drift', 'show', 'validate', 'doctor', 'get', 'search', 'why', 'error'];
const cases = Object.keys(HOSTILE).flatMap((kind) =>
  NAMES.map((name) => [kind as keyof typeof HOSTILE, name] as const),
);

/** What no output may hold as it is, whoever shows it: control, bidirectional and zero-width characters, halves of pairs. */
const OBEYED =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u;

describe('hostile values', () => {
  test.each(cases)('%s in %s: no format obeys it, and each has the same number of things to say', (kind, name) => {
    const value = HOSTILE[kind];
    const [document, harmless] = [hostile(name, value), hostile(name, 'a')];
    for (const format of FORMAT_NAMES.filter((each) => shows(each, document.kind))) {
      const text = render(format, document, LAYOUT);
      // The script of the page is ours; a test runner indents it with tabs.
      expect([format, OBEYED.exec(text.replace(SCRIPT, ''))?.[0] ?? null]).toEqual([format, null]);
      const shape = SHAPES[format];
      expect([format, shape?.(text)]).toEqual([format, shape?.(render(format, harmless, LAYOUT))]);
    }
  });

  /** How many things a reader gets, and of which kind; null where people read it as a whole. */
  const SHAPES: Readonly<Record<FormatName, ((text: string) => unknown) | null>> = {
    text: null,
    json: (text) => Object.keys(JSON.parse(text) as object),
    html: (text) => text.replace(SCRIPT, '').match(/<\/?[a-z][a-z0-9]*/giu),
    markdown: null,
    'markdown-gitlab': null,
    'markdown-azure': null,
    ndjson: (text) => readNdjson(text).map((row) => Object.keys(row)),
    csv: (text) => readCsv(text).map((row) => Object.keys(row).length),
    patch: (text) =>
      readPatches(text).map(({ objects }) =>
        objects?.map(({ patch, notShown }) => [patch.map(({ op }) => op), notShown.length]),
      ),
    junit: (text) =>
      readJunit(text).map(({ testcase, failures }) => [testcase.map((each) => Object.keys(each)), failures]),
    sarif: (text) => (JSON.parse(text) as Log).runs.map(({ results }) => results?.map(({ level }) => level)),
    'gitlab-terraform': (text) => JSON.parse(text) as unknown,
    'gitlab-codequality': (text) => (JSON.parse(text) as object[]).map((each) => Object.keys(each)),
    openmetrics: (text) => readOpenMetrics(text).map(({ metric, value }) => [metric, value]),
  };

  test.each(['formula', 'plus', 'at', 'minus', 'fullwidth', 'lines', 'comma'] as const)(
    'a cell of %s is text for a spreadsheet',
    (kind) => {
      for (const row of readCsv(render('csv', hostile('drift', HOSTILE[kind]), LAYOUT))) {
        for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
      }
    },
  );

  test.each(['html', 'xml', 'quotes', 'bidi', 'metrics', 'markdown'] as const)(
    '%s comes back whole from XML, CSV, NDJSON and labels',
    (kind) => {
      const value = HOSTILE[kind];
      const document = hostile('validate', value);
      const seen = printable(value);
      const failures = readJunit(render('junit', document, LAYOUT)).flatMap(({ testcase }) =>
        testcase.flatMap(({ failure }) => failure ?? []),
      );
      expect(failures.length).toBeGreaterThan(0);
      for (const { message, '#text': body } of failures) {
        // A reader of XML joins the blanks of an attribute that are line breaks, and there are none.
        expect(message).toContain(seen);
        expect(body).toContain(seen);
      }
      const rows = readCsv(render('csv', document, LAYOUT)).filter(({ row }) => row === 'diagnostic');
      expect(rows.map(({ text }) => text)).toEqual(rows.map(() => seen));
      const lines = readNdjson(render('ndjson', document, LAYOUT)).filter(({ row }) => row === 'diagnostic');
      expect(lines.map(({ message }) => message)).toEqual(lines.map(() => value));
      const labels = readOpenMetrics(render('openmetrics', document, LAYOUT)).map(({ labels: { project } }) => project);
      expect(new Set(labels)).toEqual(new Set([seen]));
    },
  );

  test('a message of SARIF holds no link and no placeholder', () => {
    const log = JSON.parse(render('sarif', hostile('validate', HOSTILE.markdown), LAYOUT)) as Log;
    const texts = (log.runs[0]?.results ?? []).map(({ message }) => message.text ?? '');
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/\]\(|(?<!\{)\{\d\}/u);
  });

  test('a path that wants out of the folder is a path inside it', () => {
    const file = 'javascript:alert(1)//../../etc/passwd?x#y';
    const [first] = documents.validate.diagnostics;
    const document = { ...documents.validate, diagnostics: [{ ...first!, source: { file, line: 1, column: 1 } }] };
    const log = JSON.parse(render('sarif', document, LAYOUT)) as Log;
    const uri = log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
    expect(uri).not.toMatch(/[:?#]/u);
  });

  test('messages of a million characters are shortened where people read them, and say so', () => {
    const document = hostile('validate', 'x'.repeat(1_000_000));
    for (const format of ['sarif', 'gitlab-codequality', 'junit'] as const) {
      expect(render(format, document, LAYOUT)).toContain('… (1,000,000 characters)');
    }
  });
});
