// What `muster publish` does: each report is believed or refused first, then shown in the job, then put on the request or into the issue.

import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { PipelineEnvironment, ForgeContext, Wishes } from '../../publish/context.ts';
import type { Forge } from '../../publish/forge.ts';
import type { Publication } from '../../publish/publish.ts';
import type { DriftPublication } from '../../publish/publish-drift.ts';
import type { PublishedReport } from '../../publish/published.ts';
import { hiddenIn } from '../../core/model/hidden.ts';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import type { FileLink } from '../../core/report/markdown/lay-out.ts';
import { writeMarkdown } from '../../core/report/markdown/sections.ts';
import { printable } from '../../core/report/words/printable.ts';
import { ownText, type Call } from '../process/command.ts';
import { CHOICES, MARK_CHOICES } from './publish-flags.ts';
import { inFolder, notesOf, publishedOf } from './published.ts';
import { readReports } from '../process/read-report.ts';
import { showInJob } from './show-in-job.ts';
import { usage } from '../process/settings.ts';

interface Read {
  readonly document: ReportDocument;
  readonly published: PublishedReport;
}

export async function publishReports(call: Call): Promise<number> {
  const { environment } = call.shell;
  const read = await readAll(call);
  const { context, lacks } = await placeOf(call);
  const work = await believedWork(read, context, call);
  if (showsInJob(call)) await showReports(work);
  if (lacks.length > 0) {
    const { nowhere } = await import('../../publish/nowhere.ts');
    await publishAll(nowhere(context.forge), work);
    call.shell.terminal.out(`\nA run without --dry-run needs more: ${printable(lacks.join('; '))}.\n`);
    return 0;
  }
  const { openForge } = await import('../../publish/open.ts');
  const opened = await openForge(context, { environment, version: call.version, signal: call.shell.signal });
  try {
    await publishAll(opened.forge, work);
  } finally {
    await opened.close();
  }
  return 0;
}

/** `lacks`: what a dry run goes without. Throws `forge-unknown` otherwise. */
async function placeOf(call: Call): Promise<{ readonly context: ForgeContext; readonly lacks: readonly string[] }> {
  const { environment } = call.shell;
  const { readContext, tokenOf, TOKEN_VARIABLES } = await import('../../publish/context.ts');
  const wishes = readWishes(call);
  const event = await readEvent(environment);
  if (call.own['dryRun'] !== true) return { context: readContext(environment, event, wishes), lacks: [] };
  const { orNoPlace } = await import('../../publish/nowhere.ts');
  const [context, place] = orNoPlace(() => readContext(environment, event, wishes), wishes);
  const names = TOKEN_VARIABLES[context.forge].join(' or ');
  const token = tokenOf(context.forge, environment) === null ? `${names} is not set` : null;
  return { context, lacks: [place, token].filter((each) => each !== null) };
}

interface Work {
  readonly reports: readonly Read[];
  readonly context: ForgeContext;
  readonly call: Call;
  readonly header: string;
  /** Markdown above the reports: who made them; null where that goes without saying. */
  readonly line: string | null;
  readonly link: FileLink;
  /** Page of the full report. */
  readonly reportUrl: string | null;
}

/** Throws `report-not-believed`, before anything is shown or asked. */
async function believedWork(read: readonly Read[], context: ForgeContext, call: Call): Promise<Work> {
  const { believed, headerOf, makerLine } = await import('../../publish/maker.ts');
  const { fileLink, reportLink } = await import('../../publish/links.ts');
  const { maker, commit } = context;
  const reports = read.map(({ document, published }) => ({
    // The checkout of a request is a merge that no branch has: what is named is its head.
    document:
      maker === 'own' || commit === null ? document : { ...document, git: document.git && { ...document.git, commit } },
    published: believed(published, context, call.shell.clock()),
  }));
  const folder = projectFolder(call);
  const link: FileLink = (file, at) => fileLink(context, inFolder(file, folder), at);
  const told = { header: headerOf(readHeader(call), maker), line: makerLine(maker) };
  return { reports, context, call, ...told, link, reportUrl: readUrl(call) ?? reportLink(context) };
}

async function publishAll(forge: Forge, work: Work): Promise<void> {
  const { commentBody, publishOnRequest } = await import('../../publish/publish.ts');
  const { issueText, publishDrift } = await import('../../publish/publish-drift.ts');
  const { call, reports } = work;
  const say = (lines: readonly string[]): void => {
    for (const line of lines) call.shell.terminal.out(`${printable(line)}\n`);
  };
  const show = (text: string): void => call.shell.terminal.out(`\n${text}\n`);
  const reviewed = reports.filter(({ published }) => published.kind !== 'drift');
  const mark = MARK_CHOICES.find((each) => each === call.own['mark']);
  if (mark !== undefined) {
    const { publishMark } = await import('../../publish/publish-mark.ts');
    return say(
      await publishMark(forge, { ...(await publicationOf(forge, reviewed, work)), mark, at: call.shell.clock() }),
    );
  }
  if (reviewed.length > 0) {
    const publication = await publicationOf(forge, reviewed, work);
    say(await publishOnRequest(forge, publication));
    const why = work.context.commit === null ? 'is known here' : 'has this commit';
    if (publication.request === null) say([`comment: none, because no open request ${why}`]);
    if (publication.dryRun) show(commentBody(forge, publication));
  }
  for (const each of reports.filter(({ published }) => published.kind === 'drift')) {
    const publication = driftOf(each, work);
    say(await publishDrift(forge, publication));
    if (publication.dryRun) show(issueText(forge, publication).body);
  }
}

async function publicationOf(forge: Forge, reports: readonly Read[], work: Work): Promise<Publication> {
  const { context, call, header, reportUrl } = work;
  const { commit, pullRequest, headBranch } = context;
  const found = pullRequest ?? (commit === null ? null : await forge.requestOf(commit, headBranch));
  return {
    reports: reports.map(({ published }) => published),
    header,
    write: bodyOf(reports, work),
    reportUrl,
    request: found,
    commit,
    dryRun: call.own['dryRun'] === true,
    notes: context.jobShowsNotes ? [] : notesOf(documentsOf(reports), projectFolder(call)),
  };
}

/** Below the repository, which is the present folder of a job. */
function projectFolder({ shell, settings }: Call): string {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR, BUILD_SOURCESDIRECTORY } = shell.environment;
  const root = GITHUB_WORKSPACE ?? CI_PROJECT_DIR ?? BUILD_SOURCESDIRECTORY ?? shell.folder;
  const folder = relative(root, settings.directory);
  return folder.startsWith('..') ? '' : folder;
}

const documentsOf = (reports: readonly Read[]): ReportDocument[] => reports.map(({ document }) => document);

function driftOf(report: Read, work: Work): DriftPublication {
  const { context, call } = work;
  return {
    report: report.published,
    write: bodyOf([report], { ...work, header: '' }),
    runUrl: readUrl(call) ?? context.runUrl,
    dryRun: call.own['dryRun'] === true,
  };
}

function bodyOf(reports: readonly Read[], { context, header, line, link }: Work): Publication['write'] {
  const flavour = context.forge === 'gitea' ? 'github' : context.forge;
  return (budget) => writeMarkdown(documentsOf(reports), { flavour, budget, header, line }, link);
}

async function readAll(call: Call): Promise<Read[]> {
  const documents = await readReports(call);
  return documents.map((document, index) => {
    const published = publishedOf(document);
    if (published !== null) return { document, published };
    throw usage(`${call.arguments[index]}: expected a report of plan, apply, validate or drift`);
  });
}

/** A mark says nothing of the report. */
function showsInJob({ own, shell: { environment } }: Call): boolean {
  return environment['GITHUB_ACTIONS'] === 'true' && own['mark'] === undefined;
}

async function showReports({ reports, call, header, line }: Work): Promise<void> {
  const { terminal, environment } = call.shell;
  const dryRun = call.own['dryRun'] === true;
  const folder = projectFolder(call);
  // The action prints annotations itself, where the runner takes its lines for commands.
  const print = environment['MUSTER_SHOWN_BY'] === 'action' ? () => undefined : terminal.out;
  await showInJob(documentsOf(reports), { environment, folder, header, line, dryRun, print });
}

/** Null where there is no event file, or one that cannot be read: then the environment alone says where. */
async function readEvent({ GITHUB_EVENT_PATH }: PipelineEnvironment): Promise<unknown> {
  if (!GITHUB_EVENT_PATH) return null;
  try {
    return JSON.parse(await readFile(GITHUB_EVENT_PATH, 'utf8'));
  } catch {
    return null;
  }
}

function readWishes(call: Call): Wishes {
  const [forge, pullRequest, commit] = ['forge', 'pullRequest', 'commit'].map((name) => ownText(call, name));
  const chosen = CHOICES.find((name) => name === forge && name !== 'auto');
  if (pullRequest && !/^[1-9]\d{0,9}$/u.test(pullRequest)) {
    throw usage(`--pull-request takes a number; given: ${pullRequest}`);
  }
  if (commit && !/^[0-9a-f]{40,64}$/u.test(commit)) {
    throw usage('--commit takes a full commit in hexadecimal digits');
  }
  return {
    ...(chosen !== undefined && chosen !== 'auto' && { forge: chosen }),
    ...(pullRequest && { pullRequest: Number(pullRequest) }),
    ...(commit && { commit }),
  };
}

function readHeader(call: Call): string {
  const header = ownText(call, 'header') ?? '';
  const fault = hiddenIn(header);
  if (fault !== null || header.length > 80)
    throw usage(`--header takes up to 80 visible characters; given text ${fault ?? 'that is longer'}`);
  return header;
}

function readUrl(call: Call): string | null {
  const reportUrl = ownText(call, 'reportUrl');
  if (reportUrl === null) return null;
  const url = URL.parse(reportUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage('--report-url takes an http or https URL');
  return url.href;
}
