// Where a report goes: standard output, files. When standard output is JSON, the text for people goes to standard
// error.

import { access, open, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReportDocument } from '../report/document.ts';
import { render } from '../report/formats.ts';
import type { Layout } from '../report/layout.ts';
import { COLORED, PLAIN } from '../report/style.ts';
import type { Call } from './command.ts';
import { usage, type Settings } from './settings.ts';

type Place = Pick<Call, 'settings' | 'shell'>;

const FILE_WIDTH = 100;

/** Called before any command runs: a run must be able to write its report at its end. */
export async function checkOutputs({ settings }: Place): Promise<void> {
  for (const { path } of files(settings)) {
    const whole = resolve(settings.directory, path);
    const isNew = await access(whole).then(
      () => false,
      () => true,
    );
    try {
      await (await open(whole, 'a')).close();
    } catch (error) {
      const noFolder = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      throw usage(noFolder ? `--out: there is no folder for ${path}` : `--out: ${path} cannot be written`);
    }
    if (isNew) await rm(whole, { force: true });
  }
}

export async function emit(document: ReportDocument, { settings, shell }: Place): Promise<void> {
  const toOut = settings.outputs.find(({ path }) => path === '-');
  shell.terminal.out(render(toOut?.format ?? 'text', document, layoutFor('out', { settings, shell })));
  for (const { format, path } of files(settings)) {
    const layout = { style: PLAIN, width: FILE_WIDTH, verbose: settings.verbose, group: settings.group };
    await writeFile(resolve(settings.directory, path), render(format, document, layout));
  }
}

/** Text for people, also while standard output is JSON. */
export function tell(document: ReportDocument, place: Place): void {
  const stream = place.settings.outputs.some(({ path }) => path === '-') ? 'err' : 'out';
  place.shell.terminal[stream](`${render('text', document, layoutFor(stream, place))}\n`);
}

export function layoutFor(stream: 'out' | 'err', { settings, shell }: Place): Layout {
  const width = Math.min(140, Math.max(60, shell.terminal.columns ?? statedColumns(shell) ?? FILE_WIDTH));
  const { verbose, group } = settings;
  return { style: settings.color[stream] ? COLORED : PLAIN, width, verbose, group };
}

/** `COLUMNS`: of who reads what is piped. */
function statedColumns({ environment }: Call['shell']): number | undefined {
  const { COLUMNS = '' } = environment;
  return /^[1-9]\d{0,3}$/u.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

function files(settings: Settings): Settings['outputs'] {
  return settings.outputs.filter(({ path }) => path !== '-');
}
