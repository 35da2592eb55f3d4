// What stands below the groups of a plan, an apply or a drift report in the HTML page: how far to trust it and how to go on.

import type { VNode } from 'preact';
import { type Address, isRecord, parseAddress } from '../../model/address.ts';
import { CHANGE_PARTS, type ChangePart } from '../../model/parts.ts';
import type { JsonReport } from '../json/json-report.ts';
import type { PlanView, ReportView, ViewCommand } from '../view/view.ts';
import { deliveryDrawing, pinDrawing } from './drawing.ts';
import { el } from './element.ts';
import { folded, placeOf, section, table } from './place.ts';
import { commandSection } from './sections.ts';

export function viewBody(view: ReportView, { changes }: JsonReport): (VNode | null)[] {
  return [
    view.kind === 'plan' ? warnings(view) : null,
    lines('In numbers', [...(view.kind === 'plan' ? view.numbers : []), ...view.facts]),
    overview(changes),
    ...(view.kind === 'plan' ? deliveries(view) : []),
    drawn('Who is pinned to what', pinDrawing(changes)),
    trust(view),
    view.kind === 'drift' ? certainty(view.certainty) : null,
    lines('In short', [
      ...view.closing,
      ...(view.kind === 'plan' && view.onMerge !== null ? [`After the merge: ${view.onMerge}`] : []),
    ]),
    ...commandSection(commandsOf(view)),
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
  const said = [delivery.pinned, ...delivery.notes, ...delivery.besides].filter((each) => each !== '');
  const notes = said.map((note) => el('p', { class: 'note' }, note));
  return [drawn(`When customers can be called (${delivery.records})`, deliveryDrawing(delivery)), ...notes];
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
