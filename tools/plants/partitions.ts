// Planted bugs about partitions: what one stack knows, and the stacks of one target have to find with each other.

import type { Plant } from './plant.ts';

const DIFF = 'src/core/reconcile/diff/diff.ts';
const RULE = 'docs/scale.md: who was called, who owns, and what a guard counts is about the target';

export const PARTITIONS: readonly Plant[] = [
  {
    name: 'a partition lets go before the other one has what is recorded',
    rule: RULE,
    door: 'pulumi',
    file: DIFF,
    right: 'hasTaken: others?.recorded?.get(address)?.partition === name',
    wrong: 'hasTaken: true',
  },
  {
    name: 'what another partition records counts as nothing',
    rule: RULE,
    door: 'pulumi',
    file: 'src/core/engine/others.ts',
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
    file: DIFF,
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
];
