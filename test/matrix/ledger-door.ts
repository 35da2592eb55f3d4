// The command with its ledger.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import * as engine from '../../src/core/engine.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { DataItem } from '../../src/core/model/record.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import type { DoorOptions, OpenDoor, StoryDoor } from './door.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

export const openLedgerDoor: OpenDoor = async (options) => {
  const { project, target, clock, sleep } = options;
  const ledgerPath = join(project.directory, '.muster', 'ledger', `${target.name}.sqlite`);
  const { copies, close } = watchCopies(ledgerPath);
  return {
    handsOver: false,
    killsItself: false,
    run: async ({ planned, at = {}, killed: _, ...run }) => {
      const place = runOf({ ...options, ...at });
      const result = await engine.apply({ ...place, ...run, sleep }, async (plan) => {
        await planned(plan);
        return true;
      });
      return { settlements: result?.settlements ?? [], leftOut: [], unlike: [] };
    },
    recorded: async () => {
      const { recorded } = await engine.recall({ project, target, clock });
      return JSON.stringify([...recorded.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
    copies,
    journal: async () => {
      const ledger = await openLedger({ path: ledgerPath, clock, readOnly: true });
      const journal = await ledger.history();
      await ledger.close();
      return journal;
    },
    keep: () => {
      const files = [ledgerPath, `${ledgerPath}-wal`];
      const kept = files.map((file) => (existsSync(file) ? readFileSync(file) : null));
      return () => {
        close();
        rmSync(`${ledgerPath}-shm`, { force: true });
        for (const [index, file] of files.entries()) {
          const bytes = kept[index] ?? null;
          if (bytes === null) rmSync(file, { force: true });
          else writeFileSync(file, bytes);
        }
      };
    },
    takeLockAway: () => {
      const ledger = new DatabaseSync(ledgerPath);
      // Another run took it over, and is through.
      ledger.exec(`UPDATE lock SET holder = NULL, boot = NULL, pid_namespace = NULL, pid = NULL, started_at = NULL,
        since = NULL, heartbeat = NULL, fence = fence + 1`);
      ledger.close();
    },
    texts: () => {
      const files = [ledgerPath, `${ledgerPath}-wal`].filter((file) => existsSync(file));
      return files.map((file) => ['ledger', readFileSync(file, 'latin1')]);
    },
    close,
  };
};

function runOf({ project, target, clock }: DoorOptions): Omit<Run, 'desired' | 'allow'> {
  const guardError = guardErrorWith('--allow ');
  return { project, target, only: null, guardError, lockTimeoutMs: 0, clock, onProgress: () => undefined };
}

function watchCopies(ledgerPath: string): Pick<StoryDoor, 'copies' | 'close'> {
  let ledger: DatabaseSync | null = null;
  return {
    copies: () => {
      if (ledger === null && !existsSync(ledgerPath)) return new Map();
      ledger ??= new DatabaseSync(ledgerPath, { readOnly: true });
      const rows = ledger.prepare('SELECT body FROM copies').all();
      const bodies = rows.map((row) => JSON.parse(String(row['body'])) as CopyBody);
      return new Map(bodies.map(({ task }) => [task.clientId, task.items]));
    },
    close: () => {
      ledger?.close();
      ledger = null;
    },
  };
}

/** What is kept of a record on the way, as far as a bystander needs it. */
export interface CopyBody {
  readonly task: { readonly clientId: string; readonly items: readonly DataItem[] };
}
