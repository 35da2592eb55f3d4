// The words of an approval, the same behind flags, variables and stack configuration: digits, or `@FILE` with a plan
// report written by `--out json=FILE`. Words are checked before anything is read; the file before anything is asked.

import { resolve } from 'node:path';

import { readWhole } from '../desired/text/read-file.ts';
import { readDuration } from '../model/duration.ts';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import { CHANGE_PARTS } from '../model/parts.ts';
import { ACTIONS } from '../model/state.ts';
import { isFingerprint } from '../reconcile/plan/approval.ts';
import type { Approval, ApprovedPlan } from '../reconcile/plan/approval.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

/** As given, all optional. */
export interface RawApproval {
  readonly fingerprint?: string;
  readonly allowSubset?: boolean;
  readonly maxPlanAge?: string;
}

export interface ApprovalWords {
  readonly fingerprint: string | null;
  /** The report; null where digits were given. */
  readonly file: string | null;
  readonly allowSubset: boolean;
  readonly maxAgeMs: number | null;
}

/** How the words are called where they were given. */
export interface ApprovalNames {
  readonly fingerprint: string;
  readonly allowSubset: string;
  readonly maxPlanAge: string;
}

const FLAG_NAMES: ApprovalNames = {
  fingerprint: '--fingerprint',
  allowSubset: '--allow-subset',
  maxPlanAge: '--max-plan-age',
};

/** Null when nothing was said. Throws `bad-usage`. */
export function readApprovalWords(raw: RawApproval, names: ApprovalNames = FLAG_NAMES): ApprovalWords | null {
  const { fingerprint: given, allowSubset = false, maxPlanAge } = raw;
  const file = given?.startsWith('@') ? given.slice(1) : null;
  if (file === null && (allowSubset || maxPlanAge !== undefined)) {
    const word = allowSubset ? names.allowSubset : names.maxPlanAge;
    throw bad(`${word} needs ${names.fingerprint} @FILE: only a plan report tells what was approved, and when`);
  }
  if (given === undefined) return null;
  const digits = given.toLowerCase();
  if (file === '' || (file === null && !isFingerprint(digits))) {
    throw bad(`${names.fingerprint} takes 16 to 64 hexadecimal digits or @FILE; given: ${given.slice(0, 80)}`);
  }
  const maxAgeMs = maxPlanAge === undefined ? DAY_MS : readDuration(names.maxPlanAge, maxPlanAge, { unit: 'needed' });
  if (file !== null) return { fingerprint: null, file, allowSubset, maxAgeMs };
  return { fingerprint: digits, file: null, allowSubset, maxAgeMs: null };
}

/** `--max-requests` and MUSTER_MAX_REQUESTS. */
export function readRequestLimit(text: string, name: string): number {
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw bad(`${name} takes a whole number from 1; given: ${text.slice(0, 80)}`);
}

/** MUSTER_ALLOW_SUBSET. Throws `bad-usage`. */
export function readSwitch(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw bad(`${name} takes 1 or 0; given: ${text.slice(0, 80)}`);
}

const SHORTEST_KEY = 16;

/** Run.fingerprintKey as MUSTER_FINGERPRINT_KEY says it, which is never said again. Throws `bad-usage`. */
export function readFingerprintKey(environment: NodeJS.ProcessEnv): { readonly fingerprintKey?: string } {
  const key = environment['MUSTER_FINGERPRINT_KEY'];
  if (!key) return {};
  // Blanks at its ends are no secret; they stay part of the key.
  const given = key.trim().length;
  if (given >= SHORTEST_KEY) return { fingerprintKey: key };
  throw bad(`MUSTER_FINGERPRINT_KEY takes a secret of at least ${SHORTEST_KEY} characters; given: ${given}`);
}

/** `folder`: where a relative file name starts. Throws `bad-usage` for a file that is no plan report. */
export async function openApproval(words: ApprovalWords, folder: string): Promise<Approval> {
  const { fingerprint, file, allowSubset, maxAgeMs } = words;
  if (file === null) return { fingerprint: fingerprint ?? '', approved: null, allowSubset, maxAgeMs };
  const { whole, approved } = readReport(await textOf(resolve(folder, file), file), file);
  return { fingerprint: whole, approved, allowSubset, maxAgeMs };
}

async function textOf(path: string, file: string): Promise<string> {
  try {
    return await readWhole(path, MAX_REPORT_BYTES);
  } catch (error) {
    if (codeOf(error) === 'EFBIG') throw bad(`${file} is too large for a plan report`);
    throw bad(`${file} could not be read; expected a plan report written with --out json=${file}`);
  }
}

function readReport(text: string, file: string): { readonly whole: string; readonly approved: ApprovedPlan } {
  const report = parse(text);
  const approval = field(report, 'approval');
  const whole = field(field(approval, 'fingerprint'), 'whole');
  const [target, desired] = [field(approval, 'target'), field(approval, 'desired')];
  const of = `${String(field(report, 'project'))}/${String(field(field(report, 'target'), 'name'))}`;
  // One of an earlier version names neither: it approves no plan of now.
  const [binds, generation] = [String(field(approval, 'binds')), Number(field(approval, 'generation') ?? -1)];
  const at = Date.parse(String(field(report, 'at')));
  const changes = changesIn(field(approval, 'changes'));
  const fits = field(report, 'kind') === 'plan' && !Number.isNaN(at) && changes !== null;
  if (!fits || !isText(whole) || !isFingerprint(whole) || !isText(target) || !isText(desired)) {
    throw bad(`${file} is no report of \`muster plan\` with a fingerprint; write one with --out json=${file}`);
  }
  return { whole, approved: { file, at, of, target, desired, binds, generation, changes } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A property of an object; undefined where there is none. */
function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function changesIn(value: unknown): ApprovedPlan['changes'] | null {
  if (!Array.isArray(value)) return null;
  const changes = value.flatMap((each: unknown) => {
    const [address, digest] = [field(each, 'address'), field(each, 'digest')];
    const action = ACTIONS.find((candidate) => candidate === field(each, 'action'));
    const part = CHANGE_PARTS.find((candidate) => candidate === field(each, 'part')) ?? 'additions';
    const [names, rests] = [field(each, 'fields'), field(each, 'rests')];
    if (!isText(address) || !isText(digest) || action === undefined || !Array.isArray(names)) return [];
    const known = { address, digest, action, part, tiedTo: null, isApart: false, fields: names.filter(isText) };
    return [{ ...known, rests: isText(rests) ? rests : '' }];
  });
  return changes.length === value.length ? changes : null;
}

function bad(message: string): ToolError {
  return new ToolError('bad-usage', { message });
}
