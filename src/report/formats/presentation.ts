// How a report is shown, beside what it says: the layout of texts, and where its files stand for whoever reads it.

import type { Layout } from '../words/layout.ts';

export interface Presentation extends Layout {
  /** The project folder as the reader's tools name it (`rosters`), relative to the folder of the call; default: that folder. */
  readonly folder?: string;
}

/** `rosters/teams/a.yaml`, with slashes: a path as code hosts know it. */
export function inFolder(file: string, { folder = '' }: Presentation): string {
  const path = file.replaceAll('\\', '/');
  return folder === '' ? path : `${folder.replaceAll('\\', '/')}/${path}`;
}
