// What publishing must know of a report, whatever it says: which project and target, how old, whether it is worth a comment. The
// words themselves come as Markdown from the room that renders reports.

/** Kind of the JSON report. Of a run that failed, what was asked for. */
export type PublishedKind = 'plan' | 'apply' | 'validate' | 'drift';

export interface PublishedReport {
  readonly kind: PublishedKind;
  /** Null where the run did not get that far. */
  readonly project: string | null;
  readonly target: string | null;
  /** ISO 8601 in UTC: the end of the run. */
  readonly at: string;
  readonly fingerprint: string | null;
  /** Of the desired files; null when unknown. */
  readonly commit: string | null;
  /** The run failed, or something could not be read. */
  readonly failed: boolean;
  /** The run was told to end, by a person or by the pipeline, before it was done. It failed, too. */
  readonly cancelled: boolean;
  /** There is nothing to say: no change, no decision, no finding, no stop. */
  readonly quiet: boolean;
  /** The run was limited to some addresses: it says nothing about the others. */
  readonly partial: boolean;
  /** Something was written to the service. */
  readonly wrote: boolean;
  /** Plain text: `15 changes for prod-eu: 1 delete, 2 create`. */
  readonly verdict: string;
}

/** Markdown of all reports in at most this many characters. `truncated`: rows were left out, and the text says so. */
export type WriteBody = (budget: number) => { readonly text: string; readonly truncated: boolean };
