// One report in the HTML page, laid out from its view: what stops, then group by group, then how far to trust it and how to go on.
// Reports without a view (validate, doctor, a run that failed) are short lists.

import type { VNode } from 'preact';
import { type Address, isRecord, parseAddress } from '../../model/address.ts';
import { CHANGE_PARTS, type ChangePart } from '../../model/parts.ts';
import type { JsonReport } from '../json-report.ts';
import type { PlanView, ReportView, ViewCommand } from '../view/view.ts';
import { deliveryDrawing, pinDrawing } from './drawing.ts';
import { el } from './element.ts';
import { folded, placeOf, section, table } from './place.ts';
import { groupSection } from './rows.ts';

/** What a reader decides about. */
export function groupSections(view: ReportView): VNode[] {
  return view.groups.map((group) => {
    const { fingerprint } = group;
    const own = fingerprint === null ? null : ['fingerprint ', el('code', null, fingerprint)];
    return groupSection(group, own === null ? null : el('p', { class: 'note' }, own));
  });
}

/** What stands below the groups. */
export function viewBody(view: ReportView, { changes }: JsonReport): (VNode | null)[] {
  return [
    view.kind === 'plan' ? warnings(view) : null,
    lines('Left alone, and verified', view.facts),
    overview(changes),
    ...(view.kind === 'plan' ? deliveries(view) : []),
    drawn('Who is pinned to what', pinDrawing(changes)),
    trust(view),
    view.kind === 'drift' ? certainty(view.certainty) : null,
    lines('In short', [
      ...view.closing,
      ...(view.kind === 'plan' && view.onMerge !== null ? [`On merge: ${view.onMerge}`] : []),
    ]),
    commands(view),
  ];
}

/** Reports without a view. */
export function listBody({ diagnostics, checks, error }: JsonReport): (VNode | null)[] {
  const mistakes = diagnostics.map(({ code, message, source }) => [el('code', null, code), message, placeOf(source)]);
  const found = checks.map(({ status, name, text }) => [status, name, text]);
  return [
    error === null
      ? null
      : el('div', { class: 'card stops' }, el('p', null, el('code', null, error.code), ` ${error.message}`)),
    mistakes.length === 0
      ? null
      : section({
          title: 'Mistakes in the files',
          children: table({ columns: ['code', 'what', 'where'], rows: mistakes }),
        }),
    found.length === 0
      ? null
      : section({ title: 'Checks', children: table({ columns: ['state', 'check', 'what was found'], rows: found }) }),
  ];
}

function warnings({ warnings: all }: PlanView): VNode | null {
  if (all.length === 0) return null;
  const rows = all.map(({ code, text, subject, place }) => [el('code', null, code), subject, text, placeOf(place)]);
  const title = `Warnings (${all.length}): nothing is stopped by them`;
  return folded(title, table({ columns: ['code', 'about', 'what', 'where'], rows }));
}

function deliveries({ delivery }: PlanView): (VNode | null)[] {
  if (delivery === null) return [];
  const notes = delivery.notes.map((note) => el('p', { class: 'note' }, note));
  return [
    drawn(`When the ${delivery.records} records of this plan can be delivered`, deliveryDrawing(delivery)),
    ...notes,
  ];
}

/** By file and by campaign: how many objects each part concerns. */
function overview(changes: JsonReport['changes']): VNode | null {
  if (changes.length === 0) return null;
  const columns = [...CHANGE_PARTS.map((part) => PART_COLUMNS[part]), 'all'];
  const byFile = counted(changes, ({ source }) => source?.file ?? 'recorded, no longer declared');
  const byCampaign = counted(changes, ({ address }) => campaignOf(address));
  const children = [
    table({ columns: ['file', ...columns], rows: byFile }),
    byCampaign.length === 0 ? null : table({ columns: ['campaign', ...columns], rows: byCampaign }),
  ];
  return section({ title: 'Teams and campaigns', children });
}

const PART_COLUMNS: Readonly<Record<ChangePart, string>> = {
  removals: 'taken away',
  restores: 'access given back',
  repairs: 'put back',
  additions: 'added or changed',
};

type Changes = JsonReport['changes'];

function counted(changes: Changes, nameOf: (change: Changes[number]) => string | null): (string | number)[][] {
  const named = changes.flatMap((change) => {
    const name = nameOf(change);
    return name === null ? [] : [{ name, part: change.part }];
  });
  return [...Map.groupBy(named, ({ name }) => name)].map(([name, own]) => [
    name,
    ...CHANGE_PARTS.map((part) => own.filter((each) => each.part === part).length),
    own.length,
  ]);
}

function campaignOf(address: Address): string | null {
  const parsed = parseAddress(address);
  return isRecord(parsed) ? parsed.campaignName : null;
}

function drawn(title: string, drawing: VNode | null): VNode | null {
  if (drawing === null) return null;
  return section({ title, children: el('div', { class: 'scroll', tabIndex: 0 }, drawing) });
}

function trust({ trust: all }: ReportView): VNode | null {
  return lines(
    'What this report relies on',
    all.map(({ text, how }) => (how === null ? text : `${text} (${how})`)),
  );
}

function lines(title: string, texts: readonly string[]): VNode | null {
  if (texts.length === 0) return null;
  return section({ title, children: texts.map((text) => el('p', { class: 'note' }, text)) });
}

function certainty(texts: readonly string[]): VNode | null {
  if (texts.length === 0) return null;
  return folded(
    'How sure each field is',
    texts.map((text) => el('p', { class: 'note' }, text)),
  );
}

function commands(view: ReportView): VNode | null {
  const all = commandsOf(view);
  if (all.length === 0) return null;
  const rows = all.map(({ label, command }) => [label, el('code', null, command)]);
  return section({ title: 'How to go on', children: table({ columns: ['what', 'command'], rows }) });
}

function commandsOf(view: ReportView): readonly ViewCommand[] {
  switch (view.kind) {
    case 'plan':
      return [...view.approve, ...(view.next === null ? [] : [view.next])];
    case 'apply':
      return view.next === null ? [] : [view.next];
    case 'drift':
      return view.waysOut;
    default:
      return view satisfies never;
  }
}
