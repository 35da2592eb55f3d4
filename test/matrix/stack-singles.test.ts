// The switch matrix through the Pulumi door: the default reading of the documents, and every other value of every open point by
// itself, with the ways to keep a stack in turn. Played when it is asked for (MUSTER_MATRIX=all); stack.test.ts always is.

import { describe } from 'vitest';

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { STACK_SINGLES } from './switch-values.ts';

describe.runIf(process.env['MUSTER_MATRIX'] === 'all')('through Pulumi', () => {
  judgeGroup('stack singles', stackCases(STACK_SINGLES));
});
