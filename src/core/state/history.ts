// What earlier drift runs saw: one small file per target beside the ledger, written whole or not at all, readable by
// its owner only. Used by reports alone: nothing is planned or applied from it, and losing it loses only the ages. It
// contains addresses, classes, field names and the answers of the service profile; never a value of a user or of a
// record.

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomName } from '../machine.ts';
import { codeOf } from '../model/error-code.ts';
import { isObject } from './fields.ts';

const FORMAT = 1;

/** Times are epoch milliseconds. */
export interface Sighting {
  readonly first: number;
  readonly last: number;
  readonly runs: number;
  readonly confirmed: number | null;
}

export interface History {
  /** End of the last complete run over everything; null before the first. */
  readonly completeAt: number | null;
  /** Open findings by their key (class, address, field names). */
  readonly findings: ReadonlyMap<string, Sighting>;
  /** Known answers of the service profile at that run, by open point; null when none are remembered. */
  readonly answers: Readonly<Record<string, string>> | null;
}

export interface HistoryRead {
  readonly history: History;
  /** Why the history starts again; null when it was read. */
  readonly remark: HistoryRemark | null;
}

export type HistoryRemark = 'history-absent' | 'history-damaged' | 'history-unreadable' | 'history-unwritten';

export const NO_HISTORY: History = { completeAt: null, findings: new Map(), answers: null };

export function historyPath(directory: string, target: string): string {
  return join(directory, '.muster', 'history', `${target}.json`);
}

/** Never throws: without a readable history the sightings start again, and the remark says so. */
export async function readHistory(path: string): Promise<HistoryRead> {
  try {
    if (!(await stat(path)).isFile()) throw new Error('no regular file: a pipe would be waited for without end');
    const history = parseHistory(JSON.parse(await readFile(path, 'utf8')));
    if (history !== null) return { history, remark: null };
    return { history: NO_HISTORY, remark: 'history-damaged' };
  } catch (error) {
    return { history: NO_HISTORY, remark: codeOf(error) === 'ENOENT' ? 'history-absent' : 'history-unreadable' };
  }
}

/** Returns why it could not be written, or null. The next run then starts from the history before. */
export async function writeHistory(path: string, history: History): Promise<HistoryRemark | null> {
  const draft = `${path}.${randomName(6)}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, textOf(history), { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
    return null;
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
    return 'history-unwritten';
  }
}

function textOf({ completeAt, findings, answers }: History): string {
  const body = { format: FORMAT, completeAt, findings: Object.fromEntries(findings), answers };
  return `${JSON.stringify(body, null, 1)}\n`;
}

/** Null when it is not what this version writes. */
function parseHistory(value: unknown): History | null {
  if (!isObject(value) || value['format'] !== FORMAT) return null;
  const { completeAt, findings } = value;
  if (!isTimeOrNull(completeAt) || !isObject(findings)) return null;
  const entries = Object.entries(findings);
  const sightings = entries.flatMap(([key, each]) => (isSighting(each) ? [[key, each] as const] : []));
  const answers = answersIn(value['answers'] ?? null);
  if (sightings.length < entries.length || answers === undefined) return null;
  return { completeAt, findings: new Map(sightings), answers };
}

/** Null in a history of an earlier version, too; undefined when it is not what this version writes. */
function answersIn(value: unknown): History['answers'] | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const texts = entries.flatMap(([id, answer]) => (typeof answer === 'string' ? [[id, answer] as const] : []));
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined;
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTimeOrNull = (value: unknown): value is number | null => value === null || isTime(value);

function isSighting(value: unknown): value is Sighting {
  if (!isObject(value)) return false;
  const { first, last, runs, confirmed } = value;
  return isTime(first) && isTime(last) && isTime(runs) && isTimeOrNull(confirmed);
}
