// Planted bugs about partitions: what one stack knows, and the stacks of one target have to find with each other.

import type { Plant } from './plant.ts';

const OTHERS = 'src/core/engine/others.ts';
const RULE = 'docs/scale.md: who was called, who owns, and what a guard counts is about the target';

const DIVIDED =
  'docs/scale.md: a target that is divided anew has what its former homes record before anything is planned';

export const PARTITIONS: readonly Plant[] = [
  {
    name: 'a partition lets go before the other one has what is recorded',
    rule: RULE,
    door: 'pulumi',
    file: 'src/core/reconcile/diff/pairs.ts',
    right: 'hasTaken: others?.recorded?.get(address)?.partition === name',
    wrong: 'hasTaken: true',
  },
  {
    name: 'what another partition records counts as nothing',
    rule: RULE,
    door: 'pulumi',
    file: OTHERS,
    right: 'const whole = { ...desired, others };',
    wrong: 'const whole = desired;',
  },
  {
    name: 'a removal counts its own partition alone',
    rule: RULE,
    door: 'pulumi',
    file: 'src/core/reconcile/plan/guard-removals.ts',
    right: 'const beside = lost.length === 0 ? []',
    wrong: 'const beside = lost.length >= 0 ? []',
  },
  {
    name: 'what goes on in another partition is moved from there',
    rule: RULE,
    door: 'pulumi',
    file: 'src/core/reconcile/diff/moves.ts',
    right: 'if (others?.holders.has(record.address)) return false;',
    wrong: '',
  },
  {
    name: 'a campaign that another partition alone records is not searched for pins',
    rule: RULE,
    file: 'src/core/reconcile/observe/addresses.ts',
    right: '[...held, ...beside, ...own]',
    wrong: '[...beside, ...own]',
  },
  {
    name: 'partitions of a target begin beside the stack that it had as one',
    rule: DIVIDED,
    door: 'pulumi',
    file: OTHERS,
    right: 'if (size === 0 || (await',
    wrong: 'if (size >= 0 || (await',
  },
  {
    name: 'a partition that was taken out of muster.yaml holds nobody up',
    rule: DIVIDED,
    door: 'pulumi',
    file: OTHERS,
    right: 'if (first === undefined) continue;',
    wrong: 'if (first === undefined || isPartition) continue;',
  },
  {
    name: 'a target that has no partitions any more begins with nothing',
    rule: DIVIDED,
    door: 'pulumi',
    file: OTHERS,
    right: 'if (first === undefined) continue;',
    wrong: 'if (first === undefined || !isPartition) continue;',
  },
  {
    name: 'who was called by a partition that was taken out is new in another one',
    rule: DIVIDED,
    door: 'pulumi',
    file: OTHERS,
    right: '[...homes, ...left]',
    wrong: 'homes',
  },
  {
    name: 'a create that was cut off stays behind when its line goes to another partition',
    rule: RULE,
    door: 'pulumi',
    file: 'src/program/cut-off.ts',
    right: '[...here, ...(others?.holders.keys() ?? [])]',
    wrong: '[...here, ...(others?.holders.keys() ?? [])].slice(0, here.length)',
  },
  {
    name: 'what another partition has sent and not heard of counts as lost state',
    rule: RULE,
    door: 'pulumi',
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: 'heldElsewhere(desired).has(address);',
    wrong: "heldElsewhere(desired).has(address) && address === '';",
  },
  {
    name: 'a campaign that muster.yaml gave back to the partition that it had left goes back by an old job',
    rule: 'D13.5: files of an earlier commit are a question',
    file: 'src/core/desired/project/partitions.ts',
    right: '...split.partitions.map(({ name, ...held }) => [name, JSON.stringify(held)] as const),',
    wrong: '',
  },
  {
    name: 'a task that another partition declares is taken from its agent here',
    rule: 'docs/scale.md: a task of another partition is never re-pinned here',
    file: 'src/core/reconcile/diff/offboard.ts',
    right: 'if (isOneOfTwo(input, address) || input.desired.others?.holders.has(address)) return false;',
    wrong: 'if (isOneOfTwo(input, address)) return false;',
  },
  {
    name: 'who is gone, and asked to be absent by another partition, is handed to and fro',
    rule: RULE,
    file: 'src/core/reconcile/diff/pairs.ts',
    right: 'if (isGone && others?.leavers.has(address) === true) return undefined;',
    wrong: '',
  },
  {
    name: 'another spelling of what another partition declares is asked about for good',
    rule: RULE,
    file: 'src/core/reconcile/diff/spelled.ts',
    right: 'declared.has(address) || desired.others?.holders.has(address) === true',
    wrong: 'declared.has(address)',
  },
  {
    name: 'what a partition let go of, carried elsewhere by others, is the sign of a lost state',
    rule: RULE,
    file: 'src/core/reconcile/diff/unrecorded.ts',
    right: ' && !wasLetGo(each.task, letGo, lineage)',
    wrong: '',
  },
  {
    name: 'what another partition records counts as nothing, with ledgers',
    rule: RULE,
    file: OTHERS,
    right: 'const whole = { ...desired, others };',
    wrong: 'const whole = desired;',
  },
  {
    name: 'a partition lets go before the other one has what is recorded, with ledgers',
    rule: RULE,
    file: 'src/core/reconcile/diff/pairs.ts',
    right: 'hasTaken: others?.recorded?.get(address)?.partition === name',
    wrong: 'hasTaken: true',
  },
];
