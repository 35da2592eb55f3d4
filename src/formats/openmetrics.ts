// OpenMetrics text 1.0, for a file that a collector reads (node_exporter's textfile) or a gateway: what a run found, in numbers.
// Only gauges: each file is one run, and numbers of runs do not add up. Names of people and of records are never labels.

import { printable } from '../core/page.ts';
import type { JsonReport, RunKind } from '../core/page.ts';

type Labels = Readonly<Record<string, string>>;

/** Values of one metric in one report, each with the labels that it has beside those of the run. */
type Values = readonly (readonly [value: number, more?: Labels])[];
type Metric = readonly [help: string, of: (report: JsonReport) => Values];

const PLANNED: readonly RunKind[] = ['plan', 'apply'];

/** Of runs of these kinds that did not fail, and of no heartbeat: that read nothing. */
const ofRun =
  (kinds: readonly RunKind[], values: Metric[1]): Metric[1] =>
  (report) =>
    report.error === null && report.heartbeat === null && kinds.includes(report.kind) ? values(report) : [];

/** Name -> what it counts, and its values. A name that ends in a unit has it (`_seconds`). */
const METRICS: Readonly<Record<string, Metric>> = {
  muster_run_end_timestamp_seconds: [
    'When the run ended, in seconds since 1970',
    ({ at }) => [[Date.parse(at) / 1000]],
  ],
  muster_run_duration_seconds: ['How long the run took', ({ durationMs }) => [[durationMs / 1000]]],
  muster_run_failed: [
    '1 when the run ended with an error, with its code; otherwise 0',
    ({ error }) => [error === null ? [0] : [1, { code: error.code }]],
  ],
  muster_objects_asked: [
    'Objects that the service was asked about',
    ofRun([...PLANNED, 'drift'], ({ coverage }) => [[coverage.asked]]),
  ],
  muster_objects_unreadable: [
    'Objects that could not be read',
    ofRun([...PLANNED, 'drift'], ({ summary, coverage: { asked, answered } }) => [
      [Math.max(summary.unreadable, asked - answered)],
    ]),
  ],
  muster_plan_changes: ['Changes of the plan by action and origin', ofRun(PLANNED, byCause)],
  muster_plan_size: ['Changes of the plan, all together', ofRun(PLANNED, ({ changes }) => [[changes.length]])],
  muster_plan_decisions: ['Objects that wait for a decision', ofRun(PLANNED, ({ summary }) => [[summary.decisions]])],
  muster_plan_guards_stopping: [
    'Guards that stop the apply',
    ofRun(PLANNED, ({ summary }) => [[summary.guards.stopping]]),
  ],
  muster_plan_warnings: ['Warnings of the plan', ofRun(PLANNED, ({ warnings }) => [[warnings.length]])],
  muster_apply_settlements: [
    'What became of the changes, by outcome',
    ofRun(['apply'], ({ summary }) => counted('outcome', summary.settlements)),
  ],
  muster_drift_findings: [
    'Findings by class, without those that a rule silences',
    ofRun(['drift'], ({ summary }) => counted('class', summary.findings)),
  ],
  muster_drift_alarms: ['Findings that alarm', ofRun(['drift'], ({ summary }) => [[summary.alarms]])],
  muster_drift_last_complete_timestamp_seconds: [
    'When the last complete drift run ended, in seconds since 1970',
    (report) => (report.heartbeat === null ? lastComplete(report) : [[Date.parse(report.heartbeat.at) / 1000]]),
  ],
  muster_validate_findings: [
    'What is wrong in the desired files',
    ({ kind, error, summary }) => (kind === 'validate' || error !== null ? [[summary.diagnostics]] : []),
  ],
};

export function renderOpenMetrics(given: readonly JsonReport[]): string {
  const reports = latest(given);
  const families = Object.entries(METRICS).flatMap(([metric, [help, of]]) => {
    const lines = reports.flatMap((report) =>
      of(report).map(([value, more]) => `${metric}${labelled({ ...labelsOf(report), ...more })} ${value}`),
    );
    if (lines.length === 0) return [];
    const unit = metric.endsWith('_seconds') ? [`# UNIT ${metric} seconds`] : [];
    return [`# TYPE ${metric} gauge`, ...unit, `# HELP ${metric} ${help}.`, ...lines];
  });
  return [...families, '# EOF', ''].join('\n');
}

/** A metric has one value for one set of labels: of two runs of one kind about one target the later counts. */
function latest(reports: readonly JsonReport[]): JsonReport[] {
  const sorted = reports.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return [...new Map(sorted.map((report) => [JSON.stringify(labelsOf(report)), report])).values()];
}

function labelsOf({ project, target, kind }: JsonReport): Labels {
  return { project: project ?? '', target: target?.name ?? '', run: kind };
}

function byCause({ changes }: JsonReport): Values {
  const groups = Map.groupBy(changes, ({ action, origin }) => JSON.stringify([action, origin]));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ action, origin }) => [group.length, { action, origin }] as const),
  );
}

/** A run that could not read everything is no complete run: the time of the last one stays what it was. */
const lastComplete = ofRun(['drift'], ({ summary, coverage, at }) =>
  summary.unreadable === 0 && coverage.answered >= coverage.asked ? [[Date.parse(at) / 1000]] : [],
);

/** Counts by name -> the value and the label of each. */
function counted(label: string, counts: Readonly<Record<string, number>>): Values {
  return Object.entries(counts).map(([name, value]) => [value, { [label]: name }] as const);
}

function labelled(labels: Labels): string {
  const all = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
  return `{${all.join(',')}}`;
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`);
}
