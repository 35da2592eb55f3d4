// One RFC 6902 document for each object that a plan changes: from its public values as they are to those that are wanted, as they stand
// in `changes[].patch` of the JSON report. A personal value has no operation, because one without the value would be false when it is
// applied: its field is named in `notShown`. A run that failed has no objects: an empty list would say that nothing changes.

import { visibleJson } from '../../model/hidden.ts';
import type { JsonReport } from '../documents/json-report.ts';

const PATCH_FORMAT = '1.0';

export function renderPatch(reports: readonly JsonReport[]): string {
  return `${visibleJson(JSON.stringify(reports.map(patchesOf), null, 2))}\n`;
}

function patchesOf({ project, target, error, approval, changes }: JsonReport): object {
  const objects = changes.map(({ address, action, patch, fields }) => {
    const notShown = fields.flatMap((each) => ('changed' in each ? [each.field] : []));
    return { address, action, patch, notShown };
  });
  return {
    formatVersion: PATCH_FORMAT,
    project,
    target: target?.name ?? null,
    fingerprint: approval?.fingerprint.whole ?? null,
    error: error?.code ?? null,
    objects: error === null ? objects : null,
  };
}
