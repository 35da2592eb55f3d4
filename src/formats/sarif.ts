// SARIF 2.1.0 (OASIS): one run for each report, one result for each annotation. Messages are plain text: no Markdown, and no
// embedded link (section 3.11.6), so that a value cannot become one.

import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { annotationsOf, inFolder, safeJson, sentences, withSubject } from '../core/page.ts';
import type { Annotation, JsonReport, Presentation } from '../core/page.ts';
import { fingerprints, NO_PLACE } from './gitlab.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function renderSarif(reports: readonly JsonReport[], presentation: Presentation): string {
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: reports.map((report) => runOf(report, presentation)) };
  return safeJson(log);
}

function runOf(report: JsonReport, presentation: Presentation): Run {
  const { kind, tool, target, at, error } = report;
  const found = annotationsOf(report);
  const codes = [...new Set(found.map(({ code }) => code))].toSorted();
  const name = target?.name ?? '';
  const prints = fingerprints(found.map((each) => ({ ...each, scope: [kind, name] })));
  return {
    tool: { driver: { name: tool.name, version: tool.version, rules: codes.map((code) => ruleOf(code, found)) } },
    // A slash at the end: the id names a category of runs, which one target and one kind of run are.
    automationDetails: { id: ['muster', kind, ...(name === '' ? [] : [uriPart(name)]), ''].join('/') },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: error === null, endTimeUtc: at }],
    results: found.map((each, index) => ({
      ...resultOf(each, presentation),
      ruleIndex: codes.indexOf(each.code),
      partialFingerprints: { 'muster/v1': prints[index] ?? '' },
    })),
  };
}

function ruleOf(code: string, found: readonly Annotation[]): ReportingDescriptor {
  const first = found.find((each) => each.code === code);
  return {
    id: code,
    shortDescription: { text: plainText(first?.headline ?? code) },
    help: { text: plainText(sentences(first?.advice ?? null, `More: muster explain ${code}`)) },
  };
}

function resultOf(each: Annotation, presentation: Presentation): Result {
  const { code, level, address, source, silenced } = each;
  const { file, line, column } = source ?? NO_PLACE;
  const uri = inFolder(file, presentation).split('/').map(uriPart).join('/');
  const object = address === null ? {} : { logicalLocations: [{ fullyQualifiedName: address, kind: 'resource' }] };
  return {
    ruleId: code,
    level,
    message: { text: plainText(withSubject(each)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column },
        },
        ...object,
      },
    ],
    ...(silenced === null
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: plainText(silenced) }] }),
  };
}

/** Half of a surrogate pair stands in no URI. */
function uriPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** `[text](1)` would be a link and `{0}` a placeholder (sections 3.11.5 and 3.11.6). */
function plainText(text: string): string {
  return text.replaceAll('](', '] (').replaceAll(/\{(\d+)\}/gu, '{{$1}}');
}
