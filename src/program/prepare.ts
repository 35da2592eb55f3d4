// A desired state and what the stack says -> the plan, what to register for it, and what to say beside it. All of a program
// that needs no Pulumi: it plans, stops on guards before anything is registered, and names what no update will do.

import { ToolError } from '../core/model/errors.ts';
import { copiesFolder } from '../core/engine/run.ts';
import { needsPerson, openCopies, stopOnGuards } from '../core/engine/parts.ts';
import { planWith } from '../core/engine/survey.ts';
import { withThisRun } from '../core/engine/this-run.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import type { Run } from '../core/engine/run.ts';
import type { Survey } from '../core/engine/survey.ts';
import { textIn } from '../../providers/declaration.ts';
import { copiesInSets } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';
import { isRecord, parseAddress } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import type { AppliedRun } from '../core/model/applied.ts';
import { undeclaredCampaign } from '../core/model/record.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';
import { whyVerdict } from '../core/report/words/why-verdict.ts';
import { withArriving, withReceipts } from './arriving.ts';
import { declarationsNoted, reasonsNoted, recordedOnly, takenIn } from './without-request.ts';
import { refuseLosing } from './class-holds.ts';
import { cutOffText, declaredOnly } from './cut-off.ts';
import { addressesOf, leftOut, registrationsOf } from './registration.ts';
import type { Registration } from './ordered.ts';
import { STACK_DIGEST_KEY } from '../../providers/receipts.ts';

export interface PreparedPlan {
  readonly plan: Plan;
  /** In an order in which what something depends on stands before it. */
  readonly registrations: readonly Registration[];
  /** Names of resources: made by an update that was cut off, and taken in without a request. */
  readonly takenIn: readonly string[];
  /** Names of resources: the files now say what already stands in the service, which is recorded without a request. */
  readonly recordedOnly: readonly string[];
  /** One line each: what needs a decision, could not be read, or no handler of one object can carry out. */
  readonly leftOut: readonly string[];
  /** Before anything is registered, and not in a preview: throws on guards, lets go of copies that are needed no more. */
  readonly begin: () => Promise<void>;
  /** What applies did, once this one has begun: the same as before where nothing is carried out. */
  readonly applied: readonly AppliedRun[];
}

/** Reads only. Throws `other-target`, and what planning throws. */
export async function prepare(given: Run, exported: StackState, isPreview: boolean): Promise<PreparedPlan> {
  const run = { ...given, isOfStack: true };
  refuseOtherTarget(exported, run.target.name);
  const { desired } = run;
  const { stack, undeclared } = declaredOnly(exported, desired);
  const store = await (run.outside?.disk.openCopies ?? openCopies)(copiesFolder(run));
  const inSets = copiesInSets(stack);
  const copies = [...inSets, ...store.copies()];
  // What a class holds is known to this stack, whoever declares it now.
  const names = new Set(
    [...stack.inClasses.keys()].map(parseAddress).flatMap((each) => (isRecord(each) ? [each.campaignName] : [])),
  );
  const ofClasses = [...names].map((name) => undeclaredCampaign(name));
  const recorded = { ...stack.recorded, campaigns: [...(stack.recorded.campaigns ?? []), ...ofClasses] };
  const applied = exported.applied.get(run.target.name) ?? [];
  const memory = { recorded, identities: exported.identities, copies, digestKey: STACK_DIGEST_KEY, applied };
  const survey = await surveyed(run, memory, isPreview);
  const { plan, compared, campaigns } = survey;
  const searched = campaigns.map(({ campaignName }) => campaignName);
  const noted = declarationsNoted(compared.notes, stack);
  // A copy in a set goes with the next update of the set: it holds personal values, so that is now.
  const ended = inSets.flatMap(({ address }) => (compared.finishedCopies.includes(address) ? [address] : []));
  // Of a create that was cut off: whom the plan saw, no later reading may show; whom it takes as made (diff/intent-fate.ts), another
  // partition waits for. What is planned for it is the write's.
  const asked = new Set(stack.recorded.openIntents.map(({ address }) => address));
  for (const change of plan.changes) for (const address of addressesOf(change)) asked.delete(address);
  const seen = [...compared.settled.flatMap(({ recorded: made }) => made ?? []), ...compared.notes];
  const made = seen.filter((each) => isRecord(each) && asked.has(each.address));
  const arrived = new Map([...survey.arrived, ...made].map((object) => [object.address, object]));
  const usedReasons = reasonsNoted(compared.notes, stack.recorded);
  const around = { desired, plan, campaigns: searched, recordedOnly: new Set([...noted, ...ended]), usedReasons };
  const facts = { ...around, stack: withArriving(stack, arrived) };
  const registrations = registrationsOf(facts).map((each) => withReceipts(each, arrived));
  refuseLosing(facts, registrations);
  return {
    plan,
    registrations,
    takenIn: takenIn(registrations, { ...around, stack }),
    recordedOnly: recordedOnly(registrations, facts),
    applied: isPreview ? applied : withThisRun(survey, run, memory),
    leftOut: [...openText(plan), ...beyondStack(plan, leftOut(facts)), ...undeclared.map(cutOffText)],
    begin: async () => {
      // The engine's own stop comes too late: what is registered is carried out.
      stopOnGuards(plan, run.guardError);
      await Promise.all(compared.finishedCopies.map(store.dropCopy));
    },
  };
}

/** Only an update is held to the approved plan: where another one is due, a preview shows that, and it may be approved. */
async function surveyed(run: Run, memory: Memory, isPreview: boolean): Promise<Survey> {
  try {
    return await planWith(run, memory);
  } catch (error) {
    if (!isPreview || !(error instanceof ToolError) || error.code !== 'plan-stale') throw error;
    const { approval: _stale, ...free } = run;
    return planWith(free, memory);
  }
}

function openText({ verdicts }: Plan): string[] {
  return verdicts.filter(needsPerson).map((verdict) => `${verdict.address} ${whyVerdict(verdict)}`);
}

/** What no handler of one object carries out. Of pins: the person stays, and what to do first is named, task by task. */
function beyondStack({ changes }: Plan, out: ReadonlySet<string>): string[] {
  return changes.flatMap((change) => {
    const { kind, address, after } = change;
    if (!out.has(address)) return [];
    if (kind === 'record' && change.pin !== null) return [];
    if (kind === 'record')
      return [change.from === null ? removalText(address) : moveText(address, change.from.address)];
    const tasks = after.filter((other) => out.has(other));
    const named = tasks.slice(0, MOST_NAMES).join(', ');
    const more = tasks.length > MOST_NAMES ? ` and ${tasks.length - MOST_NAMES} more` : '';
    const words = 'which this stack does not hold; pin them to others in the service, then run again';
    return [`${address} is not removed: pinned to it are ${named}${more}, ${words}`];
  });
}

function removalText(address: Address): string {
  return `${address} goes with the next update: one that was cut off had made it, and this one takes it into the stack`;
}

function moveText(address: Address, from: Address): string {
  return `${address} is not moved here: an update that was cut off had made ${from}, and the stack does not hold it yet; put it back there, run once, then move it`;
}

const MOST_NAMES = 5;

/** One stack is one target: what was recorded about one environment says nothing about another. */
function refuseOtherTarget({ holders }: StackState, name: string): void {
  const targets = [...holders.values()].flatMap(({ inputs }) => textIn(inputs, 'target') ?? []);
  const other = targets.find((target) => target !== name);
  if (other === undefined) return;
  throw new ToolError('other-target', { message: `this stack records target ${other}, not ${name}` });
}
