// Every field of a record, one row each. Whatever names fields reads this table: types, defaults of a campaign, columns of a
// CSV file, the requests that carry it, what is personal, who may move it, Pulumi arguments. A new field is a row here, a
// property in schemas/desired.schema.json, and the sandbox.

import { FLAG, KEYS, KEYS_OR_ALL, namesWith, plain, TEXT, TIME, WORDS, ZONE } from './fields.ts';
import type { Field, Form, NamesWhere } from './fields.ts';

/** What becomes of a task that stands beside the named one. `merge`: its items go to the named one before it is deleted. */
export type TwinFate = 'keep' | 'remove' | 'merge';
export type WhenWorked = 'keep' | 'replace' | 'remove';
export type EnsureRecord = 'present' | 'absent' | 'completed' | 'removed' | 'worked' | 'open';

/** Text, or text with its place among the items (from 1). */
export type DataValue = string | { readonly value: string; readonly displayOrder?: number };

/** Preview campaign interface, "Data item". displayOrder is greater than zero when given. */
export interface DataItem {
  readonly key: string;
  readonly value: string;
  readonly displayOrder?: number;
}

interface RecordField extends Field {
  /** A campaign may give it for all its records (`defaults`). */
  readonly shared: boolean;
  /** A column of a CSV file may hold it (`recordsFrom`): ids, and values that one cell holds. Decisions about one record are no cells. */
  readonly column: boolean;
  /**
   * How addOrUpdateCampaignRecord carries it (preview campaign interface): as a property of the request, or as a data item
   * with a specially named key. Both null: `data` are items themselves, the rest is not carried by name.
   */
  readonly property: string | null;
  readonly item: string | null;
  /** Property of changeCampaignRecordStatus and transferCampaignRecord, where they carry it. */
  readonly route: string | null;
  /**
   * Who may move it once it was sent: `git` alone, `delivery` (Git's until first delivery; the platform clears or passes it
   * by its own rules). Null for what is no part of the record in the service.
   */
  readonly owner: 'git' | 'delivery' | null;
  /**
   * Whether a search shows it; where only `sometimes`, an answer without it says nothing. `stored`: the same, and what is shown is the
   * item that was stored, beside which another call may have set another value.
   */
  readonly shown: 'always' | 'sometimes' | 'stored' | null;
  /** Whether what a search shows is the value that was sent, or a name of its own that need not be that value. */
  readonly shownAs: 'value' | 'name';
  /** Whether any request can take a value away again. */
  readonly clearable: boolean;
  /** What a file says for "must have none"; null where leaving it out is the only way. */
  readonly none: '' | null;
}

const RULE = {
  required: false,
  personal: false,
  shared: false,
  column: false,
  property: null,
  item: null,
  route: null,
  owner: null,
  shown: null,
  shownAs: 'value',
  clearable: true,
  none: null,
} as const;
const DELIVERY = { ...RULE, shared: true, column: true, owner: 'git', shown: 'always' } as const;
const KEY_LIST = { ...DELIVERY, column: false, default: [] } as const;

/** Said as a mapping in display order; an item that says its own place leaves the free numbers to the others. */
const DATA: Form<Readonly<Record<string, DataValue>>, readonly Required<DataItem>[]> = {
  fromInput: (input) =>
    inDisplayOrder(
      Object.entries(input).map(([key, given]) => ({
        key,
        ...(typeof given === 'string' ? { value: given } : given),
      })),
    ),
  toInput: (items) => Object.fromEntries(items.map(({ key, value, displayOrder }) => [key, { value, displayOrder }])),
};

export const RECORD_FIELDS = {
  /** Id set by you, unique within the campaign. */
  clientId: { ...RULE, form: TEXT, required: true, column: true },
  /**
   * The task that is meant, where the campaign has several with this clientId. A record that names one is never added.
   */
  previewRecordId: { ...RULE, form: TEXT, column: true },
  /**
   * With previewRecordId: what becomes of other tasks with this clientId. keep: it stays. remove: it is deleted.
   * merge: items that the named task lacks are taken over, then it is deleted. One that is not listed is left alone
   * and reported.
   */
  twins: { ...RULE, form: plain<Readonly<Record<string, TwinFate>>>() },
  /**
   * present; absent: not in the campaign; completed, removed, worked, open: in the state COMPLETED, REMOVED, WORKED,
   * NOTWORKED. worked needs nextEarliestWorkTime. Leaving a used-up state takes `reissue` or `whenWorked: replace`.
   * Default present.
   */
  ensure: { ...RULE, form: plain<EnsureRecord>(), default: 'present' },
  /**
   * loginUserId of the preferred agent; empty text: must have none. Yours until first delivery: the service clears it
   * 30 minutes after the record became deliverable.
   */
  preferredAgent: {
    ...DELIVERY,
    form: TEXT,
    property: 'preferredAgent',
    route: 'preferredAgent',
    owner: 'delivery',
    none: '',
  },
  /** Earliest time of delivery, with a zone or an offset. */
  nextEarliestWorkTime: {
    ...DELIVERY,
    form: TIME,
    property: 'nextEarliestWorkTimeUTC',
    route: 'nextEarliestWorkTimeUTC',
    owner: 'delivery',
    clearable: false,
  },
  /** Skill queue code of the environment. Left out: the campaign's default queue. */
  skillQueue: {
    ...DELIVERY,
    // A search shows its name, and the status call and the transfer take its name: whether that is the code is open (queue-name).
    form: TEXT,
    item: 'SkillQueue',
    route: 'skillQueue',
    shown: 'sometimes',
    shownAs: 'name',
  },
  /** IANA time zone name. Left out: the campaign's default zone. */
  timeZone: { ...DELIVERY, form: ZONE, item: 'ItemTimeZone', route: 'timeZone', shown: 'stored' },
  /**
   * Data items shown to the agent, in display order. Name is the banner; a key containing phone must be E.164; keys
   * ending in _link or _button must be URLs.
   */
  data: { ...DELIVERY, form: DATA, shared: false, personal: true, default: [] },
  /**
   * Data keys to highlight, or ALL; with `intake: true` also keys that only the intake files have. An empty list
   * means: not those of the campaign's defaults.
   */
  highlight: { ...KEY_LIST, form: KEYS_OR_ALL, item: 'Highlight' },
  /**
   * Data keys kept but not shown to the agent; with `intake: true` also keys that only the intake files have. An empty
   * list means: not those of the campaign's defaults.
   */
  hidden: { ...KEY_LIST, form: KEYS, item: 'Hidden' },
  /**
   * What may happen once the record has been worked. keep: leave it alone. replace: overwrite it, or let `ensure` lead
   * from COMPLETED to REMOVED and back. remove: with `ensure: absent`, delete it all the same. Default keep.
   */
  whenWorked: { ...RULE, form: plain<WhenWorked>(), shared: true, default: 'keep' },
  /**
   * A reason to add again a record that is finished, or to open it again with `ensure: open | worked`. Acted
   * on once per reason.
   */
  reissue: { ...RULE, form: WORDS, default: '' },
  /** Import: may take over a customer who exists and is not ours. Default: the campaign's adopt. */
  adopt: { ...RULE, form: FLAG, default: false },
} as const satisfies Readonly<Record<string, RecordField>>;

export type RecordFields = typeof RECORD_FIELDS;

/** Fields with a value of their own in the service: compared, shown as drift, taken over. `data` are compared item by item. */
export type ComparedField = Exclude<NamesWhere<RecordFields, { owner: string }>, 'data'>;

export const COMPARED_FIELDS: readonly ComparedField[] = namesWith(RECORD_FIELDS, 'owner').filter(
  (name) => name !== 'data',
);

/** Of a field path, `marker` and `data.phone` among them: null for what is no such field. */
export function comparedField(path: string): ComparedField | null {
  return COMPARED_FIELDS.find((name) => name === path) ?? null;
}

/** Where a search shows nothing of it, the service may have it all the same. */
export function showsSometimes(path: string): boolean {
  const name = comparedField(path);
  return name !== null && RECORD_FIELDS[name].shown !== 'always';
}

/** Where what a search shows need not be what is in force: no reading verifies it. */
export function isShownAsStored(path: string): boolean {
  const name = comparedField(path);
  return name !== null && RECORD_FIELDS[name].shown === 'stored';
}

/** Where a search shows a name instead of the value that was sent. */
export function isShownByName(path: string): boolean {
  const name = comparedField(path);
  return name !== null && RECORD_FIELDS[name].shownAs === 'name';
}

/** Whether a request can take it away again. */
export function isClearable(path: string): boolean {
  const name = comparedField(path);
  return name === null || RECORD_FIELDS[name].clearable;
}

/** Items in display order. Those without displayOrder take the free numbers from 1, in the order given. */
export function inDisplayOrder(given: readonly DataItem[]): Required<DataItem>[] {
  if (given.every((item) => item.displayOrder === undefined)) {
    return given.map(({ key, value }, index) => ({ key, value, displayOrder: index + 1 }));
  }
  const taken = new Set(given.map((item) => item.displayOrder));
  let next = 1;
  const takeNext = (): number => {
    while (taken.has(next)) next += 1;
    next += 1;
    return next - 1;
  };
  return given
    .map(({ key, value, displayOrder }) => ({ key, value, displayOrder: displayOrder ?? takeNext() }))
    .toSorted((a, b) => a.displayOrder - b.displayOrder);
}
