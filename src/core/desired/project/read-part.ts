// One desired file and the CSV files it names -> what they declare, and the digest of each content.

import { join } from 'node:path';

import { digestOfText } from '../text/content.ts';
import { recordsOfCsv } from '../csv/csv.ts';
import { usersOfCsv } from '../csv/csv-users.ts';
import { declarationsOf } from '../declarations/declare.ts';
import type {
  DeclaredInput,
  DeclaredCampaign,
  Declarations,
  FileDeclarations,
  Reader,
} from '../declarations/declare.ts';
import type { UserInput } from '../declarations/define.ts';
import { otherRecords } from '../declarations/elsewhere.ts';
import { takeDeclarations } from '../declarations/take.ts';
import { Findings } from '../text/findings.ts';
import { treeOfFile } from '../text/parse-file.ts';
import { readInside } from '../text/read-file.ts';
import type { Subject } from '../text/shape.ts';
import { descend } from '../text/tree.ts';

/** Texts that are read in place of files, by name: a patch is checked this way before it is written. */
export type Overlay = ReadonlyMap<string, string>;

export interface FileName {
  readonly directory: string;
  readonly file: string;
  readonly overlay?: Overlay;
}

type Content = readonly [file: string, digest: string];

export interface ReadPart extends Declarations {
  /** Of the file that declares it. */
  readonly name: string;
  readonly csvFiles: readonly string[];
  /** Name of a file, digest of its content. */
  readonly contents: readonly Content[];
}

/** What cannot be read is a finding of the reader, and declares nothing. */
export async function readPart(name: FileName, reader: Reader): Promise<ReadPart> {
  const { directory, file, overlay } = name;
  // What stands before a fault of the text may be misread: then the fault alone is reported.
  const early = new Findings();
  const { take, taken } = takeDeclarations({ ...reader, findings: early });
  const parsed = await treeOfFile({ directory, file, text: overlay?.get(file) }, reader.findings, take);
  if (parsed === null) return { name: name.file, users: [], campaigns: [], csvFiles: [], contents: [] };
  reader.findings.join(early);
  const declared = declarationsOf(parsed.node, parsed.source, { ...reader, taken });
  const people = await peopleOfCsv(declared, name, reader);
  const filled: CampaignWithCsv[] = [];
  for (const campaign of declared.campaigns) filled.push(await withCsv(campaign, name, reader));
  const csv = [people.csv, ...filled.map((each) => each.csv)].filter((each) => each !== null);
  return {
    name: name.file,
    users: [...declared.users, ...people.users],
    campaigns: filled.map(({ campaign }) => campaign),
    csvFiles: csv.map(([file]) => file),
    contents: [[name.file, parsed.content], ...csv],
  };
}

interface PeopleOfCsv {
  readonly users: readonly DeclaredInput<UserInput>[];
  readonly csv: Content | null;
}

async function peopleOfCsv({ usersFrom }: FileDeclarations, name: FileName, reader: Reader): Promise<PeopleOfCsv> {
  if (usersFrom === null) return { users: [], csv: null };
  const { asks, from } = usersFrom;
  const read = await readCsv(name, { asks, path: ['usersFrom', 'file'], csv: from.file }, reader);
  if (read === null) return { users: [], csv: null };
  const { file, text } = read;
  return { users: usersOfCsv(text, { from, asks, file }, reader), csv: [file, digestOfText(text)] };
}

interface CampaignWithCsv {
  readonly campaign: DeclaredCampaign;
  readonly csv: Content | null;
}

async function withCsv(campaign: DeclaredCampaign, name: FileName, reader: Reader): Promise<CampaignWithCsv> {
  const { subject, input } = campaign;
  if (!input?.recordsFrom) return { campaign, csv: null };
  const { recordsFrom: from, campaignName } = input;
  const read = await readCsv(name, { asks: subject, path: ['recordsFrom', 'file'], csv: from.file }, reader);
  if (read === null) return { campaign, csv: null };
  const { file, text } = read;
  const rows = recordsOfCsv(text, { from, campaign: subject, campaignName, file }, reader);
  const isElsewhere = reader.isElsewhere?.(campaignName) === true;
  return {
    campaign: isElsewhere ? withOthers(campaign, rows) : withRows(campaign, rows),
    csv: [file, digestOfText(text)],
  };
}

function withRows(campaign: DeclaredCampaign, rows: DeclaredCampaign['records']): DeclaredCampaign {
  return { ...campaign, records: [...campaign.records, ...rows] };
}

/** Each row was checked against its shape, as one's own are; a fault in it is reported. */
function withOthers(campaign: DeclaredCampaign, rows: DeclaredCampaign['records']): DeclaredCampaign {
  const [first] = rows;
  if (first === undefined) return campaign;
  const nodes = rows.map(({ subject }) => subject.node);
  const place = { campaignName: campaign.input?.campaignName ?? '', source: first.subject.source };
  return { ...campaign, others: [...campaign.others, otherRecords(nodes, place)] };
}

interface CsvName {
  readonly asks: Subject;
  /** Keys that lead to the name of the CSV file. */
  readonly path: readonly string[];
  /** Relative to the file that names it. */
  readonly csv: string;
}

/** Null when it cannot be read; that has been reported where it is named. */
async function readCsv(
  { directory, file, overlay }: FileName,
  { asks, path, csv }: CsvName,
  { findings }: Reader,
): Promise<{ readonly file: string; readonly text: string } | null> {
  const csvFile = join(file, '..', csv).replaceAll('\\', '/');
  const given = overlay?.get(csvFile);
  const read = given === undefined ? await readInside(directory, csvFile) : { text: given };
  if ('text' in read) return { file: csvFile, text: read.text };
  const { code, message } = read.refusal;
  const place = [...(asks.path === '' ? [] : [asks.path]), ...path].join('.');
  findings.add({ code, source: asks.source, at: descend(asks.node, path).at, message: `${place}: ${message}` });
  return null;
}
