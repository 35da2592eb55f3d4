// Declared records -> desired records, with their campaign's defaults and the rules that hold for records (preview campaign
// interface; design sections 2 and 5).

import { goesOn } from '../../model/record.ts';
import type { Campaign, DesiredRecord } from '../../model/record.ts';
import { didYouMean } from '../../model/suggest.ts';
import type { GatheredCampaign } from './campaigns.ts';
import { checkItems, desiredItems } from './data-items.ts';
import { valuePlace } from './declare.ts';
import type { DeclaredRecord } from './declare.ts';
import type { RecordInput } from './define.ts';
import { checkDelivery } from './delivery.ts';
import type { Rules } from './delivery.ts';
import { checkKeyedValue } from './item-values.ts';
import { masked } from '../text/masked.ts';
import { fieldsOf, recordFrom } from './record-input.ts';
import { reportRepeats } from './repeats.ts';
import type { Subject } from '../text/shape.ts';
import { child, descend, keysOf } from '../text/tree.ts';

export function desiredRecords(gathered: GatheredCampaign, rules: Rules): DesiredRecord[] {
  // The same clientId in two campaigns is allowed: campaigns may share customers.
  const once = { key: 'clientId', code: 'duplicate-record', expected: 'each clientId once in a campaign' } as const;
  reportRepeats(gathered.records, once, rules.findings);
  for (const declared of gathered.records) checkRecord(declared, { gathered, rules });
  return gathered.records.flatMap((declared) => {
    const { input } = declared;
    return input === null ? [] : [desiredRecord(declared, input, gathered)];
  });
}

interface RecordRules {
  readonly gathered: GatheredCampaign;
  readonly rules: Rules;
}

function checkRecord({ subject, sound: input, input: whole }: DeclaredRecord, { gathered, rules }: RecordRules): void {
  const { clientIdFieldName } = gathered.campaign;
  const { ensure = 'present' } = input;
  // A record that is to go or to end may still name its agent.
  checkDelivery(subject, input, goesOn(ensure) ? rules : { ...rules, leavers: new Set() });
  if (ensure === 'worked') reportMissingTime(subject, { ...gathered.defaults, ...input }, rules);
  reportTwins(subject, input, rules);
  checkItems(subject, input, { ...rules, clientIdFieldName });
  if (goesOn(ensure)) checkIdItem(subject, input, { clientIdFieldName, rules });
  if (input.highlight === undefined && input.hidden === undefined) return;
  const dataKeys = whole === null ? keysOf(child(subject.node, 'data')) : Object.keys(whole.data ?? {});
  const keys = new Set([...dataKeys, clientIdFieldName]);
  for (const list of ['highlight', 'hidden'] as const) {
    reportUnknownItems(subject, list, { input, keys, rules, intake: gathered.campaign.intake });
    if (gathered.defaults[list] === undefined) reportEmptyList(subject, list, { input, rules });
  }
}

/** Rule 4: clientId becomes the data item under clientIdFieldName, so what holds for that key holds for it. */
function checkIdItem(
  subject: Subject,
  { clientId }: Partial<RecordInput>,
  { clientIdFieldName, rules }: { readonly clientIdFieldName: string; readonly rules: Rules },
): void {
  if (clientId === undefined) return;
  checkKeyedValue(subject, { key: clientIdFieldName, value: clientId, isId: true }, rules);
}

/** Others can only be told from one that is named. */
function reportTwins(subject: Subject, { previewRecordId, twins }: Partial<RecordInput>, { findings }: Rules): void {
  if (twins === undefined) return;
  const { source, path, address } = subject;
  const at = valuePlace(subject, 'twins');
  if (previewRecordId === undefined) {
    const message = `${path}: expected previewRecordId, the task that is meant, where twins are listed; given none`;
    findings.add({ code: 'missing-key', source, at, message, address });
  } else if (Object.hasOwn(twins, previewRecordId)) {
    const message = `${path}.twins: expected ids of other tasks; given the previewRecordId of the record itself`;
    findings.add({ code: 'wrong-type', source, at, message, address });
  }
}

/** changeCampaignRecordStatus, "nextEarliestWorkTimeUTC": mandatory when the new state is WORKED. */
function reportMissingTime(
  subject: Subject,
  { nextEarliestWorkTime }: Partial<RecordInput>,
  { findings }: Rules,
): void {
  if (nextEarliestWorkTime !== undefined) return;
  const { source, path, address } = subject;
  const message = `${path}: expected nextEarliestWorkTime, which \`ensure: worked\` needs; given none, and no default of the campaign`;
  findings.add({ code: 'missing-key', source, at: valuePlace(subject, 'ensure'), message, address });
}

/** An empty list says "none of the defaults"; where there are no defaults it would say nothing. */
function reportEmptyList(
  subject: Subject,
  list: 'highlight' | 'hidden',
  { input, rules }: Pick<ListRules, 'input' | 'rules'>,
): void {
  if (input[list]?.length !== 0) return;
  const { source, path, address } = subject;
  const message = `${path}.${list}: expected at least one entry; given none, and the campaign has no defaults to leave out`;
  rules.findings.add({ code: 'empty-list', source, at: valuePlace(subject, list), message, address });
}

interface ListRules {
  readonly input: Partial<RecordInput>;
  readonly keys: ReadonlySet<string>;
  /** Intake files feed the campaign: an item may be theirs. */
  readonly intake: boolean;
  readonly rules: Rules;
}

function reportUnknownItems(subject: Subject, list: 'highlight' | 'hidden', rules: ListRules): void {
  const names = rules.input[list] ?? [];
  if (names === 'ALL') return;
  const { source, path, address, node } = subject;
  const { findings } = rules.rules;
  for (const [index, name] of names.entries()) {
    const place = () => ({ source, at: descend(node, [list, String(index)]).at, address });
    const told = (words: string): string => `${path}.${list}[${index}]: ${words}`;
    const fault = faultOf(name, list) ?? (rules.intake ? null : missing(name, rules.keys));
    if (fault !== null)
      findings.add({ ...place(), code: 'unknown-item', message: told(`expected a key of data${fault}`) });
    else if (!rules.keys.has(name) && didYouMean(name, [...rules.keys]) !== '') {
      const words = `data does not have ${masked(name)}${didYouMean(name, [...rules.keys])}`;
      findings.warn({ ...place(), code: 'item-not-in-data', message: told(words) });
    }
  }
}

/** What no list can say, whatever the items are. */
function faultOf(name: string, list: 'highlight' | 'hidden'): string | null {
  if (list === 'highlight' && name === 'ALL') return ', or `highlight: ALL` without a list; given ALL in a list';
  return name.includes('|') ? ' without "|", which separates the keys on the wire; given one with it' : null;
}

function missing(name: string, keys: ReadonlySet<string>): string | null {
  return keys.has(name) ? null : `; given ${masked(name)}, which data does not have${didYouMean(name, [...keys])}`;
}

function desiredRecord(
  { subject, agentAt }: DeclaredRecord,
  input: RecordInput,
  gathered: GatheredCampaign,
): DesiredRecord {
  const { node, source } = subject;
  const { campaign } = gathered;
  const data = desiredItems(subject, input);
  const fields = withOwnKeys(fieldsOf({ ...gathered.defaults, ...input }, data), input, campaign);
  const agentSource = agentAt === null ? null : source.position(agentAt);
  return recordFrom(fields, { campaign, source: source.position(node.at), agentSource });
}

/** A list of the record itself may name items of the intake files; of the defaults only what the record has. */
function withOwnKeys(fields: DesiredFields, input: RecordInput, campaign: Campaign): DesiredFields {
  const { highlight, hidden, data } = fields;
  if (highlight.length === 0 && hidden.length === 0) return fields;
  const keys = new Set([...data.map((item) => item.key), campaign.clientIdFieldName]);
  const ownKeys = (list: 'highlight' | 'hidden', names: readonly string[]): readonly string[] =>
    campaign.intake && input[list] !== undefined ? names : names.filter((name) => keys.has(name));
  return {
    ...fields,
    highlight: highlight === 'ALL' ? highlight : ownKeys('highlight', highlight),
    hidden: ownKeys('hidden', hidden),
  };
}

type DesiredFields = ReturnType<typeof fieldsOf>;
