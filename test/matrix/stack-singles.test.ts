// The switch matrix through the Pulumi door: the default reading of the documents, and every other value of every open point by
// itself, with the ways to keep a stack in turn. Each value stands in the rows of stack-pairs.test.ts too, so this half is
// played when it is asked for: it tells which value alone a finding comes from.

import { describe } from 'vitest';

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { STACK_SINGLES } from './switch-values.ts';

describe.runIf(process.env['MUSTER_MATRIX'] === 'all')('single values through Pulumi', () => {
  judgeGroup('stack singles', stackCases(STACK_SINGLES));
});
