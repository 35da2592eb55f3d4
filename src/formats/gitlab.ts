// The two reports that GitLab shows in a merge request: the numbers of a plan (artifacts:reports:terraform) and places in files
// (artifacts:reports:codequality).

import { createHash } from 'node:crypto';
import { annotationsOf, inFolder, safeJson, sentences, withSubject } from '../core/page.ts';
import type { Annotation, JsonReport, Presentation } from '../core/page.ts';

/** Three numbers; of a run that failed none, which GitLab shows as a report that could not be made. */
export function renderGitlabTerraform(reports: readonly JsonReport[]): string {
  if (reports.some(({ error }) => error !== null)) return safeJson({});
  const counts = { create: 0, update: 0, delete: 0 };
  for (const { action, writes } of reports.flatMap(({ changes }) => changes)) {
    for (const column of action === 'adopt' && writes.length === 0 ? [] : COLUMNS[action]) counts[column] += 1;
  }
  return safeJson(counts);
}

type Column = 'create' | 'update' | 'delete';

/** As Terraform counts: a replacement is a delete and a create; what sends no request is no change. */
const COLUMNS: Readonly<Record<JsonReport['changes'][number]['action'], readonly Column[]>> = {
  create: ['create'],
  restore: ['create'],
  update: ['update'],
  move: ['update'],
  adopt: ['update'],
  delete: ['delete'],
  replace: ['delete', 'create'],
  forget: [],
};

/** GitLab shows only what has a place; what has none stands at the first line of muster.yaml. */
export const NO_PLACE = { file: 'muster.yaml', line: 1, column: 1 };

export function renderCodeQuality(reports: readonly JsonReport[], presentation: Presentation): string {
  const found = reports.flatMap((report) =>
    annotationsOf(report)
      .filter(({ silenced }) => silenced === null)
      .map((each) => ({ ...each, scope: [report.kind, report.target?.name ?? ''] })),
  );
  const prints = fingerprints(found);
  return safeJson(found.map((each, index) => issue(each, prints[index] ?? '', presentation)));
}

function issue(each: Annotation, fingerprint: string, presentation: Presentation) {
  const { code, level, source, advice } = each;
  const { file, line } = source ?? NO_PLACE;
  return {
    description: sentences(withSubject(each), advice),
    check_name: code,
    fingerprint,
    severity: level === 'error' ? 'major' : 'minor',
    location: { path: inFolder(file, presentation), lines: { begin: line } },
  };
}

type ScopedAnnotation = Pick<Annotation, 'code' | 'address' | 'source' | 'message'> & {
  readonly scope: readonly string[];
};

/**
 * One hexadecimal SHA-256 each, by which a reader knows a finding again in a later run: code, object and file, not the line. Equal
 * ones are told apart by the order in which they come.
 */
export function fingerprints(found: readonly ScopedAnnotation[]): string[] {
  const seen = new Map<string, number>();
  return found.map(({ scope, code, address, source, message }) => {
    const about = JSON.stringify([...scope, code, address ?? message, source?.file ?? null]);
    const before = seen.get(about) ?? 0;
    seen.set(about, before + 1);
    return createHash('sha256')
      .update(JSON.stringify([about, before]))
      .digest('hex');
  });
}
