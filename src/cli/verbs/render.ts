// render: JSON reports of earlier runs in another format, offline. A report may come from somebody else's pipeline: it is
// checked whole before any of it is shown.

import type { ToolError } from '../../core/model/errors.ts';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import { formatOf, type FormatName } from '../../core/report/format-table.ts';
import type { Presentation } from '../../core/report/documents/annotations.ts';
import { STANDARD_OUTPUT, unshownBy } from '../../core/report/outputs.ts';
import type { Call, Command } from '../process/command.ts';
import { emitFiles, NOT_WRITTEN, presentationFor } from '../process/emit.ts';
import { usage } from '../process/settings.ts';
import { described } from '../process/flags.ts';

export const RENDER_COMMAND: Command = {
  name: 'render',
  summary: 'show JSON reports of earlier runs in another format',
  arguments: [described('<reports...>', 'files that --out json=PATH wrote; - is standard input')],
  flags: ['out'],
  run: runRender,
};

async function runRender(call: Call): Promise<number> {
  const { renderAll } = await import('../../formats/formats.ts');
  const { readReports } = await import('../process/read-report.ts');
  const documents = await readReports(call);
  checkFormats(documents, call);
  const single = call.settings.outputs.find(({ format }) => formatOf(format).single);
  if (single !== undefined && documents.length > 1) throw holdsOne(single.format, documents.length);
  const write = (format: FormatName, presentation: Presentation): string => renderAll(format, documents, presentation);
  const { outputs } = call.settings;
  const format = outputs.find(({ path }) => path === STANDARD_OUTPUT)?.format ?? (outputs.length > 0 ? null : 'text');
  if (format !== null) call.shell.terminal.out(write(format, presentationFor('out', call)));
  return (await emitFiles(write, call)) ? 0 : NOT_WRITTEN;
}

/** Before anything is written. */
function checkFormats(documents: readonly ReportDocument[], { settings }: Call): void {
  for (const document of documents) {
    const unfit = unshownBy(settings.outputs, document.kind);
    if (unfit !== null) throw usage(`--out: ${unfit}`);
  }
}

function holdsOne(format: FormatName, given: number): ToolError {
  return usage(`--out: the format ${format} holds one report; given: ${given}. ndjson holds several`);
}
