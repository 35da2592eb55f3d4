// Inputs of the action -> the call of `muster`, and the files it leaves. Pure: nothing is spliced into a shell.

import { INPUTS, usage } from './inputs.ts';
import type { ActionInput, InputName, Inputs } from './inputs.ts';

export interface CommandLine {
  readonly words: readonly string[];
  /** JSON report in the project folder; null where the command leaves none. */
  readonly report: string | null;
  /** JSON reports, from the project folder, that the job shows afterwards. */
  readonly shown: readonly string[];
  readonly html: string | null;
}

/** Throws `bad-usage`. */
export function commandLine(inputs: Inputs): CommandLine {
  const { command, directory, html } = inputs;
  const flags = (Object.keys(INPUTS) as InputName[]).flatMap((name) => flagWords(name, inputs[name]));
  const folder = directory === undefined ? [] : ['-C', directory];
  if (command === 'publish') {
    const reports = listOf(inputs.reports ?? '');
    if (reports.length === 0) throw usage('publish needs reports: the JSON reports of earlier steps or jobs');
    const shown = inputs.mark === undefined ? reports : [];
    return { words: [command, ...folder, ...flags, '--', ...reports], report: null, shown, html: null };
  }
  const report = inputs.report ?? `muster-${command}.json`;
  const outputs = ['--out', `json=${report}`, ...(html === undefined ? [] : ['--out', `html=${html}`])];
  return {
    words: [command, ...folder, '--no-input', ...flags, ...outputs],
    report,
    shown: [report],
    html: html ?? null,
  };
}

function flagWords(name: InputName, text: string | undefined): string[] {
  const { flag, kind }: ActionInput = INPUTS[name];
  if (flag === undefined || text === undefined) return [];
  if (kind === 'list') return listOf(text).map((each) => `${flag}=${each}`);
  if (kind !== 'switch') return [`${flag}=${text}`];
  return isOn(name, text) ? [flag] : [];
}

/** A word that is neither could mean anything. */
export function isOn(name: InputName, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw usage(`${name} takes true or false; given: ${text}`);
}

function listOf(text: string): string[] {
  return text.split(/\s+/u).filter((each) => each !== '');
}
