// repin: everything that the files pin to one person is pinned to another (desired/project/repin.ts). Offline; writes desired files and the CSV
// files they name, all or none. Who is meant must be known, and nothing else of the files may change.

import type { ChangedFile } from '../../desk/adopt/files.ts';
import type { Pin, RepinRequest } from '../../desk/edit/repin.ts';
import type { Declarations } from '../../core/desired/declarations/declare.ts';
import { ToolError } from '../../core/model/errors.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { commandHere } from '../../core/report/words/next.ts';
import { printable } from '../../core/report/words/printable.ts';
import { count } from '../../core/report/words/words.ts';
import { answer } from '../process/confirm.ts';
import { ownText, type Call, type Command } from '../process/command.ts';
import { startedIn } from '../process/emit.ts';
import { shownChanges } from './fmt.ts';
import { usage } from '../process/settings.ts';
import { described } from '../process/flags.ts';

/** Something declared is left for a person. */
const BY_HAND = 4;

export const REPIN_COMMAND: Command = {
  name: 'repin',
  summary: 'move all pins of one person to another, in the files',
  flags: ['json'],
  ownFlags: {
    from: described('--from <login>', 'loginUserId of who has the pins now', { completes: 'logins' }),
    to: described('--to <login>', 'loginUserId of who gets them: a user of the files who stays', {
      completes: 'logins',
    }),
    campaign: described('--campaign <name>', 'only customers of this campaign', { completes: 'campaigns' }),
    dryRun: described('--dry-run', 'write nothing; say what would change'),
    diff: described('--diff', 'print what changes as a unified diff'),
  },
  run: runRepin,
};

async function runRepin(call: Call): Promise<number> {
  const { shell, own } = call;
  const { directory } = call.settings;
  const { readDeclarations } = await import('../../core/desired/project/load.ts');
  const { editPins, pinsOf, saysSo } = await import('../../desk/edit/repin.ts');
  const { openFile, writeFiles } = await import('../../desk/adopt.ts');
  const declared = await readDeclarations(directory);
  const asked = checked(own, declared);
  const changed: ChangedFile[] = [];
  const [edited, left]: [Pin[], Pin[]] = [[], []];
  const found = pinsOf(declared, asked);
  if (found.length === 0) refuseNear(asked, declared);
  for (const [file, pins] of Map.groupBy(found, ({ source }) => source.file)) {
    const opened = await openFile(directory, file);
    const edit = editPins(file, opened.text ?? '', { pins, to: asked.to });
    if (edit.edited.length > 0) changed.push({ opened, after: edit.after });
    edited.push(...edit.edited);
    left.push(...edit.left);
  }
  const after = await readDeclarations(directory, new Map(changed.map((file) => [file.opened.file, file.after])));
  if (!saysSo(declared, after, { edited, to: asked.to })) throw new ToolError('cannot-patch', { message: UNSAFE });
  const isDry = own['dryRun'] === true;
  if (!isDry) await writeFiles(directory, changed);
  const command = commandHere('muster validate', startedIn(shell));
  const lines = [
    ...(await shownChanges(changed, own['diff'] === true)),
    ...doneLines(edited, asked, isDry ? null : command),
  ];
  const said = [...(left.length === 0 || edited.length > 0 ? lines : []), ...leftLines(left)];
  const facts = { ...asked, written: !isDry, files: changed.map(({ opened }) => opened.file) };
  const pins = { edited: edited.map(pinFacts), byHand: left.map(pinFacts) };
  answer(call, { ...facts, ...pins }, said.map((line) => `${printable(line)}\n`).join(''));
  return left.length > 0 ? BY_HAND : 0;
}

const pinFacts = ({ source, subject }: Pin): object => ({ address: subject.address ?? null, source });

/** A login that nobody has, and that is nearly one. */
function refuseNear({ from, to }: RepinRequest, { users }: Declarations): void {
  const logins = users.flatMap(({ sound }) => (sound.loginUserId === to ? [] : (sound.loginUserId ?? [])));
  if (logins.includes(from) || didYouMean(from, logins) === '') return;
  throw usage(`repin: --from takes a login of the files; given ${from}${didYouMean(from, logins)}`);
}

const UNSAFE =
  'the edited files would say more than the new pins, as where two campaigns read one CSV file; nothing was written';

/** Throws `bad-usage` for a name that the files do not have. */
function checked(own: Call['own'], { users, campaigns }: Declarations): RepinRequest {
  const [from, to] = [needed(own, 'from'), needed(own, 'to')];
  if (from === to) throw usage('repin: expected two logins; --from and --to are the same');
  const found = users.find(({ sound }) => sound.loginUserId === to)?.sound;
  const logins = users.flatMap(({ sound }) => (sound.ensure === 'absent' ? [] : (sound.loginUserId ?? [])));
  if (users.length > 0 && !logins.includes(to)) {
    const fate = found ? 'who is declared absent' : `whom no file declares${didYouMean(to, logins)}`;
    throw usage(`repin: --to takes a user of the files who stays; given ${to}, ${fate}`);
  }
  const campaign = ownText({ own }, 'campaign');
  const names = campaigns.flatMap(({ sound }) => sound.campaignName ?? []);
  if (campaign !== null && !names.includes(campaign))
    throw usage(`repin: --campaign takes a campaign of the files; given ${campaign}${didYouMean(campaign, names)}`);
  return { from, to, campaign };
}

function needed(own: Call['own'], name: 'from' | 'to'): string {
  const value = ownText({ own }, name);
  if (value) return value;
  throw usage(`repin: expected --${name} LOGIN; it is missing`);
}

/** `command`: what to do next; null where nothing was written. */
function doneLines(edited: readonly Pin[], { from, to, campaign }: RepinRequest, command: string | null): string[] {
  const where = campaign === null ? '' : ` in ${campaign}`;
  if (edited.length === 0) return [`Nothing to do: the files pin nothing to ${from}${where}.`];
  const said = `${count(edited.length, 'pin')}${where} ${command === null ? 'would go' : 'went'} from ${from} to ${to}.`;
  return command === null ? [said] : [said, `Next:  ${command}`];
}

function leftLines(left: readonly Pin[]): string[] {
  const lines = left.map(({ source: { file, line, column }, subject, path }) => {
    return `  ${file}:${line}:${column}  ${subject.address ?? [subject.path, ...path].join('.')}`;
  });
  return lines.length === 0 ? [] : [`To change by hand, ${count(left.length, 'pin')}:`, ...lines];
}
