// What stops an apply, in words, and the error that says it.

import { type Address, isUser, type Kind } from '../../model/address.ts';
import type { Named, Texts } from './words.ts';
import {
  andMore,
  bothSystems,
  isOfSeveral,
  namesOf,
  plainName,
  SECOND_SYSTEM,
  shortName,
  subject,
  tally,
  textOf,
  timeIn,
  VERBS,
} from './words.ts';
import type { FilesVersion } from '../../model/applied.ts';
import { ToolError } from '../../model/errors.ts';
import { amount, changedIds, editedBy, MOST_LOST } from './why-ids.ts';
import type {
  Guard,
  GuardedDeletes,
  GuardedFileDeletes,
  GuardedFirstRun,
  GuardedOlderFiles,
  GuardedOverwrite,
  GuardedRestores,
  GuardedUnreadFiles,
  GuardError,
} from '../../reconcile/guard.ts';

/** `passWord`: how the entry point is told what passes, `--allow `. */
export function guardErrorWith(passWord: string, end = 'Nothing was changed.'): GuardError {
  const said = (guard: Guard): string =>
    guard.pass === null ? whyGuard(guard) : `${whyGuard(guard)}; pass: ${passWord}${guard.pass}`;
  return (first, others) => new ToolError(first.code, { message: `${said(first)}. ${end}`, lines: others.map(said) });
}

/** `zone`: whose clocks a reader sees times on. */
export function whyGuard(guard: Guard, system = SECOND_SYSTEM, zone: string | null = null): string {
  return textOf(STOPS, [guard, 'code'], { system, zone }) + misfit(guard);
}

interface Context extends Named {
  readonly zone: string | null;
}

const STOPS: Texts<Guard, 'code', Context> = {
  'guard-deletes': deletes,
  'guard-file-deletes': fileDeletes,
  'guard-first-run': firstRun,
  'guard-overwrite': overwrites,
  'guard-interrupted': (guard) =>
    `${amount(guard.count, 'customer')} that an update which was cut off may have added already would be added, perhaps a second time`,
  'guard-older-files': olderFiles,
  'guard-restores': restores,
  'guard-vanished': (guard) =>
    `all ${guard.count} recorded people are absent: this may be the wrong tenant, or access that somebody took away`,
  'guard-ids': changedIds,
  'guard-unread-files': unreadFiles,
  'guard-same-object': (guard) =>
    `removed, and wanted under a name that differs only in case, form or campaign: ${named(guard.removed.map(({ address, action }) => ({ address, what: [action] })))}`,
  'guard-incomplete': (guard) =>
    `${guard.missing} of ${guard.asked} objects could not be read, and something would be deleted`,
  'guard-empty': (guard) => `all ${guard.recorded} recorded people and customers would be removed`,
  'guard-unrecorded': (guard) =>
    `customers of ${guard.campaigns.join(', ')} carry the marker of ${guard.stacks.join(', ') || 'this stack'}, and no state of them is here${renamed(guard.stacks)}: who was worked and cleared away would be added, and called, again${guard.stacks.length === 0 ? '' : THEIRS}`,
  'guard-unsaved': (guard) =>
    `PULUMI_SKIP_CHECKPOINTS is set, and ${amount(guard.count, 'customer')} would be added: of an update that is killed nothing is recorded, and the next one would add them, and have the customers called, again`,
  'guard-requests': (guard) =>
    `${guard.total} requests in all (${guard.observed} to read the state, ${guard.reads} reads and ${guard.writes} writes to apply); the limit is ${guard.limit}`,
};

/** The setting is told with the name that the markers say. */
function renamed(stacks: readonly string[]): string {
  return stacks.length === 0
    ? ''
    : ` (was the project, target or stack renamed? bring its stack or ledger, and say \`formerStacks: [${stacks.join(', ')}]\` of this target: docs/state.md)`;
}
const THEIRS = '; if they belong to that stack by now, take their lines out here';

function unreadFiles({ count, files }: GuardedUnreadFiles): string {
  const each = files.map(({ file, lost }) => `${file}: ${lost.length} (${whoAre(lost)})`).join(', ');
  return `${count} would be removed although a file declares ${count === 1 ? 'it' : 'them'} that no pattern of muster.yaml matches; ${each}`;
}

/** `C-1, C-2 (Summer), ana@example.com and 3 more`: who is lost is looked for in the file by the id. */
function whoAre(lost: readonly Address[]): string {
  return namesOf(
    lost.map((address) => ({ address })),
    { several: isOfSeveral(lost), most: MOST_LOST },
  );
}

function restores({ count, pinned }: GuardedRestores): string {
  const who =
    count === 1 ? '1 person who was removed outside Git gets' : `${count} people who were removed outside Git get`;
  return `${who} access back${pinnedTo(pinned, count === 1 ? 'this person' : 'them')}`;
}

const HOW_OLD: Readonly<Record<GuardedOlderFiles['files']['how'], string>> = {
  behind: 'an earlier commit',
  beside: 'which does not contain it',
  unknown: 'and this clone does not have it',
  dated: 'an earlier commit by their date; this shallow clone does not have it',
  unedited: 'lacks those edits, which are in no commit',
  restored: 'is as an earlier commit has it',
};

function olderFiles({ count, back, files: { how, now, last, file } }: GuardedOlderFiles, { zone }: Context): string {
  const commit = ({ commit: name, committedAt, edited }: FilesVersion): string =>
    `${name.slice(0, 9)} of ${timeIn(committedAt, zone)}${edited === undefined ? '' : ' with edits'}`;
  const which = file !== undefined && now.commit === last.commit ? 'that commit' : `commit ${commit(now)}`;
  const old = `${which}, ${file === undefined ? '' : `and ${file} `}${HOW_OLD[how]}`;
  return `commit ${commit(last)} was applied last (${timeIn(last.at, zone)}, ${last.run}); these files are of ${old}: ${backText(count, back)}`;
}

/** `2 of 25 changes undo it: C-1, C-2`; of many what is done to how many. */
function backText(count: number, back: GuardedOlderFiles['back']): string {
  if (back === undefined) return `${count === 1 ? '' : 'any of the '}${amount(count, 'change')} may undo it`;
  const what = `${back.length} of ${amount(count, 'change')} ${back.length === 1 ? 'undoes' : 'undo'} it`;
  const done = Map.groupBy(back, ({ action }) => VERBS[action].done);
  const named = whoAre(back.map(({ address }) => address));
  return `${what}: ${back.length > MOST_LOST ? tally([...done].map(([word, own]) => [own.length, word])) : named}`;
}

/** More are counted, not named. */
const MOST_NAMED = 6;

function pinnedTo(pinned: readonly Address[], whom: string): string {
  if (pinned.length === 0) return '';
  const tasks = amount(pinned.length, 'customer');
  const names = pinned.length > MOST_NAMED ? '' : ` (${pinned.map(shortName).join(', ')})`;
  return `; the files pin ${tasks} to ${whom}${names}`;
}

/** A number was given, and it is not the one that passes. */
function misfit(guard: Guard): string {
  if (guard.pass === null || guard.passed || guard.allowed === null) return '';
  return `; you allowed ${guard.allowed}, the plan has ${guard.count}`;
}

function deletes(guard: GuardedDeletes, { system }: Named): string {
  const { count, lost, users, inBackend, records, renamed, elsewhere, files = [], shrunk, limits } = guard;
  const going = new Set(lost);
  const cause = shrunk.map(({ file, had, has, edit, lost: away, finished = [] }) => {
    const closed = new Set(finished);
    const kept = away.filter((address) => !going.has(address) && !closed.has(address));
    const fates = [...whoOf(finished, ['is finished', 'are finished']), ...whoOf(kept, STAYS)].join(' and ');
    const stay = fates === '' ? '' : `, of which ${fates}`;
    const fresh = has - had + away.length;
    const added = fresh > 0 ? `, ${fresh} of them new` : '';
    return `${file} had ${amount(had, 'customer')}, has ${has}${added}${editedBy(edit)}; no longer in it: ${whoAre(away)}${stay}`;
  });
  const where = files.map(({ file, lost: own }) => `${own} of ${file}`).join(', ');
  const part = inBackend === users ? '' : `${inBackend} of them `;
  const both = inBackend === 0 ? '' : ` (${part}in ${bothSystems(system)})`;
  const each = [
    ...(users > 0 ? [ofKind(users, 'user') + both] : []),
    ...(records > 0 ? [ofKind(records, 'record') + (where === '' ? '' : ` (${where})`)] : []),
  ];
  const told = new Set(shrunk.flatMap(({ lost: away }) => away));
  const others = lost.filter((address) => !told.has(address));
  const who = others.length === 0 ? '' : `${cause.length === 0 ? ': ' : ', among them '}${whoAre(others)}`;
  const beside = elsewhere === undefined ? '' : `, ${elsewhere} of them by other partitions`;
  const all = each.length > 1 || beside !== '' ? ` (${count} in all${beside})` : '';
  const again = renamed === undefined ? '' : `, ${renamed} of them in the list under another id`;
  return [
    ...cause,
    `${each.join(' and ')} would be deleted${all}${again}${who}`,
    `muster asks before it deletes ${limits.map(above).join(' or ')}`,
  ].join('; ');
}

const STAYS = ['stays in the service', 'stay in the service'] as const;

function whoOf(addresses: readonly Address[], [one, many]: readonly [string, string]): string[] {
  return addresses.length === 0 ? [] : [`${whoAre(addresses)} ${addresses.length === 1 ? one : many}`];
}

/** A bare limit is not understood: it is what goes without a question. */
function above({ kind, most }: GuardedDeletes['limits'][number]): string {
  return most === 0 ? `any ${isUser({ kind }) ? 'person' : 'customer'}` : `more than ${ofKind(most, kind)}`;
}

function fileDeletes({ count, files, limit }: GuardedFileDeletes): string {
  const each = files.map(({ file, lost }) => ({ name: file ?? 'no longer in any file', lost }));
  const sorted = each.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const list = sorted.map(({ name, lost }) => `${name}: ${lost.length} (${whoAre(lost)})`).join(', ');
  return `${count} would be deleted; ${list}; muster asks before one file deletes ${limit === 0 ? 'anything' : `more than ${limit}`}`;
}

function firstRun({ count, groups }: GuardedFirstRun): string {
  const names = groups.map((group) => (isUser(group) ? 'users' : `campaign ${group.campaignName}`));
  return `nothing of ${names.join(', ')} was recorded before, and ${count} would be deleted, replaced or finished`;
}

const SHOWN = 5;

function overwrites({ count, objects }: GuardedOverwrite): string {
  const shown = objects.slice(0, SHOWN).map(({ address, fields }) => ({
    address,
    what: fields.map((field) => plainName({ field })),
  }));
  const were = count === 1 ? '1 was' : `${count} were`;
  return `${were} changed outside, and to other values in Git; an apply would overwrite ${named(shown)}${andMore(count - SHOWN)}`;
}

/** `customer C-1 in Summer (skillQueue), user ana@example.com (delete)`. */
function named(objects: readonly { readonly address: Address; readonly what: readonly string[] }[]): string {
  return objects.map(({ address, what }) => `${subject(address)} (${what.join(', ')})`).join(', ');
}

/** What a reader calls them. */
function ofKind(count: number, kind: Kind): string {
  if (!isUser({ kind })) return amount(count, 'customer');
  return count === 1 ? '1 person' : `${count} people`;
}
