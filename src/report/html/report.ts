// One report in the HTML page: decisions first, then what changes, group by group, then how far to trust it and how to go on.

import type { VNode } from 'preact';
import { parseAddress, type Address, type SourcePosition } from '../../model/address.ts';
import { CHANGE_PARTS, type ChangePart } from '../../model/parts.ts';
import type { JsonReport } from '../json-report.ts';
import { moment } from '../words.ts';
import { deliveryDrawing, pinDrawing } from './drawing.ts';
import { el } from './element.ts';
import { folded, placeOf, section, table } from './place.ts';
import { changeRow, findingRow, rowLists, verdictRow } from './rows.ts';

export const PART_TITLES: Readonly<Record<ChangePart, string>> = {
  removals: 'Takes something away',
  restores: 'Gives access back',
  repairs: 'Changed outside Git, put back',
  additions: 'Adds and changes',
};

export function reportBody(report: JsonReport): VNode[] {
  const parts = [
    ...stops(report),
    ...CHANGE_PARTS.map((part) => changesOf(report, part)),
    ...findings(report),
    warnings(report),
    verdicts(report, ['kept', 'platform', 'consumed'], 'Left alone'),
    diagnostics(report),
    overview(report),
    drawn('When records can be delivered', report.forecast && deliveryDrawing(report.forecast)),
    drawn('Who is pinned to what', pinDrawing(report.changes)),
    checks(report),
    trust(report),
    goOn(report),
  ];
  return parts.filter((part) => part !== null);
}

/** What stops an apply, what needs a person, what ended the run. */
function stops(report: JsonReport): (VNode | null)[] {
  const { guards, error, stopped } = report;
  const ended = error ?? stopped;
  const stopping = guards.filter(({ passed }) => !passed);
  const cards = [
    ...(ended === null ? [] : [card(ended.code, [ended.message, 'advice' in ended ? String(ended.advice) : ''])]),
    ...stopping.map(({ code, text, advice, pass }) =>
      card(code, [text, pass === null ? advice : `Passed by --allow ${pass}`]),
    ),
  ];
  return [
    cards.length === 0 ? null : section({ title: 'Stops', children: cards }),
    verdicts(report, ['decision'], 'Needs a decision'),
    verdicts(report, ['unreadable'], 'Could not be read: nothing is concluded'),
  ];
}

function card(title: string, texts: readonly string[]): VNode {
  const lines = texts.filter(Boolean).map((text) => el('p', null, text));
  return el('div', { class: 'card stops' }, el('p', null, el('strong', null, title)), lines);
}

function changesOf({ changes, approval, settlements }: JsonReport, part: ChangePart): VNode | null {
  const own = changes.filter((change) => change.part === part);
  if (own.length === 0) return null;
  const settled = new Map(settlements.map((each) => [each.address, each]));
  const fingerprint = approval?.fingerprint[part] ?? null;
  const children = [
    fingerprint === null
      ? null
      : el('p', { class: 'note' }, 'fingerprint ', el('code', null, fingerprint.slice(0, 16))),
    rowLists(own.map((change) => changeRow(change, settled))),
  ];
  return el('div', { class: part }, section({ title: `${PART_TITLES[part]} (${own.length})`, children }));
}

function findings({ findings: all }: JsonReport): (VNode | null)[] {
  const alarms = all.filter(({ alarm }) => alarm);
  const others = all.filter(({ alarm }) => !alarm);
  const title = `Needs somebody (${alarms.length})`;
  return [
    alarms.length === 0
      ? null
      : el('div', { class: 'removals' }, section({ title, children: rowLists(alarms.map(findingRow)) })),
    others.length === 0
      ? null
      : section({ title: `No alarm (${others.length})`, children: rowLists(others.map(findingRow)) }),
  ];
}

function verdicts(report: JsonReport, classes: readonly string[], title: string): VNode | null {
  const own = report.verdicts.filter((verdict) => classes.includes(verdict.class));
  if (own.length === 0) return null;
  return section({ title: `${title} (${own.length})`, children: rowLists(own.map(verdictRow)) });
}

function warnings({ warnings: all }: JsonReport): VNode | null {
  if (all.length === 0) return null;
  const rows = all.map(({ code, text, source }) => [el('code', null, code), text, placeOf(source)]);
  const title = `Warnings (${all.length}): nothing is stopped by them`;
  return folded(title, table({ columns: ['code', 'what', 'where'], rows }));
}

function diagnostics({ diagnostics: all }: JsonReport): VNode | null {
  if (all.length === 0) return null;
  const rows = all.map(({ code, message, source }) => [el('code', null, code), message, placeOf(source)]);
  return section({
    title: `Mistakes in the files (${all.length})`,
    children: table({ columns: ['code', 'what', 'where'], rows }),
  });
}

/** By file and by campaign: how many objects each action concerns. */
function overview({ changes }: JsonReport): VNode | null {
  if (changes.length === 0) return null;
  const byFile = grouped(changes, ({ source }) => teamOf(source));
  const byCampaign = grouped(changes, ({ address }) => campaignOf(address));
  const columns = ['', ...CHANGE_PARTS.map((part) => PART_TITLES[part]), 'all'];
  const children = [
    table({ columns: ['file', ...columns.slice(1)], rows: byFile }),
    byCampaign.length === 0 ? null : table({ columns: ['campaign', ...columns.slice(1)], rows: byCampaign }),
  ];
  return section({ title: 'Teams and campaigns', children });
}

type Changes = JsonReport['changes'];

function grouped(changes: Changes, nameOf: (change: Changes[number]) => string | null): (string | number)[][] {
  const named = changes.filter((change) => nameOf(change) !== null);
  const groups = [...Map.groupBy(named, (change) => nameOf(change) ?? '')];
  return groups.map(([name, own]) => [
    name,
    ...CHANGE_PARTS.map((part) => own.filter((change) => change.part === part).length),
    own.length,
  ]);
}

const teamOf = (source: SourcePosition | null): string => source?.file ?? 'recorded, no longer declared';

function campaignOf(address: Address): string | null {
  const parsed = parseAddress(address);
  return parsed?.kind === 'record' ? parsed.campaignName : null;
}

function drawn(title: string, drawing: VNode | null): VNode | null {
  return drawing === null ? null : section({ title, children: el('div', { class: 'scroll', tabIndex: 0 }, drawing) });
}

function checks({ checks: all }: JsonReport): VNode | null {
  if (all.length === 0) return null;
  const rows = all.map(({ status, name, text }) => [status, name, text]);
  return section({ title: 'Checks', children: table({ columns: ['state', 'check', 'what was found'], rows }) });
}

function trust({ coverage, relies, remarks, ignoreRules, verdicts: all }: JsonReport): VNode {
  const assumed = all.filter((verdict) => verdict.class === 'assumed').length;
  const lines = [
    `Answered: ${coverage.answered.toLocaleString('en')} of ${coverage.asked.toLocaleString('en')} objects.`,
    assumed === 0 ? '' : `Names and templates of ${assumed} people are assumed: the service does not show them.`,
    relies.length === 0 ? '' : `Assumptions about the service: ${relies.length} (muster explain assumptions).`,
    ...remarks,
    ...ignoreRules.map(
      ({ owner, reason, expires, state, findings: amount }) =>
        `Ignored (${state}) by ${owner} until ${moment(expires)}: ${reason}; ${amount} findings.`,
    ),
  ];
  return section({
    title: 'How far to trust it',
    children: lines.filter(Boolean).map((line) => el('p', { class: 'note' }, line)),
  });
}

function goOn({ exactly, next }: JsonReport): VNode | null {
  const commands = [...exactly, ...(next === null ? [] : [next])];
  if (commands.length === 0) return null;
  const rows = commands.map(({ why, command }) => [why, el('code', null, command)]);
  return section({ title: 'How to go on', children: table({ columns: ['what', 'command'], rows }) });
}
