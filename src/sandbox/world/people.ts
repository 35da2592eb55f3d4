// The users of both sides: the service and the backing instance, which answer separately whether a user exists.

import { integerOrNull, text, textOrNull } from './store.ts';
import type { Store } from './store.ts';

export interface PersonPresence {
  readonly inService: boolean;
  /** Id in the backing instance; null when the user is not there. */
  readonly connectUserId: string | null;
}

export interface People {
  find(loginUserId: string): PersonPresence;
  addToService(loginUserId: string, profile: string): void;
  addToBackend(loginUserId: string, connectUserId: string): void;
  removeFromService(loginUserId: string, now: number): void;
  removeFromBackend(loginUserId: string): void;
  /** When the user was last deleted from the service; null when never. */
  deletedAt(loginUserId: string): number | null;
  logins(): readonly string[];
}

/** `onWrite` is called before each write, with the loginUserId and the presence until then. */
export function openPeople(store: Store, onWrite: (loginUserId: string, before: PersonPresence) => void): People {
  const { database } = store;
  const service = database.prepare('SELECT 1 FROM users WHERE login = ?');
  const backend = database.prepare('SELECT connect_id FROM backend_users WHERE login = ?');
  const addUser = database.prepare('INSERT OR REPLACE INTO users VALUES (?, ?)');
  const addBackend = database.prepare('INSERT OR REPLACE INTO backend_users VALUES (?, ?)');
  const dropUser = database.prepare('DELETE FROM users WHERE login = ?');
  const dropBackend = database.prepare('DELETE FROM backend_users WHERE login = ?');
  const bury = database.prepare('INSERT OR REPLACE INTO deleted_users VALUES (?, ?)');
  const buried = database.prepare('SELECT deleted_at FROM deleted_users WHERE login = ?');
  const logins = database.prepare('SELECT login FROM users UNION SELECT login FROM backend_users ORDER BY login');
  const find = (login: string): PersonPresence => ({
    inService: service.get(login) !== undefined,
    connectUserId: textOrNull(backend.get(login)?.['connect_id']),
  });
  const note = (login: string): void => onWrite(login, find(login));
  return {
    find,
    addToService(login, profile) {
      note(login);
      addUser.run(login, profile);
    },
    addToBackend(login, connectUserId) {
      note(login);
      addBackend.run(login, connectUserId);
    },
    removeFromService(login, now) {
      note(login);
      if (dropUser.run(login).changes > 0) bury.run(login, now);
    },
    removeFromBackend(login) {
      note(login);
      dropBackend.run(login);
    },
    deletedAt: (login) => integerOrNull(buried.get(login)?.['deleted_at']),
    logins: () => logins.all().map((row) => text(row['login'])),
  };
}
