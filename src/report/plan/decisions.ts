// What a plan leaves to a person, and what could not be read: before everything else, each with how to go on.

import { foldItems } from '../fold.ts';
import { verdictItem } from '../items.ts';
import { section, type Layout, type Row } from '../layout.ts';
import { longName } from '../words.ts';
import { passWords } from './exact-commands.ts';
import type { Planned } from './facts.ts';
import { pinNotes } from './pins.ts';
import type { ReportGuard, ReportVerdict } from './rows.ts';

export function decisionLines(document: Planned, layout: Layout): string[] {
  const { guards, verdicts, command } = document;
  const stopping = guards.filter((guard) => !guard.passed).map((guard) => guardRow(guard, command));
  const decisions = verdicts.filter((verdict) => verdict.class === 'decision');
  const rows = [...stopping, ...verdictRows(decisions, document, layout)];
  return section({ title: 'Needs a decision', rows }, layout);
}

function guardRow({ code, text, advice, pass }: ReportGuard, command: string): Row {
  const note = pass === null ? `stops apply. ${advice}` : `stops apply; pass with ${passWords(command, pass)}`;
  const name = code.replace(/^guard-/u, '');
  return { symbol: '!', subject: name, detail: text, place: '', notes: [{ symbol: ' ', text: note }] };
}

export function unreadableLines(document: Planned, layout: Layout): string[] {
  const verdicts = document.verdicts.filter((verdict) => verdict.class === 'unreadable');
  const { asked, answered } = document.coverage;
  const title = `Could not be read: nothing is concluded (${answered} of ${asked} answered)`;
  return section({ title, rows: verdictRows(verdicts, document, layout) }, layout);
}

/** Outside the groups: each row names campaign and file itself, and says how to go on. */
function verdictRows(verdicts: readonly ReportVerdict[], { offboarding }: Planned, layout: Layout): Row[] {
  const items = verdicts.map((verdict) => ({
    ...verdictItem(verdict),
    name: longName(verdict.address),
    notes: [
      ...pinNotes(verdict.address, offboarding),
      ...(verdict.advice === null ? [] : [{ symbol: ' ' as const, text: verdict.advice }]),
    ],
  }));
  return foldItems(items, layout, { fileInHeading: false });
}
