// Of the files as they lie in a folder. F1: where a program among them ends, hangs or breaks, the run ends with a finding that names the file, not
// with 0, and nothing is sent. F2: a file that declares people and is called so that it is not read is named.
// F3: a mistake that each row of a list has is one finding about that list, with the key that would read its numbers, and with ids or numbers that
// are none nothing is sent.

import type { RecordLine } from '../files.ts';
import type { PlayedRun } from '../life.ts';
import { endOf } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';

export function judgeFiles(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => [
    ...broken(run, evidence),
    ...unnamed(run, evidence),
    ...mistaken(run, evidence),
  ]);
}

function broken(run: PlayedRun, evidence: Evidence): Violation[] {
  const { breaks, end, named } = run;
  const { laid } = evidence.life.plan;
  if (breaks === null || laid === undefined) return [];
  const say = (text: string): Violation[] => [
    { rule: 'F1', at: endOf(run, evidence), text: `a program breaks (${breaks}), and ${text}`, isRace: false },
  ];
  const [sent] = [...evidence.requests.values()].filter((each) => each.run === run.run);
  if (sent !== undefined) return say(`${sent.operation} is sent`);
  if (end.kind === 'killed' || end.exit === 0) return say('the run ends with 0');
  return named.includes(`desired/${laid.others}`) ? [] : say('no finding names it');
}

/** Of an example nobody says so: that is what it is called. */
const EXAMPLE = /\.example$/u;

function unnamed(run: PlayedRun, evidence: Evidence): Violation[] {
  const { damage, named } = run;
  const { laid: { unread } = {} } = evidence.life.plan;
  if (damage !== 'unread' || unread === undefined || EXAMPLE.test(unread) || named.includes(unread)) return [];
  return [{ rule: 'F2', at: endOf(run, evidence), text: `${unread} is not read, and nothing names it`, isRace: false }];
}

/** Two lists with the mistake are two findings. */
function mistaken(run: PlayedRun, evidence: Evidence): Violation[] {
  const { mistake, named, end } = run;
  if (mistake === null || evidence.life.plan.laid?.list === undefined) return [];
  const say = (text: string): Violation[] => [
    { rule: 'F3', at: endOf(run, evidence), text: `a list with ${mistake} that are none: ${text}`, isRace: false },
  ];
  const lists = run.files.campaigns.slice(1).filter(({ records }) => records.some(isListed));
  const found = named.filter((file) => file.endsWith('.csv'));
  if (found.length !== lists.length) return say(`${found.length} findings for ${lists.length} lists`);
  const keyless = run.refused.find((finding) => mistake === 'phones' && !KEY_OF_NUMBERS.test(finding));
  if (keyless !== undefined) return say(`no key would read them: ${keyless}`);
  const isHarmless = mistake === 'names' || mistake === 'customers' || lists.length === 0;
  const [sent] = [...evidence.requests.values()].filter((each) => each.run === run.run);
  if (isHarmless) return [];
  return sent === undefined && end.kind === 'ended' && end.exit !== 0 ? [] : say('the run goes on');
}

/** What to add, or what is there and reads them as another country's. */
const KEY_OF_NUMBERS = /`formats(?:: \{ |\.)phone/u;

/** Of more than the three rows that may be told one by one (docs/spreadsheets.md). */
const isListed = ({ data: { Phone } }: RecordLine, _: number, all: readonly RecordLine[]): boolean =>
  Phone !== undefined && all.length > 3;
