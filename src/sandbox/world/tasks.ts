// The tasks of all campaigns: one row each, with an index over every data item. Deleted rows that are kept (S5) have a
// visibility; `hidden` ones are in no index and in no result.

import type { SQLOutputValue } from 'node:sqlite';
import { readOwnJson } from './own-json.ts';
import { integer, integerOrNull, text, textOrNull } from './store.ts';
import type { Store } from './store.ts';
import { isWorkedState } from './task.ts';
import type { StoredItem, Task, Visibility, WorkCode } from './task.ts';

export type NewTask = Omit<Task, 'id'>;

export interface Tasks {
  get(id: number): Task | null;
  /** Every task of that clientId, kept ones included, oldest first. */
  byClientId(campaignName: string, clientId: string): readonly Task[];
  idsByItem(campaignName: string, key: string, value: string): readonly number[];
  idsByItemStart(campaignName: string, key: string, start: string): readonly number[];
  idsByAgent(campaignName: string, loginUserId: string): readonly number[];
  /** Shown ids of one campaign, or of all when it is null. */
  ids(campaignName: string | null): readonly number[];
  insert(task: NewTask): Task;
  save(before: Task, after: Task): void;
  remove(task: Task): void;
  /** Ids whose preference should have been cleared by `now`. */
  lapsedAt(now: number): readonly number[];
  /** Earliest moment a preference lapses; Infinity when none does. */
  nextLapse(): number;
  wasDeleted(campaignName: string, clientId: string): boolean;
  markDeleted(campaignName: string, clientId: string): void;
  /** First column of the intake files that fed the campaign; null when none did. */
  intakeColumn(campaignName: string): string | null;
  setIntakeColumn(campaignName: string, name: string): void;
}

/** `onWrite` is called before each write, with the id and the task until then (null: none). */
export function openTasks(store: Store, onWrite: (id: number, before: Task | null) => void): Tasks {
  const index = itemIndex(store);
  const rows = taskRows(store);
  return {
    ...taskQueries(store),
    ...tombstones(store),
    ...intakeColumns(store),
    insert(task) {
      const id = rows.insert(task);
      onWrite(id, null);
      const stored = { ...task, id };
      if (task.visibility !== 'hidden') index.add(stored);
      return stored;
    },
    save(before, after) {
      onWrite(before.id, before);
      const moved = before.campaignName !== after.campaignName || before.visibility !== after.visibility;
      if (moved || before.items !== after.items) {
        index.drop(before);
        if (after.visibility !== 'hidden') index.add(after);
      }
      rows.update(after);
    },
    remove(task) {
      onWrite(task.id, task);
      index.drop(task);
      rows.remove(task.id);
    },
  };
}

function taskRows(store: Store): {
  insert(task: NewTask): number;
  update(task: Task): void;
  remove(id: number): void;
} {
  const columns = `campaign, client_id, preferred_agent, pin_lapses_at, skill_queue, time_zone, created_at, updated_at,
    earliest_at, state, attempts, last_agent, last_at, work_codes, visibility, items, deliveries`;
  const marks = columns.replaceAll(/\w+/gu, '?');
  const insert = store.database.prepare(`INSERT INTO tasks (${columns}) VALUES (${marks})`);
  const update = store.database.prepare(`UPDATE tasks SET (${columns}) = (${marks}) WHERE id = ?`);
  const remove = store.database.prepare('DELETE FROM tasks WHERE id = ?');
  const values = (task: NewTask): (string | number | null)[] => [
    store.intern(task.campaignName),
    task.clientId,
    task.preferredAgent,
    task.pinLapsesAt,
    task.skillQueue,
    task.timeZone,
    task.createdAt,
    task.updatedAt,
    task.earliestAt,
    task.state,
    task.attempts,
    task.lastAgent,
    task.lastAt,
    JSON.stringify(task.workCodes),
    task.visibility,
    JSON.stringify(task.items),
    task.deliveries,
  ];
  return {
    insert: (task) => Number(insert.run(...values(task)).lastInsertRowid),
    update: (task) => void update.run(...values(task), task.id),
    remove: (id) => void remove.run(id),
  };
}

function itemIndex(store: Store): { add(task: Task): void; drop(task: Task): void } {
  const add = store.database.prepare('INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?)');
  const drop = store.database.prepare('DELETE FROM items WHERE campaign = ? AND key = ? AND value = ? AND task = ?');
  return {
    add(task) {
      const campaign = store.intern(task.campaignName);
      for (const item of task.items) add.run(campaign, store.intern(item.key), item.value, task.id);
    },
    drop(task) {
      const campaign = store.intern(task.campaignName);
      for (const item of task.items) drop.run(campaign, store.intern(item.key), item.value, task.id);
    },
  };
}

function taskQueries(
  store: Store,
): Pick<
  Tasks,
  'get' | 'byClientId' | 'idsByItem' | 'idsByItemStart' | 'idsByAgent' | 'ids' | 'lapsedAt' | 'nextLapse'
> {
  const { database, intern } = store;
  const byId = database.prepare('SELECT * FROM tasks WHERE id = ?');
  const byClient = database.prepare('SELECT * FROM tasks WHERE campaign = ? AND client_id = ? ORDER BY id');
  const byItem = database.prepare('SELECT task AS id FROM items WHERE campaign = ? AND key = ? AND value = ?');
  const byItemStart = database.prepare(
    'SELECT task AS id FROM items WHERE campaign = ? AND key = ? AND value >= ? AND value < ?',
  );
  const byAgent = database.prepare(
    "SELECT id FROM tasks WHERE campaign = ? AND preferred_agent = ? AND preferred_agent <> '' AND visibility <> 'hidden'",
  );
  const ofCampaign = database.prepare("SELECT id FROM tasks WHERE campaign = ? AND visibility <> 'hidden'");
  const all = database.prepare("SELECT id FROM tasks WHERE visibility <> 'hidden' ORDER BY id");
  const lapsed = database.prepare('SELECT id FROM tasks WHERE pin_lapses_at <= ?');
  const next = database.prepare('SELECT min(pin_lapses_at) AS at FROM tasks WHERE pin_lapses_at IS NOT NULL');
  const toTask = (row: Row): Task => readTask(row, store.nameOf);
  return {
    get: (id) => mapNullable(byId.get(id), toTask),
    byClientId: (campaignName, clientId) => byClient.all(intern(campaignName), clientId).map(toTask),
    idsByItem: (campaignName, key, value) => byItem.all(intern(campaignName), intern(key), value).map(idOf),
    idsByItemStart: (campaignName, key, start) =>
      byItemStart.all(intern(campaignName), intern(key), start, start + LAST_CHARACTER).map(idOf),
    idsByAgent: (campaignName, loginUserId) => byAgent.all(intern(campaignName), loginUserId).map(idOf),
    ids: (campaignName) => (campaignName === null ? all.all() : ofCampaign.all(intern(campaignName))).map(idOf),
    lapsedAt: (now) => lapsed.all(now).map(idOf),
    nextLapse: () => integerOrNull(next.get()?.['at']) ?? Infinity,
  };
}

/** Sorts after every text with this prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

function tombstones(store: Store): Pick<Tasks, 'wasDeleted' | 'markDeleted'> {
  const select = store.database.prepare('SELECT 1 FROM tombstones WHERE campaign = ? AND client_id = ?');
  const insert = store.database.prepare('INSERT OR IGNORE INTO tombstones VALUES (?, ?)');
  return {
    wasDeleted: (campaignName, clientId) => select.get(store.intern(campaignName), clientId) !== undefined,
    markDeleted: (campaignName, clientId) => void insert.run(store.intern(campaignName), clientId),
  };
}

function intakeColumns(store: Store): Pick<Tasks, 'intakeColumn' | 'setIntakeColumn'> {
  const select = store.database.prepare('SELECT name FROM intake_columns WHERE campaign = ?');
  const insert = store.database.prepare('INSERT OR REPLACE INTO intake_columns VALUES (?, ?)');
  return {
    intakeColumn: (campaignName) => textOrNull(select.get(store.intern(campaignName))?.['name']),
    setIntakeColumn: (campaignName, name) => void insert.run(store.intern(campaignName), name),
  };
}

type Row = Record<string, SQLOutputValue>;

function readTask(row: Row, nameOf: (id: number) => string): Task {
  const state = row['state'];
  const items = readOwnJson<readonly StoredItem[]>(text(row['items']));
  const workCodes = readOwnJson<readonly WorkCode[]>(text(row['work_codes']));
  return {
    id: integer(row['id']),
    campaignName: nameOf(integer(row['campaign'])),
    clientId: text(row['client_id']),
    preferredAgent: textOrNull(row['preferred_agent']),
    pinLapsesAt: integerOrNull(row['pin_lapses_at']),
    skillQueue: text(row['skill_queue']),
    timeZone: text(row['time_zone']),
    createdAt: integer(row['created_at']),
    updatedAt: integer(row['updated_at']),
    earliestAt: integerOrNull(row['earliest_at']),
    state: isWorkedState(state) ? state : 'NOTWORKED',
    attempts: integer(row['attempts']),
    lastAgent: textOrNull(row['last_agent']),
    lastAt: integerOrNull(row['last_at']),
    workCodes,
    visibility: readVisibility(row['visibility']),
    items,
    deliveries: integer(row['deliveries']),
  };
}

function readVisibility(value: SQLOutputValue | undefined): Visibility {
  return value === 'removed' || value === 'hidden' ? value : 'shown';
}

function idOf(row: Row): number {
  return integer(row['id']);
}

function mapNullable<A, B>(value: A | undefined, change: (value: A) => B): B | null {
  return value === undefined ? null : change(value);
}
