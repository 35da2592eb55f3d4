// Every declared pin of one person becomes a pin of another, where the record or the cell says it. Records that are to end keep the agent who
// ended them. What a program says, and a default of a campaign, is for a person. The edited files are read again, and must say what was
// asked and nothing else. Pure.

import { DELIMITERS, descend } from '../../core/face.ts';
import type { Declarations, Subject } from '../../core/face.ts';
import type { SourcePosition } from '../../core/model/address.ts';
import { goesOn } from '../../core/model/record.ts';
import { applySplices, inOrder } from './patch.ts';
import type { Splice } from './patch.ts';
import { openCells } from './patch-csv.ts';
import { openEditor } from './patch-yaml.ts';

const EDITABLE = /\.(?:ya?ml|json)$/u;

export interface RepinRequest {
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
  /** Of the CSV file that it stands in; null in any other. */
  readonly delimiter: string | null;
}

/** Declarations without any finding. */
export function pinsOf(declared: Declarations, { from, campaign }: RepinRequest): readonly Pin[] {
  return declared.campaigns.flatMap((part) => {
    const { campaignName, recordsFrom, defaults } = part.sound;
    if (campaign !== null && campaignName !== campaign) return [];
    const pinAt = (subject: Subject, path: readonly string[]): Pin => {
      const { source, node } = subject;
      const delimiter = source === part.subject.source ? null : DELIMITERS[recordsFrom?.delimiter ?? 'comma'];
      return { subject, path, source: source.position(descend(node, path).at), delimiter };
    };
    const own = part.records.filter(({ sound }) => sound.preferredAgent === from && goesOn(sound.ensure ?? 'present'));
    const shared = defaults?.preferredAgent === from ? [pinAt(part.subject, ['defaults', 'preferredAgent'])] : [];
    return [...shared, ...own.map(({ subject }) => pinAt(subject, ['preferredAgent']))];
  });
}

export interface FileEdit {
  readonly after: string;
  readonly edited: readonly Pin[];
  readonly left: readonly Pin[];
}

/** The pins of one file. */
export function editPins(file: string, text: string, { pins, to }: { pins: readonly Pin[]; to: string }): FileEdit {
  const editor = EDITABLE.test(file) ? openEditor({ text, json: file.endsWith('.json') }) : null;
  const cell = openCells(text, pins.find(({ delimiter }) => delimiter !== null)?.delimiter ?? ',');
  const splicesOf = ({ subject, path, source, delimiter }: Pin): readonly Splice[] => {
    if (delimiter !== null) return [cell(source, to) ?? []].flat();
    const edited = path.length > 1 ? null : editor?.([{ at: subject.node.at, path, value: to }]);
    return edited && 'splices' in edited ? edited.splices : [];
  };
  const splices = new Map(pins.map((pin) => [pin, splicesOf(pin)]));
  // Two campaigns may read one CSV file.
  const once = new Map([...splices.values()].flat().map((splice) => [splice.from, splice]));
  const after = applySplices(text, inOrder([...once.values()]) ?? []);
  const isDone = (pin: Pin): boolean => after !== text && splices.get(pin)?.length !== 0;
  return { after, edited: pins.filter(isDone), left: pins.filter((pin) => !isDone(pin)) };
}

/** Whether the files, read again, say the same but for these pins. */
export function saysSo(
  before: Declarations,
  after: Declarations,
  { edited, to }: { readonly edited: readonly Pin[]; readonly to: string },
): boolean {
  const pinned = new Set(edited.map(({ subject }) => subject));
  const said = ({ users, campaigns }: Declarations): string =>
    JSON.stringify([
      users.map(({ input }) => input),
      campaigns.map(({ input, records }) => [
        input,
        records.map((each) => (pinned.has(each.subject) ? { ...each.input, preferredAgent: to } : each.input)),
      ]),
    ]);
  return said(after) === said(before);
}
