// Document -> page of Markdown: from its view, or from the page of its kind.

import type { ReportDocument } from '../json/document.ts';
import { patchWords, type FindingsSection, type PageFact, type PageSection, type ReportPage } from '../kinds/page.ts';
import { pageOf } from '../kinds/pages.ts';
import { hasView, viewOf } from '../view/view-of.ts';
import { cell, footOf, placeCell, row, valueCell, words } from './page.ts';
import type { FileLink, Page, PageBlock, PageRow, PageTable } from './page.ts';
import { groupTable } from './group-tables.ts';
import { commandLines, viewPage } from './view-page.ts';

export function markdownPage(document: ReportDocument, link: FileLink = () => null): Page {
  const { project, target } = document;
  const fingerprint =
    document.kind === 'plan' || document.kind === 'apply' ? document.approval.fingerprint.whole : null;
  const head = { project, target: target?.name ?? null, fingerprint, foot: footOf(document, fingerprint) };
  return { ...head, ...(hasView(document) ? viewPage(viewOf(document), link) : sectionPage(pageOf(document), link)) };
}

type Body = Pick<Page, 'verdict' | 'state' | 'lead' | 'tables' | 'blocks'>;

function sectionPage({ verdict, tone, sections, commands }: ReportPage, link: FileLink): Body {
  return {
    verdict,
    lead: [tone === 'stops' ? `**${words(verdict)}**` : words(verdict), ...sections.flatMap(paragraphs)],
    tables: sections.flatMap((section) => tablesOf(section, link)),
    blocks: commands.length === 0 ? [] : [{ title: 'How to go on', lines: commandLines(commands) } satisfies PageBlock],
  };
}

/** What stands above the tables. */
function paragraphs(section: PageSection): string[] {
  switch (section.kind) {
    case 'sentences':
      return section.texts.map((text) => (section.tone === 'plain' ? words(text) : `**${words(text)}**`));
    case 'problem': {
      const facts = [...section.texts, ...section.lines].map((each) => `- ${words(each)}`);
      return [facts.join('\n'), words(section.advice)].filter((each) => each !== '');
    }
    case 'patch':
      return patchWords(section).map(words);
    case 'verdict':
    case 'groups':
    case 'facts':
    case 'table':
    case 'findings':
      return [];
    default:
      return section satisfies never;
  }
}

function tablesOf(section: PageSection, link: FileLink): PageTable[] {
  switch (section.kind) {
    case 'groups':
      return section.groups.map((group) => groupTable(group, link));
    case 'facts': {
      const title = section.aside === '' ? section.title : `${section.title} (${section.aside})`;
      return [{ title, open: true, columns: ['', ''], rows: section.facts.map(factRow) }];
    }
    case 'table': {
      const rows = section.rows.map((cells) => rowOf(cells.map(valueCell)));
      return [{ title: section.title, open: true, columns: section.columns, rows }];
    }
    case 'findings':
      return [findingTable(section, link)];
    case 'verdict':
    case 'sentences':
    case 'problem':
    case 'patch':
      return [];
    default:
      return section satisfies never;
  }
}

function rowOf(cells: readonly string[]): PageRow {
  return { objects: 1, line: () => row(cells) };
}

function factRow({ mark, name, text, note }: PageFact): PageRow {
  const said = [cell(text), cell(note ?? '')].filter((each) => each !== '').join('<br>');
  return rowOf([mark === undefined ? cell(name) : `${mark.word} ${cell(name)}`, said]);
}

function findingTable({ level, findings }: FindingsSection, link: FileLink): PageTable {
  const rows = findings.map(({ code, message, advice, place }) => {
    const shown = place === null ? '' : placeCell(`${place.file}:${place.line}:${place.column}`, place, link);
    const said = [cell(message), cell(advice)].filter((each) => each !== '').join('<br>');
    return rowOf([level, valueCell(code), shown, said]);
  });
  const title = level === 'error' ? 'Findings' : 'Warnings';
  return {
    title: `${title} (${findings.length.toLocaleString('en')})`,
    open: true,
    columns: ['', 'code', 'where', 'what to do'],
    rows,
  };
}
