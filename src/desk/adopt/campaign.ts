// A campaign that exists, or a part of it -> declarations that leave every task as it is.

import {
  compareRecord,
  contentOf,
  digestWith,
  forEachParallel,
  isMarkerOf,
  lineageOf,
  observeUser,
  readCampaign,
} from '../../core/face.ts';
import type {
  Adoption,
  CampaignAnswer,
  Criterion,
  LeftOut,
  LeftOutReason,
  ServiceReader,
  TakenNote,
} from '../../core/face.ts';
import { appendRecords } from '../edit/patch-append.ts';
import type { Address } from '../../core/model/address.ts';
import type { DeclaredLine } from '../../core/model/declaration.ts';
import { ToolError } from '../../core/model/errors.ts';
import { queueNameIsCode } from '../../core/model/profile.ts';
import { undeclaredCampaign } from '../../core/model/record.ts';
import type { Campaign, ObservedTask } from '../../core/model/record.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type { DesiredState } from '../../core/model/state.ts';
import { agentRuleOf } from '../../core/model/target.ts';
import type { Presence } from '../../core/model/user.ts';
import { agentsOf, declarationOf, repeatedKeys, selectTasks } from './take/records.ts';
import type { SelectedTask, SelectedTasks } from './take/records.ts';
import { recordAddress } from '../../core/model/address.ts';
import type { Lineage } from '../../core/model/identity.ts';
import { append } from './append.ts';
import type { AppendResult } from './append.ts';
import { placeOf, withReader } from './context.ts';
import type { AdoptContext } from './context.ts';
import { openInto, writeFiles } from './files.ts';
import type { OpenedFile } from './files.ts';

export interface CampaignRequest {
  readonly campaignName: string;
  readonly into: string;
  /** All must fit. */
  readonly criteria: readonly Criterion[];
  /** Only these; null for all that fit the criteria. */
  readonly clientIds: readonly string[] | null;
  /** Null: as declared, else `Id`. */
  readonly clientIdFieldName: string | null;
  /** Continue even if this may not be everything. */
  readonly partial: boolean;
}

export async function adoptCampaign(context: AdoptContext, request: CampaignRequest): Promise<Adoption> {
  const { run } = context;
  const opened = await openInto(run.project.directory, request.into);
  const campaign = askedCampaign(context, request);
  return withReader(run, async (reader, target) => {
    const { criteria, clientIds } = request;
    const answer = await readCampaign({ reader, campaign, criteria, clientIds });
    refuseUnknown(context, request, answer);
    const picked = pick(context, campaign, answer);
    const agents = await askAgents(context, reader, agentsOf(picked.selected));
    const stopped = !answer.complete && !request.partial;
    const found = { campaign, opened, picked, agents: agents.seen };
    const result = stopped ? NOTHING : await appendTasks(context, found);
    if (context.write && result.changed !== null) await writeFiles(run.project.directory, [result.changed]);
    const kept = new Set(result.kept.map(({ address }) => address));
    const taken = picked.selected.filter(({ address }) => kept.has(address));
    return {
      ...placeOf(run, target),
      what: 'campaign',
      taken: taken.map(({ address, task }) => ({
        address,
        kind: 'record',
        file: opened.file,
        fields: [],
        note: noteOf(task),
      })),
      leftOut: [...picked.leftOut, ...unanswered(campaign, answer), ...result.leftOut],
      unfilled: [],
      finished: picked.finished,
      agents: agentsOf(taken).filter((id) => agents.asked.includes(id) && agents.seen.get(id) === 'present'),
      marked: taken.filter(({ task }) => needsMarker(task, campaign, lineageOf(run, context.memory.identities))).length,
      complete: answer.complete,
      how: answer.how,
      people: [],
      files: result.file === null ? [] : [result.file],
      written: context.write && result.changed !== null,
      coverage: coverageOf(picked, answer, agents),
      requests: answer.requests + agents.asked.length,
    };
  });
}

const NOTHING: AppendResult = { kept: [], leftOut: [], changed: null, file: null };

/** As declared, or as it will be declared: without markers, so that adopting sends nothing. */
function askedCampaign({ run }: AdoptContext, { campaignName, clientIdFieldName, into }: CampaignRequest): Campaign {
  const declared = run.desired.campaigns.find((each) => each.campaignName === campaignName);
  if (declared === undefined) {
    const source = { file: into, line: 1, column: 1 };
    return { ...undeclaredCampaign(campaignName), ...(clientIdFieldName !== null && { clientIdFieldName }), source };
  }
  if (clientIdFieldName !== null && clientIdFieldName !== declared.clientIdFieldName) {
    const words = `expected ${declared.clientIdFieldName}, as ${declared.source.file}:${declared.source.line} declares`;
    throw new ToolError('bad-usage', { message: `--client-id-field: ${words}; given ${clientIdFieldName}` });
  }
  return declared;
}

/**
 * No call says whether a campaign exists. An empty answer, or a refusal of every search, may be a misspelt name, so it is
 * neither "nothing to take over" nor "no such campaign".
 */
function refuseUnknown({ run }: AdoptContext, request: CampaignRequest, answer: CampaignAnswer): void {
  const { campaignName, criteria, clientIds } = request;
  const { tasks, unread, requests } = answer;
  const declared = run.desired.campaigns.map((each) => each.campaignName);
  if (declared.includes(campaignName) || tasks.length > 0) return;
  const asked = criteria.length > 0 || clientIds !== null ? ' among those asked for' : '';
  const near = didYouMean(campaignName, declared);
  const head = `${campaignName} is not declared, and the service`;
  if (unread.length === 0) {
    throw new ToolError('campaign-unknown', { message: `${head} shows no customer of it${asked}${near}` });
  }
  if (unread.length < requests) return;
  const why = unread[0]?.problem.message ?? '';
  throw new ToolError('unreadable', {
    message: `${head} answered no search of it (${why}): it may be misspelt${near}`,
  });
}

function pick({ run, memory }: AdoptContext, campaign: Campaign, answer: CampaignAnswer): SelectedTasks {
  const declared = new Map(run.desired.records.map((record) => [record.address, record.source]));
  const recorded = new Set(memory.recorded.objects.keys());
  const { tasks, sightings } = answer;
  const picked = selectTasks({
    campaign,
    tasks,
    sightings,
    lineage: lineageOf(run, memory.identities),
    declared,
    recorded,
  });
  const repeated = picked.selected.filter((each) => repeatedKeys(each, campaign));
  const refused = repeated.map(({ address }): LeftOut => ({
    address,
    kind: 'record',
    why: 'refused',
    diagnostic: null,
    source: null,
  }));
  return {
    ...picked,
    selected: picked.selected.filter((each) => !repeated.includes(each)),
    leftOut: [...picked.leftOut, ...refused],
  };
}

interface Agents {
  /** Users who are not declared. */
  readonly asked: readonly string[];
  readonly seen: ReadonlyMap<string, Presence>;
}

async function askAgents({ run }: AdoptContext, reader: ServiceReader, pinned: readonly string[]): Promise<Agents> {
  const declared = new Set(run.desired.users.map((user) => user.loginUserId));
  const seen = new Map<string, Presence>(pinned.map((id) => [id, 'present']));
  const isAny = agentRuleOf(run.project.policy, run.target) === 'any';
  const asked = isAny ? [] : pinned.filter((id) => !declared.has(id));
  await forEachParallel(asked, async (id) => {
    seen.set(id, (await observeUser(reader, id, run.clock)).service);
  });
  return { asked, seen };
}

interface CampaignSelection {
  readonly campaign: Campaign;
  readonly opened: OpenedFile;
  readonly picked: SelectedTasks;
  readonly agents: ReadonlyMap<string, Presence>;
}

async function appendTasks(
  context: AdoptContext,
  { campaign, opened, picked, agents }: CampaignSelection,
): Promise<AppendResult> {
  const { run } = context;
  const isDeclared = run.desired.campaigns.some((each) => each.campaignName === campaign.campaignName);
  const settings = isDeclared ? [] : newSettings(campaign);
  const part = { campaignName: campaign.campaignName, settings };
  const facts = { campaign, agents, nameIsCode: queueNameIsCode(run.profile) };
  const tasks = new Map(picked.selected.map((each) => [each.address, each]));
  return append(run, {
    opened,
    entries: picked.selected.map((each) => declarationOf(each, facts)),
    unfilled: new Set(),
    patch: (text, entries) => appendRecords(text, part, entries),
    disproved: (desired, wanted) => differences(desired, wanted, { tasks, context }),
  });
}

function newSettings({ clientIdFieldName }: Campaign): DeclaredLine[] {
  const field = clientIdFieldName === 'Id' ? [] : [{ key: 'clientIdFieldName', value: clientIdFieldName }];
  const remark = 'taken over without a request; true writes the hidden marker onto each record';
  return [...field, { key: 'marker', value: false, remark }];
}

interface DifferenceInput {
  readonly tasks: ReadonlyMap<Address, SelectedTask>;
  readonly context: AdoptContext;
}

/** Compares the declaration, read again, with the task: not one field may differ. */
function differences(
  desired: DesiredState,
  wanted: ReadonlySet<Address>,
  { tasks, context }: DifferenceInput,
): Map<Address, LeftOutReason> {
  const { run, memory } = context;
  const digest = digestWith(memory.digestKey);
  const faults = new Map<Address, LeftOutReason>();
  for (const record of desired.records.filter(({ address }) => wanted.has(address))) {
    const task = tasks.get(record.address)?.task;
    if (task === undefined) continue;
    const { fields } = compareRecord({ desired: record, recorded: null, task, marker: null, digest, now: run.clock() });
    if (fields.length === 0) continue;
    const names = fields.map(({ field }) => field);
    faults.set(record.address, { why: 'differs', from: { kind: 'declaration', fields: names } });
  }
  return faults;
}

function needsMarker(task: ObservedTask, campaign: Campaign, lineage: Lineage): boolean {
  return campaign.marker && !isMarkerOf(lineage, contentOf(task, campaign.clientIdFieldName).marker);
}

function noteOf(task: ObservedTask): TakenNote | null {
  return task.workAttempts > 0 || task.workedState === 'WORKED' ? 'being-worked' : null;
}

function unanswered({ campaignName }: Campaign, { absent, unread }: CampaignAnswer): LeftOut[] {
  const gone = absent.map((clientId): LeftOut => {
    const address = recordAddress(campaignName, clientId);
    return { address, kind: 'record', why: 'absent', inBackend: false, source: null };
  });
  const silent = unread.flatMap(({ clientId, problem }): LeftOut[] => {
    if (clientId === null) return [];
    const address = recordAddress(campaignName, clientId);
    return [{ address, kind: 'record', why: 'unreadable', problem, source: null }];
  });
  return [...gone, ...silent];
}

function coverageOf(picked: SelectedTasks, answer: CampaignAnswer, agents: Agents): Adoption['coverage'] {
  const unknown = agents.asked.filter((id) => agents.seen.get(id) === 'unknown').length;
  const answered = picked.selected.length + picked.leftOut.length + picked.finished + answer.absent.length;
  const asked = answered + answer.unread.length + agents.asked.length;
  return { asked, answered: answered + agents.asked.length - unknown };
}
