// The first line of everything muster writes on a forge: a hidden JSON value that says what it is about, so that the next run
// finds it. Whoever copies it into a comment of his own gains nothing: the author must be muster's too.

import { at, listAt, textAt } from './value.ts';
import type { PublishedReport } from './published.ts';

export const STATES = ['planned', 'applying', 'applied', 'failed', 'cancelled', 'outdated', 'replaced'] as const;
export type CommentState = (typeof STATES)[number];

/** What one comment or issue is about. */
export interface Marker {
  readonly about: 'report' | 'drift';
  /** Null when the run ended before the project was read. */
  readonly project: string | null;
  /** Tells several comments of one project on one request apart; empty without `--header`. */
  readonly header: string;
  readonly state: CommentState;
  readonly reports: readonly MarkedReport[];
}

export interface MarkedReport extends Pick<PublishedReport, 'target' | 'at' | 'fingerprint' | 'commit'> {
  readonly kind: string;
}

const OPEN = '<!-- muster ';
const CLOSE = ' -->';
const VERSION = 1;

/** One line. What would end an HTML comment stands as an escape. */
export function markerLine(marker: Marker): string {
  const json = JSON.stringify({ v: VERSION, ...marker });
  return `${OPEN}${json.replaceAll(/[<>]|--/gu, escaped)}${CLOSE}`;
}

const escaped = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Null for a text that does not begin with a marker of this version. */
export function readMarker(body: string): Marker | null {
  const [first = ''] = body.split('\n', 1);
  const line = first.trim();
  if (!line.startsWith(OPEN) || !line.endsWith(CLOSE)) return null;
  const value = parsed(line.slice(OPEN.length, -CLOSE.length));
  const state = STATES.find((each) => each === at(value, 'state'));
  const about = (['report', 'drift'] as const).find((each) => each === at(value, 'about'));
  const reports = listAt(value, 'reports');
  if (at(value, 'v') !== VERSION || state === undefined || about === undefined || reports === null) return null;
  const [project, header] = [textAt(value, 'project'), textAt(value, 'header') ?? ''];
  return { about, project, header, state, reports: reports.map(markedReport) };
}

function markedReport(value: unknown): MarkedReport {
  const [target, fingerprint, commit] = ['target', 'fingerprint', 'commit'].map((name) => textAt(value, name));
  return {
    kind: textAt(value, 'kind') ?? '',
    target: target ?? null,
    at: textAt(value, 'at') ?? '',
    fingerprint: fingerprint ?? null,
    commit: commit ?? null,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The same text with another marker; `words`, one line of Markdown, stand below it and replace those of an earlier state. */
export function withState(body: string, marker: Marker, words: string | null): string {
  const rest = body.split('\n').slice(1);
  const told = rest[0]?.startsWith(STATE_LINE) === true ? rest.slice(2) : rest;
  return [markerLine(marker), ...(words === null ? [] : [`${STATE_LINE}${words}`, '']), ...told].join('\n');
}

/** How a line about the state begins. */
const STATE_LINE = '> ';
