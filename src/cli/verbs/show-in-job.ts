// What a job of GitHub shows of reports without a token: annotations, the summary of the step, and counts for later steps. Nothing of
// the forge has to work for it.

import { appendFile } from 'node:fs/promises';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import { writeMarkdown } from '../../core/report/markdown/sections.ts';
import { notesOf, outputsOf } from './published.ts';

export interface JobPlace {
  /** GITHUB_STEP_SUMMARY and GITHUB_OUTPUT name the files; what is missing is left out. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project folder below the repository; empty where it is the same. */
  readonly folder: string;
  readonly header: string;
  /** Markdown above the reports; null for none. */
  readonly line: string | null;
  /** Annotations only. */
  readonly dryRun: boolean;
  readonly print: (text: string) => void;
}

/** Summary in bytes that a step may have, with room for what other commands of the step write. */
const SUMMARY_BUDGET = 240_000;

export async function showInJob(documents: readonly ReportDocument[], place: JobPlace): Promise<void> {
  const { environment, folder, header, line, dryRun, print } = place;
  const { annotationLines, outputText } = await import('../../publish/workflow.ts');
  for (const line of annotationLines(notesOf(documents, folder))) print(`${line}\n`);
  if (dryRun) return;
  const wish = { flavour: 'github', budget: SUMMARY_BUDGET, header, line } as const;
  const { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = environment;
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, writeMarkdown(documents, wish).text);
  if (GITHUB_OUTPUT) await appendFile(GITHUB_OUTPUT, outputText(outputsOf(documents)));
}
