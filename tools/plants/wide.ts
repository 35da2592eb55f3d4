// Recorded state that lies elsewhere, two runs at once, destroy and `--since`: found in the lives of `--way wide`.

import type { Plant } from './plant.ts';

const door = 'wide';
const SURVEY = 'src/core/engine/survey.ts';
const ENGINE = 'src/core/engine.ts';

export const WIDE: readonly Plant[] = [
  {
    door,
    name: 'what our markers show of earlier applies is not asked for',
    rule: 'docs/state.md: state that is not here stops an apply',
    file: SURVEY,
    right: 'const found = unrecordedIn({',
    wrong: 'const found = run.target.sandbox ? null : unrecordedIn({',
  },
  {
    door,
    name: 'a ledger that is older than the latest run here is taken',
    rule: 'docs/state.md: an older copy is refused',
    file: ENGINE,
    right: 'const older = isFirst ? null : olderThan(disk.readLatest(path), ledger.generation);',
    wrong: 'const older = target.sandbox ? null : olderThan(disk.readLatest(path), ledger.generation);',
  },
  {
    door,
    name: 'a target that a living run holds is taken',
    rule: 'one writer of a target at a time',
    file: 'src/core/state/holder.ts',
    right: "case 'alive':\n      return false;",
    wrong: "case 'alive':\n      return true;",
  },
  {
    door,
    name: 'a run that lost the target goes on writing',
    rule: 'each transaction confirms that the run still holds the target',
    file: 'src/core/state/transaction.ts',
    right: 'if (run(CONFIRM, batch.now, batch.fence) === 0) {',
    wrong: 'if (run(CONFIRM, batch.now, batch.fence) < 0) {',
  },
  {
    door,
    name: '--since plans what differs, and nothing that depends on it',
    rule: 'docs: the reach of a request is what it changes and all that depends on it',
    file: 'src/core/engine/scope.ts',
    right: 'reach: openReach(whole, { changed, copies: copied }) });',
    wrong:
      'reach: () => (copied.length > 0 ? openReach(whole, { changed, copies: copied })({ records: new Map(), pins: new Map() }) : changed) });',
  },
  {
    door,
    name: 'a clock that was set ahead ends a create that may still come',
    unmet: 'the Date of the answers puts the clock of a run right before it is read',
    rule: 'D7: a lost answer is looked up, as long as the request may be carried out',
    file: 'src/core/reconcile/diff/intent-fate.ts',
    right: 'return (elapsedMs ?? now - at) > SURELY_UNDONE_MS;',
    wrong: 'return Math.max(now - at, elapsedMs ?? 0) > SURELY_UNDONE_MS;',
  },
  {
    door,
    name: 'a task that no reading has ever shown is gone for good',
    rule: 'absence is not concluded from a reading that may lag',
    file: 'src/core/reconcile/observe/records.ts',
    right: "const wasShown = recorded.previewRecordId !== '';",
    wrong: "const wasShown = recorded.kind === 'record';",
  },
  {
    door,
    name: 'a task with our marker that others carried into another campaign says nothing of lost state',
    rule: 'D12.5: missing recorded state is said and refused',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: 'recorded === null ? isMarkerOf(lineage, markerIn(task)) : isOurs(address, task, lineage);',
    wrong: 'isOurs(address, task, lineage);',
  },
  {
    door,
    name: 'the marker of another stack on a declared record says nothing of lost state',
    rule: '38 A2: a stack under another name calls nobody again',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: 'return fits && !isMarkerOf(lineage, `${stack}/`)',
    wrong: 'return fits && isMarkerOf(lineage, `${stack}/`)',
  },
  {
    door,
    name: 'a renamed project whose ids a spreadsheet changed does not find the tasks of its former name',
    rule: 'I37.B6: ids that a spreadsheet changed are asked about, also in the first list of a renamed project',
    file: 'src/core/reconcile/observe/records.ts',
    right: 'await this.readForeign(campaign, unseen);',
    wrong: '',
  },
  {
    door,
    name: 'a copy of what we deleted is ours by its marker',
    rule: 'H2: what others made is not deleted because its line went; previewRecordId is unique',
    file: 'src/core/reconcile/diff/record-facts.ts',
    right: 'facts.former?.removedAt !== undefined && isAnother(facts.former, task);',
    wrong: 'false;',
  },
  {
    door,
    name: 'a removal that came to nothing ends that muster added what was to go',
    rule: 'I37.A3: what muster itself took away, or gave, and this plan reverses is worded so',
    file: 'src/core/model/applied.ts',
    right: 'changes: run.changes?.filter((each) => !ends(each)) ?? null',
    wrong: 'changes: run.changes?.filter(() => true) ?? null',
  },
  {
    door,
    name: 'a create that came to nothing ends that muster removed what it was to bring back',
    rule: 'I37.A3: what muster itself took away, or gave, and this plan reverses is worded so',
    file: 'src/core/reconcile/plan/reversal.ts',
    right: 'const last = isBack ? ended.get(address)',
    wrong: "const last = isBack ? (given.get(address)?.action === 'create' ? undefined : ended.get(address))",
  },
  {
    door,
    name: '--since joins its readings without what another stack made',
    rule: 'I38.A2: who was called under another name of the project is asked about',
    file: 'src/core/engine/in-reach.ts',
    right: 'foreign: all(({ foreign }) => foreign),',
    wrong: '',
  },
  {
    door,
    name: '--since plans nothing where a program declared what there was',
    rule: 'I37.A5: where the earlier files cannot be told everything is planned',
    file: 'src/core/engine/scope.ts',
    right: "if (typeof before === 'string') return { ...(await readAll()), since: told(before, whole) };",
    wrong:
      "if (typeof before === 'string') return { ...(await observeInReach({ ...reading, whole, reach: () => new Set() })), since: told(null, narrow(whole, new Set())), changed: new Set() };",
  },
  {
    door,
    name: '--since does not look where else a customer stands',
    rule: 'docs: the same answers mean the same as in a whole reading',
    file: 'src/core/engine/in-reach.ts',
    right: 'seen.push(await lookElsewhere(options, { addresses, elsewhere }, joined(seen)));',
    wrong: 'if (addresses.size < 0) seen.push(await lookElsewhere(options, { addresses, elsewhere }, joined(seen)));',
  },
  {
    door,
    name: '--since leaves the tasks of who leaves out of reach',
    rule: 'D9: pins are searched before anybody is removed',
    file: 'src/core/reconcile/plan/reach.ts',
    right: 'return [...(index.pinned.get(loginUserId) ?? []), ...predecessors, ...tasks, ...successors];',
    wrong: 'return predecessors.length + tasks.length < 0 ? [] : successors;',
  },
];
