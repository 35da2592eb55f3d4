// What a plan warns of, as facts. In words where people read it (report/words/why-guard.ts). Instants: epoch milliseconds.

import type { Address, SourcePosition } from '../model/address.ts';
import type { InputWarningCode } from '../model/errors/warning.ts';

export type WarningReason =
  /** A nextEarliestWorkTime that has passed. `zone`, here and below: whose clocks a reader sees it on; null: of UTC. */
  | { readonly code: 'time-in-past'; readonly time: number; readonly zone: string | null }
  /** `time`: from which the pin may count; null: the task has none, and counts from when it was made. */
  | {
      readonly code: 'pin-lapses-early';
      readonly loginUserId: string;
      readonly time: number | null;
      readonly zone: string | null;
    }
  /** Deliverable within 30 minutes from `from`; null: from the time of the plan. */
  | {
      readonly code: 'pins-crowded';
      readonly loginUserId: string;
      readonly records: number;
      readonly from: number | null;
      readonly zone: string | null;
      readonly limit: number;
    }
  /** `kept`: customers who stay pinned to the person. `from`: when the first of all can be called; null: at once. */
  | {
      readonly code: 'pin-on-new-agent';
      readonly loginUserId: string;
      readonly kept: readonly Address[];
      readonly from: number | null;
      readonly zone: string | null;
    }
  | { readonly code: 'agent-not-observable'; readonly loginUserId: string }
  /** `records`: pinned, in an environment that has no user interface. */
  | { readonly code: 'pins-unchecked'; readonly records: number }
  /** Of a task that is not ours. `heldUnder`: the key of its item that holds its clientId; null where none does. */
  | {
      readonly code: 'id-field-differs';
      readonly campaignName: string;
      readonly clientIdFieldName: string;
      readonly clientId: string;
      readonly heldUnder: string | null;
    }
  /** Of a change that sets a state: fields that differ, and that no request of it carries. */
  | { readonly code: 'not-applied'; readonly fields: readonly string[] }
  /** Updates of tasks of which neither the file nor an item names a zone. */
  | { readonly code: 'zone-not-kept' | 'zone-differs'; readonly records: number }
  /** `guard`: its name as it was allowed (`overwrite`). */
  | { readonly code: 'allow-not-needed'; readonly guard: string; readonly allowed: number }
  /**
   * `campaigns`: where our own markers show that something was applied; null: nothing is recorded, as far as known rightly. `older`: those
   * of them of which something is recorded.
   */
  | { readonly code: 'state-absent'; readonly campaigns: readonly string[] | null; readonly older: readonly string[] }
  /** `message`: why it was read without the lock, in the words of whoever read it. */
  | { readonly code: 'state-unlocked'; readonly message: string }
  /** Whether the commit of these files follows on the one applied last: a shallow clone does not tell. */
  | { readonly code: 'history-shallow' }
  /** Found where the files are read; `message` as `muster validate` shows it (Diagnostic). */
  | { readonly code: InputWarningCode; readonly message: string };

export type Warning = WarningReason & {
  /** Of the object it is about; null for a campaign, and for the run as a whole. */
  readonly address: Address | null;
  readonly source: SourcePosition | null;
};
