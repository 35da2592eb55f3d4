// muster adopt users | campaign | drift: what exists in the service as a change of the files. The only command that
// writes desired files, and only with --write.

import { resolve } from 'node:path';

import type * as Desk from '../../desk/adopt.ts';
import { parseIds, requireId } from '../../core/desired/text/ids.ts';
import type { Adoption } from '../../core/reconcile/adoption.ts';
import { adoptDocument } from '../../core/report/kinds/adopt.ts';
import { ownText, ownTexts, type Call, type Command } from '../process/command.ts';
import { finish } from '../process/emit.ts';
import { described, longOf, type Flag } from '../process/flags.ts';
import { homeOf } from '../process/home.ts';
import { readInput } from '../process/input-file.ts';
import { inProject } from '../process/project-folder.ts';
import { progressOf } from '../process/progress.ts';
import { openTarget, reportContext, sayProxy } from '../process/session.ts';
import { usage } from '../process/settings.ts';
import { guardErrorWith } from '../../core/report/words/why-guard.ts';

const INTO: Flag = described('--into <file>', 'desired file (.yaml) for the declarations; it need not exist yet', {
  completes: 'files',
});
const PEOPLE = 'a CSV file with a column loginUserId, or a text file with one loginUserId a line';
const WRITE: Flag = described('--write', 'write the files; without it the change is only shown');

export const ADOPT_COMMAND: Command = {
  name: 'adopt',
  summary: 'import: write what exists in the service into the files',
  flags: [],
  subcommands: [
    {
      name: 'users',
      summary: 'declare users who exist already, with adopt: true',
      flags: ['target', 'json', 'out'],
      reports: 'adopt',
      ownFlags: {
        ids: described('--ids <ids>', 'loginUserIds, separated by commas'),
        idsFile: described(
          '--ids-file <file>',
          'one loginUserId per line, or a .csv with a header line; - is standard input',
          { completes: 'files' },
        ),
        into: INTO,
        write: WRITE,
      },
      run: runUsers,
    },
    {
      name: 'campaign',
      summary: 'declare the open customers of a campaign, or those who match, as they are',
      arguments: [described('<campaignName>', 'case-sensitive name of the campaign')],
      flags: ['target', 'json', 'out'],
      reports: 'adopt',
      ownFlags: {
        into: INTO,
        where: described(
          '--where <criterion>',
          'only customers who match: "key=value" or "key BEGINSWITH value"; all must match',
          { repeatable: true },
        ),
        clientIdsFile: described(
          '--client-ids-file <file>',
          'only these clientIds, one per line; - is standard input',
          { completes: 'files' },
        ),
        clientIdField: described('--client-id-field <key>', 'data key of the clientId (default: as declared, else Id)'),
        partial: described('--partial', 'adopt what was found even if it may not be everything'),
        write: WRITE,
      },
      run: runCampaign,
    },
    {
      name: 'drift',
      summary: 'write values that changed in the service into the files',
      flags: ['target', 'json', 'out', 'only'],
      reports: 'adopt',
      ownFlags: { write: WRITE },
      run: runDrift,
    },
  ],
};

async function runUsers(call: Call): Promise<number> {
  const { ids, idsFile } = call.own;
  if ((ids === undefined) === (idsFile === undefined)) throw usage('adopt users: expected one of --ids or --ids-file');
  const { into, csv } = placeOf(call);
  const name = ownText(call, 'idsFile') || '-';
  const { parseRoster } = await import('../../desk/edit/roster.ts');
  const roster =
    typeof ids === 'string'
      ? parseIds(ids.replaceAll(',', '\n'), '--ids').map((loginUserId) => ({ loginUserId, profile: {} }))
      : parseRoster(await readList(call, { name, flag: '--ids-file', holds: PEOPLE }), name);
  if (roster.length === 0) throw usage('adopt users: expected at least one loginUserId; given none');
  return adopt(call, async (desk, context) => desk.adoptUsers(context, { roster, into, csv }));
}

/** Declarations go into a desired file, or, with `--out csv=PATH` alone, into the rows that `usersFrom` reads. */
function placeOf(call: Call): { readonly into: string | null; readonly csv: string } {
  const rows = call.settings.outputs.find(({ format }) => format === 'csv');
  if (rows === undefined || ownText(call, 'into')) return { into: neededInto(call), csv: '' };
  if (call.own['write'] === true) throw usage('adopt users: --write takes --into FILE; --out csv=PATH writes the rows');
  return { into: null, csv: inProject(call.settings, rows.path) };
}

async function runCampaign(call: Call): Promise<number> {
  const campaignName = requireId(call.arguments[0] ?? '', 'campaignName');
  const into = neededInto(call);
  const words = ownTexts(call, 'where');
  const file = ownText(call, 'clientIdsFile') || null;
  const list =
    file === null ? null : { name: file, flag: '--client-ids-file', holds: 'a text file, one clientId a line' };
  const clientIds = list && [...new Set(parseIds(await readList(call, list), list.name))];
  if (clientIds?.length === 0) throw usage('adopt campaign: expected at least one clientId in the file; given none');
  const field = ownText(call, 'clientIdField') || null;
  const clientIdFieldName = field && requireId(field, '--client-id-field');
  const partial = call.own['partial'] === true;
  return adopt(call, async (desk, context) => {
    const criteria = words.map(desk.readCriterion);
    return desk.adoptCampaign(context, { campaignName, into, criteria, clientIds, clientIdFieldName, partial });
  });
}

async function runDrift(call: Call): Promise<number> {
  return adopt(call, async (desk, context) => desk.adoptDrift(context));
}

type Work = (desk: typeof Desk, context: Desk.AdoptContext) => Promise<Adoption>;

async function adopt(call: Call, work: Work): Promise<number> {
  const { settings, shell } = call;
  if (call.command.name !== 'users' && settings.outputs.some(({ format }) => format === 'csv')) {
    throw usage(`adopt ${call.command.name}: --out csv=PATH is for people; given ${call.command.name}`);
  }
  const startedAt = shell.clock();
  const place = await openTarget(call);
  const { project, target } = place;
  await sayProxy(call, target);
  const { clock, signal } = shell;
  const progress = progressOf(shell, settings.quiet);
  const desk = await import('../../desk/adopt.ts');
  const desired = await desk.declaredSoFar(project, target);
  const { only, allow, lockTimeoutMs } = settings;
  const { onProgress } = progress;
  const home = await homeOf(target, call.shell);
  const limits = { only, allow, guardError: guardErrorWith('--allow '), lockTimeoutMs };
  const run = await home.placed({ ...place, desired, ...limits, clock, signal, onProgress });
  const memory = await home.recall(run);
  const result = await work(desk, { run, memory, write: call.own['write'] === true }).finally(progress.clear);
  const context = { ...reportContext(call, startedAt), command: `adopt ${call.command.name}` };
  return finish(adoptDocument(result, context, again(call)), call);
}

/** The command line of this call, without --write. Standard input cannot be read twice, so `-` stays a placeholder. */
function again({ command, arguments: words, own, settings }: Call): string[] {
  const flags = Object.entries(command.ownFlags ?? {}).flatMap(([name, each]) => {
    const long = longOf(each);
    const value = own[name];
    if (name === 'write' || value === undefined || value === false) return [];
    if (value === true) return [long];
    return [value].flat().flatMap((each) => (typeof each === 'string' ? [long, each] : []));
  });
  return ['adopt', command.name, ...words, ...flags, ...settings.repeat];
}

function neededInto(call: Call): string {
  const value = ownText(call, 'into');
  if (!value) throw usage(`adopt ${call.command.name}: expected --into FILE; it is missing`);
  return inProject(call.settings, value);
}

interface ListFile {
  /** `-` is standard input. */
  readonly name: string;
  readonly flag: string;
  readonly holds: string;
}

/** A file relative to the present folder, or standard input. Throws `input-file`. */
async function readList({ settings, shell }: Call, { name, flag, holds }: ListFile): Promise<string> {
  if (name === '-') return shell.terminal.read();
  return readInput(resolve(settings.folder, name), `${flag} ${name}: expected ${holds}`);
}
