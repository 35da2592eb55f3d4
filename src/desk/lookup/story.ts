// `muster why`: the story of one object. What is declared and since which commit, what is recorded, what was written and came of
// it, what is seen now, and what the next plan does with it. Reads only; the plan is that of `muster plan --only ADDRESS`.
//
// A Pulumi stack keeps receipts and no journal: there the writes of earlier runs are not known here, which is said.

import { pastWrites, planWith, sightingsOf } from '../../core/face.ts';
import type { EntryCommits, KnownObject, Memory, NextPlan, PastIntent, Run, Story, Survey } from '../../core/face.ts';
import { commitsOfEntry, commitThatChanged } from './git-line.ts';
import { targetHead } from '../../core/model/target.ts';
import { isRecord, isUser, parseAddress, recordAddress } from '../../core/model/address.ts';
import type { Address } from '../../core/model/address.ts';
import { ToolError } from '../../core/model/errors.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { knownAddresses, knownOf } from './known.ts';

interface StoryOf {
  readonly run: Run;
  readonly memory: Memory;
  readonly address: Address;
}

export interface StoryWish extends Pick<StoryOf, 'run' | 'memory'> {
  /** An address; or a login or a clientId that one object has. */
  readonly given: string;
}

/** Throws `bad-usage` for half an address and for what several objects have, `unknown-address` for what nothing here knows. */
export async function tellStory({ run, memory, given }: StoryWish): Promise<Story> {
  const { project, target, desired } = run;
  const writes = await pastWrites(run);
  const sources = { desired, memory };
  const address = addressOf(given, [...knownAddresses(sources), ...(writes ?? []).map((each) => each.address)]);
  const own = writes?.filter((each) => isAbout(each, address)) ?? null;
  const known = knownOf(address, sources);
  const planned = await nextPlan({ run, memory, address });
  return {
    project: project.name,
    target: targetHead(target),
    requests: planned.requests,
    unread: memory.unlocked ? [`State: ${memory.unlocked}.`] : [],
    address,
    known,
    commits: await commitsOf(run, known, address),
    writes: own,
    sightings: await sightingsOf(run, address),
    next: planned.next,
  };
}

function noAddress(given: string): ToolError {
  const form = 'user:LOGIN or record:CAMPAIGN/CLIENTID, or a login or clientId alone that is unique';
  return new ToolError('bad-usage', { message: `why: expected an address, ${form}; given ${given}` });
}

function addressOf(given: string, known: readonly Address[]): Address {
  if (known.includes(given)) return given;
  const named = [...new Set(known.filter((address) => idOf(address) === given))];
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (named.length > 1) throw noAddress(`${given}, which is ${named.join(' and ')}`);
  const near = didYouMean(given, [...known, ...known.map(idOf)]);
  if (parseAddress(given) === null && /^(?:user|record):/u.test(given)) throw noAddress(`${given}${near}`);
  const message = `expected the address, login or clientId of a person or customer who is declared or in the state; given ${given}${near}`;
  throw new ToolError('unknown-address', { message });
}

function idOf(address: Address): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  return isUser(parsed) ? parsed.loginUserId : parsed.clientId;
}

/** Its own writes, and a move that took it here or away. */
function isAbout({ address, fromCampaign, proposed }: PastIntent, asked: Address): boolean {
  if (address === asked) return true;
  return fromCampaign !== null && isRecord(proposed) && recordAddress(fromCampaign, proposed.clientId) === asked;
}

async function commitsOf({ project }: Run, { desired }: KnownObject, address: Address): Promise<EntryCommits> {
  const { directory } = project;
  if (desired !== null) return commitsOfEntry(directory, desired.source);
  const parsed = parseAddress(address);
  if (parsed === null) throw noAddress(address);
  return commitThatChanged(directory, isUser(parsed) ? parsed.loginUserId : parsed.clientId);
}

async function nextPlan(of: StoryOf): Promise<{ readonly next: NextPlan; readonly requests: number }> {
  const { run, memory, address } = of;
  try {
    const survey = await planWith({ ...run, only: address }, memory);
    return { next: answerIn(survey, of.address), requests: survey.plan.requests.observed };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { next: { problem: { code: error.code, message: error.message, stopsRun: true } }, requests: 0 };
  }
}

function answerIn({ plan, seen, compared }: Survey, address: Address): NextPlan {
  const isIt = (each: { readonly address: Address }): boolean => each.address === address;
  const change =
    plan.changes.find(isIt) ?? plan.changes.find((each) => isRecord(each) && each.from?.address === address) ?? null;
  // `assumed` says what cannot be read of an object that stays as it is: no answer of its own.
  const verdicts = [...plan.verdicts, ...compared.verdicts].filter((each) => each.class !== 'assumed');
  const verdict = verdicts.find(isIt) ?? null;
  const observed = seen.observed.users.get(address) ?? seen.observed.records.get(address) ?? null;
  return { problem: null, change, verdict, observed };
}
