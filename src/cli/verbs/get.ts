// muster get user | get record | search | why: look-ups. They send nothing that changes the service, and write no file but reports.

import { serviceName } from '../../core/model/target.ts';
import { requireId } from '../../core/desired/text/ids.ts';
import { CONDITIONS, OPEN, readCriterion, SYSTEM_KEYS, type Criterion } from '../../core/model/criterion.ts';
import { ToolError } from '../../core/model/errors.ts';
import { typed } from '../../core/model/hidden.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type * as Desk from '../../desk/lookup.ts';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import type { ReportContext } from '../../core/report/words/head.ts';
import { getRecordDocument, getUserDocument, searchDocument } from '../../core/report/documents/lookup.ts';
import { ownText, ownTexts, type Call, type Command } from '../process/command.ts';
import { finish } from '../process/emit.ts';
import { described, type FlagName } from '../process/flags.ts';
import { homeOf } from '../process/home.ts';
import { openSession, openTarget, reportContext, sayProxy } from '../process/session.ts';
import { usage } from '../process/settings.ts';

const FLAGS: readonly FlagName[] = ['target', 'json', 'out', 'showValues'];

const CAMPAIGN = described('<campaign>', 'case-sensitive name of the campaign; it need not be declared', {
  completes: 'campaigns',
});

export const GET_COMMANDS: readonly Command[] = [
  {
    name: 'get',
    summary: 'show one person or customer: seen, recorded, declared',
    flags: [],
    subcommands: [
      {
        name: 'user',
        summary: 'show one user on both sides; one request',
        arguments: [described('<loginUserId>', 'case-sensitive login id', { completes: 'logins' })],
        flags: FLAGS,
        reports: 'get',
        run: runUser,
      },
      {
        name: 'record',
        summary: 'show one customer with all values, and the duplicates',
        arguments: [CAMPAIGN, described('[clientId]', 'or --id')],
        flags: FLAGS,
        reports: 'get',
        ownFlags: {
          id: described('--id <previewRecordId>', 'the id that the service gave the task, instead of a clientId'),
          clientIdField: described(
            '--client-id-field <key>',
            'data key of the clientId (default: as declared or recorded, else Id)',
          ),
        },
        run: runRecord,
      },
    ],
  },
  {
    name: 'search',
    summary: 'list the customers of a campaign who match',
    arguments: [
      { ...CAMPAIGN, usage: '[campaign]', text: `${CAMPAIGN.text} (default: every campaign that is declared)` },
    ],
    flags: FLAGS,
    reports: 'search',
    ownFlags: {
      where: described(
        '--where <criterion>',
        `"key CONDITION value" with ${CONDITIONS.join(', ')}, or "key=value"; a data key or a system field; all must match (default: customers who are open)`,
        { repeatable: true, completes: SYSTEM_KEYS },
      ),
      limit: described('--limit <number>', 'customers to list at most (default 1000)'),
    },
    run: runSearch,
  },
  {
    name: 'why',
    summary: 'tell the story of one person or customer',
    arguments: [
      described('<address>', 'user:LOGIN, record:CAMPAIGN/CLIENTID, or a login or clientId alone', {
        completes: 'addresses',
      }),
    ],
    flags: FLAGS,
    reports: 'why',
    run: runWhy,
  },
];

async function runUser(call: Call): Promise<number> {
  const loginUserId = requireId(call.arguments[0] ?? '', 'loginUserId');
  return lookUp(call, 'get user', async (desk, context, report) =>
    getUserDocument(await desk.lookUpUser(context, loginUserId), report()),
  );
}

async function runRecord(call: Call): Promise<number> {
  const [name = '', clientId] = call.arguments;
  const campaignName = requireId(name, 'campaignName');
  const request: Desk.RecordRequest = { campaignName, by: readIds(call, clientId) };
  return lookUp(call, 'get record', async (desk, context, report) =>
    getRecordDocument(await desk.lookUpRecord(context, request), report()),
  );
}

function readIds(call: Call, clientId: string | undefined): Desk.RecordRequest['by'] {
  const previewRecordId = ownText(call, 'id') || null;
  const field = ownText(call, 'clientIdField');
  if ((previewRecordId === null) === (clientId === undefined)) {
    const given = clientId === undefined ? 'neither' : 'both';
    throw usage(`get record: expected a clientId or --id PREVIEWRECORDID; given ${given}`);
  }
  if (previewRecordId === null) {
    const clientIdFieldName = field && requireId(field, '--client-id-field');
    return { kind: 'clientId', clientId: requireId(clientId ?? '', 'clientId'), clientIdFieldName };
  }
  if (field !== null) throw usage('get record: --client-id-field is for a clientId, not for --id');
  return { kind: 'previewRecordId', previewRecordId: requireId(previewRecordId, '--id') };
}

async function runSearch(call: Call): Promise<number> {
  const [given] = call.arguments;
  const named = given === undefined ? null : requireId(given, 'campaignName');
  const criteria = readWhere(call);
  const limit = readLimit(ownText(call, 'limit'));
  return lookUp(call, 'search', async (desk, context, report) => {
    const campaigns = named === null ? declaredCampaigns(context) : [named];
    const found = await desk.searchRecords(context, { campaigns, criteria, limit: limit ?? desk.DEFAULT_LIMIT });
    const document = searchDocument(found, report());
    return { ...document, remarks: [...document.remarks, ...criteria.flatMap(strangeKey)] };
  });
}

function readWhere(call: Call): readonly Criterion[] {
  const words = ownTexts(call, 'where');
  return words.length === 0 ? OPEN : words.map(criterionIn);
}

function declaredCampaigns({ desired }: Desk.LookupContext): string[] {
  const names = desired?.campaigns.map(({ campaignName }) => campaignName) ?? [];
  if (names.length > 0) return names;
  throw usage('search: expected a campaign, as no file that can be read declares one; given none');
}

/** The words are not repeated: a value in them may be a customer's. */
function criterionIn(words: string, index: number): Criterion {
  const read = readCriterion(words);
  if (!('fault' in read)) return read;
  const place = `(--where number ${index + 1})`;
  if (read.fault === 'form') throw badCriterion('a key, a condition and a value', `less than that ${place}`);
  if (read.fault === 'value')
    throw badCriterion(`a value behind ${read.condition}`, `none ${place}; "" is the empty text`);
  const given = read.given ?? 'another word';
  const near = didYouMean(given.toUpperCase(), CONDITIONS);
  throw badCriterion(`a condition, ${CONDITIONS.join(', ')}`, `${given} ${place}${near}`);
}

function badCriterion(expected: string, given: string): ToolError {
  return new ToolError('bad-criterion', { message: `expected ${expected}; given ${given}` });
}

/** It may be a data key; it is searched for as it is, and said. */
function strangeKey({ key }: Criterion): string[] {
  if (!key.startsWith('sys_') || SYSTEM_KEYS.some((each) => each === key)) return [];
  const near = didYouMean(key, SYSTEM_KEYS);
  return [`${key} is no system field of the interface document: searched for as a data key${near === '' ? '.' : near}`];
}

const MOST = 2 ** 31 - 1;

function readLimit(text: string | null): number | null {
  if (text === null) return null;
  const limit = /^[1-9]\d{0,9}$/u.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST) return limit;
  throw usage(`--limit takes a whole number from 1 to ${MOST}; given: ${text}`);
}

type Look = (desk: typeof Desk, context: Desk.LookupContext, report: () => ReportContext) => Promise<ReportDocument>;

/** Files and recorded state that cannot be read stop no look-up. */
async function lookUp(call: Call, command: string, look: Look): Promise<number> {
  const { clock, signal } = call.shell;
  const startedAt = clock();
  const opened = await openTarget(call);
  const { project, target } = opened;
  const { loadProfile } = await import('../../core/desired/declarations/profile.ts');
  const desk = await import('../../desk/lookup.ts');
  const profile = await loadProfile(project, serviceName(target));
  await sayProxy(call, target);
  const home = await homeOf(target, call.shell);
  const place = { ...opened, profile, clock, signal };
  const context = await desk.openContext(place, () => home.recall(place));
  return finish(await look(desk, context, () => ({ ...reportContext(call, startedAt), command })), call);
}

async function runWhy(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const { run: unplaced, progress } = await openSession(call);
  const home = await homeOf(unplaced.target, call.shell);
  const { tellStory } = await import('../../desk/lookup.ts');
  const { whyDocument } = await import('../../core/report/documents/why.ts');
  const told = async () => {
    const run = await home.placed(unplaced);
    return tellStory({ run, memory: await home.recall(run), given: typed(call.arguments[0] ?? '') });
  };
  const story = await told().finally(progress.clear);
  return finish(whyDocument(story, reportContext(call, startedAt)), call);
}
