// Every declared pin of one person becomes a pin of another, where the pin is written: in a record, in the defaults of a campaign, in a
// cell. Records that are to end keep the agent who ended them. What a program says, and a default that such a record has too, is for a
// person. The edited files are read again, and must say what was asked and nothing else. Pure.

import { DELIMITERS } from '../csv/csv-table.ts';
import type { Declarations, DeclaredCampaign } from '../declarations/declare.ts';
import type { SourcePosition } from '../../model/address.ts';
import { goesOn } from '../../model/record.ts';
import { descend } from '../text/tree.ts';
import type { Subject } from '../text/shape.ts';
import { applySplices, inOrder } from './patch.ts';
import type { Splice } from './patch.ts';
import { openCells } from './patch-csv.ts';
import { openEditor } from './patch-yaml.ts';

const EDITABLE = /\.(?:ya?ml|json)$/u;

export interface Pins {
  readonly from: string;
  readonly to: string;
  /** Null: all of them. */
  readonly campaign: string | null;
}

/** One place that names the person. */
export interface Pin {
  readonly subject: Subject;
  readonly path: readonly string[];
  readonly source: SourcePosition;
  readonly campaignName: string;
  /** Of the CSV file that it stands in; null in any other. */
  readonly delimiter: string | null;
  /** A default that ended records have, too. */
  readonly isShared: boolean;
}

/** Declarations without any finding. */
export function pinsOf(declared: Declarations, { from, campaign }: Pins): readonly Pin[] {
  return declared.campaigns.flatMap((part) => {
    const { campaignName = '', recordsFrom, defaults } = part.sound;
    if (campaign !== null && campaignName !== campaign) return [];
    const pinAt = (subject: Subject, path: readonly string[], isShared = false): Pin => {
      const { source } = subject;
      const delimiter = source === part.subject.source ? null : DELIMITERS[recordsFrom?.delimiter ?? 'comma'];
      const { at } = descend(subject.node, path);
      return { subject, path, source: source.position(at), campaignName, delimiter, isShared };
    };
    const own = part.records.filter(({ sound }) => sound.preferredAgent === from && goesOn(sound.ensure ?? 'present'));
    return [
      ...(defaults?.preferredAgent === from
        ? [pinAt(part.subject, ['defaults', 'preferredAgent'], isEndedBy(declared.campaigns, campaignName))]
        : []),
      ...own.map(({ subject }) => pinAt(subject, ['preferredAgent'])),
    ];
  });
}

/** Whether a record of the campaign that is to end has the default of its agent. */
function isEndedBy(parts: readonly DeclaredCampaign[], campaignName: string): boolean {
  const records = parts.flatMap(({ sound, records }) => (sound.campaignName === campaignName ? records : []));
  return records.some(({ sound }) => sound.preferredAgent === undefined && !goesOn(sound.ensure ?? 'present'));
}

export interface FileEdit {
  readonly splices: readonly Splice[];
  readonly after: string;
  readonly edited: readonly Pin[];
  readonly left: readonly Pin[];
}

/** The pins of one file. */
export function editPins(file: string, text: string, { pins, to }: { pins: readonly Pin[]; to: string }): FileEdit {
  const json = file.endsWith('.json');
  const editor = EDITABLE.test(file) ? openEditor({ text, json }) : null;
  const cells = new Map([',', ';', '\t'].map((delimiter) => [delimiter, openCells(text, delimiter)]));
  const splicesOf = ({ subject, path, source, delimiter, isShared }: Pin): readonly Splice[] => {
    if (delimiter !== null) return [cells.get(delimiter)?.(source, to) ?? []].flat();
    const edited = editor === null || isShared ? null : editor([{ at: subject.node.at, path, value: to }]);
    return edited === null || 'refusal' in edited ? [] : edited.splices;
  };
  const tried = pins.map((pin) => ({ pin, splices: splicesOf(pin) }));
  // Two campaigns may read one CSV file.
  const splices = new Map(tried.flatMap((each) => each.splices.map((splice) => [splice.from, splice] as const)));
  const ordered = inOrder([...splices.values()]) ?? [];
  const isDone = (each: (typeof tried)[number]): boolean => ordered.length > 0 && each.splices.length > 0;
  return {
    splices: ordered,
    after: applySplices(text, ordered),
    edited: tried.filter(isDone).map(({ pin }) => pin),
    left: tried.filter((each) => !isDone(each)).map(({ pin }) => pin),
  };
}

/** Whether the files, read again, say the same but for these pins. */
export function saysSo(
  before: Declarations,
  after: Declarations,
  { edited, to }: { edited: readonly Pin[]; to: string },
): boolean {
  const own = new Set(edited.flatMap(({ subject, path }) => (path.length === 1 ? [subject] : [])));
  const shared = new Set(edited.flatMap(({ subject, path }) => (path.length > 1 ? [subject] : [])));
  const wanted = before.campaigns.map(({ subject, input, records }) => ({
    input: shared.has(subject) ? { ...input, defaults: { ...input?.defaults, preferredAgent: to } } : input,
    records: records.map((record) =>
      own.has(record.subject) ? { ...record.input, preferredAgent: to } : record.input,
    ),
  }));
  const found = after.campaigns.map(({ input, records }) => ({
    input,
    records: records.map((record) => record.input),
  }));
  const people = ({ users }: Declarations): readonly unknown[] => users.map(({ input }) => input);
  return JSON.stringify([found, people(after)]) === JSON.stringify([wanted, people(before)]);
}
