// Recorded state that goes from one home to the other: what must not be lost on the way.

import type { Plant } from './plant.ts';

const door = 'pulumi' as const;
const HAND_OVER = 'src/core/engine/hand-over.ts';
const ARRIVING = 'src/program/arriving.ts';

export const HOMES: readonly Plant[] = [
  {
    door,
    name: 'a hand-over to a ledger forgets who is finished',
    rule: 'a hand-over takes along receipts, open intents, used reasons, copies and history',
    file: HAND_OVER,
    right: 'await Promise.all([...objects].map(([address, object]) => ledger.record(address, rekey.object(object))));',
    wrong:
      "await Promise.all([...objects].filter(([, each]) => each.kind === 'user' || each.consumed === null).map(([address, object]) => ledger.record(address, rekey.object(object))));",
  },
  {
    door,
    name: 'a hand-over to a ledger keeps the digests of the stack',
    rule: 'D3: what is recorded is compared by digests of its home',
    file: HAND_OVER,
    right: 'ledger.record(address, rekey.object(object))',
    wrong: 'ledger.record(address, object)',
  },
  {
    door,
    name: 'a hand-over to a ledger forgets what applies did',
    rule: 'D13.5: files of an earlier commit are a question',
    file: HAND_OVER,
    right: 'await ledger.noteApplied(memory.applied);',
    wrong: 'await ledger.noteApplied([]);',
  },
  {
    door,
    name: 'a hand-over forgets the reasons that were used',
    rule: 'a hand-over takes along receipts, open intents, used reasons, copies and history',
    file: 'src/core/reconcile/rekeyed.ts',
    right: '    digests: digestsOf(recorded, recorded.digests),',
    wrong:
      "    ...(isRecord(recorded) && { usedReasons: [], reissue: '' }),\n    digests: digestsOf(recorded, recorded.digests),",
  },
  {
    door,
    name: 'a hand-over to a stack registers what is declared alone',
    rule: 'a hand-over takes along everything that is recorded',
    file: ARRIVING,
    right: 'return registrationsOf(facts).map((each) => withReceipts(each, receipts));',
    wrong:
      'const declared = new Set([...run.desired.users, ...run.desired.records].map(({ address }) => String(address)));\n  return registrationsOf(facts).filter(({ address }) => declared.has(address)).map((each) => withReceipts(each, receipts));',
  },
  {
    door,
    name: 'a hand-over to a stack forgets who is finished',
    rule: 'a hand-over takes along receipts, open intents, used reasons, copies and history',
    file: HAND_OVER,
    right: 'keptMs: 0 }).recorded.objects.values()];',
    wrong: 'keptMs: 0 }).recorded.objects.values()].filter((each) => !isRecord(each) || each.consumed === null);',
  },
  {
    door,
    name: 'a hand-over to a stack keeps the digests of the ledger',
    rule: 'D3: what is recorded is compared by digests of its home',
    file: ARRIVING,
    right: 'handedOver(memory.recorded).map((object) => rekey.object(object));',
    wrong: 'handedOver(memory.recorded);',
  },
  {
    door,
    name: 'a hand-over to a stack that was cut off is never finished',
    rule: '38.A1: killed in the middle, it is finished by saying it again',
    file: ARRIVING,
    right: '!(isPending && receipts.has(name))',
    wrong: "(!isPending || name !== '')",
  },
  {
    door,
    name: 'a hand-over to a ledger forgets whom it began to remove',
    rule: 'D12.1: an account that shows another id is another person',
    file: HAND_OVER,
    right: 'const { objects, openIntents } = withBegunRemovals(memory.recorded, memory.applied, seen.observed);',
    wrong: 'const { objects, openIntents } = memory.recorded;',
  },
  {
    door,
    name: 'what an earlier hand-over left in a ledger is recorded still',
    rule: 'a hand-over that is said again writes over what an earlier try left',
    file: HAND_OVER,
    right: 'const gone = old.filter((address) => !objects.has(address));',
    wrong: "const gone = old.filter((address) => address === '' && !objects.has(address));",
  },
  {
    door,
    name: 'a hand-over to a ledger forgets the writes that have no answer',
    rule: 'a hand-over takes along receipts, open intents, used reasons, copies and history',
    file: HAND_OVER,
    right: 'for (const open of openIntents) {',
    wrong: 'for (const open of openIntents.slice(openIntents.length)) {',
  },
];
