// `pulumi import` through the native provider: the object as it is there becomes a declaration that leaves it as it is, by the rules of
// `muster adopt` (src/desk/adopt/take), and its receipt. Nothing is sent. What no reading shows stays undeclared: names of people.
//
// What an adoption would change is refused: an import must preview empty, after a refresh too. So a customer without a marker of ours gets
// `marker: false`, as from `muster adopt campaign`; without that line the next update writes the marker.

import { isMarkedOurs, memoryRecorder, needsPerson } from '../src/core/engine/parts.ts';
import { carryOut } from '../src/core/engine/pass.ts';
import { parseAddress, recordAddress, userAddress } from '../src/core/model/address.ts';
import type { DeclaredLine, DeclaredValue } from '../src/core/model/declaration.ts';
import { isNames, isOrdered } from '../src/core/model/declaration.ts';
import { ToolError } from '../src/core/model/errors.ts';
import type { ObservedState } from '../src/core/model/state.ts';
import { whyLeftOut } from '../src/core/report/words/why-finding.ts';
import { declarationOf as declareRecord, selectTasks } from '../src/desk/adopt/take/records.ts';
import { declareUser } from '../src/desk/adopt/take/users.ts';
import type { ProviderContext, TargetContext } from './context.ts';
import { declarationOf } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { inLineage } from './inherited.ts';
import { NOTHING, heldProperties, shownOutputs, writeReceipts } from './receipts.ts';
import type { Receipts } from './receipts.ts';
import { asHandled } from './native-form.ts';
import { comparePart, packingOf, partOf, readPart, seenIn } from './part.ts';
import { refuseUnreadable } from './read.ts';
import type { ReadAnswer } from './read.ts';
import { errorOf, refusalOf } from './refusals.ts';
import { applyContext } from './write.ts';

interface ImportCase {
  readonly family: Family;
  readonly provider: ProviderContext;
  /** Of a person the loginUserId, of a record `<campaignName>/<clientId>`. */
  readonly id: string;
  /** Owner, stack and target. */
  readonly beside: Properties;
}

/** Throws `bad-usage`, `needs-decision`, and what a reading throws. */
export async function importObject({ family, provider, id, beside }: ImportCase): Promise<ReadAnswer> {
  const named = namedBy(family, id);
  const around = await provider.target(null);
  const context = inLineage(around, NOTHING, beside);
  context.registry.inStack(String(beside['__stack']));
  // As if intake files fed the campaign: then a second task of the clientId is looked for.
  const intake = family === 'record' && { intake: true };
  const asked = declarationOf(family, { ...beside, ...named, ...intake, adopt: true });
  const [address = ''] = asked.rows.keys();
  const { recorded } = await context.registry.inherited([address]);
  if (recorded.length > 0) throw undecided(address, 'is held by a resource of this stack already');
  const observed = await readPart(partOf(asked, context, NOTHING), asked, { context, how: 'open' });
  refuseUnreadable(observed, asked);
  const lines = family === 'user' ? linesOfUser(id, observed, context) : linesOfRecord(asked, observed, context);
  if (lines === null) throw undecided(address, EXPECTED[asked.users.length > 0 ? 'user' : 'record']);
  const found = asHandled({ ...named, ...propertiesOf(lines) });
  const { inputs, failures } = provider.checks()[family](found, context.target);
  const [failure] = failures;
  if (failure !== undefined) throw undecided(address, failure.reason);
  const declaration = declarationOf(family, { ...inputs, ...beside });
  const receipts = await taken(declaration, observed, context);
  const outputs = {
    ...writeReceipts(receipts, packingOf(context, declaration)),
    ...shownOutputs(family, receipts, seenIn(observed)),
  };
  return { id: declaration.id, props: heldProperties({ ...inputs, ...beside }, outputs), inputs };
}

const EXPECTED = {
  user: 'expected somebody who is in the service; it says that there is nobody of this loginUserId, and case counts',
  record:
    'expected a customer whom the service shows; it shows none under this campaignName and clientId, and case counts',
};

function namedBy(family: Family, id: string): Properties {
  if (family === 'user') return { loginUserId: id };
  if (family === 'set')
    throw new ToolError('bad-usage', {
      message: 'a RecordSet is not imported: import its records one by one, or declare them with `adopt: true`',
    });
  const parsed = parseAddress(`record:${id}`);
  if (parsed?.kind === 'record' && parsed.campaignName !== '' && parsed.clientId !== '')
    return { campaignName: parsed.campaignName, clientId: parsed.clientId };
  throw new ToolError('bad-usage', { message: `id: expected <campaignName>/<clientId>; given ${id}` });
}

function undecided(address: string, message: string): ToolError {
  return new ToolError('needs-decision', { message: `${address}: ${message}`, address });
}

function linesOfUser(loginUserId: string, { users }: ObservedState, { target }: TargetContext) {
  const observed = users.get(userAddress(loginUserId));
  if (observed === undefined || observed.service === 'absent') return null;
  const said = declareUser({ loginUserId, profile: {} }, observed, target.identity === 'directory');
  if ('leftOut' in said) throw undecided(said.leftOut.address, whyLeftOut(said.leftOut));
  return said.declaration.lines;
}

function linesOfRecord(
  { campaign, records: [wanted] }: Declaration,
  { records, agents }: ObservedState,
  { lineage, queueNameIsCode: nameIsCode }: TargetContext,
): readonly DeclaredLine[] | null {
  if (campaign === null || wanted === undefined) return null;
  const tasks = records.get(wanted.address)?.tasks ?? [];
  const around = {
    sightings: new Map<string, number>(),
    declared: new Map<string, never>(),
    recorded: new Set<string>(),
  };
  const { selected, leftOut, finished } = selectTasks({ campaign, tasks, lineage, ...around });
  const [task] = selected;
  if (task !== undefined) {
    const presence = new Map([...agents].map(([agent, { service }]) => [agent, service]));
    const { lines } = declareRecord(task, { campaign, agents: presence, nameIsCode });
    return isMarkedOurs(task.task, campaign.campaignName, lineage)
      ? lines
      : [...lines, { key: 'marker', value: false }];
  }
  const address = recordAddress(campaign.campaignName, wanted.clientId);
  for (const reason of leftOut) throw undecided(address, whyLeftOut(reason));
  if (finished > 0) throw undecided(address, 'is finished: there is nothing to take over');
  return null;
}

/** What is unknown is left out. */
function propertiesOf(lines: readonly DeclaredLine[]): Properties {
  const known = lines.filter(({ value }) => value !== null);
  return Object.fromEntries(known.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(value: DeclaredValue): unknown {
  if (typeof value !== 'object' || value === null || isOrdered(value) || isNames(value)) return value;
  return propertiesOf(value);
}

/** The receipt of an adoption that sends nothing. */
async function taken(declaration: Declaration, observed: ObservedState, context: TargetContext): Promise<Receipts> {
  const part = partOf(declaration, context, NOTHING);
  const compared = comparePart(part, observed, context);
  const [change] = compared.changes;
  const open = compared.verdicts.filter(needsPerson);
  if (open.length > 0) throw errorOf(open.map(refusalOf));
  if (change?.action !== 'adopt' || change.writes.length > 0)
    throw undecided(
      declaration.owner,
      `as it is there it cannot be declared: it would be ${change?.action ?? 'left alone'}`,
    );
  const recorder = memoryRecorder(part.recorded, part.copies, context.copies);
  await carryOut(compared, { ...applyContext(context, observed), recorder, campaigns: [] }, () => undefined);
  return { ...NOTHING, identity: context.identity, recorded: [...recorder.kept().objects.values()] };
}
