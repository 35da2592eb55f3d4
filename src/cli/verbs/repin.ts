// repin: everything that the files pin to one person is pinned to another (desired/patch/repin.ts). Offline; writes desired files and the CSV
// files they name, all or none. Who is meant must be known, and nothing else of the files may change.

import type { ChangedFile } from '../../adopt/files.ts';
import type { FileEdit, Pin, Pins } from '../../desired/patch/repin.ts';
import type { Declarations } from '../../desired/declarations/declare.ts';
import { ToolError } from '../../model/errors.ts';
import { didYouMean, nearest } from '../../model/suggest.ts';
import { printable } from '../../report/words/printable.ts';
import { count } from '../../report/words/words.ts';
import { changedLines, writeChanged } from '../process/changed-files.ts';
import type { Call, Command } from '../process/command.ts';
import { usage } from '../process/settings.ts';

/** Something declared is left for a person. */
const BY_HAND = 4;

export const REPIN_COMMAND: Command = {
  name: 'repin',
  group: 'Every day:',
  summary: 'pin in the files what is pinned to one person to another; comments and the form of CSV files stay',
  arguments: [],
  flags: [],
  ownFlags: {
    from: { usage: '--from <login>', text: 'loginUserId of who has the pins now', completes: 'logins' },
    to: {
      usage: '--to <login>',
      text: 'loginUserId of who gets them: a user of the files who stays',
      completes: 'logins',
    },
    campaign: { usage: '--campaign <name>', text: 'only records of this campaign', completes: 'campaigns' },
    dryRun: { usage: '--dry-run', text: 'write nothing; say what would change' },
    diff: { usage: '--diff', text: 'print what changes as a unified diff' },
  },
  run: runRepin,
};

async function runRepin({ settings: { directory }, shell, own }: Call): Promise<number> {
  const { readDeclarations } = await import('../../desired/project/load.ts');
  const declared = await readDeclarations(directory);
  const asked = checked(own, declared);
  const { pinsOf, saysSo } = await import('../../desired/patch/repin.ts');
  const pins = pinsOf(declared, asked);
  const edits = await editsOf(directory, pins, asked);
  const changed = edits.flatMap(({ changed: file, edit }) => (edit.edited.length === 0 ? [] : [file]));
  const edited = edits.flatMap(({ edit }) => edit.edited);
  const after = await readDeclarations(directory, new Map(changed.map((file) => [file.opened.file, file.after])));
  if (!saysSo(declared, after, { edited, to: asked.to })) throw unsafe();
  const isDry = own['dryRun'] === true;
  if (!isDry) await writeChanged(directory, changed);
  const say = (line: string): void => shell.terminal.out(`${printable(line)}\n`);
  for (const line of await changedLines(changed, own['diff'] === true)) say(line);
  const left = edits.flatMap(({ edit }) => edit.left);
  for (const line of edited.length === 0 && left.length > 0 ? [] : [saidOf(edited, asked, isDry)]) say(line);
  for (const line of leftLines(left)) say(line);
  return left.length > 0 ? BY_HAND : 0;
}

interface OneFile {
  readonly changed: ChangedFile;
  readonly edit: FileEdit;
}

async function editsOf(directory: string, pins: readonly Pin[], { to }: Pins): Promise<readonly OneFile[]> {
  const { openFile } = await import('../../adopt.ts');
  const { editPins } = await import('../../desired/patch/repin.ts');
  const edits: OneFile[] = [];
  for (const [file, own] of [...Map.groupBy(pins, ({ source }) => source.file)].toSorted()) {
    const opened = await openFile(directory, file);
    const edit = editPins(file, opened.text ?? '', { pins: own, to });
    edits.push({ changed: { opened, after: edit.after }, edit });
  }
  return edits;
}

/** Throws `bad-usage` for a name that the files do not have. */
function checked(own: Call['own'], { users, campaigns }: Declarations): Pins {
  const [from, to] = [needed(own, 'from'), needed(own, 'to')];
  if (from === to) throw usage('repin: expected two logins; --from and --to are the same');
  const logins = (all: Declarations['users']): string[] => all.flatMap(({ sound }) => sound.loginUserId ?? []);
  const staying = logins(users.filter(({ sound }) => sound.ensure !== 'absent'));
  if (users.length > 0 && !staying.includes(to)) {
    const isLeaver = logins(users).includes(to);
    const fate = isLeaver ? 'who is declared absent' : `whom no file declares${didYouMean(to, staying)}`;
    throw usage(`repin: --to takes a user of the files who stays; given ${to}, ${fate}`);
  }
  const pinned = campaigns.flatMap(({ sound, records }) => [
    sound.defaults?.preferredAgent ?? [],
    ...records.map((record) => record.sound.preferredAgent ?? []),
  ]);
  const known = [...new Set([...logins(users), ...pinned.flat()])];
  const near = known.includes(from)
    ? null
    : nearest(
        from,
        known.filter((login) => login !== to),
      );
  if (near !== null) throw usage(`repin: --from takes a login of the files; given ${from}; did you mean ${near}?`);
  const campaign = typeof own['campaign'] === 'string' ? own['campaign'] : null;
  const names = campaigns.flatMap(({ sound }) => sound.campaignName ?? []);
  if (campaign !== null && !names.includes(campaign))
    throw usage(`repin: --campaign takes a campaign of the files; given ${campaign}${didYouMean(campaign, names)}`);
  return { from, to, campaign };
}

function needed(own: Call['own'], name: 'from' | 'to'): string {
  const value = own[name];
  if (typeof value === 'string' && value !== '') return value;
  throw usage(`repin: expected --${name} LOGIN; it is missing`);
}

function unsafe(): ToolError {
  const message =
    'the edited files would say more than the new pins, as where two campaigns read one CSV file; nothing was written';
  return new ToolError('cannot-patch', { message });
}

function saidOf(edited: readonly Pin[], { from, to, campaign }: Pins, isDry: boolean): string {
  const where = campaign === null ? '' : ` in ${campaign}`;
  if (edited.length === 0) return `Nothing to do: the files pin nothing to ${from}${where}.`;
  const verb = isDry ? 'would be' : edited.length === 1 ? 'is' : 'are';
  const next = isDry ? '' : ' Next: muster validate, then muster plan';
  return `${count(edited.length, 'pin')}${where} ${verb} ${to} instead of ${from}.${next}`;
}

const MOST_LEFT = 100;

function leftLines(left: readonly Pin[]): string[] {
  if (left.length === 0) return [];
  const lines = left.slice(0, MOST_LEFT).map(({ source, subject, campaignName, path, isShared }) => {
    const what = subject.address ?? `campaign ${campaignName}: ${path.join('.')}`;
    const why = isShared ? ' (records that end have this default, too)' : '';
    return `  ${source.file}:${source.line}:${source.column}  ${what}${why}`;
  });
  const more = left.length > MOST_LEFT ? [`  and ${left.length - MOST_LEFT} more`] : [];
  return [`To change by hand, ${count(left.length, 'pin')}:`, ...lines, ...more];
}
