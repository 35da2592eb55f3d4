// An adoption in the terminal: the patch as it is, so that it can be copied or piped, then what was left out and why.

import { isUser } from '../../model/address.ts';
import { foldItems, type Item } from '../fold.ts';
import { headLines, nextLine } from '../head-text.ts';
import { paragraph, section, type Layout } from '../layout.ts';
import { count, counts, duration, heading, shortName } from '../words.ts';
import type { AdoptDocument, ReportAdoption, ReportLeftOut } from './document.ts';

export function adoptLines(document: AdoptDocument, layout: Layout): string[] {
  const { adoption, coverage } = document;
  const amount = coverage.asked === 0 ? '' : `${coverage.answered} of ${coverage.asked} `;
  const read = `${amount}read in ${duration(document.durationMs)}`;
  const diff = adoption.files.flatMap((file) => [...file.diff.map((line) => painted(line, layout)), '']);
  return [
    ...headLines(document, read, layout),
    '',
    ...diff,
    ...leftOutLines(adoption, layout),
    ...remarks(adoption).flatMap((text) => paragraph(text, layout)),
    ...paragraph(takenLine(adoption), layout).map(layout.style.bold),
    ...nextLine(document, layout),
  ];
}

function painted(line: string, { style }: Layout): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.bold(line);
  if (line.startsWith('@@')) return style.dim(line);
  if (line.startsWith('+')) return style.good(line);
  return line.startsWith('-') ? style.danger(line) : line;
}

function leftOutLines({ leftOut }: ReportAdoption, layout: Layout): string[] {
  const groups = Map.groupBy(leftOut, ({ address }) => heading(address));
  return [...groups].flatMap(([title, members]) => {
    const rows = foldItems(members.map(item), layout, { fileInHeading: false });
    return section({ title: `Left out: ${title}`, rows }, layout);
  });
}

function item({ address, kind, why, text, source }: ReportLeftOut): Item {
  const symbol: Item['symbol'] = why === 'declared' || why === 'recorded' ? '=' : '!';
  const name = shortName(address);
  return { symbol, kind, name, detail: text, like: `${why} ${text}`, common: text, source, notes: [] };
}

function remarks(adoption: ReportAdoption): string[] {
  const { unfilled, finished, agents, marked } = adoption;
  const worked = adoption.taken.filter(({ note }) => note === 'being worked').length;
  const found = [
    completeness(adoption),
    unfilled.length > 0
      ? `To fill in: ${count(unfilled.length, 'user')} without names or template, which the service does not show; validation refuses them until then.`
      : '',
    worked > 0 ? `Being worked: ${count(worked, 'record')}; apply leaves such records alone.` : '',
    finished > 0 ? `Finished: ${count(finished, 'task')} worked to the end; nothing to take over.` : '',
    marked > 0
      ? `Markers: apply would write the hidden marker onto ${count(marked, 'record')}, because the campaign is declared with marker: true.`
      : '',
    agents.length > 0
      ? `Pinned to people who are not declared: ${agents.join(', ')}. Take them over too: muster adopt users --ids ${agents.join(',')} --into FILE`
      : '',
  ];
  return found.filter((text) => text !== '');
}

function completeness({ what, complete, how }: ReportAdoption): string {
  if (complete) return `Complete: ${how}.`;
  if (what !== 'campaign')
    return 'Not complete: something could not be read. Run it again; nothing was concluded about it.';
  return `Not complete: ${how}. Narrow it with --where or --client-ids-file, or accept a part with --partial.`;
}

function takenLine({ taken, what, files, written }: ReportAdoption): string {
  const users = taken.filter(isUser).length;
  const records = taken.length - users;
  const amount = counts([
    [users, 'user'],
    [records, 'record'],
  ]);
  if (taken.length === 0) return 'Nothing to take over. No file was changed, nothing was sent to the service.';
  const verb = what === 'drift' ? 'Live values of' : 'Taken over:';
  const where = files.map(({ file }) => file).join(', ');
  const fate = written ? `written to ${where}` : `for ${where}; no file was changed`;
  return `${verb} ${amount}, ${fate}. Nothing was sent that changes the service.`;
}
