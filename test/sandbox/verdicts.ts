// What muster makes of each sentence of the two interface documents. Right: reached by muster and held to by it, as shown.ts says where.
//
//   verdict      meaning
//   nothing      there is nothing for a client to do: it describes the service, or an agent's screen
//   wrong        muster does other than the document says
//   refused      muster refuses what the document allows
//   unreachable  the document offers it, and nothing that can be declared or called makes muster use it

import { SHOWN } from './shown.ts';

export const VERDICTS = ['right', 'nothing', 'wrong', 'refused', 'unreachable'] as const;
export type Verdict = (typeof VERDICTS)[number];

interface Judged {
  readonly verdict: Exclude<Verdict, 'right'>;
  /** In words of the field. */
  readonly why: string;
  readonly ids: readonly string[];
}

const JUDGED: readonly Judged[] = [
  { verdict: 'nothing', why: 'says what the service is', ids: ['P-001', 'P-002', 'P-004', 'U-002', 'U-003'] },
  { verdict: 'nothing', why: 'is done by the platform', ids: ['P-085', 'U-022', 'U-023', 'U-047', 'U-053'] },
  {
    verdict: 'nothing',
    why: "is done by the agent's screen",
    ids: ['P-070', 'P-200', 'P-201', 'P-202', 'P-203', 'P-204', 'P-205', 'P-209'],
  },
  { verdict: 'nothing', why: 'says what a value usually is', ids: ['U-025'] },
];

/** What cannot be seen through any request, so that no test can show it. */
export const UNSEEN: readonly string[] = ['P-203', 'P-204', 'U-053'];

/** What is refused on purpose, and why: the reason is none of the documents'. */
export const STRICTER: readonly { readonly what: string; readonly why: string; readonly ids: readonly string[] }[] = [
  {
    what: 'an id with a hidden character or an outer blank, where no escape in YAML shows it',
    why: 'it looks like another id, and "absent" would be true of the one while the other is there',
    ids: ['P-013', 'P-031', 'U-020', 'U-040'],
  },
  {
    what: 'a time before 2000 or after 2100',
    why: 'a slip of the hand: a task would never be delivered, or at once',
    ids: ['P-104', 'P-145'],
  },
  {
    what: 'a key of highlight or hidden that data does not have, unless intake files feed the campaign',
    why: 'a slip in `hidden` would show what is to be hidden',
    ids: ['P-072', 'P-073'],
  },
];

/** Throws for a sentence of which nobody has said anything. */
export function verdictOf(id: string): { readonly verdict: Verdict; readonly why: string } {
  const judged = JUDGED.find(({ ids }) => ids.includes(id));
  if (judged !== undefined) return judged;
  const row = SHOWN.find(({ ids }) => ids.includes(id));
  if (row === undefined) throw new Error(`${id} has no verdict`);
  return { verdict: 'right', why: '' };
}

/** Ids that have a verdict other than right. */
export const JUDGED_IDS: readonly string[] = JUDGED.flatMap(({ ids }) => ids);

/** Ids of every list of this file. */
export const NAMED_IDS: readonly string[] = [...JUDGED, ...STRICTER].flatMap(({ ids }) => ids).concat(UNSEEN);
