// The switch matrix through the Pulumi door: the default reading of the documents, and every other value of every open point by
// itself, with the ways to keep a stack in turn.

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { STACK_SINGLES } from './switch-values.ts';

judgeGroup('stack singles', stackCases(STACK_SINGLES));
