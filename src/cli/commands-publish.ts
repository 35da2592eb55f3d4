// publish: JSON reports of earlier runs to where they are reviewed. The job that reads the service and the job that may write on the
// forge can be two, so a request from a fork never meets a token.

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { stdin } from 'node:process';
import { text as allOf } from 'node:stream/consumers';
import type { Mark } from '../forge/comments.ts';
import type { PipelineEnvironment, ForgeContext, ForgeName, Wishes } from '../forge/context.ts';
import type { Forge } from '../forge/forge.ts';
import type { Publication } from '../forge/publish.ts';
import type { DriftPublication } from '../forge/publish-drift.ts';
import type { Published } from '../forge/published.ts';
import { hiddenIn } from '../model/hidden.ts';
import type { ReportDocument } from '../report/document.ts';
import type { MarkdownFlavour } from '../report/markdown/lay-out.ts';
import { writeMarkdown } from '../report/markdown/markdown.ts';
import { printable } from '../report/printable.ts';
import type { Call, Command } from './command.ts';
import { readInput } from './input-file.ts';
import { notesOf, publishedOf } from './published.ts';
import { readReport } from './read-report.ts';
import { showInJob } from './show-in-job.ts';
import { usage } from './settings.ts';

const CHOICES = ['auto', 'github', 'gitea', 'gitlab', 'azure'] as const satisfies readonly (ForgeName | 'auto')[];

const MARK_CHOICES = ['applying', 'cancelled'] as const satisfies readonly Mark[];

export const PUBLISH_COMMAND: Command = {
  name: 'publish',
  group: 'Every day:',
  summary: 'put JSON reports on the pull request (comment, status) and drift into an issue',
  arguments: [{ usage: '<reports...>', text: 'files that --out json=PATH wrote; - is standard input' }],
  flags: [],
  ownFlags: {
    forge: { usage: '--forge <name>', text: 'where to; auto reads the environment of the pipeline', choices: CHOICES },
    pullRequest: { usage: '--pull-request <number>', text: 'instead of the one that the environment names' },
    commit: { usage: '--commit <hex>', text: 'whose status is set, instead of the one that the environment names' },
    header: { usage: '--header <text>', text: 'tells several comments of one project on one request apart' },
    reportUrl: { usage: '--report-url <url>', text: 'page of the full report; default: the page of this run' },
    mark: {
      usage: '--mark <state>',
      text: 'only say in the comment that is there what this job does; the report names the project',
      choices: MARK_CHOICES,
    },
    dryRun: { usage: '--dry-run', text: 'print what would be published; writes nothing, needs no token' },
  },
  run: runPublish,
};

interface Read {
  readonly document: ReportDocument;
  readonly published: Published;
}

async function runPublish(call: Call): Promise<number> {
  const { environment } = call.shell;
  const reports = await readReports(call);
  const wishes = readWishes(call);
  if (showsInJob(call)) await showReports(reports, call);
  const { readContext, tokenOf } = await import('../forge/context.ts');
  const context = readContext(environment, await readEvent(environment), wishes);
  const dryRun = call.own['dryRun'] === true;
  if (dryRun && tokenOf(context.forge, environment) === null) {
    const { nowhere } = await import('../forge/nowhere.ts');
    await publishAll(nowhere(context.forge), { reports, context, call });
    return 0;
  }
  const { openForge } = await import('../forge/open.ts');
  const opened = openForge(context, { environment, version: call.version, signal: call.shell.signal });
  try {
    await publishAll(opened.forge, { reports, context, call });
  } finally {
    await opened.close();
  }
  return 0;
}

interface Work {
  readonly reports: readonly Read[];
  readonly context: ForgeContext;
  readonly call: Call;
}

async function publishAll(forge: Forge, work: Work): Promise<void> {
  const { commentBody, publishOnRequest } = await import('../forge/publish.ts');
  const { issueText, publishDrift } = await import('../forge/publish-drift.ts');
  const { call, reports } = work;
  const say = (lines: readonly string[]): void => {
    for (const line of lines) call.shell.terminal.out(`${printable(line)}\n`);
  };
  const show = (text: string): void => call.shell.terminal.out(`\n${text}\n`);
  const reviewed = reports.filter(({ published }) => published.kind !== 'drift');
  const mark = MARK_CHOICES.find((each) => each === call.own['mark']);
  if (mark !== undefined) {
    const { publishMark } = await import('../forge/publish-mark.ts');
    return say(
      await publishMark(forge, { ...(await publicationOf(forge, reviewed, work)), mark, at: call.shell.clock() }),
    );
  }
  if (reviewed.length > 0) {
    const publication = await publicationOf(forge, reviewed, work);
    say(await publishOnRequest(forge, publication));
    if (publication.request === null) say(['comment: none, because no open request has this commit']);
    if (publication.dryRun) show(commentBody(forge, publication));
  }
  for (const each of reports.filter(({ published }) => published.kind === 'drift')) {
    const publication = driftOf(each, work);
    say(await publishDrift(forge, publication));
    if (publication.dryRun) show(issueText(forge, publication).body);
  }
}

async function publicationOf(forge: Forge, reports: readonly Read[], { context, call }: Work): Promise<Publication> {
  const { commit, pullRequest, headBranch, runUrl } = context;
  const header = readHeader(call);
  const found = pullRequest ?? (commit === null ? null : await forge.requestOf(commit, headBranch));
  return {
    reports: reports.map(({ published }) => published),
    header,
    write: bodyOf(reports, context, header),
    reportUrl: readUrl(call) ?? runUrl,
    request: found,
    commit,
    dryRun: call.own['dryRun'] === true,
    notes: context.jobShowsNotes ? [] : notesOf(documentsOf(reports), projectFolder(call)),
  };
}

/** Below the repository, which is the present folder of a job. */
function projectFolder({ shell, settings }: Call): string {
  const folder = relative(shell.environment['GITHUB_WORKSPACE'] ?? shell.folder, settings.directory);
  return folder.startsWith('..') ? '' : folder;
}

const documentsOf = (reports: readonly Read[]): ReportDocument[] => reports.map(({ document }) => document);

function driftOf(report: Read, { context, call }: Work): DriftPublication {
  return {
    report: report.published,
    write: bodyOf([report], context, ''),
    runUrl: readUrl(call) ?? context.runUrl,
    dryRun: call.own['dryRun'] === true,
  };
}

const FLAVOURS: Readonly<Record<ForgeName, MarkdownFlavour>> = {
  github: 'github',
  gitea: 'github',
  gitlab: 'gitlab',
  azure: 'azure',
};

function bodyOf(reports: readonly Read[], { forge }: ForgeContext, header: string): Publication['write'] {
  const documents = reports.map(({ document }) => document);
  return (budget) => writeMarkdown(documents, { flavour: FLAVOURS[forge], budget, header });
}

async function readReports({ arguments: paths, settings }: Call): Promise<Read[]> {
  const reports = [];
  for (const path of paths) {
    const text =
      path === '-' ? await allOf(stdin) : await readInput(resolve(settings.directory, path), `a JSON report: ${path}`);
    const document = readReport(text, path);
    const published = publishedOf(document);
    if (published === null) throw usage(`${path}: expected a report of plan, apply, validate or drift`);
    reports.push({ document, published });
  }
  return reports;
}

/** A mark says nothing of the report; and the action shows it itself, where the runner takes its lines for commands. */
function showsInJob({ own, shell: { environment } }: Call): boolean {
  const { GITHUB_ACTIONS, MUSTER_SHOWN_BY } = environment;
  return GITHUB_ACTIONS === 'true' && MUSTER_SHOWN_BY !== 'action' && own['mark'] === undefined;
}

async function showReports(reports: readonly Read[], call: Call): Promise<void> {
  const { terminal, environment } = call.shell;
  const dryRun = call.own['dryRun'] === true;
  const folder = projectFolder(call);
  await showInJob(documentsOf(reports), { environment, folder, header: readHeader(call), dryRun, print: terminal.out });
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

function readWishes({ own }: Call): Wishes {
  const { forge, pullRequest, commit } = own;
  const chosen = CHOICES.find((name) => name === forge && name !== 'auto');
  if (typeof pullRequest === 'string' && !/^[1-9]\d{0,9}$/u.test(pullRequest)) {
    throw usage(`--pull-request takes a number; given: ${pullRequest}`);
  }
  if (typeof commit === 'string' && !/^[0-9a-f]{40,64}$/u.test(commit)) {
    throw usage('--commit takes a full commit in hexadecimal digits');
  }
  return {
    ...(chosen === undefined || chosen === 'auto' ? {} : { forge: chosen }),
    ...(typeof pullRequest === 'string' ? { pullRequest: Number(pullRequest) } : {}),
    ...(typeof commit === 'string' ? { commit } : {}),
  };
}

function readHeader({ own }: Call): string {
  const { header } = own;
  if (typeof header !== 'string') return '';
  const fault = hiddenIn(header);
  if (fault !== null || header.length > 80)
    throw usage(`--header takes up to 80 visible characters; given text ${fault ?? 'that is longer'}`);
  return header;
}

function readUrl({ own }: Call): string | null {
  const { reportUrl } = own;
  if (typeof reportUrl !== 'string') return null;
  const url = URL.parse(reportUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage('--report-url takes an http or https URL');
  return url.href;
}
