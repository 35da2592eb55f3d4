// JUnit XML, as Jenkins, GitLab and Azure read it: one suite for each report, one case for each object that the report speaks
// of. What is an error of the report fails its case, what a rule silences is skipped, everything else passes.

import { annotationsOf, inFolder, printable, routeOf, sentences, shortened, subject } from '../core/page.ts';
import type { Annotation, JsonReport, Presentation } from '../core/page.ts';

export function renderJunit(reports: readonly JsonReport[], presentation: Presentation): string {
  const suites = reports.map((report) => suite(report, presentation));
  const total = (name: string): number => suites.reduce((sum, each) => sum + Number(each.attributes[name]), 0);
  const attributes = { name: 'muster', tests: total('tests'), failures: total('failures'), errors: total('errors') };
  return xml({ name: 'testsuites', attributes, content: suites });
}

function suite(report: JsonReport, presentation: Presentation): Element {
  const cases = [runCase(report), ...annotated(report, presentation), ...quiet(report, presentation)];
  const having = (name: string): number =>
    cases.filter(({ content }) => typeof content !== 'string' && content.some((each) => each.name === name)).length;
  return {
    name: 'testsuite',
    attributes: {
      name: [report.kind, routeOf(report)].filter(Boolean).join(' '),
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
      time: seconds(report),
      timestamp: report.at.replace(/\.\d+Z$/u, ''),
    },
    content: cases,
  };
}

const seconds = ({ durationMs }: JsonReport): string => (durationMs / 1000).toFixed(3);

/** The run itself, so that no suite is empty, and what ended the run has a case of its own. */
function runCase(report: JsonReport): Element {
  const ended = endOf(report);
  const told = ended === null ? [] : [fault('error', ended.code, `${ended.message}\n${ended.advice}`)];
  return testCase({ classname: report.kind, name: 'run', time: seconds(report) }, told);
}

/** Findings about the files stand for the error that they are. */
function endOf({ error, stopped, diagnostics }: JsonReport): JsonReport['stopped'] {
  return error === null || diagnostics.length > 0 ? stopped : error;
}

function annotated(report: JsonReport, presentation: Presentation): Element[] {
  const isOfRun = ({ code, address, source }: Annotation): boolean =>
    address === null && source === null && code === endOf(report)?.code;
  return annotationsOf(report)
    .filter((each) => !isOfRun(each))
    .map((each) => {
      const { code, address, source, message } = each;
      const name = shortened(address === null ? message : subject(address));
      const place = placed(source, presentation);
      return testCase({ classname: `${report.kind}.${code}`, name, ...place }, [verdictOf(each)]);
    });
}

function verdictOf({ level, code, headline, message, advice, silenced }: Annotation): Element {
  if (silenced !== null) return { name: 'skipped', attributes: { message: silenced }, content: [] };
  const text = sentences(message, headline, advice);
  return level === 'error' ? fault('failure', code, text) : { name: 'system-out', attributes: {}, content: text };
}

/** Objects of which there is nothing to say but that they are dealt with: what is changed, what was applied. */
function quiet(report: JsonReport, presentation: Presentation): Element[] {
  const { changes, settlements } = report;
  const failing = annotationsOf(report).filter(({ level }) => level === 'error');
  const open = new Set(failing.map(({ address }) => address));
  const dealt = settlements.length > 0 ? settlements.filter(({ outcome }) => outcome === 'applied') : changes;
  return dealt
    .filter(({ address }) => !open.has(address))
    .map(({ address, action, source }) => {
      const [name, place] = [shortened(subject(address)), placed(source, presentation)];
      return testCase({ classname: `${report.kind}.${action}`, name, ...place }, []);
    });
}

function placed(source: Annotation['source'], presentation: Presentation): Element['attributes'] {
  return source === null ? {} : { file: inFolder(source.file, presentation), line: source.line };
}

function testCase(attributes: Element['attributes'], content: readonly Element[]): Element {
  return { name: 'testcase', attributes, content };
}

function fault(name: 'failure' | 'error', type: string, text: string): Element {
  return { name, attributes: { message: shortened(text), type }, content: text };
}

interface Element {
  readonly name: string;
  /** Left out where undefined. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or text. */
  readonly content: readonly Element[] | string;
}

function xml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`;
}

function lines({ name, attributes, content }: Element, indent: string): string[] {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  const tag = `${indent}<${name}${given.join('')}`;
  if (content.length === 0) return [`${tag}/>`];
  if (typeof content === 'string') return [`${tag}>${escaped(content)}</${name}>`];
  return [`${tag}>`, ...content.flatMap((each) => lines(each, `${indent}  `)), `${indent}</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** U+FFFE and U+FFFF are the only visible ones that XML refuses. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll('\ufffe', String.raw`\ufffe`)
    .replaceAll('\uffff', String.raw`\uffff`)
    .replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
