// OpenMetrics text 1.0, for a file that a collector reads (node_exporter's textfile) or a gateway: what a run found, in numbers.
// Only gauges: each file is one run, and numbers of runs do not add up. Names of people and of records are never labels.

import type { JsonReport } from '../json/json-report.ts';
import { printable } from '../words/printable.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly metric: keyof typeof METRICS;
  readonly labels: Labels;
  readonly value: number;
}

/** Name -> what it counts. A name that ends in a unit has it (`_seconds`). */
const METRICS = {
  muster_run_end_timestamp_seconds: 'When the run ended, in seconds since 1970',
  muster_run_duration_seconds: 'How long the run took',
  muster_run_failed: '1 when the run ended with an error, with its code; otherwise 0',
  muster_objects_asked: 'Objects that the service was asked about',
  muster_objects_unreadable: 'Objects that could not be read',
  muster_plan_changes: 'Changes of the plan by action and origin',
  muster_plan_size: 'Changes of the plan, all together',
  muster_plan_decisions: 'Objects that wait for a decision',
  muster_plan_guards_stopping: 'Guards that stop the apply',
  muster_plan_warnings: 'Warnings of the plan',
  muster_apply_settlements: 'What became of the changes, by outcome',
  muster_drift_findings: 'Findings by class, without those that a rule silences',
  muster_drift_alarms: 'Findings that alarm',
  muster_drift_last_complete_timestamp_seconds: 'When the last complete drift run ended, in seconds since 1970',
  muster_validate_findings: 'What is wrong in the desired files',
} as const;

export function renderOpenMetrics(reports: readonly JsonReport[]): string {
  const samples = latest(reports).flatMap(samplesOf);
  const families = Object.entries(METRICS).flatMap(([metric, help]) => {
    const own = samples.filter((each) => each.metric === metric);
    if (own.length === 0) return [];
    const unit = metric.endsWith('_seconds') ? [`# UNIT ${metric} seconds`] : [];
    return [`# TYPE ${metric} gauge`, ...unit, `# HELP ${metric} ${help}.`, ...own.map(line)];
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

function samplesOf(report: JsonReport): Sample[] {
  const { error, coverage, summary, kind } = report;
  const labels = labelsOf(report);
  const one = (metric: Sample['metric'], value: number, more: Labels = {}): Sample => ({
    metric,
    labels: { ...labels, ...more },
    value,
  });
  const common = [
    one('muster_run_end_timestamp_seconds', Date.parse(report.at) / 1000),
    one('muster_run_duration_seconds', report.durationMs / 1000),
    one('muster_run_failed', error === null ? 0 : 1, error === null ? {} : { code: error.code }),
  ];
  if (error !== null) return [...common, ...ofFiles(report, one)];
  const read = [
    one('muster_objects_asked', coverage.asked),
    one('muster_objects_unreadable', Math.max(summary.unreadable, coverage.asked - coverage.answered)),
  ];
  switch (kind) {
    case 'plan':
      return [...common, ...read, ...ofPlan(report, one)];
    case 'apply':
      return [
        ...common,
        ...read,
        ...ofPlan(report, one),
        ...counted('outcome', summary.settlements).map((each) => one('muster_apply_settlements', ...each)),
      ];
    case 'drift':
      return report.heartbeat === null
        ? [...common, ...read, ...ofDrift(report, one)]
        : [...common, ...ofDrift(report, one)];
    case 'validate':
      return [...common, ...ofFiles(report, one)];
    case 'show':
    case 'adopt':
    case 'doctor':
    case 'get':
    case 'search':
    case 'why':
      return common;
    default:
      return kind satisfies never;
  }
}

type MakeSample = (metric: Sample['metric'], value: number, more?: Labels) => Sample;

function ofPlan({ changes, summary, warnings }: JsonReport, one: MakeSample): Sample[] {
  const groups = Map.groupBy(changes, ({ action, origin }) => JSON.stringify([action, origin]));
  const byCause = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [one('muster_plan_changes', group.length, { action: first.action, origin: first.origin })];
  });
  return [
    ...byCause,
    one('muster_plan_size', changes.length),
    one('muster_plan_decisions', summary.decisions),
    one('muster_plan_guards_stopping', summary.guards.stopping),
    one('muster_plan_warnings', warnings.length),
  ];
}

/** A run that could not read everything is no complete run: the time of the last one stays what it was. */
function ofDrift({ summary, coverage, heartbeat, at }: JsonReport, one: MakeSample): Sample[] {
  const last = (time: string): Sample => one('muster_drift_last_complete_timestamp_seconds', Date.parse(time) / 1000);
  if (heartbeat !== null) return [last(heartbeat.at)];
  const isComplete = summary.unreadable === 0 && coverage.answered >= coverage.asked;
  return [
    ...counted('class', summary.findings).map((each) => one('muster_drift_findings', ...each)),
    one('muster_drift_alarms', summary.alarms),
    ...(isComplete ? [last(at)] : []),
  ];
}

function ofFiles({ summary }: JsonReport, one: MakeSample): Sample[] {
  return [one('muster_validate_findings', summary.diagnostics)];
}

/** Counts by name -> the labels and the value of each. */
function counted(label: string, counts: Readonly<Record<string, number>>): (readonly [number, Labels])[] {
  return Object.entries(counts).map(([name, value]) => [value, { [label]: name }] as const);
}

function line({ metric, labels, value }: Sample): string {
  const shown = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
  return `${metric}{${shown.join(',')}} ${value}`;
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`);
}
