// What stops an apply or needs a person, what could not be read, and what is left as it is although it differs.

import { passWords } from '../plan/exact-commands.ts';
import type { Planned } from '../plan/facts.ts';
import type { ReportGuard, ReportVerdict } from '../plan/rows.ts';
import { fieldsText, longName, shortName, subject } from '../words.ts';
import { leavingNotes } from './leaving.ts';
import { placeIn, type Drafted } from './member.ts';
import { groupOf } from './rows.ts';
import type { ViewGroup, ViewNote, ViewRow } from './view.ts';

/** Guards that stop, then decisions. Without `withGuards` (an apply) the decisions only. */
export function decisionGroup(document: Planned, { withGuards }: { readonly withGuards: boolean }): ViewGroup[] {
  const stopping = withGuards ? document.guards.filter(({ passed }) => !passed) : [];
  const guards = stopping.map((guard) => guardRow(guard, document.command));
  const decisions = ofClass(document, ['decision']);
  const { rows } = groupOf('decisions', '', draftsOf(decisions, document));
  const count = guards.length + decisions.length;
  const title = decisionTitle(guards.length, decisions.length);
  return count === 0 ? [] : [{ id: 'decisions', title, count, rows: [...guards, ...rows] }];
}

function decisionTitle(guards: number, decisions: number): string {
  if (guards === 0) return 'Needs a decision, and is left out until then';
  return decisions === 0 ? 'Stops apply' : 'Stops apply, or needs a decision';
}

function guardRow({ code, text, advice, pass }: ReportGuard, command: string): ViewRow {
  const how = pass === null ? advice : `pass with ${passWords(command, pass)}`;
  const name = code.replace(/^guard-/u, '');
  const notes: ViewNote[] = [{ tone: 'plain', text: how }];
  const member = { ...NO_OBJECT, name, subject: name, details: [text], notes };
  return { symbol: '!', verb: 'guard', subject: name, details: member.details, notes, members: [member] };
}

const NO_OBJECT = {
  address: null,
  kind: null,
  place: null,
  notes: [],
  reason: '',
  action: null,
  cause: null,
  class: null,
  fields: [],
} as const;

export function unreadableGroup(document: Planned): ViewGroup[] {
  const unread = ofClass(document, ['unreadable']);
  if (unread.length === 0) return [];
  const { asked, answered } = document.coverage;
  const title = `Could not be read: nothing is concluded (${answered.toLocaleString('en')} of ${asked.toLocaleString('en')} answered)`;
  return [groupOf('unreadable', title, draftsOf(unread, document))];
}

/** Declared otherwise than it is, and not written: the reader must know why. */
export function keptGroup(document: Planned): ViewGroup[] {
  const kept = ofClass(document, ['kept', 'platform']);
  return kept.length === 0 ? [] : [groupOf('kept', 'Differs, and is left as it is', draftsOf(kept, document))];
}

function ofClass({ verdicts }: Planned, wanted: readonly ReportVerdict['class'][]): ReportVerdict[] {
  return verdicts.filter((verdict) => wanted.includes(verdict.class));
}

function draftsOf(verdicts: readonly ReportVerdict[], document: Planned): Drafted[] {
  const leaving = leavingNotes(document);
  return verdicts.map((verdict) => draftVerdict(verdict, leaving.get(verdict.address) ?? []));
}

function draftVerdict(verdict: ReportVerdict, notes: readonly ViewNote[]): Drafted {
  const { address, kind, class: of, code, text, advice, source, fields } = verdict;
  const isLoud = of === 'decision' || of === 'unreadable';
  const unsaid = fields.filter((each) => !text.includes(each.field.replace(/^data\./u, '')));
  const details = [text, fieldsText(unsaid)].filter((each) => each !== '');
  const how: ViewNote[] = advice === null ? [] : [{ tone: 'plain', text: advice }];
  return {
    symbol: isLoud ? '!' : '=',
    verb: isLoud ? VERB[of] : 'keep',
    like: `${of} ${code ?? ''}`,
    common: [text],
    member: {
      ...NO_OBJECT,
      address,
      kind,
      name: isLoud ? longName(address) : shortName(address),
      subject: subject(address),
      place: placeIn(source),
      details,
      notes: [...notes, ...how],
      fields,
    },
  };
}

const VERB = { decision: 'decide', unreadable: 'not read' } as const;
