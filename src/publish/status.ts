// The status of a commit: one line beside the check, with the counts, for readers who never open the comment. Pure. Where the forge
// has checks and the token may write them it is a check, with the report as its page and with notes at lines of files.

import type { PublishedReport, WriteBody } from './published.ts';
import type { LineNote } from './workflow.ts';

export interface Status {
  /** Name of the check: the same for every run, so that it can be required. */
  readonly name: string;
  readonly state: 'success' | 'failure';
  /** Plain text. */
  readonly words: string;
  readonly url: string | null;
  /** Of a check only. */
  readonly page: WriteBody;
  /** Of a check only; the most important first. Empty where the job shows them itself: nobody wants to read them twice. */
  readonly notes: readonly LineNote[];
}

export interface StatusInput extends Pick<Status, 'url' | 'page' | 'notes'> {
  readonly reports: readonly PublishedReport[];
  readonly header: string;
  /** Longest description that the forge takes, in characters. */
  readonly limit: number;
}

/** Changes alone are no failure: whether they may be merged is for people to say. */
export function statusOf({ reports, header, limit, ...rest }: StatusInput): Status {
  const failed = reports.filter((each) => each.failed);
  const words = [...failed, ...reports.filter((each) => !each.failed)].map(({ verdict }) => verdict);
  return {
    name: header === '' ? 'muster' : `muster / ${header}`,
    state: failed.length > 0 ? 'failure' : 'success',
    words: fitted(words, limit),
    ...rest,
  };
}

/** Whole verdicts while they fit; of one that is alone too long, its beginning. */
function fitted(words: readonly string[], limit: number): string {
  for (let shown = words.length; shown > 1; shown -= 1) {
    const left = words.length - shown;
    const line = [...words.slice(0, shown), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
    if (line.length <= limit) return line;
  }
  const more = words.length > 1 ? `; and ${words.length - 1} more` : '';
  const [first = ''] = words;
  const room = limit - more.length;
  return `${first.length <= room ? first : `${first.slice(0, room - 1)}…`}${more}`;
}
