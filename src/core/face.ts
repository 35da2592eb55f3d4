// What stands beyond the border may use of the core: its one face, beside `model`, the words of the house. Nothing here sends a
// write, or decides about one; a name more is a promise more. `page.ts` is the face for formats of reports.

// Desired files: read, found by their place, and taken apart where a line of one is edited.
export { CsvFault, csvRows } from './desired/csv/csv-rows.ts';
export type { CsvRow } from './desired/csv/csv-rows.ts';
export { DELIMITERS } from './desired/csv/csv-table.ts';
export type { Declarations } from './desired/declarations/declare.ts';
export { loadDesired } from './desired/project/load.ts';
export { chooseTarget, loadProject, readProjectFile } from './desired/project/project.ts';
export type { Overlay } from './desired/project/read-part.ts';
export { isDesiredFile } from './desired/text/find-files.ts';
export { Findings } from './desired/text/findings.ts';
export { parseIds, requireId, withoutBlanks } from './desired/text/ids.ts';
export { isInside, pathInside, readInside } from './desired/text/read-file.ts';
export { resolve } from './desired/text/schema.ts';
export type { SchemaNode } from './desired/text/schema.ts';
export type { Subject } from './desired/text/shape.ts';
export { textSource } from './desired/text/source.ts';
export { descend } from './desired/text/tree.ts';
export type { TreeNode } from './desired/text/tree.ts';
export { parseYaml } from './desired/text/yaml.ts';

// One run: its target, what it remembers, its plan.
export { sightingsOf } from './engine/drift-history.ts';
export { git } from './engine/git-state.ts';
export { pastWrites, recall } from './engine/ledger-home.ts';
export type { Memory } from './engine/ledger-home.ts';
export { lineageOf, stackName } from './engine/lineage.ts';
export { digestWith } from './engine/parts.ts';
export { unusedProxy } from './engine/proxy-note.ts';
export { connect, reachable } from './engine/run.ts';
export type { Run } from './engine/run.ts';
export { sharedIn } from './engine/shared.ts';
export type { SharingJob } from './engine/shared.ts';
export { planWith } from './engine/survey.ts';
export type { Survey } from './engine/survey.ts';
export { heldLock } from './engine/unlock.ts';
export type { HeldLock } from './engine/unlock.ts';
export { readVersion } from './engine/version.ts';

// The service, without a method that writes.
export { openLookup, openProbing } from './service/client.ts';
export { probeId } from './service/control-read.ts';
export { shakeHands } from './service/handshake.ts';
export type { Handshake } from './service/handshake.ts';
export type { ProbingReader, RawAnswer, RawSearch } from './service/probing.ts';
export { readCurrentKey } from './service/secret.ts';
export type {
  CampaignPlace,
  Criterion,
  LookupReader,
  RecordAnswer,
  RecordQuestion,
  ServiceReader,
} from './service/service.ts';

// What is seen, compared and told.
export { NOT_SHOWN, parseCriterion } from './reconcile/criteria.ts';
export { compareRecord } from './reconcile/diff/compare-record.ts';
export { diffUser } from './reconcile/diff/user.ts';
export { detectDrift } from './reconcile/drift/drift.ts';
export { contentOf } from './reconcile/fields.ts';
export type { DriftResult, Finding, FindingField } from './reconcile/finding.ts';
export { isMarkerOf, splitShard } from './reconcile/marker.ts';
export { knownCampaigns } from './reconcile/observe/addresses.ts';
export { observeUser } from './reconcile/observe/one.ts';
export { forEachParallel } from './reconcile/observe/parallel.ts';
export { readCampaign } from './reconcile/observe/search-campaign.ts';
export type { CampaignAnswer } from './reconcile/observe/search-campaign.ts';
export { ownerOf } from './reconcile/owner.ts';

// What a look-up and an adoption say, for the reports.
export type {
  Adoption,
  ElsewhereReason,
  LeftOut,
  LeftOutReason,
  PatchedFile,
  TakenNote,
  TakenOver,
} from './reconcile/adoption.ts';
export type {
  CampaignTask,
  EntryCommits,
  KnownObject,
  LookupHead,
  LookupQuestion,
  NextPlan,
  RecordLookup,
  SearchLookup,
  SearchedList,
  Standing,
  Story,
  UserLookup,
} from './reconcile/looked-up.ts';

// Recorded state: who holds it.
export { describeHolder } from './state/holder.ts';
export type { PastIntent } from './state/shape.ts';
