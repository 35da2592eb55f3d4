// What stops an apply, in words, and the error that says it.

import { isUser } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { moment } from '../../model/time.ts';
import { textOf, type Texts } from './texts.ts';
import { SECOND_SYSTEM, shortName } from './words.ts';
import type { FilesVersion } from '../../model/applied.ts';
import { ToolError } from '../../model/errors.ts';
import type {
  ChangedId,
  Guard,
  GuardedDeletes,
  GuardedFileDeletes,
  GuardedFirstRun,
  GuardedOlderFiles,
  GuardedIds,
  GuardedOverwrite,
  GuardError,
  GuardedRestores,
  GuardedUnreadFiles,
} from '../../reconcile/guard.ts';

/** `passWord`: how the entry point is told what passes, `--allow `. */
export function guardErrorWith(passWord: string): GuardError {
  const said = (guard: Guard): string =>
    guard.pass === null ? whyGuard(guard) : `${whyGuard(guard)}; pass: ${passWord}${guard.pass}`;
  return (first, others) =>
    new ToolError(first.code, { message: `${said(first)}. Nothing was changed.`, lines: others.map(said) });
}

export function whyGuard(guard: Guard): string {
  return textOf(STOPS, [guard, 'code'], { system: SECOND_SYSTEM }) + misfit(guard);
}

const STOPS: Texts<Guard, 'code'> = {
  'guard-deletes': deletes,
  'guard-file-deletes': fileDeletes,
  'guard-first-run': firstRun,
  'guard-overwrite': overwrites,
  'guard-interrupted': (guard) =>
    `${amount(guard.count, 'record')} that an update which was cut off may have added already would be added, perhaps a second time`,
  'guard-older-files': olderFiles,
  'guard-restores': restores,
  'guard-vanished': (guard) =>
    `all ${guard.count} recorded users are absent: this may be the wrong tenant, or access that somebody took away`,
  'guard-ids': changedIds,
  'guard-unread-files': unreadFiles,
  'guard-same-object': (guard) =>
    `removed, and wanted under a name that differs only in case, form or campaign: ${named(guard.removed.map(({ address, action }) => ({ address, what: [action] })))}`,
  'guard-incomplete': (guard) =>
    `${guard.missing} of ${guard.asked} objects could not be read, and something would be deleted`,
  'guard-empty': (guard) => `all ${guard.recorded} recorded objects would be removed`,
  'guard-unrecorded': (guard) =>
    `tasks of ${guard.campaigns.join(', ')} carry the marker of this stack, and no recorded state of them is here: who was worked and cleared away would be added, and called, again`,
  'guard-unsaved': (guard) =>
    `PULUMI_SKIP_CHECKPOINTS is set, and ${amount(guard.count, 'record')} would be added: of an update that is killed nothing is recorded, and the next one would add them, and have the customers called, again`,
  'guard-requests': (guard) =>
    `${guard.total} requests in all (${guard.observed} to read the state, ${guard.reads} reads and ${guard.writes} writes to apply); the limit is ${guard.limit}`,
};

function unreadFiles({ count, files }: GuardedUnreadFiles): string {
  const each = files.map(({ file, lost }) => `${file}: ${lost}`).join(', ');
  return `${amount(count, 'object')} would be removed although a file declares ${count === 1 ? 'it' : 'them'} that no pattern of muster.yaml matches (${each})`;
}

function changedIds({ files }: GuardedIds): string {
  const each = files.map(({ file, kind, how, count, first: { address, other } }) => {
    const noun = how === 'other-customer' ? amount(count, 'id') : amount(count, 'new id');
    const [one, many] = ID_WORDS[how];
    const known = other === null ? '' : `, ${shortName(other)}`;
    const where = file === null ? '' : ` of ${file}`;
    const whose = isUser({ kind }) ? ' of people' : '';
    return `${noun}${whose}${where} ${count === 1 ? one : many} (${shortName(address)}${known})`;
  });
  return each.join('; ');
}

const OLD = 'finished or in no file any more';

/** Of one id, and of several: the words before the example. */
const ID_WORDS: Readonly<Record<ChangedId, readonly [string, string]>> = {
  zeros: [`is one that is ${OLD}, with other zeros`, `are ids that are ${OLD}, with other zeros`],
  digits: [
    `is one that is ${OLD}, written with decimals or signs`,
    `are ids that are ${OLD}, written with decimals or signs`,
  ],
  exponent: [
    `is one that is ${OLD}, as a number that lost its digits`,
    `are ids that are ${OLD}, as numbers that lost their digits`,
  ],
  date: [`is one that is ${OLD}, made a date`, `are ids that are ${OLD}, made dates`],
  quotes: [
    `is one that is ${OLD}, with other quotes or blanks`,
    `are ids that are ${OLD}, with other quotes or blanks`,
  ],
  'same-data': [
    'has the customer of an id that is finished, in no file any more, or changed',
    'have the customers of ids that are finished, in no file any more, or changed',
  ],
  'other-customer': ['would mean another customer', 'would mean other customers'],
};

function bothSides(users: number, inBackend: number): string {
  if (inBackend === 0) return '';
  return inBackend === users ? ' in both systems' : `, ${inBackend} of them in both systems`;
}

function restores({ count, pinned }: GuardedRestores): string {
  const who =
    count === 1 ? '1 person who was removed outside Git gets' : `${count} people who were removed outside Git get`;
  return `${who} access back${pinnedTo(pinned, count === 1 ? 'this person' : 'them')}`;
}

const HOW_OLD: Readonly<Record<GuardedOlderFiles['files']['how'], string>> = {
  behind: 'these files are of an earlier commit',
  beside: 'these files are of a commit that does not contain it',
  unknown: 'this clone does not have it; these files are of',
  dated: 'this shallow clone does not have it; by their date these files are of an earlier commit',
};

function olderFiles({ count, files: { how, now, last } }: GuardedOlderFiles): string {
  const commit = ({ commit: name, committedAt }: FilesVersion): string =>
    `${name.slice(0, 9)} of ${moment(committedAt)}`;
  return `commit ${commit(last)} was applied last (${moment(last.at)}, ${last.run}), and ${HOW_OLD[how]} ${commit(now)}: ${amount(count, 'change')} may take back what came after`;
}

/** More are counted, not named. */
const MOST_NAMED = 6;

function pinnedTo(pinned: readonly Address[], whom: string): string {
  if (pinned.length === 0) return '';
  const tasks = amount(pinned.length, 'task');
  const names = pinned.length > MOST_NAMED ? '' : ` (${pinned.map(shortName).join(', ')})`;
  return `; the files pin ${tasks} to ${whom}${names}`;
}

/** A number was given, and it is not the one that passes. */
function misfit(guard: Guard): string {
  if (guard.pass === null || guard.passed || guard.allowed === null) return '';
  return `; you allowed ${guard.allowed}, the plan has ${guard.count}`;
}

function deletes({ count, users, inBackend, records, elsewhere, shrunk, limits }: GuardedDeletes): string {
  const cause = shrunk.map(({ file, had, has, edit }) => {
    const by = edit ? ` (commit ${edit.commit.slice(0, 9)} by ${edit.author})` : '';
    return `${file} had ${amount(had, 'customer')}, has ${has}${by}`;
  });
  const each = [
    ...(users > 0 ? [amount(users, 'user') + bothSides(users, inBackend)] : []),
    ...(records > 0 ? [amount(records, 'record')] : []),
  ];
  const most = limits.map((limit) => amount(limit.most, limit.kind)).join(' or ');
  const all = count === 1 ? '' : `; the answer counts for all ${count}`;
  const others = elsewhere === undefined ? '' : `, ${elsewhere} of them by other partitions`;
  const what = `${amount(count, 'object')} would be deleted${others}: ${each.join('; ')} (asked above ${most}${all})`;
  return [...cause, what].join('; ');
}

function fileDeletes({ count, files, limit }: GuardedFileDeletes): string {
  const each = files.map(({ file, lost }) => ({ name: file ?? 'no longer in any file', lost }));
  const sorted = each.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const list = sorted.map(({ name, lost }) => `${name}: ${lost}`).join(', ');
  return `${amount(count, 'object')} would be deleted (${list}); the limit for one file is ${limit}`;
}

function firstRun({ count, groups }: GuardedFirstRun): string {
  const names = groups.map((group) => (isUser(group) ? 'users' : `campaign ${group.campaignName}`));
  return `nothing of ${names.join(', ')} was recorded before, and ${amount(count, 'object')} would be deleted, replaced or finished`;
}

const SHOWN = 5;

function overwrites({ count, objects }: GuardedOverwrite): string {
  const shown = objects.slice(0, SHOWN).map(({ address, fields }) => ({ address, what: fields }));
  const more = count > SHOWN ? `, and ${count - SHOWN} more` : '';
  const were = count === 1 ? '1 object was' : `${count} objects were`;
  return `${were} changed outside, and to other values in Git; an apply would overwrite ${named(shown)}${more}`;
}

/** `record:Summer/C-1 (skillQueue), user:ana@example.com (delete)`. */
function named(objects: readonly { readonly address: Address; readonly what: readonly string[] }[]): string {
  return objects.map(({ address, what }) => `${address} (${what.join(', ')})`).join(', ');
}

/** Digits alone, other than `count` of words.ts: the number is to be typed as it stands here. */
function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
