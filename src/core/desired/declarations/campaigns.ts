// Declared campaigns -> campaigns: the same campaign may stand in several files; records add up, settings must agree or
// be given once. Defaults are checked here, where they stand, not at each record.

import { CAMPAIGN_FIELDS } from '../../model/campaign-fields.ts';
import { namesWhere } from '../../model/fields.ts';
import type { Campaign } from '../../model/record.ts';
import { RESERVED_DATA_KEYS } from '../../model/record.ts';
import { valuePlace } from './declare.ts';
import type { DeclaredCampaign, DeclaredRecord } from './declare.ts';
import type { CampaignSettings, RecordDefaults } from './define.ts';
import { checkDelivery } from './delivery.ts';
import type { Rules } from './delivery.ts';
import type { OtherRecords } from './elsewhere.ts';
import type { Findings } from '../text/findings.ts';
import { campaignFrom } from './record-input.ts';
import { reportRepeats } from './repeats.ts';
import type { Subject } from '../text/shape.ts';
import { child } from '../text/tree.ts';

/** What parts of a campaign may say each, beside its name. */
const SETTINGS = [...namesWhere(CAMPAIGN_FIELDS, { required: false }), 'adopt'] as const;

export interface GatheredCampaign {
  readonly campaign: Campaign;
  /** Values for the records that do not give their own. */
  readonly defaults: RecordDefaults & { readonly adopt: boolean };
  readonly records: readonly DeclaredRecord[];
  readonly others: readonly OtherRecords[];
}

interface CampaignPart extends DeclaredCampaign {
  readonly input: CampaignSettings | null;
  readonly sound: Partial<CampaignSettings> & Pick<CampaignSettings, 'campaignName'>;
}

/** In the order of first mention. */
export function gatherCampaigns(declared: readonly DeclaredCampaign[], rules: Rules): GatheredCampaign[] {
  const byName = Map.groupBy(declared.filter(isWellShaped), (part) => part.sound.campaignName);
  const once = { key: 'campaignName', code: 'duplicate-campaign', expected: 'one spelling of a campaign' } as const;
  const firsts = [...byName.values()].flatMap(([first]) => first ?? []);
  reportRepeats(firsts, once, rules.findings);
  return [...byName].flatMap(([campaignName, [first, ...others]]) =>
    first ? [gather(campaignName, [first, ...others], rules)] : [],
  );
}

function isWellShaped(part: DeclaredCampaign): part is CampaignPart {
  return part.sound.campaignName !== undefined;
}

function gather(
  campaignName: string,
  parts: readonly [CampaignPart, ...CampaignPart[]],
  rules: Rules,
): GatheredCampaign {
  reportDisagreements(parts, rules.findings);
  for (const part of parts) checkSettings(part, rules);
  // Where parts disagree the first one counts; the disagreement is reported.
  const settings = parts.reduceRight<CampaignSettings>((later, { sound }) => ({ ...later, ...sound }), {
    campaignName,
  });
  const defaults = parts.reduceRight<RecordDefaults>((later, { sound }) => ({ ...later, ...sound.defaults }), {});
  const { source, node } = parts[0].subject;
  return {
    campaign: campaignFrom(settings, source.position(node.at)),
    defaults: { ...defaults, adopt: settings.adopt ?? false },
    records: parts.flatMap((part) => part.records),
    others: parts.flatMap((part) => part.others),
  };
}

function checkSettings({ subject, sound: input }: CampaignPart, rules: Rules): void {
  const fieldName = input.clientIdFieldName;
  if (fieldName !== undefined && RESERVED_DATA_KEYS.includes(fieldName)) {
    const message = `${subject.path}.clientIdFieldName: expected a key without a meaning of its own; given ${fieldName}`;
    rules.findings.add({
      code: 'reserved-data-key',
      source: subject.source,
      at: valuePlace(subject, 'clientIdFieldName'),
      message,
    });
  }
  const node = child(subject.node, 'defaults');
  if (node && input.defaults)
    checkDelivery({ ...subject, node, path: `${subject.path}.defaults` }, input.defaults, rules);
}

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly subject: Subject;
  readonly at: number;
}

function reportDisagreements(parts: readonly CampaignPart[], findings: Findings): void {
  const first = new Map<string, Setting>();
  for (const setting of parts.flatMap(settingsOf)) {
    const earlier = first.get(setting.name);
    if (!earlier) first.set(setting.name, setting);
    else if (JSON.stringify(earlier.value) !== JSON.stringify(setting.value))
      reportDisagreement(setting, earlier, findings);
  }
}

function settingsOf({ subject, sound: input }: CampaignPart): Setting[] {
  const { defaults } = input;
  const own = SETTINGS.filter((name) => input[name] !== undefined).map((name) => ({
    name,
    value: input[name],
    subject,
    at: valuePlace(subject, name),
  }));
  const node = child(subject.node, 'defaults');
  if (!defaults || !node) return own;
  const shared = Object.entries(defaults).map(([name, value]: [string, unknown]) => {
    return { name: `defaults.${name}`, value, subject, at: valuePlace({ ...subject, node }, name) };
  });
  return [...own, ...shared];
}

function reportDisagreement(setting: Setting, earlier: Setting, findings: Findings): void {
  const { file, line } = earlier.subject.source.position(earlier.at);
  const words = `expected the same value as at ${file}:${line}; given another one`;
  findings.add({
    code: 'duplicate-campaign',
    source: setting.subject.source,
    at: setting.at,
    message: `${setting.subject.path}.${setting.name}: ${words}`,
  });
}
