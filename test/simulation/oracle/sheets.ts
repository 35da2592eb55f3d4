// Of lists of a spreadsheet, and of slips in other files. F4: what nobody can read is exactly one finding, which says what is wrong and where, and
// the run sends nothing and does not end with 0. F5: what is sent of a customer in a list that can be read is what the person meant: the moment, the number, the name.

import type { RecordInput } from '../../../src/core/desired/declarations/define.ts';
import type { PlayedRun } from '../life.ts';
import type { Faulty } from '../laid-sheets.ts';
import type { Fault } from '../laid-slips.ts';
import { endOf, lineOf } from './evidence.ts';
import type { Asked, Evidence, Violation } from './evidence.ts';

export function judgeSheets(evidence: Evidence): Violation[] {
  const { plan, runs } = evidence.life;
  const isOfSheet = plan.laid?.sheet !== undefined;
  return runs.flatMap((run) => [...unread(run, evidence), ...(isOfSheet ? otherThanMeant(run, evidence) : [])]);
}

/** What whoever reads it has to be told: what it is, or the nearest right form. */
const WORDS: Readonly<Record<Fault, readonly string[]>> = {
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
  'a key': ['did you mean "policy"'],
  'a key below': ['did you mean "doNotCall"'],
  'a key in another style': ['did you mean "doNotCall"'],
  'a key that is needed': ['did you mean "targets"'],
  'a key that others hang on': ['did you mean "sandbox"'],
  'a key one level up': ['policy.doNotCall'],
  'a key of a level below': ['deletes.count'],
  'a number in words': ['policy.deletes.count', 'whole number'],
  'a word that is none': ['policy.sameNumber', 'did you mean block'],
  'a switch in words': ['sandbox', 'true or false'],
  'a target that is none': ['did you mean sandbox'],
  'no file': ['policy.doNotCall', 'no-calls.txt', 'no such file'],
  'a folder': ['policy.doNotCall', 'no-calls.txt', 'folder'],
  'a file outside': ['policy.doNotCall', 'no-calls.txt', 'project folder'],
  'bytes of windows-1252': ['policy.doNotCall', 'line 1', 'windows-1252'],
  'bytes of UTF-16': ['policy.doNotCall', 'UTF-16'],
  'a workbook': ['policy.doNotCall', 'workbook'],
  'a pointer of Git LFS': ['policy.doNotCall', 'LFS'],
  nothing: ['policy.doNotCall', 'none'],
  'a row of nobody': ['policy.doNotCall', 'number or clientId'],
  'rows of nobody': ['policy.doNotCall', 'number or clientId'],
  'a shortened number': ['policy.doNotCall', 'spreadsheet'],
  'a merge': ['policy.doNotCall', 'merge'],
  'an alias': ['alias'],
  aliases: ['alias'],
  'a merge key': ['alias'],
  'a key one level up in another style': ['policy.doNotCall'],
};

function unread(run: PlayedRun, evidence: Evidence): Violation[] {
  const { unreadable, faulty, refused, end } = run;
  if (unreadable === null || faulty.length === 0) return [];
  const say = (text: string): Violation[] => [
    {
      rule: 'F4',
      at: endOf(run, evidence),
      text: `a file that nobody can read (${unreadable}): ${text}`,
      isRace: false,
    },
  ];
  const [sent] = [...evidence.requests.values()].filter((each) => each.run === run.run);
  if (sent !== undefined) return say(`${sent.operation} is sent`);
  if (end.kind === 'killed' || end.exit === 0) return say('the run ends with 0');
  // Up to three rows may be told one by one (docs/spreadsheets.md).
  const isShort = faulty.some(({ rows }) => rows <= 3);
  if (!isShort && refused.length !== faulty.length) return say(`${refused.length} findings for ${faulty.length} files`);
  const silent = faulty.find((list) => !refused.some((finding) => isAbout(finding, list)));
  if (silent !== undefined) return say(`no finding names line ${silent.line} of ${silent.file}`);
  const vague = refused.find((finding) => !WORDS[unreadable].every((word) => finding.includes(word)));
  return vague === undefined ? [] : say(`nothing says what is wrong: ${vague}`);
}

/** The list by its name and line; what is wrong as a whole, or in the entry that names it, by that entry. */
function isAbout(finding: string, { file, line, column }: Faulty): boolean {
  if (column !== undefined) return finding.startsWith(`${file}:${line}:${column}: `);
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
