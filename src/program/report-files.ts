// MUSTER_OUT of a program: the report of `pulumi preview`, `up` and `refresh` as files, relative to the folder of the program.
// Standard output is Pulumi's. A file that cannot be written is a warning: the update does what it would have done.

import { resolve } from 'node:path';
import { whyUnwritable, writeReportFile } from '../core/engine/report-file.ts';
import { ToolError } from '../core/model/errors.ts';
import type { ReportDocument } from '../core/report/documents/document.ts';
import {
  clashOf,
  OUTPUTS_VARIABLE,
  readOutput,
  splitOutputs,
  STANDARD_OUTPUT,
  unshownBy,
} from '../core/report/outputs.ts';
import type { Output } from '../core/report/outputs.ts';
import { errorText, LAYOUT } from './say.ts';

export interface ReportFiles {
  /** Says by `warn` what could not be written. */
  readonly write: (document: ReportDocument) => Promise<void>;
}

export interface ReportFolder {
  /** Absolute. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => Promise<void>;
}

/** Throws `bad-usage` before anything is read: unknown formats, paths that cannot be written. */
export async function openReportFiles({ folder, environment, warn }: ReportFolder): Promise<ReportFiles> {
  const outputs = splitOutputs(environment[OUTPUTS_VARIABLE]).map(checked);
  const unfit = clashOf(outputs) ?? unshownBy(outputs, 'plan');
  if (unfit !== null) throw refused(unfit);
  for (const { path } of outputs) {
    const why = await whyUnwritable(resolve(folder, path), path);
    if (why !== null) throw refused(why);
  }
  const write = async (document: ReportDocument): Promise<void> => {
    if (outputs.length === 0) return;
    const { render } = await import('../formats/formats.ts');
    for (const { format, path } of outputs) {
      try {
        await writeReportFile(resolve(folder, path), render(format, document, LAYOUT));
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        const message = `${path}: ${kind} inside muster`;
        await warn(errorText(error instanceof ToolError ? error : new ToolError('report-not-written', { message })));
      }
    }
  };
  return { write };
}

function checked(text: string): Output {
  const output = readOutput(text);
  if (typeof output === 'string') throw new ToolError('bad-usage', { message: `${OUTPUTS_VARIABLE} ${output}` });
  if (output.path !== STANDARD_OUTPUT) return output;
  throw refused('standard output belongs to Pulumi; name a file');
}

function refused(message: string): ToolError {
  return new ToolError('bad-usage', { message: `${OUTPUTS_VARIABLE}: ${message}` });
}
