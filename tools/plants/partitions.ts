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
    door: 'pulumi',
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
];
