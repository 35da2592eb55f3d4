// validate, plan, apply, show, destroy: thin calls into desired, engine and report.

import type { Plan } from '../../core/reconcile/plan-value.ts';
import { ToolError } from '../../core/model/errors.ts';
import { serviceName, targetHead } from '../../core/model/target.ts';
import { applyDocument, planDocument } from '../../core/report/documents/plan.ts';
import { showDocument } from '../../core/report/kinds/show.ts';
import { validateDocument, type ValidateInput } from '../../core/report/kinds/validate.ts';
import { count } from '../../core/report/words/words.ts';
import type { Call, Command } from '../process/command.ts';
import { DRIFT_COMMAND } from './drift.ts';
import { agreed, declined } from '../process/confirm.ts';
import { finish, tell } from '../process/emit.ts';
import { CANCELLED } from '../process/exit.ts';
import { described, type FlagName } from '../process/flags.ts';
import { homeOf } from '../process/home.ts';
import { usage, type Settings } from '../process/settings.ts';
import { gitOf, openSession, openTarget, reportContext, type Session } from '../process/session.ts';

const REPORT: readonly FlagName[] = ['target', 'json', 'out'];
/** Beside `since`. */
const SINCE_FLAGS: NonNullable<Command['ownFlags']> = {
  maxAge: described(
    '--max-age <time>',
    'with --since: read everything if the last complete drift run is older (26h, 2d) or unknown',
  ),
  history: described('--history <file>', 'with --since: the file in which `drift` keeps its history', {
    completes: 'files',
  }),
};
const CHANGING: readonly FlagName[] = [
  ...REPORT,
  'group',
  'only',
  'autoApprove',
  'allow',
  'lockTimeout',
  'expectNoChanges',
];
const APPROVED: readonly FlagName[] = ['fingerprint', 'allowSubset', 'maxPlanAge', 'maxRequests'];

export const STATE_COMMANDS: readonly Command[] = [
  {
    name: 'validate',
    summary: 'check all files, offline and without credentials',
    flags: [...REPORT, 'showValues'],
    reports: 'validate',
    run: runValidate,
  },
  {
    name: 'plan',
    summary: 'show what apply would do; changes nothing',
    arguments: [],
    flags: [
      ...REPORT,
      'group',
      'parts',
      'only',
      'since',
      'allow',
      'maxRequests',
      'detailedExitcode',
      'expectNoChanges',
      'showValues',
    ],
    ownFlags: SINCE_FLAGS,
    reports: 'plan',
    run: runPlan,
  },
  {
    name: 'apply',
    summary: 'plan, ask, and change the service to what is declared',
    flags: [...CHANGING, 'since', ...APPROVED, 'firstApply', 'showValues'],
    ownFlags: SINCE_FLAGS,
    reports: 'apply',
    settlesItself: true,
    run: (call) => runChanging(call, 'apply'),
  },
  DRIFT_COMMAND,
  {
    name: 'show',
    summary: 'print the state: what muster did and manages',
    flags: REPORT,
    reports: 'show',
    run: runShow,
  },
  {
    name: 'destroy',
    summary: 'delete or release everything recorded; guarded like apply',
    flags: CHANGING,
    reports: 'apply',
    settlesItself: true,
    run: (call) => runChanging(call, 'destroy'),
  },
];

async function runValidate(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const input = await validated(call);
  return finish(validateDocument(input, reportContext(call, startedAt)), call);
}

/** Findings are the result here, not an error; everything else is thrown again. */
async function validated(call: Call): Promise<ValidateInput> {
  try {
    const { loadDesired } = await import('../../core/desired/project/load.ts');
    const { loadProfile } = await import('../../core/desired/declarations/profile.ts');
    const { loadProject, targetsToCheck } = await import('../../core/desired/project/project.ts');
    const project = await loadProject(call.settings.directory);
    // What is right for one target may be missing for another (`identity: directory`); the first findings are told.
    const [first, ...others] = targetsToCheck(project, call.settings.target);
    const { users, records, files, warnings = [] } = await loadDesired(project, first);
    for (const target of others) await loadDesired(project, target);
    for (const target of [first, ...others]) await loadProfile(project, serviceName(target));
    const objects = { users: users.length, records: records.length };
    return { project: project.name, files, objects, diagnostics: [], warnings };
  } catch (error) {
    if (!(error instanceof ToolError) || error.diagnostics.length === 0) throw error;
    return { project: null, files: [], objects: { users: 0, records: 0 }, diagnostics: error.diagnostics };
  }
}

async function runPlan(call: Call): Promise<number> {
  refuseStray(call);
  const startedAt = call.shell.clock();
  const { run, progress } = await openSession(call);
  const home = await homeOf(run.target, call.shell);
  const [plan, git] = await Promise.all([home.plan(run).finally(progress.clear), gitOf(run)]);
  return finish(planDocument(plan, reportContext(call, startedAt, git)), call);
}

/** They would say nothing. */
function refuseStray({ own, settings }: Call): void {
  const stray = own['maxAge'] ?? own['history'];
  if (settings.since === null && stray !== undefined) throw usage('--max-age and --history go with --since');
}

async function runShow(call: Call): Promise<number> {
  const startedAt = call.shell.clock();
  const { project, target } = await openTarget(call);
  const home = await homeOf(target, call.shell);
  const shown = await home.recall({ project, target, clock: call.shell.clock });
  const input = { project: project.name, target: targetHead(target), ...shown };
  return finish(showDocument(input, reportContext(call, startedAt)), call);
}

async function runChanging(call: Call, verb: 'apply' | 'destroy'): Promise<number> {
  refuseStray(call);
  const { settings, shell } = call;
  let startedAt = shell.clock();
  const session = await openSession(call);
  const home = await homeOf(session.run.target, call.shell);
  const { signal } = shell;
  const phase = interruptible(call);
  const approve = async (plan: Plan): Promise<boolean> => {
    const askedAt = shell.clock();
    const yes = !signal.aborted && (await approved(plan, call, { session, startedAt }));
    startedAt += shell.clock() - askedAt;
    if (yes) phase.begin();
    return yes;
  };
  const changing = home[verb]({ ...session.run, isAsked: !isApproved(settings) }, approve);
  try {
    const result = await Promise.race([changing, phase.interrupted]).finally(session.progress.clear);
    if (result === null) throw declined();
    const document = applyDocument(result, reportContext(call, startedAt, await gitOf(session.run)));
    const exit = await finish(document, call);
    return signal.aborted ? CANCELLED : exit;
  } finally {
    await home.end?.();
  }
}

/** Until the plan is approved nothing is sent and the run may simply end; afterwards the engine ends it. */
function interruptible({ shell, settings }: Call): {
  readonly interrupted: Promise<never>;
  readonly begin: () => void;
} {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(new ToolError('interrupted', { message: 'Nothing was sent yet.' }));
  const announce = (): void => {
    const words = 'Stopping: what is on its way is settled first. Once more to leave at once.';
    if (!settings.quiet) shell.terminal.err(`\n${words}\n`);
  };
  shell.signal.addEventListener('abort', leave, { once: true });
  const begin = (): void => {
    shell.signal.removeEventListener('abort', leave);
    shell.signal.addEventListener('abort', announce, { once: true });
  };
  return { interrupted: promise, begin };
}

interface ApprovalInput {
  readonly session: Session;
  readonly startedAt: number;
}

/** Shows the plan, also where nobody can be asked, and asks. Guards are checked here too: nobody is asked about a plan that cannot be applied. */
async function approved(plan: Plan, call: Call, { session, startedAt }: ApprovalInput): Promise<boolean> {
  session.progress.clear();
  if (plan.changes.length === 0) return true;
  const { settings, command } = call;
  const document = planDocument(plan, reportContext(call, startedAt, await gitOf(session.run)));
  if (!settings.quiet || !isApproved(settings)) await tell({ ...document, exactly: [], next: null }, call);
  const { stopOnGuards } = await import('../../core/engine/parts.ts');
  stopOnGuards(plan, session.run.guardError);
  const amount = count(plan.changes.length, 'change');
  if (settings.expectNoChanges) {
    throw new ToolError('changes-expected-none', { message: `${amount} planned; nothing was changed` });
  }
  if (isApproved(settings)) return true;
  const verb = command.name === 'destroy' ? 'Destroy' : 'Apply';
  const { name, region, companyCode, environment } = plan.target;
  const where = `${name} (${region}, ${companyCode}/${environment})`;
  const question = `${verb}: make ${plan.changes.length === 1 ? 'this' : 'these'} ${amount} in ${where}?`;
  return agreed(question, call);
}

/** A fingerprint approves exactly the plan that is applied, so there is no question. */
function isApproved({ autoApprove, approval }: Settings): boolean {
  return autoApprove || approval !== null;
}
