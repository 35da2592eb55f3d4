// Pages of a forge that a report points at: a line of a file, at the commit that the event names, and the HTML report of a run. Pure.

import type { ForgeContext, ForgeName } from './context.ts';

type Page = (path: string, line: number) => string;

const PAGES: Readonly<Record<ForgeName, (commit: string) => Page>> = {
  github: (commit) => (path, line) => `/blob/${commit}/${path}#L${line}`,
  gitea: (commit) => (path, line) => `/src/commit/${commit}/${path}#L${line}`,
  gitlab: (commit) => (path, line) => `/-/blob/${commit}/${path}#L${line}`,
  azure: (commit) => (path, line) =>
    `?path=/${path}&version=GC${commit}&line=${line}&lineEnd=${line + 1}&lineStartColumn=1&lineEndColumn=1`,
};

/** `file`: below the repository. Null where no page is known, or where the path would lead to another page of the forge. */
export function fileLink({ forge, webUrl, commit }: ForgeContext, file: string, line: number): string | null {
  const parts = file.split('/');
  if (webUrl === null || commit === null || parts.some((part) => ['', '.', '..'].includes(part))) return null;
  return webUrl + PAGES[forge](commit)(parts.map(encodeURIComponent).join('/'), line);
}

/** Where the artifacts of the run stand, the HTML report among them; null when unknown. */
export function reportLink({ forge, runUrl }: ForgeContext): string | null {
  if (runUrl === null) return null;
  if (forge === 'azure') return `${runUrl}&view=artifacts&type=publishedArtifacts`;
  return forge === 'github' ? `${runUrl}#artifacts` : runUrl;
}
