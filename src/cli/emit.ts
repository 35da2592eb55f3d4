// Where a report goes: standard output, files. When standard output carries data, people read the text on standard
// error.

import { access, open, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ReportDocument } from '../report/document-shape.ts';
import { render } from '../report/formats.ts';
import type { Layout } from '../report/layout.ts';
import { COLORED, PLAIN } from '../report/style.ts';
import type { Call } from './command.ts';
import { usage, type Settings } from './settings.ts';

type Place = Pick<Call, 'settings' | 'shell'>;

const FILE_WIDTH = 100;

/** Called before anything is sent: a run must not end without being able to say what it did. */
export async function checkOutputs({ settings }: Place): Promise<void> {
  for (const { path } of files(settings)) {
    const folder = dirname(resolve(settings.directory, path));
    const there = await access(folder).then(
      () => true,
      () => false,
    );
    if (!there) throw usage(`--out: there is no folder for ${path}`);
    const isNew = await access(resolve(settings.directory, path)).then(
      () => false,
      () => true,
    );
    const writable = await open(resolve(settings.directory, path), 'a').then(
      async (file) => file.close().then(() => true),
      () => false,
    );
    if (!writable) throw usage(`--out: ${path} cannot be written`);
    if (isNew) await rm(resolve(settings.directory, path), { force: true });
  }
}

export async function emit(document: ReportDocument, { settings, shell }: Place): Promise<void> {
  const toOut = settings.outputs.find(({ path }) => path === '-');
  shell.terminal.out(render(toOut?.format ?? 'text', document, layoutFor('out', { settings, shell })));
  for (const { format, path } of files(settings)) {
    const layout = { style: PLAIN, width: FILE_WIDTH, verbose: settings.verbose };
    await writeFile(resolve(settings.directory, path), render(format, document, layout));
  }
}

/** Text for people while standard output may be taken by data. */
export function tell(document: ReportDocument, place: Place): void {
  const stream = place.settings.outputs.some(({ path }) => path === '-') ? 'err' : 'out';
  place.shell.terminal[stream](`${render('text', document, layoutFor(stream, place))}\n`);
}

export function layoutFor(stream: 'out' | 'err', { settings, shell }: Place): Layout {
  const width = Math.min(140, Math.max(60, shell.terminal.columns ?? FILE_WIDTH));
  return { style: settings.color[stream] ? COLORED : PLAIN, width, verbose: settings.verbose };
}

function files(settings: Settings): Settings['outputs'] {
  return settings.outputs.filter(({ path }) => path !== '-');
}
