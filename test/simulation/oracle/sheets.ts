// Of lists of a spreadsheet. F4: one that nobody can read is exactly one finding, which says what is wrong and where, and the run sends nothing
// and does not end with 0. F5: what is sent of a customer in a list that can be read is what the person meant: the moment, the number, the name.

import type { RecordInput } from '../../../src/core/desired/declarations/define.ts';
import type { PlayedRun } from '../life.ts';
import type { Faulty, Unreadable } from '../laid-sheets.ts';
import { endOf, lineOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export function judgeSheets(evidence: Evidence): Violation[] {
  const { plan, runs } = evidence.life;
  if (plan.laid?.sheet === undefined) return [];
  return runs.flatMap((run) => [...unread(run, evidence), ...otherThanMeant(run, evidence)]);
}

/** What whoever reads it has to be told: what it is, or the nearest right form. */
const WORDS: Readonly<Record<Unreadable, readonly string[]>> = {
  'windows-1252': ['windows-1252', 'CSV UTF-8'],
  'utf-16': ['UTF-16', 'CSV UTF-8'],
  separator: ['sep='],
  title: ['title'],
  'bare title': ['title'],
  pointer: ['LFS'],
  'no such day': ['time'],
  'no such hour': ['time'],
  zone: ['did you mean Europe/Madrid'],
  country: ['did you mean ES'],
  column: ['did you mean Nr'],
  key: ['did you mean "time"'],
  delimiter: ['comma', 'semicolon', 'tab'],
  outside: ['project folder'],
  quote: ['quote'],
  cells: ['cells'],
  'header alone': ['row'],
};

function unread(run: PlayedRun, evidence: Evidence): Violation[] {
  const { unreadable, faulty, refused, end } = run;
  if (unreadable === null || faulty.length === 0) return [];
  const say = (text: string): Violation[] => [
    {
      rule: 'F4',
      at: endOf(run, evidence),
      text: `a list that nobody can read (${unreadable}): ${text}`,
      isRace: false,
    },
  ];
  const [sent] = [...evidence.requests.values()].filter((each) => each.run === run.run);
  if (sent !== undefined) return say(`${sent.operation} is sent`);
  if (end.kind === 'killed' || end.exit === 0) return say('the run ends with 0');
  // Up to three rows may be told one by one (docs/spreadsheets.md).
  const isShort = faulty.some(({ rows }) => rows <= 3);
  if (!isShort && refused.length !== faulty.length) return say(`${refused.length} findings for ${faulty.length} lists`);
  const silent = faulty.find((list) => !refused.some((finding) => isAbout(finding, list)));
  if (silent !== undefined) return say(`no finding names line ${silent.line} of ${silent.file}`);
  const vague = refused.find((finding) => !WORDS[unreadable].every((word) => finding.includes(word)));
  return vague === undefined ? [] : say(`nothing says what is wrong: ${vague}`);
}

/** The list by its name and line; what is wrong as a whole, or in the entry that names it, by that entry. */
function isAbout(finding: string, { file, line }: Faulty): boolean {
  if (line === null) return finding.includes(file) || finding.includes('recordsFrom');
  return finding.startsWith(`${file}:${line}:`) || (finding.includes(file) && finding.includes(`line ${line} `));
}

function otherThanMeant(run: PlayedRun, evidence: Evidence): Violation[] {
  const added = [...evidence.requests.values()].filter(
    (each) => each.run === run.run && each.operation === 'addOrUpdateCampaignRecord',
  );
  return added.flatMap((asked): Violation[] => {
    const [campaignName, clientId] = [String(asked.body['campaignName']), String(asked.body['clientId'])];
    const line = lineOf(run.files, campaignName, clientId);
    const isNew = evidence.changes.some(({ request, before }) => request === asked.request && before === null);
    const wrong = line === null ? 'it stands in no list' : wrongIn(asked, line, isNew);
    if (wrong === null) return [];
    const text = `${campaignName}/${clientId} is sent, and ${wrong}`;
    return [{ rule: 'F5', at: asked.at, text, isRace: false }];
  });
}

/** An update may leave out the moment. */
function wrongIn({ body }: Asked, { nextEarliestWorkTime, data = {} }: RecordInput, isNew: boolean): string | null {
  const { nextEarliestWorkTimeUTC: sent, previewRecordData: items } = body;
  const meant = nextEarliestWorkTime === undefined ? undefined : Date.parse(String(nextEarliestWorkTime));
  if (meant !== undefined && (isNew || sent !== undefined) && sent !== meant)
    return `it waits until ${JSON.stringify(sent ?? null)}, not ${meant}`;
  const all = (Array.isArray(items) ? items : []) as readonly { readonly key?: string; readonly value?: string }[];
  const other = Object.entries(data).find(([key, value]) => all.find((item) => item.key === key)?.value !== value);
  return other === undefined ? null : `its ${other[0]} is another one`;
}
